"""Visitor numbers: removed on erasure, and reassigned if some were lost."""

from collections.abc import Mapping

import pyarrow as pa
import pyarrow.compute as pc

from warehouse.builds.activity import build_activity
from warehouse.builds.tables import NUMBERS, mart_table, only_known_here
from warehouse.datasets import dataset_of
from warehouse.lake import Lake
from warehouse.retention_horizons import literal
from warehouse.schema_changes import recreate_table

NAMED_AT_MOST = 500
"""Maximum number of visitor numbers in one predicate. If there are more, all rows of the organisation are rewritten."""


def take_numbers(lake: Lake, org_id: str, visitors: pa.Array) -> int:
    """Delete the rows of these visitors, and return their number.

    The highest number of an organisation is kept without its visitor, so that it is not assigned again.

    Raises:
        LakeConflictError: another writer committed concurrently. The call can be retried.
    """
    table = mart_table(lake, NUMBERS)
    if not table.exists():
        return 0
    handle = table.handle()
    own = f"org_id = {literal(org_id)}"
    rows = dataset_of(table, handle).to_table(filter=pc.field("org_id") == org_id)
    is_gone = pc.is_in(rows["visitor"], value_set=visitors)
    gone = rows.filter(is_gone)
    if not gone.num_rows:
        return 0
    highest = pc.max(rows["number"]).as_py()
    left = [{"org_id": org_id, "visitor": None, "number": highest}]
    if highest not in gone["number"].to_pylist():
        left = []
    kept = pa.Table.from_pylist(left, schema=table.schema)
    if gone.num_rows <= NAMED_AT_MOST:
        named = ", ".join(str(number) for number in gone["number"].to_pylist())
        table.replace(kept, f"{own} and number in ({named})", handle=handle)
    else:
        others = rows.filter(pc.invert(is_gone)).select(table.schema.names).cast(table.schema)
        table.replace(pa.concat_tables([others, kept]), own, handle=handle)
    return int(gone.num_rows)


def numbered_visitors(lake: Lake, org_id: str) -> pa.Array:
    """Return all visitors of the organisation that have a number."""
    table = mart_table(lake, NUMBERS)
    if not table.exists():
        return pa.array([], pa.int64())
    known = pc.field("visitor").is_valid() & (pc.field("org_id") == org_id)
    rows = dataset_of(table).to_table(["visitor"], filter=known)
    return rows["visitor"].combine_chunks()


def renumber_all(lake: Lake, zones: Mapping[str, str]) -> int:
    """Renumber all visitors and rebuild the bitmaps of the roll-up, after numbers were lost. Return the number of
    visitors.

    Raises:
        LakeConflictError: another writer committed concurrently. The call can be retried.
    """
    # Bitmaps come first, because with stale numbers they would count people twice.
    roll_up = mart_table(lake, "activity_day")
    recreate_table(roll_up, only_known_here(lake, roll_up), roll_up.handle())
    numbers = mart_table(lake, NUMBERS)
    recreate_table(numbers, numbers.schema.empty_table(), numbers.handle())
    build_activity(lake, zones)
    return sum(file.rows for file in numbers.files())
