"""Visitor numbers: never assigned twice, without a visitor after an erasure, and created for older lakes."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from tests.pipelines.events import ZONES, land, make_event
from warehouse.bitmaps import unpack
from warehouse.builds.activity import build_activity
from warehouse.builds.rebuild import rebuild_all
from warehouse.builds.tables import is_behind, mart_table
from warehouse.date_ranges import Granularity, Range, edges, zone_of
from warehouse.erasure import Person, erase_person
from warehouse.lake import Lake, LakeTable
from warehouse.queries.analytics import Analytics
from warehouse.queries.language import Answer, Dimension, Question

FIRST = datetime(2026, 3, 10, tzinfo=UTC)
SPAN = Range(FIRST, FIRST + timedelta(days=3))


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake(str(tmp_path / "lake"))


def scan(pos: int, visitor: str, day: int = 0, **fields: Any) -> dict[str, Any]:
    at = FIRST + timedelta(days=day, minutes=pos)
    return make_event(pos, occurred_at=at, day=at.date(), visitor_id=visitor, **fields)


def rows_of(lake: Lake, mart: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = mart_table(lake, mart).handle().to_pyarrow_table().to_pylist()
    return rows


def ask(lake: Lake) -> Answer:
    zone = zone_of("UTC")
    analytics = Analytics(lake, threads=1)
    answer = analytics.ask(
        Question(
            org_id="org_a",
            current=SPAN,
            zone=zone,
            granularity=Granularity.DAY,
            edges=tuple(edges(SPAN, Granularity.DAY, zone)),
            group_by=(Dimension.COUNTRY,),
        )
    )
    analytics.close()
    return answer


def test_number_of_an_erased_person_identifies_nobody_and_is_never_reused(lake: Lake) -> None:
    """Even though it was the highest; everybody else keeps theirs, even through a rebuild."""
    land(lake, scan(0, "ann"), scan(1, "ben"), scan(2, "eve"))
    build_activity(lake, ZONES)
    before = {row["visitor"]: row["number"] for row in rows_of(lake, "visitor_numbers")}

    erase_person(lake, Person("org_a", visitor_ids=frozenset({"eve"})), ZONES, grace_seconds=0)
    land(lake, scan(3, "zoe", day=1))
    build_activity(lake, ZONES)
    rebuild_all(lake, ZONES)

    after = rows_of(lake, "visitor_numbers")
    assert sorted(row["number"] for row in after) == [0, 1, 2, 3]
    (gone,) = [row for row in after if row["visitor"] is None]
    assert gone["number"] == max(before.values()) == 2
    kept = {row["visitor"]: row["number"] for row in after if row["visitor"] in before}
    assert sorted(kept.values()) == [0, 1]
    assert kept.items() <= before.items()
    people = {
        number
        for row in rows_of(lake, "activity_day")
        for number in (unpack(row["people"]) if row["people"] else ())
    }
    assert people == {0, 1, 3}, "no bitmap holds the erased person's number"
    assert ask(lake).totals.people == 3


def test_visitor_in_both_tail_and_marts_counts_as_a_single_person(lake: Lake) -> None:
    """Known visitors are matched by their numbers; others get separate provisional ones."""
    land(lake, *(scan(pos, f"v{pos}", country="US") for pos in range(50)))
    build_activity(lake, ZONES)
    land(lake, *(scan(100 + pos, f"v{pos + 25}", day=pos % 3, country="FR") for pos in range(75)))

    answer = ask(lake)

    assert answer.totals.people == 100
    by_country = {row.key: row.metrics.people for row in answer.breakdowns[Dimension.COUNTRY]}
    assert by_country == {"US": 50, "FR": 75}
    assert [point.metrics.people for point in answer.series] == [50 + 25 - 9, 25, 25]


def test_lake_of_an_older_version_gives_correct_answers_and_is_refilled_by_the_next_build(
    lake: Lake,
) -> None:
    """Its daily roll-up contained sketches: it is not read until the next build, and contains bitmaps after that."""
    land(lake, *(scan(pos, f"v{pos % 20}", day=pos % 3) for pos in range(60)))
    build_activity(lake, ZONES)
    expected = ask(lake)
    as_an_older_version_left_it(lake)

    unbuilt = ask(lake)
    was_behind = is_behind(lake)
    build_activity(lake, ZONES)

    assert (unbuilt.totals, unbuilt.series) == (expected.totals, expected.series)
    assert was_behind
    assert not is_behind(lake)
    assert ask(lake).totals == expected.totals
    table = mart_table(lake, "activity_day")
    assert "people_hll" not in {column.name for column in table.handle().schema().fields}
    assert sum(row["events"] for row in rows_of(lake, "activity_day") if not row["dimension"]) == 60


def as_an_older_version_left_it(lake: Lake) -> None:
    """Convert the roll-up to its former schema, and remove the numbers."""
    new = mart_table(lake, "activity_day")
    positions = new.positions()
    rows = new.handle().to_pyarrow_table().select(new.schema.names).cast(new.schema)
    place = new.schema.get_field_index("people")
    schema = new.schema.set(place, pa.field("people_hll", pa.binary()))
    for name in ("activity_day", "visitor_numbers"):
        for path in sorted(Path(mart_table(lake, name).url).rglob("*"), reverse=True):
            path.unlink() if path.is_file() else path.rmdir()
    older = LakeTable("activity_day", new.url, schema, new.partition_by, {}).ensure()
    older.append(rows.rename_columns(schema.names).cast(schema), positions)
