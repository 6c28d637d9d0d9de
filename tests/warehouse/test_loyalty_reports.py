"""Reports of points and rewards equal a plain count over random ledgers, however far the marts have been built."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.pipelines.contents import contents
from tests.pipelines.events import ZONES, land
from tests.warehouse.built import Way, land_and_build, marts_of
from tests.warehouse.loyalty_reference import LOYALTY, Asked
from tests.warehouse.loyalty_stream import LoyaltyStream
from tests.warehouse.reference import in_one_order
from warehouse.builds.activity import build_activity
from warehouse.builds.rebuild import rebuild_all
from warehouse.date_ranges import Range, resolve, zone_of
from warehouse.lake import Lake
from warehouse.reports.catalogue import get_report
from warehouse.reports.engine import Reports
from warehouse.reports.question import KnownReward, ReportQuestion, compared_columns

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("few_marts")]

MARTS = marts_of(LOYALTY)

START = datetime(2025, 10, 1, tzinfo=UTC)
NOW = datetime(2026, 4, 1, 3, 7, tzinfo=UTC)
KNOWN = (
    KnownReward("rwd_1", "points", 5, 120, "Oat Mill", is_offered=True),
    KnownReward("rwd_2", "stamps", 8, 330, None, is_offered=True),
    KnownReward("rwd_3", "points", 3, 700, "Oat Mill", is_offered=False),
)
MERGED = {"ben": "ana"}


def ask(reports: Reports, name: str, asked: Asked, zone: str, org: str = "org_a") -> list[Any]:
    question = ReportQuestion(
        org_id=org,
        report=get_report(name),
        current=asked.span,
        zone=zone_of(zone),
        limit=10_000,
        known_rewards=asked.rewards,
        merged_customers=asked.merged or {},
    )
    return reports.ask(question).rows


@settings(
    max_examples=12,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    seed=st.integers(0, 10_000),
    share=st.sampled_from((0.0, 0.6, 1.0)),
    way=st.sampled_from(("built", "compacted", "rebuilt")),
    interval=st.sampled_from(("7day", "30day", "90day", "february", "all")),
    zone=st.sampled_from(("UTC", "America/St_Johns", "Asia/Kathmandu")),
    steps=st.sampled_from((0, 30, 90)),
)
def test_loyalty_reports_equal_a_plain_count(
    new_lake: Callable[[], Lake],
    seed: int,
    share: float,
    way: Way,
    interval: str,
    zone: str,
    steps: int,
) -> None:
    lake = new_lake()
    rows = LoyaltyStream(seed, START).run(steps)
    land_and_build(lake, rows, share, way, slice_rows=60)
    first = min((row["occurred_at"] for row in rows), default=START)
    span = resolve(interval, NOW, zone_of(zone), first_event=first)
    own = [row for row in rows if row["org_id"] == "org_a"]
    asked = Asked(own, span, zone_of(zone), KNOWN, MERGED)
    reports = Reports(lake, threads=1)
    try:
        for name, reference in LOYALTY.items():
            expected = reference(asked)
            answer = ask(reports, name, asked, zone)
            names = [column.name for column in get_report(name).columns]
            assert in_one_order(answer, names) == in_one_order(expected, names), name
    finally:
        reports.close()


def test_every_point_is_spent_taken_back_expired_or_outstanding(
    new_lake: Callable[[], Lake],
) -> None:
    lake = new_lake()
    rows = LoyaltyStream(7, START).run(300)
    land(lake, *rows)
    asked = Asked(rows, Range(START, NOW), UTC)
    reports = Reports(lake, threads=1)
    try:
        found = ask(reports, "points_vintages", asked, "UTC")
    finally:
        reports.close()

    assert sum(row["spent"] for row in found) > 0
    for row in found:
        parts = ("taken_back", "spent", "expired", "outstanding")
        assert row["given"] == sum(row[part] for part in parts)
        assert 0 <= row["pending"] <= row["outstanding"]
        assert 0 <= row["expired"] <= row["ended"] <= row["given"]


def test_a_month_begins_at_local_midnight(new_lake: Callable[[], Lake]) -> None:
    """A point that is given and expires at the edge of a month counts in the month of the organisation's time zone."""
    lake = new_lake()
    stream = LoyaltyStream(1, START)
    (row,) = [one for one in stream.run(40) if one["type"] == "points"][:1]
    edge = datetime(2026, 2, 28, 18, 15, tzinfo=UTC)  # midnight in Kathmandu
    entry = (
        '{"entry_id":"lot-0","movement_id":"lot","lot_id":"lot-0","unit":"points","amount":4,'
        '"reason":"given","available_from":"2026-01-01T00:00:00Z","expires_at":"2026-03-31T18:15:00Z"}'
    )
    before = edge - timedelta(microseconds=1)
    ids = {"org_id": "org_a", "customer_key": "ana", "pos": 0, "partition": 0}
    early = row | ids | {"occurred_at": before, "data": entry}
    later = row | ids | {"occurred_at": edge, "data": entry.replace("lot-0", "other-0"), "pos": 1}
    land(lake, early, later)
    asked = Asked([], Range(START, NOW), zone_of("Asia/Kathmandu"))
    reports = Reports(lake, threads=1)
    try:
        local = ask(reports, "points_vintages", asked, "Asia/Kathmandu")
        utc = ask(reports, "points_vintages", asked, "UTC")
        at_expiry = datetime(2026, 3, 31, 18, 15, tzinfo=UTC)
        just_before = replace(asked, span=Range(START, at_expiry - timedelta(microseconds=1)))
        held = ask(reports, "points_vintages", just_before, "UTC")
        gone = ask(reports, "points_vintages", replace(asked, span=Range(START, at_expiry)), "UTC")
    finally:
        reports.close()

    assert [(str(one["given_month"]), str(one["expiry_month"])) for one in local] == [
        ("2026-02-01", "2026-04-01"),
        ("2026-03-01", "2026-04-01"),
    ]
    assert [(str(one["given_month"]), str(one["expiry_month"])) for one in utc] == [
        ("2026-02-01", "2026-03-01")
    ]
    assert [(one["outstanding"], one["expired"]) for one in held] == [(8, 0)]
    assert [(one["outstanding"], one["expired"]) for one in gone] == [(0, 8)]


def test_incremental_slices_and_a_rebuild_give_the_same_rows(new_lake: Callable[[], Lake]) -> None:
    lake = new_lake()
    rows = LoyaltyStream(11, START).run(120)
    for start in range(0, len(rows), 40):
        land(lake, *rows[start : start + 40])
        build_activity(lake, ZONES, slice_rows=15)
    built = {name: contents(lake, name) for name in ("loyalty_entries", "reward_awards")}

    rebuild_all(lake, ZONES)

    assert all(built.values())
    assert {name: contents(lake, name) for name in built} == built


def test_loyalty_reports_compare_activity_in_the_range_but_not_the_state_at_its_end() -> None:
    compared = {name for name in LOYALTY if compared_columns(get_report(name))}

    assert compared == {"reward_redemptions", "reward_payers", "best_customers"}
