"""Emailed reports follow their organisation to another time zone: none is skipped, none is sent twice."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import psycopg
import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.domains.insights.scheduled_reports.delivery import queue_due, reschedule
from runtime.settings import Settings
from tests.support.calling import call
from tests.support.jobs import run_jobs
from tests.support.people import Org, Somebody


def save(client: TestClient, editor: Somebody, **when: Any) -> None:
    body = {"name": "Morning", "recipients": [editor.email]} | when
    call(client, editor, "save-scheduled-report", **body)


def next_one(client: TestClient, editor: Somebody) -> datetime:
    (listed,) = call(client, editor, "list-scheduled-reports")["items"]
    return datetime.fromisoformat(listed["next_run_at"])


def test_scheduled_report_keeps_its_local_day_and_hour(
    client: TestClient, editor: Somebody, admin: Somebody, api_settings: Settings
) -> None:
    call(client, admin, "update-organization", time_zone="Europe/Berlin")
    save(client, editor, cadence="month", month_day=15, hour=6)
    before = next_one(client, editor)
    call(client, admin, "update-organization", name="Renamed")
    run_jobs(api_settings)
    assert next_one(client, editor) == before

    day = before.astimezone(ZoneInfo("Europe/Berlin")).date()
    for zone in ("Pacific/Apia", "Asia/Kathmandu", "America/New_York"):
        call(client, admin, "update-organization", time_zone=zone)
        run_jobs(api_settings)
        local = next_one(client, editor).astimezone(ZoneInfo(zone))
        assert (local.date(), local.strftime("%H:%M")) == (day, "06:00")


@pytest.mark.parametrize(
    ("cadence", "due", "day", "moved_to", "moved_at", "next_due", "goes_out"),
    [
        pytest.param(
            *("month", "2026-03-01T13:00", "2026-03-01", "Asia/Tokyo", "2026-03-01T10:00"),
            *("2026-02-28T23:00", 1),
            id="its hour is over in the new time zone",
        ),
        pytest.param(
            *("week", "2026-03-09T07:00", "2026-03-09", "America/New_York", "2026-03-02T09:00"),
            *("2026-03-09T12:00", 0),
            id="this week's is sent, and its hour is still to come in the new time zone",
        ),
    ],
)
def test_time_zone_change_neither_skips_nor_repeats_a_scheduled_report(
    client: TestClient,
    editor: Somebody,
    org: Org,
    api_settings: Settings,
    cadence: str,
    due: str,
    day: str,
    moved_to: str,
    moved_at: str,
    next_due: str,
    goes_out: int,
) -> None:
    save(client, editor, cadence=cadence, month_day=1, weekday=0, hour=8)
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update organizations set time_zone = %s", [moved_to])
        connection.execute(
            "update report_schedules set next_run_at = %s, next_run_day = %s", [due + "Z", day]
        )
    now = datetime.fromisoformat(moved_at).replace(tzinfo=UTC)
    engine = make_engine(api_settings)
    try:
        with Session(engine) as session, session.begin():
            enter_tenant(session, org.org_id)
            assert reschedule(session, org.org_id, now) == 1
        assert next_one(client, editor) == datetime.fromisoformat(next_due + "Z")
        assert queue_due(engine, now) == goes_out
    finally:
        engine.dispose()
