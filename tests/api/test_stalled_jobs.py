"""Jobs whose worker was killed: each of them runs again, or ends as failed, and none stops others."""

from collections.abc import Iterator
from datetime import datetime

import psycopg
import pytest
from procrastinate import App, PsycopgConnector
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.jobs.models import Job
from api.jobs.queue import Jobs
from api.jobs.registry import JOBS
from api.jobs.worker import TRIES, run_queued
from api.kit.clock import utc_now
from runtime.settings import Settings
from tests.support.people import People


@pytest.fixture
def engine(api_settings: Settings) -> Iterator[Engine]:
    made = make_engine(api_settings)
    yield made
    made.dispose()


@pytest.fixture
def client(api_settings: Settings) -> Iterator[App]:
    """Yield an app that queues what a worker's clock queues. In the end nothing is left for other tests."""
    with App(connector=PsycopgConnector(conninfo=api_settings.database_url)).open() as opened:
        yield opened
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("delete from procrastinate_jobs")


def queue(engine: Engine, org_id: str) -> str:
    with Session(engine) as session, session.begin():
        enter_tenant(session, org_id)
        return Jobs(session, utc_now()).enqueue(org_id, "test.probe", {})


def state_of(engine: Engine, org_id: str, job_id: str) -> str:
    with Session(engine) as session, session.begin():
        enter_tenant(session, org_id)
        return session.get_one(Job, job_id).state


def lose_worker(settings: Settings) -> None:
    """Leave all queued jobs as a worker does that was killed in the middle of them."""
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("update procrastinate_jobs set status = 'doing' where status = 'todo'")


def test_periodic_task_that_is_queued_again_does_not_keep_stalled_jobs_from_running(
    api_settings: Settings,
    engine: Engine,
    client: App,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ran: list[datetime] = []
    monkeypatch.setattr(
        "api.jobs.worker.SLOW_PERIODIC_TASKS", [lambda _settings, _engine, now: ran.append(now)]
    )
    monkeypatch.setitem(JOBS, "test.probe", lambda _context, _args: None)
    name = "slow_periodic_tasks"
    periodic = client.configure_task(
        f"waypost.{name}", queue="periodic", lock=name, queueing_lock=name
    )
    periodic.defer(timestamp=0)
    org_id = people.org("Harbor").org_id
    job_id = queue(engine, org_id)
    lose_worker(api_settings)
    periodic.defer(timestamp=60)

    client.configure_task("waypost.requeue_stalled", queue="periodic").defer(timestamp=60)
    run_queued(api_settings)

    assert state_of(engine, org_id, job_id) == "done"
    assert ran
    assert not client.job_manager.list_jobs(status="doing")


def test_job_whose_worker_is_always_killed_before_it_begins_ends_as_failed(
    api_settings: Settings,
    engine: Engine,
    client: App,
    people: People,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(JOBS, "test.probe", lambda _context, _args: None)
    org_id = people.org("Harbor").org_id
    job_id = queue(engine, org_id)
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update procrastinate_jobs set attempts = %s", [TRIES])

    run_queued(api_settings)

    assert state_of(engine, org_id, job_id) == "failed"


def test_job_of_a_worker_that_was_silent_for_a_minute_is_not_started_a_second_time(
    api_settings: Settings, engine: Engine, client: App, people: People
) -> None:
    queue(engine, people.org("Harbor").org_id)
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute(
            "with silent as (insert into procrastinate_workers (last_heartbeat)"
            " values (now() - interval '60 seconds') returning id)"
            " update procrastinate_jobs set status = 'doing', worker_id = silent.id from silent"
        )

    client.configure_task("waypost.requeue_stalled", queue="periodic").defer(timestamp=60)
    run_queued(api_settings)

    assert len(list(client.job_manager.list_jobs(status="doing"))) == 1
