"""The marts' tables, and whether they are behind. This module loads no query engine."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from deltalake import DeltaTable

from warehouse.builds.slices import pending
from warehouse.datasets import dataset_of
from warehouse.lake import Lake, LakeTable
from warehouse.models.catalogue import marts
from warehouse.retention_horizons import Horizon, before_horizon, read_horizons
from warehouse.schema_changes import is_outdated, recreate_table
from warehouse.table_notes import notes_of_mart

if TYPE_CHECKING:
    import pyarrow as pa

VISITORS = "visitors"
"""The mart in which all other models look up who is new."""
NUMBERS = "visitor_numbers"
"""The mart that assigns numbers to visitors, for the bitmaps of activity_day."""


def mart_table(lake: Lake, name: str) -> LakeTable:
    """Return the Delta table of the mart called `name`."""
    model = marts()[name]
    notes = partial(notes_of_mart, name)
    table = lake.mart(name, model.schema, list(model.partition_by), notes)
    table.superseded = model.superseded
    return table


def ensure_marts(lake: Lake, names: Iterable[str]) -> dict[str, DeltaTable]:
    """Create missing tables of these marts, empty those of an older version, and return a handle for each.

    Raises:
        LakeConflictError: another writer committed concurrently. The call can be retried.
    """
    handles = {}
    for name in names:
        table = mart_table(lake, name)
        if table.superseded and table.exists() and is_outdated(table):
            handle = table.handle()
            recreate_table(table, only_known_here(lake, table), handle)
        handles[name] = table.ensured()
    return handles


def only_known_here(lake: Lake, table: LakeTable) -> "pa.Table":
    """Return the rows of the roll-up that cannot be rebuilt, because retention dropped their events."""
    import pyarrow as pa
    import pyarrow.compute as pc

    columns = [name for name in table.schema.names if name not in _missing(table)]
    found = [table.schema.empty_table()]
    for org_id, horizon in read_horizons(lake).items():
        old = dataset_of(table)
        rows = before_horizon(
            old.to_table(columns, filter=pc.field("org_id") == org_id), {org_id: horizon}
        )
        kept = rows.filter(pc.invert(pc.is_in(rows["day"], _days_left(lake, org_id, horizon))))
        for name in _missing(table):
            nothing = pa.nulls(kept.num_rows, table.schema.field(name).type)
            kept = kept.append_column(name, nothing)
        found.append(kept.select(table.schema.names).cast(table.schema))
    return pa.concat_tables(found)


def _missing(table: LakeTable) -> list[str]:
    present = {column.name for column in table.handle().schema().fields}
    return [name for name in table.schema.names if name not in present]


def _days_left(lake: Lake, org_id: str, horizon: Horizon) -> "pa.Array":
    """Return the arrival days of events before the horizon that still exist because they arrived late."""
    import pyarrow as pa
    import pyarrow.compute as pc

    before = pa.scalar(horizon.before, lake.events.schema.field("occurred_at").type)
    events = dataset_of(lake.events)
    old = (pc.field("org_id") == org_id) & (pc.field("occurred_at") < before)
    return events.to_table(["day"], filter=old)["day"].unique().combine_chunks()


def is_behind(lake: Lake) -> bool:
    """Return whether a build has anything to do, because the lake contains events that some mart lacks."""
    if not lake.events.exists():
        return False
    held = lake.events.positions()
    tables = (mart_table(lake, name) for name in marts())
    return bool(held) and any(
        not table.exists() or pending(table.positions(), held) or is_outdated(table)
        for table in tables
    )
