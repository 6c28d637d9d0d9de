"""Rewrites files with the Arrow type `string_view`, which pyarrow's filters cannot compare.

Delta's DELETE, which retention and erasure used in older releases, left such files, and compaction keeps the type.
Each table is checked once, which is stored in its properties.
"""

from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pyarrow as pa
import pyarrow.dataset as ds
import stamina

from warehouse.builds.tables import mart_table
from warehouse.datasets import dataset_of
from warehouse.lake import Lake, LakeConflictError, LakeTable
from warehouse.models.catalogue import marts

FOOTERS_AT_ONCE = 8


def mend_texts(lake: Lake) -> dict[str, int]:
    """Rewrite such files of all tables, one partition at a time, and return their number by table.

    Raises:
        LakeConflictError: other writers kept committing to the same partition. The call can be repeated.
    """
    tables = [lake.events, *(mart_table(lake, name) for name in marts())]
    mended = {table.name: _mend(table) for table in tables if table.exists()}
    return {name: files for name, files in mended.items() if files}


def _mend(table: LakeTable) -> int:
    if table.has_plain_texts():
        return 0
    mended = 0
    whole = dataset_of(table)
    for condition, files in sorted(_by_partition(table, whole).items()):
        if _unread(files):
            mended += _mend_partition(table, condition)
    table.note_plain_texts()
    return mended


@stamina.retry(on=LakeConflictError, attempts=8, timeout=None, wait_initial=0.05, wait_max=2.0)
def _mend_partition(table: LakeTable, condition: str) -> int:
    handle = table.handle()
    whole = dataset_of(table, handle)
    files = _by_partition(table, whole).get(condition, [])
    unread = _unread(files)
    if unread:
        rows = ds.FileSystemDataset(files, whole.schema, whole.format, whole.filesystem)
        reader = rows.scanner(table.schema.names).to_reader()
        table.replace(reader, condition, handle=handle)
    return unread


def _by_partition(table: LakeTable, whole: ds.Dataset) -> dict[str, list[Any]]:
    """Return the files by the SQL condition of their partition."""
    found = defaultdict(list)
    for file in whole.get_fragments():
        keys = ds.get_partition_keys(file.partition_expression)
        tests = (f"{name} = '{keys[name].isoformat()}'" for name in table.partition_by)
        found[" and ".join(tests) or "true"].append(file)
    return found


def _unread(files: Sequence[Any]) -> int:
    """Return the number of files with text columns that filters cannot read, according to their footers."""
    views = (pa.string_view(), pa.binary_view())
    with ThreadPoolExecutor(FOOTERS_AT_ONCE) as reading:
        schemas = reading.map(lambda file: file.physical_schema, files)
        return sum(any(column.type in views for column in schema) for schema in schemas)
