"""Recreates tables of an older version that have superseded columns."""

from typing import TYPE_CHECKING

from deltalake import CommitProperties, DeltaTable, Transaction, write_deltalake
from deltalake.exceptions import CommitFailedError

from warehouse.lake import LakeConflictError, LakeTable

if TYPE_CHECKING:
    import pyarrow as pa


def is_outdated(table: LakeTable, handle: DeltaTable | None = None) -> bool:
    """Return whether the table has a column that its model lists as superseded."""
    if not table.superseded:
        return False
    present = {column.name for column in (handle or table.handle()).schema().fields}
    return not present.isdisjoint(table.superseded)


def recreate_table(table: LakeTable, rows: "pa.Table", handle: DeltaTable) -> None:
    """Replace the table with these rows and the current columns, in one commit that resets its positions.

    Raises:
        LakeConflictError: another writer changed the table in the meantime.
    """
    uncovered = [Transaction(f"{table.name}-{n}", -1) for n in table.positions(handle=handle)]
    try:
        write_deltalake(
            handle,
            rows.cast(table.schema),
            mode="overwrite",
            schema_mode="overwrite",
            partition_by=table.partition_by or None,
            commit_properties=CommitProperties(app_transactions=uncovered),
        )
    except CommitFailedError as conflict:
        raise LakeConflictError(str(conflict)) from conflict
    table.handle().alter.set_table_properties(table.statistics())
