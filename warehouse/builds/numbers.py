"""Numbers of visitors: taken from those who are to be forgotten, and all given anew where some were lost."""

from collections.abc import Mapping

import pyarrow as pa
import pyarrow.compute as pc

from warehouse.builds.activity import build_activity
from warehouse.builds.tables import NUMBERS, mart_table, only_known_here
from warehouse.forgotten import literal
from warehouse.lake import Lake
from warehouse.outdated import start_anew

NAMED_AT_MOST = 500
"""Numbers that one predicate names; with more, all rows of the organisation are written anew."""


def take_numbers(lake: Lake, org_id: str, visitors: pa.Array) -> int:
    """Delete the rows of these visitors; returns how many there were.

    An organisation's highest number stays, without its visitor, so that the next one is higher.

    Raises:
        LakeConflictError: another writer changed the rows meanwhile; start again.
    """
    table = mart_table(lake, NUMBERS)
    if not table.exists():
        return 0
    handle = table.handle()
    own = f"org_id = {literal(org_id)}"
    rows = handle.to_pyarrow_dataset().to_table(filter=pc.field("org_id") == org_id)
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
    """Everybody in the organisation who has a number."""
    table = mart_table(lake, NUMBERS)
    if not table.exists():
        return pa.array([], pa.int64())
    known = pc.field("visitor").is_valid() & (pc.field("org_id") == org_id)
    rows = table.handle().to_pyarrow_dataset().to_table(["visitor"], filter=known)
    return rows["visitor"].combine_chunks()


def number_anew(lake: Lake, zones: Mapping[str, str]) -> int:
    """Number everybody anew, where numbers were lost, and the people of the roll-up with them; how many they are.

    Raises:
        LakeConflictError: another writer changed the tables meanwhile; start again.
    """
    # First what holds the numbers: bitmaps whose numbers nobody has would count people twice.
    roll_up = mart_table(lake, "activity_day")
    start_anew(roll_up, only_known_here(lake, roll_up), roll_up.handle())
    numbers = mart_table(lake, NUMBERS)
    start_anew(numbers, numbers.schema.empty_table(), numbers.handle())
    build_activity(lake, zones)
    return sum(file.rows for file in numbers.files())
