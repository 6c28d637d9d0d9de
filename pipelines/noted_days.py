"""Materialisations of many partitions, told to Dagster together.

`context.log_event` opens SQLite twice for each and compiles its statements anew: the 90 days of the
demo, 16 marts each, took longer to note than to build. Documented ways note one event at a time, all of
them as slowly; `tests/architecture/test_undocumented.py` holds the version for which this was read.
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
"""Events of one statement; SQLite binds 32,766 values at most, an event has seven."""


def note_days(
    context: dg.AssetExecutionContext, asset: str, counts: Mapping[date, int], *, name: str
) -> None:
    """Note days beside the run's own for which it did something; each with a number of this name."""
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
    # As the storage does with one event: into the file of its run, and into the index of all runs.
    insert = storage.prepare_insert_event_batch(entries)
    with storage.run_connection(entries[0].run_id) as run:
        run.execute(insert)
    with storage.index_transaction() as index:
        ids = index.execute(insert.returning(SqlEventLogStorageTable.c.id)).scalars().all()
    storage.store_asset_event(entries[-1], max(ids))
