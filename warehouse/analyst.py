"""The lake as an analyst of one organisation may read it: a DuckDB in memory with nothing but the organisation's rows.

Each table is passed to DuckDB as a dataset that is already restricted to the organisation. Files are out of reach:
external access is off and the configuration is locked, so no statement can read another organisation's rows or another
file, or write one.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import duckdb

from warehouse.builds.tables import mart_table
from warehouse.datasets import dataset_of
from warehouse.dictionary import data_dictionary
from warehouse.exports.columns import DICTIONARY_COLUMNS, dictionary_rows
from warehouse.lake import Lake, LakeTable
from warehouse.models.catalogue import define_macros, marts
from warehouse.queries.raw_events import CURRENT_FAMILY
from warehouse.spilling import own_temp_directory
from warehouse.sql import macros
from warehouse.table_notes import TableNotes, notes_of_events, notes_of_history, notes_of_mart

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.dataset as ds

MEMORY_LIMIT = "1GB"
DICTIONARY = "dictionary"
SHOWN_KINDS = ("events", "mart", "history")
"""The kinds of tables in the data dictionary that analysts can query."""
HISTORY = "dimension_history"
_AS_THEY_CAME = "events_as_they_came"


def open_lake(
    lake: Lake,
    org_id: str,
    *,
    history: "pa.Table | None" = None,
    zone: str = "UTC",
    week_start: str = "monday",
    memory_limit: str = MEMORY_LIMIT,
    threads: int = 2,
    spill_limit: str | None = None,
    errors_as_json: bool = False,
) -> duckdb.DuckDBPyConnection:
    """Return a read-only DuckDB with the organisation's events, its marts and the dictionary.

    It shows the lake as it was when it was opened, so open it again to see later data. `history`: the past states of
    the organisation's codes, folders, pages and polls, as `warehouse.operational` reads them. `zone`, `week_start`:
    used by `local_day` and similar macros. `spill_limit`: maximum disk space for data that does not fit in memory.
    `errors_as_json`: errors contain the position in the statement, for programs.
    """
    import pyarrow as pa

    from warehouse import bitmap_functions

    connection = duckdb.connect(
        config={
            "memory_limit": memory_limit,
            "threads": str(threads),
            "temp_directory": own_temp_directory(),
            "autoload_known_extensions": "false",
            "autoinstall_known_extensions": "false",
        }
    )
    # This comes last, because it forbids setting the folder for data that does not fit in memory.
    connection.execute("set enable_external_access = false")
    connection.execute("set timezone = 'UTC'")
    connection.execute("set enable_progress_bar = false")
    if spill_limit is not None:
        connection.execute(f"set max_temp_directory_size = '{spill_limit}'")
    if errors_as_json:
        connection.execute("set errors_as_json = true")
    define_macros(connection)
    macros.define(connection, zone, week_start)
    bitmap_functions.define(connection)
    for name, table in _tables(lake):
        connection.register(name, _rows_of(table, org_id))
    connection.register(_AS_THEY_CAME, _rows_of(lake.events, org_id))
    connection.execute(f"create temp view events as select {CURRENT_FAMILY} from {_AS_THEY_CAME}")
    if history is not None:
        import pyarrow.compute as pc

        own = history.filter(pc.equal(history["org_id"], pa.scalar(org_id)))
        connection.register(HISTORY, own)
        _comment(connection, notes_of_history())
    _comment(connection, notes_of_events())
    for name in marts():
        _comment(connection, notes_of_mart(name))
    _describe(connection)
    connection.execute("set python_enable_replacements = false")
    connection.execute("set lock_configuration = true")
    return connection


def _tables(lake: Lake) -> Iterator[tuple[str, LakeTable]]:
    for name in marts():
        yield name, mart_table(lake, name)


def _rows_of(table: LakeTable, org_id: str) -> "ds.Dataset":
    import pyarrow.compute as pc
    import pyarrow.dataset as ds

    if not table.exists():
        return ds.dataset(table.schema.empty_table())
    return dataset_of(table).filter(pc.field("org_id") == pc.scalar(org_id))


def _describe(connection: duckdb.DuckDBPyConnection) -> None:
    import pyarrow as pa

    rows = [
        (table.name, *row)
        for table in data_dictionary()
        if table.kind in SHOWN_KINDS
        for row in dictionary_rows(table.columns)
    ]
    columns = [list(values) for values in zip(*rows, strict=True)]
    given = pa.table(columns, names=["table_name", *DICTIONARY_COLUMNS])
    connection.register("given_rows", given)
    connection.execute(f"create table {DICTIONARY} as from given_rows")
    connection.unregister("given_rows")


def _comment(connection: duckdb.DuckDBPyConnection, notes: TableNotes) -> None:
    """Store the meaning of the table and its columns in DuckDB's own catalogue."""
    lines = [f"comment on view {_name(notes.name)} is {_text(notes.description or '')}"]
    lines += [
        f"comment on column {_name(notes.name)}.{_name(column)} is {_text(comment)}"
        for column, comment in notes.comments.items()
    ]
    connection.execute(";".join(lines))


def _name(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
