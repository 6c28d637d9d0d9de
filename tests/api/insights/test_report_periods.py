"""Periods of scheduled reports whose cadence changes."""

from datetime import datetime, timedelta

import psycopg
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.domains.insights.scheduled_reports.delivery import queue_due
from runtime.settings import Settings
from tests.api.insights.test_scheduled_reports import kept, save
from tests.support.calling import call
from tests.support.jobs import run_jobs
from tests.support.people import Somebody


def test_report_of_a_longer_period_is_sent_if_it_begins_on_a_day_already_sent(
    client: TestClient, editor: Somebody, admin: Somebody, api_settings: Settings
) -> None:
    schedule = save(client, editor, editor.email)
    engine = make_engine(api_settings)

    def due_at(at: str) -> None:
        with psycopg.connect(api_settings.database_url) as connection:
            connection.execute("update report_schedules set next_run_at = %s", [at])

    def run(at: str) -> None:
        due_at(at)
        assert queue_due(engine, datetime.fromisoformat(at) + timedelta(minutes=1)) == 1
        due_at(
            "2099-01-01T12:00:00+00:00"
        )  # so that the worker, with the real time, starts no other run
        run_jobs(api_settings)

    for day in ("2026-03-02", "2026-03-31"):
        run(f"{day}T12:00:00+00:00")
    save(client, editor, editor.email, schedule_id=schedule["schedule_id"], cadence="month")
    run("2026-04-01T12:00:00+00:00")
    engine.dispose()

    assert [it["subject"].removeprefix("Morning: ") for it in kept(client, admin)] == [
        "Sun 1 Mar 2026",
        "Mon 30 Mar 2026",
        "Sun 1 – Tue 31 Mar 2026",
    ]
    (listed,) = call(client, editor, "list-scheduled-reports")["items"]
    last = listed["last_run"]
    assert (last["state"], last["period_start"][:7], last["period_end"][:7]) == (
        "done",
        "2026-03",
        "2026-04",
    )
