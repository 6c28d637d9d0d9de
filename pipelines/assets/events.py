"""The events asset: written by the lander, recorded here so that its checks run before the marts are built."""

from collections import Counter

import dagster as dg

from pipelines.assets.sources import outbox, topic
from pipelines.day_materialisations import record_days
from pipelines.describe import OWNERS, events_metadata
from pipelines.failures import RETRY_POLICY, sorted_failures
from pipelines.freshness import HOURLY, note_seen
from pipelines.partitions import arrival_days, day_of
from pipelines.resources import LakeResource, OperationalResource


@dg.asset(
    key="events",
    group_name="lake",
    partitions_def=arrival_days,
    deps=[topic],
    owners=OWNERS,
    kinds={"deltalake"},
    retry_policy=RETRY_POLICY,
    freshness_policy=HOURLY,
    metadata=events_metadata(),
    description=(
        "Every event that landed, by UTC day of arrival. The lander writes it, all day long; this "
        "step writes nothing: it notes positions and rows, so that the checks behind it can stop "
        "the marts from publishing a broken lake."
    ),
)
def events(
    context: dg.AssetExecutionContext, lake: LakeResource, operational: OperationalResource
) -> dg.MaterializeResult[None]:
    """Record the number of events of this day, and of other days whose events are missing from marts."""
    from warehouse.builds.watermark import waiting_by_day

    day = day_of(context.partition_key)
    with sorted_failures():
        published = operational.published()
        note_seen(context.op_execution_context, outbox.key, rows=published.outbox_rows)
        note_seen(context.op_execution_context, topic.key, published_up_to=published.horizon or 0)
        opened = lake.open()
        table = opened.events
        if not table.exists():
            return dg.MaterializeResult(metadata={"dagster/partition_row_count": 0})
        handle = table.handle()
        files = table.files(handle)
        rows: Counter[object] = Counter()
        for file in files:
            rows[file.partition["day"]] += file.rows
        waiting = waiting_by_day(opened)
        record_days(
            context, "events", {it: rows[it] for it in waiting}, name="dagster/partition_row_count"
        )
        own = [file for file in files if file.partition["day"] == day]
        return dg.MaterializeResult(
            metadata={
                "dagster/partition_row_count": rows[day],
                "dagster/row_count": rows.total(),
                "files": len(own),
                "version": handle.version(),
                "positions": {str(n): pos for n, pos in table.positions(handle=handle).items()},
            }
        )
