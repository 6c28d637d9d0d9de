"""Descriptions for the UI, taken from the models' YAML: one truth."""

import hashlib
from collections.abc import Mapping
from typing import Any

import dagster as dg

from warehouse.models.catalogue import Model

OWNERS = ["team:analytics"]


def table_metadata(model: Model) -> Mapping[str, Any]:
    """Columns, grain and consumers of a model."""
    return {
        "dagster/table_name": f"lake.marts.{model.name}",
        "dagster/column_schema": dg.TableSchema(
            columns=[
                dg.TableColumn(
                    name=column.name,
                    type=column.type,
                    description=column.description,
                    constraints=dg.TableColumnConstraints(nullable=column.nullable),
                )
                for column in model.columns
            ]
        ),
        "grain": model.grain,
        "consumers": ", ".join(model.consumers),
        "statement": dg.MetadataValue.md(f"```sql\n{model.sql}\n```"),
    }


def code_version(model: Model) -> str:
    """Changes when the model's SQL does."""
    return hashlib.sha256(model.sql.encode()).hexdigest()[:12]
