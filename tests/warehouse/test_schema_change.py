"""A column that was added later: old files can still be read, with null in it, alone and beside new ones."""

from dataclasses import replace
from datetime import date
from typing import Any

import pyarrow as pa
import pytest

from ingest.verdicts.recompute import recompute
from tests.pipelines.contents import Contents, contents
from tests.pipelines.events import ZONES, event_rows, land, make_event, spread
from warehouse.builds.activity import build_activity
from warehouse.builds.rebuild import rebuild_all
from warehouse.builds.session import BuildSession
from warehouse.builds.tables import mart_table
from warehouse.lake import Lake, LakeError, LakeTable
from warehouse.models import catalogue
from warehouse.models.catalogue import Column, Model, all_models, get_model
from warehouse.queries.sources import Parameters, read_sql
from warehouse.schemas import EVENTS

LATER = ["rule", "amount_cents", "utm_content"]


@pytest.fixture
def lake(tmp_path: Any) -> Lake:
    return Lake(str(tmp_path / "lake"))


def without(schema: pa.Schema, names: list[str]) -> pa.Schema:
    return pa.schema([column for column in schema if column.name not in names])


def made_before(table: LakeTable, names: list[str], rows: pa.Table, pos: int) -> None:
    """Create and fill the table as a version that did not know these columns."""
    older = LakeTable(
        table.name, table.url, without(table.schema, names), table.partition_by, {}
    ).ensure()
    older.append(rows.drop_columns(names), {0: pos})


def test_events_older_than_a_column_have_null_in_it(lake: Lake) -> None:
    made_before(lake.events, LATER, event_rows([make_event(1), make_event(2)]), 2)

    new = make_event(3, day=date(2026, 3, 11), rule="weekend", amount_cents=5, visitor_id="new")
    land(lake, new)

    files = sorted(lake.events.files(), key=lambda file: file.uri)
    with BuildSession(lake, ZONES) as session:
        for chosen, rules in ((files[:1], [None, None]), (files, [None, None, "weekend"])):
            session.show("lake.events", EVENTS, chosen)
            found = session.query("select pos, rule, amount_cents from lake.events order by pos")
            assert found["rule"].to_pylist() == rules
            parameters = Parameters({})
            read = read_sql(chosen, parameters)
            counted = session.query(
                f"select count(*) as n from {read} as event where rule is null and pos >= 0",
                parameters.values,
            )
            assert counted["n"].to_pylist() == [2]
    assert build_activity(lake, ZONES).events == 3
    assert sum(lines[0] for lines in contents(lake, "activity_15m").values()) == 3
    assert set(recompute(lake, ZONES, dry_run=True).days.values()) == {1, 2}


def test_column_added_to_a_mart_is_null_in_old_rows(lake: Lake) -> None:
    land(lake, make_event(1))
    build_activity(lake, ZONES)
    table = mart_table(lake, "activity_15m")
    wider = LakeTable(
        table.name,
        table.url,
        table.schema.append(pa.field("weather", pa.string())),
        table.partition_by,
        {},
    )

    wider.ensure()
    wider.ensure()

    assert table.positions() == {0: 1}
    with BuildSession(lake, ZONES) as session:
        session.show("marts.activity_15m", wider.schema, wider.files())
        found = session.query("select weather, events from marts.activity_15m")
    assert found.to_pylist() == [{"weather": None, "events": 1}]


def test_added_column_that_is_not_nullable_is_refused(lake: Lake) -> None:
    land(lake, make_event(1))
    fixed = LakeTable(
        "events",
        lake.events.url,
        EVENTS.append(pa.field("certain", pa.string(), nullable=False)),
        ["day"],
        {},
    )

    with pytest.raises(LakeError, match="certain"):
        fixed.ensure()


def widened() -> Model:
    """Return `activity_15m` as a later version describes it: with the number of events that involved money."""
    known = get_model("marts.activity_15m")
    more = Column("paid", "int64", True, "events with an amount", "sum")
    sql = known.sql.replace(
        "count(*) as events,", "count(*) as events, count(event.amount_cents) as paid,"
    )
    # The rest of the statement names its columns; the description has the new one at the end.
    names = ", ".join(column.name for column in (*known.columns, more))
    return replace(known, sql=f"select {names} from ({sql})", columns=(*known.columns, more))


def less_the_new_one(found: Contents) -> Contents:
    """Return the contents of the mart without the column that the later version added at the end."""
    return {key: measures[:-1] for key, measures in found.items()}


def test_widened_mart_reads_old_files_and_a_rebuild_keeps_every_old_number(
    lake: Lake, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    events = [event | {"partition": 0} for event in spread(60)]
    made_before(lake.events, ["rule", "utm_content"], event_rows(events[:40]), 39)
    lake.events.ensure()  # as a lander of the later version does when it starts
    build_activity(lake, ZONES)
    narrow = contents(lake, "activity_15m")
    wider, known = widened(), all_models()

    monkeypatch.setattr(catalogue, "all_models", lambda: known | {wider.full_name: wider})
    before = contents_of_old_files(lake)
    land(lake, *events[40:])
    build_activity(lake, ZONES)
    grown = contents(lake, "activity_15m")
    rebuild_all(lake, ZONES)
    rebuilt = contents(lake, "activity_15m")

    assert before == narrow
    # Read beside new files, the old ones lack the column; after a rebuild, they have it.
    assert {grown[key][-1] for key in narrow} == {None}
    assert sum(measures[-1] for measures in rebuilt.values()) == 10
    assert less_the_new_one(rebuilt) == less_the_new_one(grown)
    assert {key: less_the_new_one(rebuilt)[key] for key in narrow} == narrow
    at_once = Lake(str(tmp_path / "at-once"))
    without_columns = [event | {"utm_content": None} for event in events[:40]]
    land(at_once, *without_columns, *events[40:])
    build_activity(at_once, ZONES)
    assert rebuilt == contents(at_once, "activity_15m")


def contents_of_old_files(lake: Lake) -> Contents:
    """Return the mart as the wider description reads files that were written before it."""
    mart_table(lake, "activity_15m").ensure()
    return less_the_new_one(contents(lake, "activity_15m"))
