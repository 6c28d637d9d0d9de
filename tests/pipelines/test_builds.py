"""Builds: the same contents however events were sliced, interrupted or built again.

Tested with a few marts that differ in how they are built and read; test_build_order builds every mart in any order.
"""

import itertools
import random
import tempfile
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pipelines.contents import Contents, all_contents, contents
from tests.pipelines.events import NOON, ZONES, land, make_event, spread
from warehouse.builds.activity import build_activity
from warehouse.builds.rebuild import rebuild_day, rebuild_visitors
from warehouse.builds.session import BuildSession
from warehouse.builds.slices import Bound, cut, pending
from warehouse.builds.tables import ensure_marts, mart_table
from warehouse.lake import AlreadyLandedError, Lake, LakeConflictError, LakeTable

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


def fresh_lake() -> Lake:
    return Lake(tempfile.mkdtemp(prefix="waypost-lake-"))


def built_at_once(events: list[dict[str, Any]]) -> Lake:
    lake = fresh_lake()
    land(lake, *events)
    build_activity(lake, ZONES)
    return lake


@pytest.fixture(scope="module")
def in_one_build(few_marts: None) -> dict[str, Contents]:
    return all_contents(built_at_once(spread(80, visitors=9, days=2)), MARTS)


@settings(max_examples=4)
@given(
    cuts=st.lists(st.integers(1, 79), max_size=3),
    slice_rows=st.sampled_from([17, 50, 1_000]),
    seed=st.integers(0, 5),
)
def test_builds_in_slices_of_any_size_give_the_same_result_as_one_build(
    in_one_build: dict[str, Contents], cuts: list[int], slice_rows: int, seed: int
) -> None:
    events = spread(80, visitors=9, days=2)
    lake = fresh_lake()
    rng = random.Random(seed)
    bounds = [0, *sorted(set(cuts)), len(events)]

    for start, end in itertools.pairwise(bounds):
        land(lake, *events[start:end])
        if rng.random() < 0.7:
            build_activity(lake, ZONES, slice_rows=slice_rows)
    build_activity(lake, ZONES, slice_rows=slice_rows)

    assert all_contents(lake, MARTS) == in_one_build


def test_late_event_is_just_another_append(lake: Lake) -> None:
    land(lake, make_event(1))
    build_activity(lake, ZONES)
    late = make_event(2, occurred_at=NOON - timedelta(days=6), day=date(2026, 3, 11))

    land(lake, late)
    report = build_activity(lake, ZONES)

    assert report.days == {date(2026, 3, 11): 1}
    buckets = {key[2]: measures[0] for key, measures in contents(lake, "activity_15m").items()}
    assert buckets == {NOON: 1, NOON - timedelta(days=6): 1}


@pytest.fixture(scope="module")
def two_days(few_marts: None) -> dict[str, Contents]:
    """Return the result of one build of 80 events on two days."""
    return all_contents(built_at_once(spread(80, days=2)), MARTS)


@pytest.mark.parametrize("crash_at", [0, 1, 2, 6])
def test_crash_between_two_marts_loses_and_duplicates_nothing(
    lake: Lake, crash_at: int, monkeypatch: pytest.MonkeyPatch, two_days: dict[str, Contents]
) -> None:
    events = spread(80, days=2)
    land(lake, *events)
    crash_after(monkeypatch, crash_at)
    with pytest.raises(KeyboardInterrupt):
        build_activity(lake, ZONES, slice_rows=50)
    monkeypatch.undo()

    build_activity(lake, ZONES, slice_rows=50)

    assert all_contents(lake, MARTS) == two_days


def crash_after(monkeypatch: pytest.MonkeyPatch, appends: int) -> None:
    """Allow so many appends, then stop the process as Ctrl-C would."""
    done = 0
    append: Callable[..., int] = LakeTable.append

    def counted(self: LakeTable, *given: Any, **named: Any) -> int:
        nonlocal done
        if done == appends:
            raise KeyboardInterrupt
        done += 1
        return append(self, *given, **named)

    monkeypatch.setattr(LakeTable, "append", counted)


def test_two_concurrent_builds_add_each_event_once(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = spread(100)
    land(lake, *events)
    rows = BuildSession.rows

    def rows_after_a_rival(self: BuildSession, mart: str) -> pa.Table:
        given = rows(self, mart)
        monkeypatch.undo()
        build_activity(lake, ZONES)
        return given

    monkeypatch.setattr(BuildSession, "rows", rows_after_a_rival)
    with pytest.raises((AlreadyLandedError, LakeConflictError)):
        build_activity(lake, ZONES)

    assert all_contents(lake, MARTS) == all_contents(built_at_once(events), MARTS)


def test_rebuilding_an_intact_day_changes_nothing_and_keeps_positions(lake: Lake) -> None:
    land(lake, *spread(120))
    build_activity(lake, ZONES, slice_rows=40)
    before = all_contents(lake, MARTS)
    positions = {name: mart_table(lake, name).positions() for name in MARTS}

    for _ in range(2):
        rebuild_day(lake, ZONES, date(2026, 3, 11), slice_rows=50)

    assert all_contents(lake, MARTS) == before
    assert {name: mart_table(lake, name).positions() for name in MARTS} == positions


def test_rebuilding_a_damaged_day_repairs_it(lake: Lake) -> None:
    land(lake, *spread(120))
    build_activity(lake, ZONES)
    before = all_contents(lake, MARTS)
    for name in ("activity_15m", "people_15m", "activity_day"):
        mart_table(lake, name).delete("day = '2026-03-11' and type = 'scan'")
    assert all_contents(lake, MARTS) != before

    rebuild_day(lake, ZONES, date(2026, 3, 11))

    assert all_contents(lake, MARTS) == before


def test_rebuilt_day_leaves_events_not_built_yet_to_the_next_build(lake: Lake) -> None:
    events = spread(120)
    land(lake, *events[:80])
    build_activity(lake, ZONES)
    land(lake, *events[80:])

    for day in {event["day"] for event in events}:
        rebuild_day(lake, ZONES, day)
    build_activity(lake, ZONES)

    assert all_contents(lake, MARTS) == all_contents(built_at_once(events), MARTS)


def test_rebuild_fails_with_a_conflict_if_an_append_came_first(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = spread(60, days=1)
    land(lake, *events[:40])
    build_activity(lake, ZONES)
    land(lake, *events[40:])
    replace = LakeTable.replace

    def replace_late(self: LakeTable, *given: Any, **named: Any) -> int:
        monkeypatch.undo()
        build_activity(lake, ZONES)
        return replace(self, *given, **named)

    monkeypatch.setattr(LakeTable, "replace", replace_late)
    with pytest.raises(LakeConflictError):
        rebuild_day(lake, ZONES, events[-1]["day"])

    assert all_contents(lake, MARTS) == all_contents(built_at_once(events), MARTS)


def test_visitor_rebuild_conflicts_with_a_concurrent_append_and_loses_no_rows(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    land(lake, make_event(1))
    build_activity(lake, ZONES)
    land(lake, make_event(2, visitor_id="visitor_b"))
    replace = LakeTable.replace

    def replace_late(self: LakeTable, *given: Any, **named: Any) -> int:
        monkeypatch.undo()
        build_activity(lake, ZONES)
        return replace(self, *given, **named)

    monkeypatch.setattr(LakeTable, "replace", replace_late)
    with pytest.raises(LakeConflictError):
        rebuild_visitors(lake, ZONES)

    assert len(contents(lake, "visitors")) == 2


def test_day_rebuild_loses_no_event_that_a_concurrent_build_adds(
    lake: Lake, monkeypatch: pytest.MonkeyPatch
) -> None:
    land(lake, make_event(1))
    build_activity(lake, ZONES)

    def ensure_late(*given: Any) -> Any:
        monkeypatch.undo()
        land(lake, make_event(2, visitor_id="visitor_b"))
        build_activity(lake, ZONES)
        return ensure_marts(*given)

    monkeypatch.setattr("warehouse.builds.rebuild.ensure_marts", ensure_late)
    rebuild_day(lake, ZONES, make_event(1)["day"])

    events = [make_event(1), make_event(2, visitor_id="visitor_b")]
    assert all_contents(lake, MARTS) == all_contents(built_at_once(events), MARTS)


def test_days_are_recounted_when_an_organisation_changes_its_time_zone(lake: Lake) -> None:
    events = spread(200)
    land(lake, *events[:150])
    build_activity(lake, ZONES)
    moved = ZONES | {"org_a": "Australia/Eucla"}

    land(lake, *events[150:])
    report = build_activity(lake, moved, slice_rows=60)

    assert report.rezoned == ["org_a"]
    other = fresh_lake()
    land(other, *events)
    build_activity(other, moved)
    assert all_contents(lake, MARTS) == all_contents(other, MARTS)


def test_unknown_time_zone_counts_as_utc_and_does_not_stop_the_build(lake: Lake) -> None:
    land(lake, make_event(1), make_event(2, org_id="org_b"))

    build_activity(lake, {"org_a": "Middle/Earth", "org_b": "Asia/Kathmandu"})

    zones = {(key[1], key[2]) for key in contents(lake, "activity_day")}
    assert zones == {("org_a", "UTC"), ("org_b", "Asia/Kathmandu")}


@given(
    built=st.dictionaries(st.integers(0, 3), st.integers(0, 50)),
    held=st.dictionaries(st.integers(0, 3), st.integers(0, 50)),
    rows=st.integers(1, 20),
)
def test_slices_cover_each_pending_position_once(
    built: dict[int, int], held: dict[int, int], rows: int
) -> None:
    whole = pending(built, held)

    pieces = list(cut(whole, rows))

    covered = [
        (partition, pos)
        for piece in pieces
        for partition, bound in piece.items()
        for pos in range(bound.after + 1, bound.upto + 1)
    ]
    assert sorted(covered) == [
        (partition, pos)
        for partition, upto in sorted(held.items())
        for pos in range(built.get(partition, -1) + 1, upto + 1)
    ]
    for piece in pieces:
        spans = [pos for bound in piece.values() for pos in (bound.after, bound.upto)]
        assert max(spans) - min(spans) <= rows


def test_slices_start_at_the_first_existing_position() -> None:
    assert list(cut({0: Bound(-1, 1_000_004)}, 10, first=1_000_000)) == [
        {0: Bound(999_999, 1_000_004)}
    ]


def test_first_build_starts_at_the_first_landed_position(lake: Lake) -> None:
    ensure_marts(lake, MARTS)
    at = datetime(2026, 3, 10, tzinfo=UTC)
    land(lake, make_event(1_000_000, occurred_at=at), make_event(1_000_500, partition=1))

    report = build_activity(lake, ZONES, slice_rows=100)

    assert report.events == 2
    assert mart_table(lake, "visitors").positions() == {0: 1_000_000, 1: 1_000_500}
