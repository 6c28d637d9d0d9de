"""The cache of finished days never makes an answer stale, and has a size limit."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.events import ZONES, land, make_event
from tests.warehouse.reference import count
from warehouse.builds.activity import build_activity
from warehouse.builds.compaction import compact_marts
from warehouse.builds.tables import mart_table
from warehouse.date_ranges import Granularity, Range, edges, zone_of
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.language import Dimension, Filter, Question
from warehouse.queries.result_cache import ResultCache, settled
from warehouse.serving.writer import write_copy

pytestmark = pytest.mark.usefixtures("few_marts")

FIRST = datetime(2026, 3, 10, tzinfo=UTC)
SPAN = Range(FIRST, FIRST + timedelta(days=4))
BEFORE = Range(FIRST - timedelta(days=4), FIRST - timedelta(hours=5, minutes=7))
FILTERS = ((), (Filter(Dimension.COUNTRY, ("US", "NP")),))


def events(first: int, last: int) -> list[dict[str, Any]]:
    """Return twenty events per day of arrival, some of them late, with visitors who return days later."""
    return [
        make_event(
            pos,
            day=(FIRST + timedelta(days=pos // 20)).date(),
            occurred_at=FIRST + timedelta(days=pos // 20 - pos % 5, hours=pos % 24, minutes=pos),
            visitor_id=f"visitor_{pos * 7 % 13}",
            country=("US", "GB", "NP")[pos % 3],
            code_id=f"code_{pos % 4}",
            type="view" if pos % 11 == 0 else "scan",
        )
        for pos in range(first, last)
    ]


def question(asked: tuple[Filter, ...]) -> Question:
    zone = zone_of("UTC")
    return Question(
        org_id="org_a",
        current=SPAN,
        previous=BEFORE,
        zone=zone,
        granularity=Granularity.DAY,
        edges=tuple(edges(SPAN, Granularity.DAY, zone)),
        filters=asked,
        group_by=(Dimension.CODE, Dimension.HOUR_BY_WEEKDAY),
    )


def agrees(analytics: Analytics, rows: list[dict[str, Any]]) -> bool:
    for asked in FILTERS:
        answer = analytics.ask(question(asked))
        assert answer.totals == count(rows, "org_a", SPAN, asked)
        assert answer.previous == count(rows, "org_a", BEFORE, asked)
        for row in answer.breakdowns[Dimension.CODE]:
            one = (*asked, Filter(Dimension.CODE, (row.key,)))
            assert row.metrics == count(rows, "org_a", SPAN, one)
    return True


def test_cached_answers_are_updated_after_events_builds_and_compaction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("warehouse.reader.FRESH_FOR_SECONDS", 0)
    lake, zones = Lake(str(tmp_path / "lake")), ZONES | {"org_a": "UTC"}
    analytics = Analytics(lake)
    first, second, third = events(0, 50), events(50, 65), events(65, 80)

    land(lake, *first)
    build_activity(lake, zones)
    assert agrees(analytics, first)

    land(lake, *second)
    assert agrees(analytics, [*first, *second])

    build_activity(lake, zones)
    assert agrees(analytics, [*first, *second])

    compact_marts(lake)
    assert agrees(analytics, [*first, *second])

    land(lake, *third)
    build_activity(lake, zones)
    assert agrees(analytics, [*first, *second, *third])
    analytics.close()


def test_repeated_statement_is_read_once_and_the_least_recently_used_is_dropped() -> None:
    cache, read = ResultCache(max_rows=12), []

    def ask(name: str) -> list[str]:
        def found() -> list[str]:
            read.append(name)
            return [name]

        return cache.get_or_read("select", {"name": [name]}, found)

    for name in ("a", "b", "a", "c", "d", "e", "f", "g", "a", "b"):
        assert ask(name) == [name]

    assert read == ["a", "b", "c", "d", "e", "f", "g", "b"]


def test_result_that_is_too_large_is_not_cached() -> None:
    cache, read = ResultCache(max_rows=12), []

    def found() -> list[int]:
        read.append("read")
        return list(range(4))

    for _ in range(2):
        cache.get_or_read("select", {}, found)

    assert len(read) == 2


def test_file_that_extends_into_the_newest_day_is_cached_and_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A build around midnight contains events of both days; the next builds contain only those of the newest."""
    monkeypatch.setattr("warehouse.reader.FRESH_FOR_SECONDS", 0)
    lake, zones = Lake(str(tmp_path / "lake")), ZONES | {"org_a": "UTC"}
    rows = events(0, 70)
    for first, last in ((0, 45), (45, 50), (50, 60)):
        land(lake, *rows[first:last])
        build_activity(lake, zones)
    table = mart_table(lake, "activity_15m")
    spans = {(file.stats["min.day"], file.stats["max.day"]) for file in settled(table.files())}

    assert spans == {(FIRST.date(), (FIRST + timedelta(days=2)).date())}
    analytics = Analytics(lake, threads=1)
    assert agrees(analytics, rows[:60])
    written = write_copy(lake, datetime.now(UTC))
    assert written
    assert written.rows
    served = Analytics(lake, threads=1)
    assert agrees(served, rows[:60])
    land(lake, *rows[60:])
    build_activity(lake, zones)
    assert agrees(analytics, rows)
    assert agrees(served, rows)
    compact_marts(lake)
    assert agrees(served, rows)
