"""Asset descriptions for the UI, from the models' YAML."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

import dagster as dg

from warehouse.exports.columns import FileColumn, event_columns
from warehouse.models.catalogue import Model
from warehouse.schemas import EVENTS
from warehouse.table_notes import EVENTS_GRAIN, mart_columns

OWNERS = ["team:analytics"]


def table_metadata(model: Model) -> Mapping[str, Any]:
    """Return the columns, grain and consumers of a model."""
    return {
        "dagster/table_name": f"lake.marts.{model.name}",
        "dagster/column_schema": _column_schema(
            mart_columns(model), {column.name: column.nullable for column in model.columns}
        ),
        "grain": model.grain,
        "consumers": ", ".join(model.consumers),
        "statement": dg.MetadataValue.md(f"```sql\n{model.sql}\n```"),
    }


def events_metadata() -> Mapping[str, Any]:
    """Return the columns, grain and consumers of the lake's events."""
    return {
        "dagster/table_name": "lake.events",
        "dagster/column_schema": _column_schema(
            event_columns().values(), {column.name: column.nullable for column in EVENTS}
        ),
        "grain": EVENTS_GRAIN,
        "consumers": "warehouse.builds, warehouse.queries",
    }


def _column_schema(columns: Iterable[FileColumn], nullable: Mapping[str, bool]) -> dg.TableSchema:
    return dg.TableSchema(
        columns=[
            dg.TableColumn(
                name=column.name,
                type=column.type,
                description=f"{column.definition} ({column.unit})"
                if column.unit
                else column.definition,
                constraints=dg.TableColumnConstraints(nullable=nullable[column.name]),
            )
            for column in columns
        ]
    )


def code_version(model: Model) -> str:
    """Return a version that changes when the model's SQL does."""
    return hashlib.sha256(model.sql.encode()).hexdigest()[:12]
