"""Compaction: fewer and sorted files, and the same numbers."""

from datetime import date, timedelta
from pathlib import Path

import duckdb
import pytest

from tests.pipelines.contents import all_contents
from tests.pipelines.events import NOON, ZONES, land, make_event, spread
from warehouse.builds.activity import build_activity
from warehouse.builds.compaction import compact_events, compact_marts
from warehouse.builds.rebuild import rebuild_month
from warehouse.builds.tables import mart_table
from warehouse.lake import Lake
from warehouse.models.catalogue import marts

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("few_marts")]

MARTS = (
    "visitors",
    "visitor_numbers",
    "activity_15m",
    "people_15m",
    "activity_day",
    "customer_acts",
    "orders",
)


def test_compaction_changes_no_numbers_and_no_positions(lake: Lake) -> None:
    events = spread(120)
    for start in range(0, 120, 40):
        land(lake, *events[start : start + 40])
        build_activity(lake, ZONES)
    before = all_contents(lake, MARTS)
    positions = {name: mart_table(lake, name).positions() for name in MARTS}
    held = lake.events.positions()

    compact_events(lake)
    done = compact_marts(lake)

    assert {one.table for one in done} == {name for name in MARTS if before[name]}
    for name in ("activity_15m", "people_15m", "activity_day"):
        table = mart_table(lake, name)
        assert len(table.files()) == 1
        assert sum(file.rows for file in table.files()) == len(before[name])
    assert all_contents(lake, MARTS) == before
    assert {name: mart_table(lake, name).positions() for name in MARTS} == positions
    assert lake.events.positions() == held
    assert compact_marts(lake) == []


def test_rebuild_leaves_each_mart_summed_and_sorted_in_a_single_file(lake: Lake) -> None:
    land(lake, *spread(240, orgs=2, days=3))
    build_activity(lake, ZONES)
    before = all_contents(lake, MARTS)

    rebuild_month(lake, ZONES, date(2026, 3, 1), slice_rows=30)

    assert all_contents(lake, MARTS) == before
    for name in ("activity_15m", "people_15m", "activity_day", "customer_acts", "orders"):
        (file,) = mart_table(lake, name).files()
        rows = duckdb.read_parquet(file.uri, hive_partitioning=True)
        keys = ", ".join(marts()[name].columns_with("key"))
        assert rows.aggregate(f"count(*), count(distinct ({keys}))").fetchall() == [
            (len(before[name]), len(before[name]))
        ]
        in_order = rows.project(", ".join(marts()[name].sorted_by)).fetchall()
        assert in_order == sorted(in_order, key=lambda row: [(one is None, one) for one in row])


def test_past_days_are_compacted_into_few_sorted_files(lake: Lake, tmp_path: Path) -> None:
    events = [
        make_event(
            pos,
            org_id=f"org_{'ba'[pos % 2]}",
            day=date(2026, 3, 1) + timedelta(days=pos // 2),
            occurred_at=NOON + timedelta(days=pos // 2 - 9),
            received_at=NOON + timedelta(days=pos // 2 - 9),
        )
        for pos in range(80)
    ]
    for start in range(0, 80, 8):
        land(lake, *events[start : start + 8])
        build_activity(lake, ZONES)
        if start % 24 == 16:
            compact_marts(lake)
    compact_marts(lake)

    for name in ("activity_15m", "people_15m", "activity_day"):
        files = mart_table(lake, name).files()
        spans = sorted((one.stats["min.day"], one.stats["max.day"]) for one in files)
        march = [span for span in spans if span[0] < date(2026, 4, 1)]
        assert march == [(date(2026, 3, 1), date(2026, 3, 31))]
        assert len(spans) <= 4
        whole = next(one for one in files if one.stats["max.day"] == date(2026, 3, 31))
        orgs = duckdb.sql(f"select org_id from read_parquet('{whole.uri}')").fetchall()
        assert orgs == sorted(orgs)
    at_once = Lake(str(tmp_path / "at-once"))
    land(at_once, *events)
    build_activity(at_once, ZONES)
    assert all_contents(lake, MARTS) == all_contents(at_once, MARTS)
