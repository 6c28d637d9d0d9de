"""Visits of scans that arrive up to days late, in any order, match a plain count by time."""

import random
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ingest.landing.repeats import Repeats
from tests.pipelines.contents import all_contents
from tests.pipelines.events import NOON, ZONES, land, make_event
from warehouse.builds import repeats
from warehouse.builds.activity import build_activity
from warehouse.builds.rebuild import rebuild_all
from warehouse.builds.repeats import correct_repeats, settled_table
from warehouse.lake import Lake

pytestmark = pytest.mark.usefixtures("few_marts")

MARTS = (
    "visitors",
    "visitor_numbers",
    "activity_15m",
    "people_15m",
    "activity_day",
    "visitor_scans",
)
"""Marts that depend on which scans are visits, or on who was new."""
GAP = timedelta(minutes=30)


def arrive(seed: int, count: int, *, first: int = 0, days: int = 0) -> list[dict[str, Any]]:
    """Return scans of 12 visitors on 3 codes, some live and others up to a week late, flagged as the lander does."""
    rng = random.Random(seed)
    memory = Repeats()
    rows = []
    for pos in range(first, first + count):
        received = NOON + timedelta(days=days, seconds=40 * (pos - first))
        late = rng.choice((timedelta(0), timedelta(minutes=rng.randint(1, 90)),
                           timedelta(minutes=rng.randint(1, 7 * 24 * 60))))  # fmt: skip
        row = make_event(
            pos,
            code_id=f"code_{rng.randint(0, 2)}",
            visitor_id=rng.choice((None, *(f"visitor_{n}" for n in range(12)))),
            occurred_at=received - late,
            received_at=received,
            day=received.date(),
        )
        row["is_duplicate"] = memory.is_repeat(
            row["code_id"], row["visitor_id"], row["occurred_at"], row["received_at"]
        )
        rows.append(row)
    return rows


def by_time(rows: Iterable[dict[str, Any]]) -> dict[int, bool]:
    """Return whether each scan follows another of its visitor and code within 30 minutes."""
    last: dict[tuple[str, str], datetime] = {}
    fields = {}
    for row in sorted(rows, key=lambda row: (row["occurred_at"], row["pos"])):
        key = (row["code_id"], row["visitor_id"])
        known = last.get(key) if row["visitor_id"] else None
        fields[row["pos"]] = known is not None and row["occurred_at"] - known <= GAP
        last[key] = row["occurred_at"]
    return fields


def in_lake(lake: Lake) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = lake.events.handle().to_pyarrow_table().to_pylist()
    return rows


def flags(lake: Lake) -> dict[int, bool]:
    return {row["pos"]: row["is_duplicate"] for row in in_lake(lake)}


@settings(
    max_examples=2, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 10_000))
@example(seed=1)
def test_visits_equal_a_plain_count_by_time(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    lake = Lake(str(tmp_path_factory.mktemp("lake")))
    first, second = arrive(seed, 120), arrive(seed + 1, 120, first=120, days=1)
    land(lake, *first)
    build_activity(lake, ZONES)
    assert flags(lake) != by_time(first)

    correct_repeats(lake, ZONES)
    assert flags(lake) == by_time(first)
    land(lake, *second)
    correct_repeats(lake, ZONES)

    assert flags(lake) == by_time([*first, *second])
    build_activity(lake, ZONES)
    says = all_contents(lake, MARTS)
    rebuild_all(lake, ZONES)
    assert all_contents(lake, MARTS) == says
    stands = lake.events.version()
    assert correct_repeats(lake, ZONES) == []
    assert lake.events.version() == stands


def test_interrupted_repeat_correction_is_finished_the_next_night(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lake = Lake(str(tmp_path / "lake"))
    rows = arrive(3, 90)
    land(lake, *rows)
    build_activity(lake, ZONES)

    def dies(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(repeats, "rebuild_day", dies)
        with pytest.raises(KeyboardInterrupt):
            correct_repeats(lake, ZONES)

    assert correct_repeats(lake, ZONES) == [NOON.date()]
    assert flags(lake) == by_time(rows)
    assert settled_table(lake).handle().to_pyarrow_table().num_rows == 0
    says = all_contents(lake, MARTS)
    rebuild_all(lake, ZONES)
    assert all_contents(lake, MARTS) == says


def test_events_that_landed_in_order_stay_unchanged(tmp_path: Path) -> None:
    lake = Lake(str(tmp_path / "lake"))
    at = datetime(2026, 3, 10, 9, tzinfo=UTC)
    land(
        lake,
        *(
            make_event(n, occurred_at=at + timedelta(minutes=20 * n), is_duplicate=n > 0)
            for n in range(4)
        ),
    )
    before = lake.events.version()

    assert correct_repeats(lake, ZONES) == []
    assert lake.events.version() == before
