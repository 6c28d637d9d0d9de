"""The descriptions of tables and columns are stored in the Delta tables themselves, for every reader."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from deltalake import DeltaTable

from tests.pipelines.events import event_rows, land, spread
from warehouse.builds.tables import ensure_marts, mart_table
from warehouse.dictionary import data_dictionary
from warehouse.lake import Lake, LakeTable
from warehouse.models.catalogue import marts
from warehouse.table_notes import notes_of_mart

on_disk = pytest.mark.parametrize("lake", ["disk"], indirect=True)
"""Delta writes the same in a bucket as in a folder, which test_lake.py shows."""

KEPT = [table for table in data_dictionary() if table.kind in ("events", "mart")]


def table_of(lake: Lake, name: str) -> LakeTable:
    return lake.events if name == "events" else mart_table(lake, name)


def comments(table: LakeTable) -> dict[str, str]:
    fields = table.handle().schema().fields
    return {column.name: column.metadata.get("comment", "") for column in fields}


@on_disk
def test_new_tables_describe_themselves_and_their_columns(lake: Lake) -> None:
    lake.events.ensure()
    ensure_marts(lake, marts())

    for described in KEPT:
        table = table_of(lake, described.name)
        metadata, lines = table.handle().metadata(), comments(table)
        assert table.version() == 0
        assert metadata.name == described.name
        assert described.grain in str(metadata.description)
        assert list(lines) == [column.name for column in described.columns]
        for column in described.columns:
            assert column.definition in lines[column.name]
            assert column.unit in lines[column.name]


def without_notes(lake: Lake, name: str) -> LakeTable:
    """Return the table as a version without such notes created it."""
    table = table_of(lake, name)
    DeltaTable.create(
        table.url,
        schema=table.schema,
        partition_by=table.partition_by,
        storage_options=table.storage_options,
    )
    return table


@on_disk
def test_older_table_gets_descriptions_without_rewriting_any_row(lake: Lake) -> None:
    without_notes(lake, "events")
    land(lake, *spread(20))
    files = lake.events.handle().file_uris()

    lake.events.ensure()
    version = lake.events.version()
    lake.events.ensure()

    assert lake.events.handle().metadata().name == "events"
    assert "UUIDv7" in comments(lake.events)["event_id"]
    assert lake.events.handle().file_uris() == files
    assert lake.events.version() == version, "what is up to date is not written again"


@on_disk
def test_appends_and_replacements_keep_the_descriptions(lake: Lake) -> None:
    table = lake.events.ensure()
    before = comments(table)
    rows = event_rows([event | {"partition": 0} for event in spread(10)])

    table.append(rows, {0: 9})
    table.replace(rows.slice(0, 0), "true")
    table.compact()

    assert comments(table) == before
    assert all(before.values())


def test_several_concurrent_creators_produce_the_same_descriptions(lake: Lake) -> None:
    without_notes(lake, "visitors")
    with ThreadPoolExecutor(4) as pool:
        makers: list[Callable[[], LakeTable]] = [
            partial(mart_table(lake, "visitors").ensure) for _ in range(4)
        ]
        for done in [pool.submit(maker) for maker in makers]:
            done.result()

    assert comments(mart_table(lake, "visitors")) == notes_of_mart("visitors").comments
