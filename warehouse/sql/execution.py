"""Answers one SQL query as a file. Made for worker processes, because it opens and closes everything itself."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import duckdb

from warehouse.analyst import HISTORY, open_lake
from warehouse.lake import Lake
from warehouse.operational import dimension_history, no_history
from warehouse.sql.guard import StatementError, as_statement_error, check_statement
from warehouse.sql.result_formats import AnswerFormat, Column, written

if TYPE_CHECKING:
    import pyarrow as pa

_BATCH = 8_192
_EXPLAINED = (
    duckdb.BinderException,
    duckdb.CatalogException,
    duckdb.ConversionException,
    duckdb.ConstraintException,
    duckdb.InvalidInputException,
    duckdb.InvalidTypeException,
    duckdb.NotImplementedException,
    duckdb.OutOfRangeException,
    duckdb.ParserException,
    duckdb.PermissionException,
    duckdb.SyntaxException,
    duckdb.TypeMismatchException,
)
"""Errors of the statement itself. Messages of other errors may contain folder names."""
_READING = "arrow_scan: "
"""Start of DuckDB's message if rows that were passed to it could not be read."""


class ResultTooLarge(Exception):
    """The statement needs more memory or time than allowed."""


class RowsUnreadable(Exception):
    """A file of the lake cannot be read. The message names it."""


@dataclass(frozen=True)
class LakePlace:
    """The location of an organisation's rows, and the definition of its days and weeks."""

    root: str
    storage_options: Mapping[str, str] = field(repr=False)
    database_url: str = field(repr=False)
    org_id: str
    zone: str
    week_start: str


@dataclass(frozen=True)
class SqlQuestion:
    """A statement and the limits of its answer."""

    statement: str
    parameters: Mapping[str, str | int | float | bool | None] = field(default_factory=dict)
    output: AnswerFormat = "json"
    max_rows: int = 10_000
    max_bytes: int = 64_000_000
    """Maximum size of the rows in Arrow's format."""
    seconds: float = 30.0
    memory_mb: int = 500
    spill_mb: int = 1_000


@dataclass(frozen=True)
class SqlAnswer:
    """The rows as a file in the requested format."""

    content: bytes
    rows: int
    is_truncated: bool
    """Whether there were more rows than requested, or than fit."""


def answer(place: LakePlace, question: SqlQuestion) -> SqlAnswer:
    """Return the rows of the question's statement.

    Raises:
        StatementError: the statement is wrong, is not a query of the tables (`StatementRefused`), or has a column that
            the format cannot represent.
        ResultTooLarge: it was stopped at the limit of time or memory.
        RowsUnreadable: a file that it needs is missing or damaged.
        deltalake.exceptions.DeltaError: the lake cannot be read.
    """
    lake = Lake(place.root, place.storage_options)
    is_asked = HISTORY in question.statement.lower()
    history = dimension_history(place.database_url, place.org_id) if is_asked else no_history()
    with open_lake(
        lake,
        place.org_id,
        history=history,
        zone=place.zone,
        week_start=place.week_start,
        memory_limit=f"{question.memory_mb}MB",
        spill_limit=f"{question.spill_mb}MB",
        errors_as_json=True,
    ) as connection:
        statement = check_statement(connection, question.statement)
        with _explained(question):
            with _stopped_after(connection, question.seconds):
                columns, rows, is_truncated = _read(connection, statement, question)
            content = written(columns, rows, is_truncated, question.output)
        return SqlAnswer(content, rows.num_rows, is_truncated)


def _read(
    connection: duckdb.DuckDBPyConnection, statement: str, question: SqlQuestion
) -> "tuple[list[Column], pa.Table, bool]":
    import pyarrow as pa

    cursor = connection.execute(statement, dict(question.parameters) or None)
    types = [(str(name), str(kind)) for name, kind, *_ in cursor.description or ()]
    batches: list[pa.RecordBatch] = []
    rows, size, is_truncated = 0, 0, False
    with cursor.to_arrow_reader(_BATCH) as reader:
        for batch in reader:
            room = question.max_rows - rows
            size += batch.nbytes
            is_truncated = batch.num_rows > room or size > question.max_bytes
            if size > question.max_bytes and batches:
                break
            batches.append(batch.slice(0, room))
            rows += batches[-1].num_rows
            if is_truncated:
                break
        found = pa.Table.from_batches(batches, schema=reader.schema)
    names = [Column(name, kind) for name, kind in types]
    return *_narrowed(names, found), is_truncated


def _narrowed(columns: list[Column], rows: "pa.Table") -> "tuple[list[Column], pa.Table]":
    """Return the rows with sums of integers as bigints, where they fit. DuckDB sums integers to hugeints, for which
    Arrow has no type except decimal.
    """
    import pyarrow as pa

    hugeint, bigint = pa.decimal128(38, 0), pa.int64()
    narrow = list(columns)
    for place, column in enumerate(columns):
        values = rows.column(place)
        if column.type == "HUGEINT" and values.type == hugeint and _fits(values):
            renamed = rows.schema.field(place).with_type(bigint)
            rows = rows.set_column(place, renamed, values.cast(bigint))
            narrow[place] = Column(column.name, "BIGINT")
    return narrow, rows


def _fits(values: "pa.ChunkedArray") -> bool:
    import pyarrow.compute as pc

    ends = pc.min_max(values).as_py()
    return all(end is None or -(2**63) <= end < 2**63 for end in ends.values())


@contextmanager
def _explained(question: SqlQuestion) -> Iterator[None]:
    """Turn DuckDB's errors into those of this module."""
    import pyarrow as pa

    try:
        yield
    except duckdb.IOException as unreadable:
        raise RowsUnreadable(str(unreadable)) from None
    except _EXPLAINED as wrong:
        error = as_statement_error(wrong, question.statement)
        if error.message.startswith(_READING):
            raise RowsUnreadable(error.message) from None
        raise error from None
    except (duckdb.OutOfMemoryException, MemoryError, pa.ArrowMemoryError):
        raise ResultTooLarge(
            f"The query needs more than the {question.memory_mb} MB of memory that it may have."
            " Ask about fewer days, or for fewer columns."
        ) from None
    except duckdb.InterruptException:
        raise ResultTooLarge(
            f"The query was stopped after {question.seconds:g} seconds. Ask about fewer days,"
            " or a mart in place of events."
        ) from None
    except duckdb.Error:
        raise StatementError("The query could not be run.") from None


@contextmanager
def _stopped_after(connection: duckdb.DuckDBPyConnection, seconds: float) -> Iterator[None]:
    timer = threading.Timer(seconds, connection.interrupt)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
