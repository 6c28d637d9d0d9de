"""The marts' tables, and whether they are behind; loads no query engine."""

from warehouse.builds.slices import pending
from warehouse.lake import Lake, LakeTable
from warehouse.models.catalogue import marts

VISITORS = "visitors"
"""The mart that every other model asks who is new."""


def mart_table(lake: Lake, name: str) -> LakeTable:
    """The Delta table of the mart called `name`."""
    model = marts()[name]
    return lake.mart(name, model.schema, list(model.partition_by))


def ensure_marts(lake: Lake) -> None:
    """Make every mart's table where it is missing."""
    for name in marts():
        mart_table(lake, name).ensure()


def is_behind(lake: Lake) -> bool:
    """Whether a build would find anything to do: the lake holds events that some mart does not."""
    if not lake.events.exists():
        return False
    held = lake.events.positions()
    tables = (mart_table(lake, name) for name in marts())
    return bool(held) and any(
        not table.exists() or pending(table.positions(), held) for table in tables
    )
