"""Jobs of several organisations on one worker: none has to wait until another one has no more."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from threading import Event
from typing import Any

import psycopg
import pytest
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.jobs.due import queue_for_each
from api.jobs.faults import take_turns
from api.jobs.models import Job
from api.jobs.queue import Jobs
from api.jobs.registry import JOBS, JobContext
from api.jobs.worker import do_job, make_worker, work
from api.kit.clock import utc_now
from runtime.settings import Settings
from tests.support.people import People

PATIENCE = 20.0
A_MINUTE = timedelta(minutes=1)


class Gates:
    """Jobs that start, and end when the test lets them."""

    def __init__(self) -> None:
        self.begun: dict[str, Event] = {}
        self.let_go: dict[str, Event] = {}

    def add(self, name: str) -> str:
        self.begun[name], self.let_go[name] = Event(), Event()
        return name

    def job(self, _context: JobContext, args: dict[str, Any]) -> None:
        self.begun[args["name"]].set()
        assert self.let_go[args["name"]].wait(PATIENCE)


@pytest.fixture
def engine(api_settings: Settings) -> Iterator[Engine]:
    made = make_engine(api_settings)
    yield made
    made.dispose()


def queue(engine: Engine, org_id: str, name: str, *, is_bulk: bool = False) -> str:
    with Session(engine) as session, session.begin():
        enter_tenant(session, org_id)
        return Jobs(session, utc_now()).enqueue(
            org_id, "test.gate", {"name": name}, is_bulk=is_bulk
        )


@contextmanager
def worker(settings: Settings) -> Iterator[None]:
    """Run a worker in parallel to the test."""
    loop, stop = asyncio.new_event_loop(), asyncio.Event()
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(loop.run_until_complete, work(make_worker(settings), stop))
        try:
            yield
        finally:
            loop.call_soon_threadsafe(stop.set)
            running.result(PATIENCE)
            loop.close()


def test_bulk_jobs_run_one_at_a_time_per_organisation_and_block_no_other_job(
    api_settings: Settings, engine: Engine, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    gates = Gates()
    monkeypatch.setitem(JOBS, "test.gate", gates.job)
    ours, theirs = people.org("Harbor").org_id, people.org("Northwind").org_id
    for name in ("import", "export"):
        queue(engine, ours, gates.add(name), is_bulk=True)
    queue(engine, theirs, gates.add("their import"), is_bulk=True)
    queue(engine, ours, gates.add("mail"))

    with worker(api_settings):
        for name in ("import", "their import", "mail"):
            assert gates.begun[name].wait(PATIENCE), name
        gates.let_go["mail"].set()
        gates.let_go["their import"].set()
        assert not gates.begun["export"].wait(0.3), "one of an organisation at a time"
        gates.let_go["import"].set()
        assert gates.begun["export"].wait(PATIENCE)
        gates.let_go["export"].set()


def test_first_job_of_one_organisation_runs_before_the_hundredth_of_another(
    api_settings: Settings, engine: Engine, people: People
) -> None:
    busy, quiet = people.org("Harbor").org_id, people.org("Northwind").org_id
    jobs = [queue(engine, busy, str(it)) for it in range(5)]
    jobs.append(queue(engine, quiet, "only"))

    with psycopg.connect(api_settings.database_url) as connection:
        rows = connection.execute(
            "select args->>'job_id' from procrastinate_jobs where args->>'job_id' = any(%s)"
            " order by priority desc, id",
            [jobs],
        ).fetchall()
        connection.execute("delete from procrastinate_jobs")

    assert [it for (it,) in rows] == [jobs[0], jobs[5], *jobs[1:5]]


@pytest.fixture
def context(api_settings: Settings, engine: Engine, people: People) -> JobContext:
    org_id = people.org("Harbor").org_id
    return JobContext("job_test", org_id, None, api_settings, engine, utc_now)


def test_parts_of_a_job_alternate_and_a_failing_part_does_not_stop_the_others(
    context: JobContext,
) -> None:
    left, done = {"long": 3, "short": 1}, []

    def step(name: str) -> bool:
        left[name] -= 1
        done.append(name)
        return left[name] > 0

    with pytest.raises(KeyError, match="faulty"):
        take_turns(context, "test.gate", ["long", "faulty", "short"], step)

    assert done == ["long", "short", "long", "long"]


def test_job_that_exceeds_its_time_slice_queues_a_successor(
    context: JobContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.jobs.registry.SLICE_SECONDS", 0)

    steps = take_turns(context, "test.gate", ["a", "b"], lambda _: True)

    with context.session() as session:
        jobs = session.execute(select(Job.kind, Job.state).where(Job.org_id == context.org_id))
        waiting = [tuple(row) for row in jobs if row.state == "queued"]
    with psycopg.connect(context.settings.database_url) as connection:
        connection.execute("delete from procrastinate_jobs")
    assert (steps, waiting) == (2, [("test.gate", "queued")])


def test_failing_job_is_queued_less_and_less_often_until_it_succeeds(
    context: JobContext, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, is_faulty = utc_now(), True

    def work_or_fail(_context: JobContext, _args: dict[str, Any]) -> None:
        if is_faulty:
            raise KeyError("faulty")

    monkeypatch.setitem(JOBS, "test.settle", work_or_fail)

    def run(now: datetime) -> bool:
        """Run the periodic task, and the job that it queues; return whether there was one."""
        due = queue_for_each(engine, "test.settle", lambda _: [context.org_id], now, backs_off=True)
        if due == 0:
            return False
        with Session(engine) as session, session.begin():
            enter_tenant(session, context.org_id)
            (job_id,) = session.scalars(select(Job.job_id).where(Job.state == "queued")).all()
        with suppress(KeyError):
            do_job(context.settings, engine, lambda: now, job_id, context.org_id)
        return True

    failing = [it for it in range(190) if run(start + it * A_MINUTE)]
    is_faulty = False
    recovered = [it for it in range(190, 246) if run(start + it * A_MINUTE)]

    assert failing == [0, 1, 3, 7, 15, 31, 63, 123, 183]
    assert recovered == [243, 244, 245]
