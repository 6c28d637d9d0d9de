"""Every mart, built in any order of arrival: equal to a full rebuild, and how far the marts are behind."""

import random
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pipelines.contents import Contents, all_contents
from tests.pipelines.events import NOON, ZONES, land, make_event
from tests.support.acts import random_acts
from warehouse.builds.activity import build_activity
from warehouse.builds.compaction import compact_events, compact_marts
from warehouse.builds.first_scans import correct_first_scans
from warehouse.builds.rebuild import rebuild_all
from warehouse.builds.tables import is_behind, mart_table
from warehouse.builds.watermark import waiting_by_day, watermark_age
from warehouse.lake import Lake
from warehouse.models.catalogue import marts

pytestmark = pytest.mark.slow

NEWNESS = {"new_people", "is_new", "first_pos", "first_seen_at", "visitor_kind"}
"""Columns that depend on which scan was first: builds use the order of arrival, a rebuild uses positions."""


@settings(max_examples=1)
@given(seed=st.integers(0, 2**32))
def test_marts_built_in_any_order_of_arrival_equal_a_full_rebuild(
    new_lake: Callable[[], Lake], seed: int
) -> None:
    """Every family, including late events; partitions that advance in turn, some of them already built and
    compacted.
    """
    rng = random.Random(seed)
    events = random_acts(seed, 130, NOON, days=2)
    for event in events:
        event["customer_key"] = rng.choice((None, "ana", "ben"))
        event["outcome"] = rng.choice(("page", "refused")) if event["type"] == "scan" else None
    lake = new_lake()
    left = [[event for event in events if event["partition"] == n] for n in range(3)]
    landed = 0
    while any(left):
        own = rng.choice([part for part in left if part])
        size = rng.randint(5, 40)
        land(lake, *own[:size])
        del own[:size]
        landed += 1
        if landed in (2, 4):
            build_activity(lake, ZONES, slice_rows=30 * landed)
        if landed == 4:
            compact_marts(lake)
    assert is_behind(lake)
    build_activity(lake, ZONES)
    incremental = all_contents(lake)

    correct_first_scans(lake, ZONES, slice_rows=rng.choice((30, 1_000)))
    settled = all_contents(lake)
    rebuild_all(lake, ZONES)

    whole = new_lake()
    land(whole, *events)
    build_activity(whole, ZONES)
    rebuilt, at_once = all_contents(lake), all_contents(whole)
    numbers, by_position = rebuilt["visitor_numbers"], at_once.pop("visitor_numbers")
    assert numbers == incremental["visitor_numbers"], "anyone who has a number keeps it"
    assert numbers.keys() == by_position.keys()
    assert sorted(numbers.values()) == sorted(by_position.values()), "they are dense"
    assert {name: rebuilt[name] for name in at_once} == at_once
    for name in marts():
        assert settled[name] == rebuilt[name], name
        assert apart(name, incremental[name]) == apart(name, rebuilt[name]), name


def apart(name: str, found: Contents) -> tuple[Contents, int]:
    """Return the contents of a mart without the columns about new visitors, and the number of new visitors: both are
    the same before first scans are settled.
    """
    model = marts()[name]
    keys = [place for place, one in enumerate(model.columns_with("key")) if one not in NEWNESS]
    measures = [column.name for column in model.columns if column.role != "key"]
    places = [place for place, one in enumerate(measures) if one not in NEWNESS]
    counted = [place for place, one in enumerate(measures) if one in ("new_people", "is_new")]
    return (
        {
            tuple(key[place] for place in keys): tuple(values[place] for place in places)
            for key, values in found.items()
        },
        sum(int(values[place]) for values in found.values() for place in counted),
    )


def test_build_without_new_events_writes_nothing(lake: Lake) -> None:
    land(lake, make_event(1))
    build_activity(lake, ZONES)
    versions = {name: mart_table(lake, name).version() for name in marts()}

    report = build_activity(lake, ZONES)

    assert report.events == 0
    assert not is_behind(lake)
    assert {name: mart_table(lake, name).version() for name in marts()} == versions


def test_build_before_the_first_event_does_nothing(lake: Lake) -> None:
    assert build_activity(lake, ZONES).events == 0
    assert not is_behind(lake)


def test_watermark_age_is_the_age_of_the_oldest_unbuilt_event(lake: Lake) -> None:
    now = NOON + timedelta(minutes=10)
    land(lake, make_event(1))
    assert watermark_age(lake, now) == 599

    build_activity(lake, ZONES)
    assert watermark_age(lake, now) == 0

    land(lake, make_event(2, received_at=NOON + timedelta(minutes=8)))
    assert watermark_age(lake, now) == 120


def test_watermark_age_is_exact_after_compaction_and_for_new_partitions(lake: Lake) -> None:
    now = NOON + timedelta(minutes=10)
    land(lake, make_event(1))
    build_activity(lake, ZONES)

    land(lake, make_event(2, partition=3, received_at=NOON + timedelta(minutes=8)))
    compact_events(lake)

    assert len(lake.events.files()) == 1
    assert watermark_age(lake, now) == 120
    assert set(waiting_by_day(lake)) == {date(2026, 3, 10)}
