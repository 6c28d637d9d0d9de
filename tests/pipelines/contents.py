"""The contents of a mart, independent of how they are split into partial sums and files."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from warehouse.bitmaps import unite
from warehouse.builds.tables import mart_table
from warehouse.lake import Lake
from warehouse.models.catalogue import marts

OF_ACTS = tuple(name for name, model in marts().items() if "core.fct_act" in model.sources)
"""Marts of actions other than scans."""

Contents = dict[tuple[Any, ...], tuple[Any, ...]]


def contents(lake: Lake, name: str) -> Contents:
    """Return key → measures of a mart, with partial sums added up and bitmaps as numbers of people."""
    model = marts()[name]
    keys = model.columns_with("key")
    measures = [column for column in model.columns if column.role != "key"]
    groups: dict[tuple[Any, ...], list[dict[str, Any]]] = defaultdict(list)
    for row in mart_table(lake, name).handle().to_pyarrow_table().to_pylist():
        groups[tuple(row[key] for key in keys)].append(row)
    return {
        key: tuple(_merged(column.role, [row[column.name] for row in rows]) for column in measures)
        for key, rows in groups.items()
    }


def all_contents(lake: Lake, names: Iterable[str] | None = None) -> dict[str, Contents]:
    """Return the contents of these marts, or of all."""
    return {name: contents(lake, name) for name in names or marts()}


def _merged(role: str | None, values: list[Any]) -> Any:
    if role == "sum":
        known = [value for value in values if value is not None]
        return sum(known) if known else None
    if role == "any":
        return any(values)
    if role == "bitmap":
        blobs = [value for value in values if value is not None]
        return len(unite(blobs)) if blobs else None
    if role in ("min", "max"):
        known = [value for value in values if value is not None]
        return (min(known) if role == "min" else max(known)) if known else None
    (only,) = values
    return only
