"""A worker whose database becomes unavailable resumes its jobs when it is back, and can be stopped without it."""

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from procrastinate import App, PsycopgConnector

from api.jobs.worker import make_worker, work
from runtime.embedded.postgres import EmbeddedPostgres
from runtime.embedded.process import free_port
from runtime.settings import Settings

PATIENCE = 40.0
DOWN = 3.0
"""Seconds without Postgres: longer than a worker's attempt to listen again takes to fail."""


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[EmbeddedPostgres]:
    running = EmbeddedPostgres(tmp_path / "postgres", free_port(), "secret")
    running.start()
    yield running
    running.stop()


@pytest.fixture
def client(postgres: EmbeddedPostgres) -> Iterator[App]:
    """Yield an app that queues jobs for the worker."""
    with App(connector=PsycopgConnector(conninfo=postgres.url())).open() as opened:
        opened.schema_manager.apply_schema()
        yield opened


def test_jobs_resume_after_postgres_outage_and_worker_stops_without_it(
    postgres: EmbeddedPostgres, client: App, tmp_path: Path
) -> None:
    begun, let_go = [Event(), Event()], Event()
    app = make_worker(Settings(database_url=postgres.url(), var_dir=tmp_path, _env_file=None))

    @app.task(name="probe")
    def probe(number: int) -> None:
        begun[number].set()
        assert let_go.wait(PATIENCE)

    probes = client.configure_task("probe", queue="default")
    loop, stop = asyncio.new_event_loop(), asyncio.Event()
    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(loop.run_until_complete, work(app, stop))
        try:
            probes.defer(number=0)
            assert begun[0].wait(PATIENCE)

            postgres.kill()
            time.sleep(DOWN)
            postgres.start()
            let_go.set()

            probes.defer(number=1)
            assert begun[1].wait(PATIENCE)
            end = time.monotonic() + PATIENCE
            while client.job_manager.list_jobs(task="probe"):
                assert time.monotonic() < end, "a job that was done is still there"
                time.sleep(0.1)
            assert not running.done()
        finally:
            postgres.kill()
            loop.call_soon_threadsafe(stop.set)
            running.result(PATIENCE)
            loop.close()
