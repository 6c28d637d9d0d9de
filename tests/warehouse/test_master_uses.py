"""Uses of a master key are not redemptions, nor are undone ones, in every way of counting."""

import csv
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.contents import contents
from tests.pipelines.events import NOON, ZONES, land, make_event
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import Granularity, Range, zone_of
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.event_pages import events_behind
from warehouse.queries.language import Dimension, Question
from warehouse.queries.raw_events import RawEvents
from warehouse.reports.catalogue import get_report
from warehouse.reports.engine import Reports
from warehouse.reports.question import ReportQuestion

SPAN = Range(NOON - timedelta(days=1), NOON + timedelta(days=1))
WANTED = RawEvents("org_a", SPAN)
KINDS = ("promo_code", "promo_code", "one_time_code", "master_key", "master_key", "master_key")
PASS = '{"action":"%s","kind":"pass","subject_id":"pass","redemption_id":"prd_1"}'


@pytest.fixture(params=["as they came", "built"])
def lake(request: pytest.FixtureRequest, tmp_path: Path) -> Lake:
    lake = Lake(str(tmp_path / "lake"))
    land(
        lake,
        *(
            make_event(
                pos,
                type="redemption",
                version=2,
                data=f'{{"kind":"{kind}","subject_id":"{kind}"}}',
                visitor_id=f"visitor_{pos}",
                customer_key="customer_a",
            )
            for pos, kind in enumerate(KINDS)
        ),
        *(
            make_event(
                pos,
                type="redemption",
                version=4,
                data=PASS % action,
                visitor_id="visitor_9",
                customer_key="customer_a",
            )
            for pos, action in ((6, "redeemed"), (7, "undone"))
        ),
    )
    if request.param == "built":
        build_activity(lake, ZONES)
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


def test_metrics_and_their_events_exclude_master_keys(analytics: Analytics) -> None:
    asked = Question(
        org_id="org_a", current=SPAN, zone=zone_of("UTC"), granularity=Granularity.DAY,
        edges=(SPAN.start,), group_by=(Dimension.CODE,),
    )  # fmt: skip
    answer = analytics.ask(asked)
    behind = analytics.read(
        lambda cursor, tables: events_behind(cursor, WANTED, "redemptions", tables)
    )

    (row,) = answer.breakdowns[Dimension.CODE]
    assert answer.totals.redemptions == row.metrics.redemptions == 3
    assert behind == 5, "a redemption that was undone, and that it was"


def test_reports_exclude_master_keys(lake: Lake) -> None:
    (funnel,) = rows_of(lake, "funnel")
    (customer,) = rows_of(lake, "customers")

    assert funnel["redemptions"] == funnel["redemption_people"] == 3
    assert customer["redemptions"] == customer["acts"] == 3
    assert {row["kind"]: row["used"] for row in rows_of(lake, "redemptions")} == {
        "promo_code": 2,
        "one_time_code": 1,
        "pass": 0,
    }
    assert sum(row["used"] for row in rows_of(lake, "redeemed_codes")) == 3


def test_event_files_label_uses_of_master_keys_as_such(
    analytics: Analytics, tmp_path: Path
) -> None:
    path = tmp_path / "events.csv"
    analytics.copy_events(WANTED, str(path))

    with path.open() as file:
        lines = [row["type"] for row in csv.DictReader(file)]
    assert lines == ["redemption"] * 3 + ["master_use"] * 3 + ["redemption", "undone_redemption"]


def test_redemptions_mart_is_empty_if_only_master_keys_were_used(tmp_path: Path) -> None:
    lake = Lake(str(tmp_path / "lake"))
    land(lake, make_event(0, type="redemption", version=2, data='{"kind":"master_key"}'))

    build_activity(lake, ZONES)

    assert contents(lake, "redemptions") == {}
    assert len(contents(lake, "activity_15m")) == 1
