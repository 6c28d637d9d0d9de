"""Views of older releases also recorded what was used on a page: their Parquet files can still be read, as uses."""

import csv
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.contents import contents
from tests.pipelines.events import NOON, ZONES, land, make_event
from warehouse.analyst import open_lake
from warehouse.builds.activity import build_activity
from warehouse.builds.rebuild import rebuild_all
from warehouse.date_ranges import Granularity, Range, zone_of
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.event_pages import events_behind, page_of_events
from warehouse.queries.language import Question
from warehouse.queries.newest import read_newest
from warehouse.queries.raw_events import RawEvents
from warehouse.reports.catalogue import get_report
from warehouse.reports.engine import Reports
from warehouse.reports.question import ReportQuestion

SPAN = Range(NOON - timedelta(days=1), NOON + timedelta(days=1))
WANTED = RawEvents("org_a", SPAN)
REPORTED = (
    ("view", 1, '{"action":"view"}'),
    ("view", 1, '{"action":"click","block_id":"b"}'),
    ("view", 1, '{"action":"duration","duration_ms":9}'),
    ("view", 2, '{"action":"form","form":"f","opened":true,"reached":["a","b"],"stands_at":"b"}'),
    ("view", 3, "{}"),
    ("use", 1, '{"action":"click","block_id":"b"}'),
    ("use", 1, '{"action":"form","form":"f","opened":true,"reached":["a"],"filled":["a"]}'),
)
"""Two views and five uses, the first four rows as an older release wrote them."""


@pytest.fixture(params=["as they came", "built", "rebuilt"])
def lake(request: pytest.FixtureRequest, tmp_path: Path) -> Lake:
    lake = Lake(str(tmp_path / "lake"))
    land(
        lake,
        *(
            make_event(pos, type=kind, version=version, data=data, customer_key="customer_a")
            for pos, (kind, version, data) in enumerate(REPORTED)
        ),
    )
    if request.param != "as they came":
        build_activity(lake, ZONES)
    if request.param == "rebuilt":
        rebuild_all(lake, ZONES)
    return lake


@pytest.fixture
def analytics(lake: Lake) -> Iterator[Analytics]:
    opened = Analytics(lake, threads=1)
    yield opened
    opened.close()


def rows_of(lake: Lake, name: str) -> list[dict[str, Any]]:
    reports = Reports(lake, threads=1)
    try:
        asked = ReportQuestion(
            org_id="org_a", report=get_report(name), current=SPAN, zone=zone_of("UTC"), limit=100
        )
        return reports.ask(asked).rows
    finally:
        reports.close()


def test_only_viewed_pages_count_as_views(analytics: Analytics) -> None:
    asked = Question(
        org_id="org_a", current=SPAN, zone=zone_of("UTC"), granularity=Granularity.DAY,
        edges=(SPAN.start,),
    )  # fmt: skip
    totals = analytics.ask(asked).totals
    page, behind, newest = analytics.read(
        lambda cursor, tables: (
            page_of_events(cursor, WANTED, "views", tables, after=None, limit=50),
            events_behind(cursor, WANTED, "views", tables),
            read_newest(cursor, "org_a", (), tables, NOON + timedelta(minutes=1)),
        )
    )

    assert totals.views == behind == 2
    assert [event.place.pos for event in page] == [4, 0]
    assert Counter(event.values["type"] for event in newest.events) == {"view": 2, "use": 5}
    assert [event.values["action"] for event in newest.events] == [
        *("form", "click", None, "form", "duration", "click", None)
    ]


def test_page_uses_are_labelled_as_uses_in_files_and_for_analysts(
    lake: Lake, analytics: Analytics, tmp_path: Path
) -> None:
    path = tmp_path / "events.csv"
    analytics.copy_events(WANTED, str(path))
    with path.open() as file:
        lines = [(row["type"], row["action"]) for row in csv.DictReader(file)]
    with open_lake(lake, "org_a", threads=1) as shell:
        seen = shell.execute("select type, count(*) from events group by type").fetchall()

    actions = ("", "click", "duration", "form", "", "click", "form")
    assert lines == [("use" if action else "view", action) for action in actions]
    assert dict(seen) == {"view": 2, "use": 5}


def test_reports_count_old_and_new_events_alike(lake: Lake) -> None:
    fields = {row["field"]: row for row in rows_of(lake, "form_fields")}
    (funnel,) = rows_of(lake, "funnel")
    (customer,) = rows_of(lake, "customers")

    parts = ("opened", "reached", "filled", "left_here")
    assert {name: tuple(row[part] for part in parts) for name, row in fields.items()} == {
        "a": (2, 2, 1, 0),
        "b": (2, 1, 0, 1),
    }
    assert funnel["views"] == customer["views"] == 2
    assert customer["acts"] == 7


def test_form_step_without_a_field_does_not_stop_the_build(tmp_path: Path) -> None:
    lake = Lake(str(tmp_path / "lake"))
    land(lake, make_event(0, type="use", data='{"action":"form","form":"f"}'))

    assert build_activity(lake, ZONES).events == 1

    assert contents(lake, "form_fields") == {}
    assert len(contents(lake, "activity_15m")) == 1
