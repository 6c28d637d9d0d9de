"""Records materialisations of many partitions in Dagster with one statement.

`context.log_event` opens SQLite twice per event and compiles its statements each time: recording the 90 days of the
demo for 16 marts took longer than building them. All documented ways record one event at a time.
`tests/architecture/test_undocumented.py` pins the Dagster version for which this code was written.
"""

import time
from collections.abc import Mapping, Sequence
from datetime import date

import dagster as dg
from dagster._core.events import StepMaterializationData
from dagster._core.storage.event_log.schema import SqlEventLogStorageTable
from dagster._core.storage.event_log.sqlite.sqlite_event_log import SqliteEventLogStorage

from pipelines.partitions import arrival_days

AT_ONCE = 500
"""Events per statement. SQLite binds at most 32,766 values, and an event has seven."""


def record_days(
    context: dg.AssetExecutionContext, asset: str, counts: Mapping[date, int], *, name: str
) -> None:
    """Record a materialisation for each day except the run's own, with its count as metadata `name`."""
    others = {
        key: count
        for day, count in sorted(counts.items())
        if (key := day.isoformat()) != context.partition_key and arrival_days.has_partition_key(key)
    }
    step = context.op_execution_context.get_step_execution_context().step.key
    entries = [
        dg.EventLogEntry(  # type: ignore[no-untyped-call]
            error_info=None,
            level="debug",
            user_message="",
            run_id=context.run.run_id,
            timestamp=time.time(),
            step_key=step,
            job_name=context.run.job_name,
            dagster_event=dg.DagsterEvent(
                event_type_value=dg.DagsterEventType.ASSET_MATERIALIZATION.value,
                job_name=context.run.job_name,
                event_specific_data=StepMaterializationData(
                    dg.AssetMaterialization(asset, partition=day, metadata={name: count})
                ),
                message=f"Materialized {asset} of {day}.",
                step_key=step,
            ),
        )
        for day, count in others.items()
    ]
    for first in range(0, len(entries), AT_ONCE):
        _store(context.instance, entries[first : first + AT_ONCE])


def _store(instance: dg.DagsterInstance, entries: Sequence[dg.EventLogEntry]) -> None:
    storage = instance.event_log_storage
    if not isinstance(storage, SqliteEventLogStorage):
        storage.store_event_batch(entries)
        return
    # As the storage itself does for one event: write to the file of the run and to the index of all
    # runs.
    insert = storage.prepare_insert_event_batch(entries)
    with storage.run_connection(entries[0].run_id) as run:
        run.execute(insert)
    with storage.index_transaction() as index:
        ids = index.execute(insert.returning(SqlEventLogStorageTable.c.id)).scalars().all()
    storage.store_asset_event(entries[-1], max(ids))
