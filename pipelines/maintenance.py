"""Nightly maintenance of the lake and the outbox."""

from datetime import UTC, datetime
from typing import Any

import dagster as dg

from pipelines.assets.marts import LAKE_WRITER
from pipelines.assets.sources import serving_copy
from pipelines.automation import disk_is_low
from pipelines.failures import RETRY_POLICY, sorted_failures
from pipelines.freshness import note_seen
from pipelines.resources import LakeResource, OperationalResource
from pipelines.retention import forget, forgettable

BUILD_JOB = "build_marts"

_ON_THE_LAKE: dict[str, Any] = {
    "pool": LAKE_WRITER,
    "retry_policy": RETRY_POLICY,
    "out": dg.Out(dg.Nothing),
}
_AFTER = {"start": dg.In(dg.Nothing)}


@dg.op(**_ON_THE_LAKE, ins={})
def drop_old_events(
    context: dg.OpExecutionContext, lake: LakeResource, operational: OperationalResource
) -> None:
    """Apply retention: drop events older than the period that their organisation keeps, and their persons."""
    from warehouse.retention import apply_retention
    from warehouse.text_files import mend_texts

    with sorted_failures():
        for table, files in mend_texts(lake.open()).items():
            context.log.info(f"{table}: {files} files of an older release rewritten")
        rules = operational.retention_rules()
        for done in apply_retention(lake.open(), rules, datetime.now(UTC)):
            rows = sum(done.rows.values())
            context.log.info(
                f"{done.org_id}: {done.events} events and {rows} rows of marts from before"
                f" {done.before.isoformat()} dropped"
            )


@dg.op(**_ON_THE_LAKE, ins=_AFTER)
def settle(
    context: dg.OpExecutionContext, lake: LakeResource, operational: OperationalResource
) -> None:
    """Correct repeats and first scans for late events."""
    from warehouse.builds.first_scans import correct_first_scans
    from warehouse.builds.repeats import correct_repeats

    with sorted_failures():
        for day in correct_repeats(lake.open(), operational.zones()):
            context.log.info(f"{day.isoformat()}: visits recounted after late scans")
        for day in correct_first_scans(lake.open(), operational.zones()):
            context.log.info(f"{day.isoformat()}: new visitors recounted")


@dg.op(**_ON_THE_LAKE, ins=_AFTER)
def compact(context: dg.OpExecutionContext, lake: LakeResource) -> None:
    """Merge small files and sum partial rows. Skipped while disk space is low."""
    if disk_is_low(lake):
        context.log.warning("skipped: disk space is low")
        return
    from warehouse.builds.compaction import compact_events, compact_marts

    with sorted_failures():
        opened = lake.open()
        for done in [*compact_events(opened), *compact_marts(opened)]:
            context.log.info(
                f"{done.table} {done.partition}: {done.files} files joined,"
                f" {done.rows_before} rows became {done.rows_after}"
            )


@dg.op(**_ON_THE_LAKE, ins=_AFTER)
def serve(context: dg.OpExecutionContext, lake: LakeResource) -> None:
    """Update the serving copy to the finished files of the marts. Skipped while disk space is low."""
    if disk_is_low(lake):
        context.log.warning("skipped: disk space is low")
        return
    from warehouse.serving.writer import write_copy

    with sorted_failures():
        written = write_copy(lake.open(), datetime.now(UTC))
        note_seen(context, serving_copy.key, rows_written=written.rows if written else 0)
        if written:
            context.log.info(
                f"{written.rows} rows of {written.files} files, {written.taken_over} files of them"
                " taken over from the previous copy"
            )


@dg.op(**_ON_THE_LAKE, ins=_AFTER)
def vacuum(context: dg.OpExecutionContext, lake: LakeResource) -> None:
    """Remove files that no version of the last seven days needs."""
    from warehouse.builds.compaction import vacuum_lake

    with sorted_failures():
        for table, removed in vacuum_lake(lake.open()).items():
            context.log.info(f"{table}: {removed} files removed")


@dg.op(retry_policy=RETRY_POLICY, ins=_AFTER)
def drop_outbox_days(context: dg.OpExecutionContext, operational: OperationalResource) -> None:
    """Drop outbox partitions that ended three days ago and have landed completely."""
    with sorted_failures():
        for day in operational.drop_landed_days(datetime.now(UTC).date()):
            context.log.info(f"outbox of {day.isoformat()} dropped")


@dg.op(ins=_AFTER)
def forget_runs(context: dg.OpExecutionContext) -> None:
    """Delete old runs that are no longer needed."""
    runs = list(forgettable(context.instance, BUILD_JOB, datetime.now(UTC)))
    for run_id in runs:
        forget(context.instance, run_id)
    context.log.info(f"{len(runs)} runs deleted")


@dg.job(
    name="maintenance",
    executor_def=dg.in_process_executor,
    description="Apply retention, correct late scans, compact, update the serving copy, vacuum, drop landed"
    " outbox partitions, delete old runs.",
)
def maintenance() -> None:
    """Run the steps in order. Files replaced by compaction are vacuumed a week later."""
    compacted = compact(start=settle(start=drop_old_events()))
    drop_outbox_days(start=vacuum(start=serve(start=compacted)))
    forget_runs(start=compacted)
