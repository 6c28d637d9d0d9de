"""Batches of a mart generated from its description: valid ones, and ones that violate a chosen rule."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pyarrow as pa

from warehouse.checks.suite import Expectation
from warehouse.models.catalogue import Model

_NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
_HIGH, _LOW = 900, 500


def sound_row(model: Model, number: int) -> dict[str, Any]:
    """Return a row that meets every rule and differs from that of any other number."""
    row: dict[str, Any] = {}
    for column in model.columns:
        if column.name in model.accepted:
            row[column.name] = model.accepted[column.name][0]
        else:
            row[column.name] = _value(column.type, column.name, number)
    for smaller, larger in model.not_above:
        row[larger] = _NOON + timedelta(hours=1) if isinstance(row[larger], datetime) else _HIGH
        row[smaller] = _NOON if isinstance(row[smaller], datetime) else _LOW
    return row


def _value(kind: str, name: str, number: int) -> Any:
    match kind:
        case "string":
            return f"{name}_{number}"
        case "timestamp":
            return _NOON + timedelta(seconds=number)
        case "date":
            return date(2026, 3, 10)
        case "bool":
            return True
        case "binary":
            return b""
        case _ if kind.startswith("list"):
            return []
        case _:
            return 1_000 + number


def spoilt(model: Model, broken: Iterable[Expectation]) -> pa.Table:
    """Return rows that violate each of these rules, in a separate row each, and no other rule."""
    rows = [sound_row(model, 0), sound_row(model, 1)]
    more = False
    for number, one in enumerate(broken, start=2):
        if one.kind == "columns":
            more = True
            continue
        row = sound_row(model, number)
        match one.kind:
            case "never_null":
                row[one.column] = None
            case "one_of":
                row[one.column] = "unheard_of"
            case "at_least":
                row[one.column] = one.least - 1
                for smaller, larger in model.not_above:
                    if larger == one.column:
                        row[smaller] = one.least - 1
            case "unique":
                row |= {name: rows[0][name] for name in one.columns}
            case "matches":
                row[one.column] = f"org {number}"
            case "not_above":
                smaller, larger = (row[name] for name in one.columns)
                step = timedelta(seconds=1) if isinstance(larger, datetime) else 1
                row[one.column] = larger + step
        rows.append(row)
    fields = [field.with_nullable(True) for field in model.schema]
    table = pa.Table.from_pylist(rows, schema=pa.schema(fields))
    return table.append_column("unheard_of", pa.array([1] * len(rows))) if more else table
