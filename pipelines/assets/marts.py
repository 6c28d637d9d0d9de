"""The mart assets, which are built together: one pass over the new events, one Delta append per mart."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

import dagster as dg

from pipelines.assets.events import events
from pipelines.assets.sources import answers, organizations, report_answers, segment_answers
from pipelines.day_materialisations import record_days
from pipelines.describe import OWNERS, code_version, table_metadata
from pipelines.failures import RETRY_POLICY, sorted_failures
from pipelines.freshness import HOURLY, note_seen
from pipelines.partitions import arrival_days, day_of
from pipelines.resources import LakeResource, OperationalResource
from warehouse.models.catalogue import marts as mart_models

if TYPE_CHECKING:
    from warehouse.builds.activity import BuildReport

LAKE_WRITER = "lake_writer"
"""Pool with one slot, because builds, rebuilds and compaction write the same tables."""

COMPACT_EVENTS_AT = 64
COMPACT_MARTS_AT = 12
"""A build also compacts days with more files, because each file slows down reads."""


class MartsConfig(dg.Config):
    """`incremental` builds new events; `rebuild` rebuilds the run's day from raw events."""

    mode: Literal["incremental", "rebuild"] = "rebuild"


def _spec(name: str) -> dg.AssetSpec:
    model = mart_models()[name]
    upstream: list[dg.CoercibleToAssetDep] = [events]
    upstream += [
        dg.AssetKey(other)
        for other in ("visitors", "visitor_numbers")
        if name != other and f"marts.{other}" in model.sources
    ]
    if name == "activity_day":
        upstream.append(organizations)
    return dg.AssetSpec(
        name,
        deps=upstream,
        group_name="marts",
        description=f"{model.description}\n\nGrain: {model.grain}.",
        owners=OWNERS,
        kinds={"deltalake", "duckdb"},
        metadata=table_metadata(model),
        code_version=code_version(model),
        freshness_policy=HOURLY,
        partitions_def=arrival_days,
    )


@dg.multi_asset(
    name="marts",
    specs=[_spec(name) for name in mart_models()],
    partitions_def=arrival_days,
    retry_policy=RETRY_POLICY,
    pool=LAKE_WRITER,
)
def marts(
    context: dg.AssetExecutionContext,
    config: MartsConfig,
    lake: LakeResource,
    operational: OperationalResource,
) -> Iterator[dg.MaterializeResult[None]]:
    """Build all new events into every mart, or rebuild one day."""
    from warehouse.builds.activity import build_activity
    from warehouse.builds.compaction import compact_events, compact_marts
    from warehouse.builds.rebuild import rebuild_day

    opened = lake.open()
    with sorted_failures(), operational.recording_result("marts", "publication"):
        zones = operational.zones()
        note_seen(context.op_execution_context, organizations.key, organizations=len(zones))
        if config.mode == "rebuild":
            rows: Mapping[str, int] = rebuild_day(opened, zones, day_of(context.partition_key))
            about: dict[str, Any] = {"mode": "rebuild"}
        else:
            report = build_activity(opened, zones)
            compacted = compact_events(opened, at_least=COMPACT_EVENTS_AT)
            compacted += compact_marts(opened, at_least=COMPACT_MARTS_AT)
            rows = report.rows
            about = _about(report) | {"files_joined": sum(done.files for done in compacted)}
            for name in mart_models():
                record_days(context, name, report.days, name="events")
    for served in (
        answers,
        report_answers,
        segment_answers,
    ):  # they read the marts as they are from now on
        note_seen(context.op_execution_context, served.key, rows_written=sum(rows.values()))
    for name in mart_models():
        yield dg.MaterializeResult(
            asset_key=name, metadata=about | {"rows_written": rows.get(name, 0)}
        )


def _about(report: "BuildReport") -> dict[str, Any]:
    return {
        "mode": "incremental",
        "events": report.events,
        "slices": report.slices,
        "days": {day.isoformat(): count for day, count in sorted(report.days.items())},
        "rezoned": len(report.rezoned),
    }
