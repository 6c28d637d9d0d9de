"""Decides which finished Dagster runs may be deleted.

A run leaves half a megabyte, and builds run every few minutes. The UI shows the newest run of each partition, so that
run is kept, as is a run that built other days than its own.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import dagster as dg
from dagster._core.storage.event_log.sqlite.sqlite_event_log import SqliteEventLogStorage

BUILDS_KEPT = timedelta(days=2)
OTHERS_KEPT = timedelta(days=30)

_FINISHED = [
    dg.DagsterRunStatus.SUCCESS,
    dg.DagsterRunStatus.FAILURE,
    dg.DagsterRunStatus.CANCELED,
]


def forgettable(instance: dg.DagsterInstance, build_job: str, now: datetime) -> Iterator[str]:
    """Yield the IDs of the runs to delete, newest first."""
    shown: set[str | None] = set()
    for record in instance.get_run_records(dg.RunsFilter(statuses=_FINISHED)):
        run = record.dagster_run
        is_build = run.job_name == build_job and run.status == dg.DagsterRunStatus.SUCCESS
        partition = run.tags.get("dagster/partition")
        is_shown = is_build and partition not in shown
        if is_build:
            shown.add(partition)
        age = now - record.create_timestamp
        if age <= (BUILDS_KEPT if is_build else OTHERS_KEPT) or is_shown:
            continue
        if not _other_days(instance, run.run_id, partition):
            yield run.run_id


def forget(instance: dg.DagsterInstance, run_id: str) -> None:
    """Delete a run and its SQLite file."""
    instance.delete_run(run_id)
    storage = instance.event_log_storage
    if isinstance(storage, SqliteEventLogStorage):
        shard = Path(storage.path_for_shard(run_id))
        for name in (shard.name, f"{shard.name}-wal", f"{shard.name}-shm"):
            shard.with_name(name).unlink(missing_ok=True)


def _other_days(instance: dg.DagsterInstance, run_id: str, partition: str | None) -> bool:
    records = instance.get_records_for_run(
        run_id, of_type=dg.DagsterEventType.ASSET_MATERIALIZATION
    ).records
    events = (record.event_log_entry.dagster_event for record in records)
    # An asset without a day was only observed by the run (`note_seen`), and the next run observes
    # it too.
    own = (None, partition)
    return any(event is not None and event.partition not in own for event in events)
