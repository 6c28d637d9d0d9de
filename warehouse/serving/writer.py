"""Writes the serving copy. Rows of known files are taken from the previous copy, others are read and encoded.

A new copy gets a new name, so no reader sees an incomplete one. The copy is only a cache: without it every answer is
the same but slower.
"""

import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import cast

import duckdb

from warehouse import bitmap_functions
from warehouse.builds.tables import mart_table
from warehouse.data_files import DataFile, with_added_columns
from warehouse.lake import Lake, LakeConflictError
from warehouse.queries.result_cache import settled
from warehouse.reader import connect
from warehouse.serving.layout import FORMAT, ROLL_UP, SERVED, TERMS
from warehouse.serving.storage import (
    SUFFIX,
    copies_in,
    drop_remains,
    fetch,
    is_remote,
    publish,
    published,
    withdraw,
)
from warehouse.serving.sums import Sums


@dataclass(frozen=True)
class Written:
    """Contents of a new copy."""

    name: str
    files: int
    taken_over: int
    rows: int


def write_copy(
    lake: Lake, now: datetime, *, memory_limit: str = "768MB", threads: int = 2
) -> Written | None:
    """Update the copy to the marts' finished files, or return None if there is nothing to do.

    It is written on this machine's disk and then published. Copies are ordered by `now`, which determines the newest.

    Raises:
        LakeConflictError: another writer committed concurrently. The call can be retried.
    """
    with _workshop(lake) as folder:
        return _write(lake, now, folder, memory_limit, threads)


@contextmanager
def _workshop(lake: Lake) -> Iterator[Path]:
    """Yield a folder on this machine's disk that contains the newest published copy."""
    if not is_remote(lake):
        folder = Path(lake.root) / "serving"
        folder.mkdir(parents=True, exist_ok=True)
        yield folder
        return
    with tempfile.TemporaryDirectory(prefix="waypost-serving-") as made:
        for one in published(lake)[-1:]:
            fetch(lake, one.name, Path(made))
        yield Path(made)


def _write(
    lake: Lake, now: datetime, folder: Path, memory_limit: str, threads: int
) -> Written | None:
    wanted = {name: _finished(lake, name) for name in SERVED}
    drop_remains(folder, now)
    known = copies_in(folder)
    with _opened(lake, known[-1] if known else None, memory_limit, threads) as (connection, before):
        held = _held(connection) if before else {}
        names = {_name(file) for files in wanted.values() for file in files}
        if before and names == set(held):
            return None
        made = folder / f"{now.astimezone(UTC):%Y%m%dT%H%M%S%f}-{uuid.uuid4().hex[:8]}{SUFFIX}"
        partial = made.with_suffix(".partial")
        try:
            connection.execute(f"attach '{partial}' as made")
            _make_tables(connection, held)
            heap, known_before = made.with_suffix(".heap"), _summed_before(connection, held)
            with Sums.of(connection, wanted[ROLL_UP], heap, known_before) as sums:
                written = _fill(connection, wanted, held, sums)
            connection.execute("checkpoint made")
            connection.execute("detach made")
            partial.replace(made)
        finally:
            partial.unlink(missing_ok=True)
            Path(f"{partial}.wal").unlink(missing_ok=True)
    publish(lake, made)
    if not names <= {_name(file) for mart in SERVED for file in _finished(lake, mart)}:
        # Rows were erased, dropped or joined in the meantime, and must not survive in the copy.
        withdraw(lake, made.name)
        raise LakeConflictError("files of the marts were replaced while they were copied")
    for old in published(lake):
        if old.name < made.name:
            withdraw(lake, old.name)
    return Written(made.name, len(names), len(names & set(held)), written)


def _finished(lake: Lake, name: str) -> list[DataFile]:
    """Return the files of the mart that will not soon be replaced. First scans and visitor numbers are never
    replaced.
    """
    table = mart_table(lake, name)
    if not table.exists():
        return []
    files = table.files()
    return settled(files) if table.partition_by else files


@contextmanager
def _opened(
    lake: Lake, before: Path | None, memory_limit: str, threads: int
) -> Iterator[tuple[duckdb.DuckDBPyConnection, bool]]:
    """Yield a connection with the previous copy as `old`, and whether that copy can be read."""
    connection = connect(lake, memory_limit=memory_limit, threads=threads)
    bitmap_functions.define(connection)
    try:
        readable = before is not None and _attach_old(connection, before)
        yield connection, readable
    finally:
        connection.close()


def _attach_old(connection: duckdb.DuckDBPyConnection, before: Path) -> bool:
    try:
        connection.execute(f"attach '{before}' as old (read_only)")
        ((found,),) = connection.execute("select format from old.about").fetchall()
    except duckdb.Error:  # written by another version of DuckDB, or damaged: it is rewritten
        return False
    return bool(found == FORMAT)


def _held(connection: duckdb.DuckDBPyConnection) -> dict[str, int]:
    """Return the number of each data file in the previous copy."""
    return dict(connection.execute("select name, id from old.data_file").fetchall())


def _summed_before(connection: duckdb.DuckDBPyConnection, held: dict[str, int]) -> date | None:
    """Return the local day before which the sums of the previous copy end, or None if there is no previous copy."""
    if not held:
        return None
    ((before,),) = connection.execute("select before from old.summed").fetchall()
    return cast(date, before)


def _make_tables(connection: duckdb.DuckDBPyConnection, held: dict[str, int]) -> None:
    """Create every table of the copy except those of the sums, with the terms of the previous copy."""
    connection.execute("create table made.about as select $format as format", {"format": FORMAT})
    connection.execute("create table made.data_file (id integer, name varchar, mart varchar)")
    for term in TERMS:
        rows = f"from old.term_{term}" if held else "select 0::integer as code, '' as text"
        connection.execute(f"create table made.term_{term} as {rows}")
    types = {
        "visitor": "bigint",
        "first_pos": "bigint",
        "local_day": "date",
        "people": "blob",
    }
    for mart, served in SERVED.items():
        columns = [
            "file integer",
            *(f"{name} integer" for name in served.coded),
            *(f"{name} {types.get(name, 'integer')}" for name in served.kept),
        ]
        connection.execute(f"create table made.{mart} ({', '.join(columns)})")


def _fill(
    connection: duckdb.DuckDBPyConnection,
    wanted: dict[str, list[DataFile]],
    held: dict[str, int],
    sums: Sums,
) -> int:
    number = max(held.values(), default=0)
    total = 0
    for mart, files in wanted.items():
        for file in sorted(files, key=lambda one: str(one.stats.get("min.day", ""))):
            known = held.get(_name(file))
            if known is not None:
                total += _take_over(connection, mart, known)
                if mart == ROLL_UP:
                    sums.take_over(known)
            else:
                known = number = number + 1
                total += _read(connection, mart, file, known)
                if mart == ROLL_UP:
                    sums.sum_months(known)
            connection.execute(
                "insert into made.data_file values ($id, $name, $mart)",
                {"id": known, "name": _name(file), "mart": mart},
            )
    sums.lay_out()
    return total


def _take_over(connection: duckdb.DuckDBPyConnection, mart: str, number: int) -> int:
    statement = f"insert into made.{mart} from old.{mart} where file = $number"
    ((rows,),) = connection.execute(statement, {"number": number}).fetchall()
    return int(rows)


def _read(connection: duckdb.DuckDBPyConnection, mart: str, file: DataFile, number: int) -> int:
    """Write the rows of a data file to the copy in their order, and the roll-up's totals to the heap."""
    served = SERVED[mart]
    rows = with_added_columns("read_parquet($uri, hive_partitioning = false)", [file])
    columns = [f"{text} as text_{name}" for name, text in served.coded.items()]
    columns += [f"{value} as {name}" for name, value in served.kept.items()]
    connection.execute(
        f"create or replace temp view coming as select {', '.join(columns)} from {rows}".replace(
            "$uri", _literal(file.uri)
        )
    )
    for name in served.coded:
        connection.execute(
            f"insert into made.term_{name}"
            f" select (select max(code) from made.term_{name}) + row_number() over (order by text), text"
            f" from (select distinct text_{name} as text from coming)"
            f" where text not in (select text from made.term_{name})"
        )
    joins = " ".join(
        f"join made.term_{name} on text_{name} = term_{name}.text" for name in served.coded
    )
    chosen = [f"{number} as file", *(f"term_{name}.code" for name in served.coded), *served.kept]
    parts = {f"made.{mart}": "true"}
    if mart == ROLL_UP:
        parts = {
            "heap.activity_total": "text_dimension = ''",
            f"made.{mart}": "text_dimension <> ''",
        }
    total = 0
    for table, condition in parts.items():
        statement = (
            f"insert into {table} select {', '.join(chosen)} from coming {joins} where {condition}"
        )
        ((found,),) = connection.execute(statement).fetchall()
        total += found
    return total


def _name(file: DataFile) -> str:
    return file.uri.rsplit("/", 1)[-1]


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
