"""The activity of codes equals a plain count of events, whatever the marts contain and in any time zone."""

from collections import defaultdict
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.events import ZONES, land
from tests.warehouse.reference import family_of, is_human
from tests.warehouse.streams import stream
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import Granularity, edges, resolve, zone_of
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.code_activity import read_code_activity
from warehouse.queries.language import Dimension, Question

pytestmark = pytest.mark.usefixtures("few_marts")

NOW = datetime(2026, 3, 29, 10, 7, tzinfo=UTC)
ROWS = stream("activity of codes", 300, NOW, "UTC")


def asked(zone: str) -> Question:
    span = resolve("30day", NOW, zone_of(zone), None, "monday")
    return Question(
        org_id="org_a",
        current=span,
        zone=zone_of(zone),
        granularity=Granularity.DAY,
        edges=tuple(edges(span, Granularity.DAY, zone_of(zone), "monday")),
        group_by=(Dimension.CODE,),
        breakdown_limit=100,
        metrics=frozenset({"scans", "people"}),
    )


def expected(question: Question) -> dict[str, tuple[list[int], int]]:
    days: dict[str, dict[date, int]] = defaultdict(lambda: defaultdict(int))
    people: dict[str, set[str]] = defaultdict(set)
    for row in ROWS:
        is_counted = family_of(row) == "scan" and is_human(row) and row["org_id"] == "org_a"
        if is_counted and row["code_id"] and row["occurred_at"] in question.current:
            day = row["occurred_at"].astimezone(question.zone).date()
            days[row["code_id"]][day] += 1
            if row["visitor_id"] is not None:
                people[row["code_id"]].add(row["visitor_id"])
    first = question.current.start.astimezone(question.zone).date()
    every = [first + timedelta(days=place) for place in range(30)]
    return {
        code: ([found.get(day, 0) for day in every], len(people[code]))
        for code, found in days.items()
    }


@pytest.mark.parametrize("zone", ["UTC", "America/New_York"])
@pytest.mark.parametrize("built", [0, 200, 300])
def test_scans_people_and_days_equal_a_plain_count(tmp_path: Path, zone: str, built: int) -> None:
    lake = Lake(str(tmp_path / "lake"))
    land(lake, *ROWS[:built])
    if built:
        build_activity(lake, ZONES)
    land(lake, *ROWS[built:])
    analytics = Analytics(lake, threads=1)
    question = asked(zone)

    for _ in range(2):  # the second time from the cache
        answer = read_code_activity(analytics, question)

    found: dict[str, Any] = {
        code: (one.days, one.people) for code, one in answer.by_code.items() if one.scans
    }
    analytics.close()
    assert found == expected(question)


def test_last_scan_before_the_range_is_known(tmp_path: Path) -> None:
    lake = Lake(str(tmp_path / "lake"))
    old = [row for row in ROWS if row["occurred_at"] < NOW - timedelta(days=31)]
    scanned = [
        row
        for row in old
        if family_of(row) == "scan"
        and is_human(row)
        and row["code_id"]
        and row["org_id"] == "org_a"
    ]
    last: dict[str, date] = {}
    for row in scanned:
        day = row["occurred_at"].astimezone(zone_of("America/New_York")).date()
        last[row["code_id"]] = max(last.get(row["code_id"], day), day)
    land(lake, *old)
    build_activity(lake, ZONES)
    analytics = Analytics(lake, threads=1)

    answer = read_code_activity(analytics, asked("America/New_York"))

    analytics.close()
    assert scanned, "the stream reaches back far enough"
    assert {code: one.last_scan_on for code, one in answer.by_code.items()} == last
    assert all(one.scans == one.people == 0 for one in answer.by_code.values())
