"""The meaning of a table and its columns, stored in a Delta table's own log and in a DuckDB view.

Delta stores a table's name and description in its metadata, and a column's text under `comment` in the field's
metadata. Spark, Trino, Databricks and DuckDB's `delta` extension show them from there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from warehouse.exports.columns import (
    CENTS,
    COUNT,
    UTC_TIME,
    FileColumn,
    event_columns,
    history_columns,
)
from warehouse.models.catalogue import Column, Model

if TYPE_CHECKING:
    import pyarrow as pa
    from deltalake import DeltaTable

COMMENT = "comment"

EVENTS_DESCRIPTION = (
    "Every event that ever arrived, as it was stored. All other numbers can be recounted from it."
)
EVENTS_GRAIN = "one event"
HISTORY_DESCRIPTION = (
    "Names and properties of codes, folders, pages and polls, version by version (type 2)."
)
HISTORY_GRAIN = "one version of a code, folder, page or poll"


@dataclass(frozen=True)
class TableNotes:
    """Name and description of a table, and a comment for each of its columns."""

    name: str
    description: str | None = None
    comments: Mapping[str, str] = field(default_factory=dict)

    def on_schema(self, schema: "pa.Schema") -> "pa.Schema":
        """Return the schema with every column's comment in its metadata."""
        import pyarrow as pa

        return pa.schema(
            [
                column.with_metadata({COMMENT: self.comments[column.name]})
                if column.name in self.comments
                else column
                for column in schema
            ]
        )

    def write_to(self, table: "DeltaTable") -> "DeltaTable":
        """Update the notes of an existing table and return it. Commits contain only metadata, and are made only if
        something changed.

        Raises:
            deltalake.exceptions.CommitFailedError: another writer committed in the meantime. The call can be retried.
        """
        metadata = table.metadata()
        if metadata.name != self.name:
            table.alter.set_table_name(self.name)
        if self.description is not None and metadata.description != self.description:
            table.alter.set_table_description(self.description)
        for column in table.schema().fields:
            wanted = self.comments.get(column.name)
            if wanted is not None and column.metadata.get(COMMENT) != wanted:
                table.alter.set_column_metadata(column.name, {COMMENT: wanted})
        return table


def mart_columns(model: Model) -> tuple[FileColumn, ...]:
    """Return a mart's columns with unit and definition."""
    return tuple(
        FileColumn(column.name, column.type, _unit_of(column), _sentence(column.description))
        for column in model.columns
    )


@cache
def notes_of_mart(model_name: str) -> TableNotes:
    """Return the notes of the mart with this table name."""
    from warehouse.models.catalogue import marts

    model = marts()[model_name]
    return _notes(model.name, model.description, model.grain, mart_columns(model))


@cache
def notes_of_events() -> TableNotes:
    """Return the notes of the lake's events."""
    columns = tuple(event_columns().values())
    return _notes("events", EVENTS_DESCRIPTION, EVENTS_GRAIN, columns)


@cache
def notes_of_history() -> TableNotes:
    """Return the notes of the history of codes, folders, pages and polls."""
    columns = tuple(history_columns().values())
    return _notes("dimension_history", HISTORY_DESCRIPTION, HISTORY_GRAIN, columns)


def _notes(name: str, description: str, grain: str, columns: tuple[FileColumn, ...]) -> TableNotes:
    text = " ".join(description.split())
    comments = {column.name: _with_unit(column) for column in columns}
    return TableNotes(name, f"{text} One row is {grain}.", comments)


def _with_unit(column: FileColumn) -> str:
    has_unit = not column.unit or column.unit in column.definition
    return column.definition if has_unit else f"{column.definition} ({column.unit})"


def _unit_of(column: Column) -> str:
    if column.type == "timestamp":
        return UTC_TIME
    if column.name.endswith("_cents"):
        return CENTS
    return COUNT if column.role == "sum" else ""


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
