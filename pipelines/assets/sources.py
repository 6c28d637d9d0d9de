"""External assets upstream of the lake and downstream of the marts, for the lineage.

Each has a freshness policy; runs that read or serve it record an observation.
"""

import dagster as dg

from pipelines.describe import OWNERS
from pipelines.freshness import HOURLY, NIGHTLY
from warehouse.reports.catalogue import all_reports

outbox = dg.AssetSpec(
    "outbox",
    group_name="source",
    owners=OWNERS,
    freshness_policy=HOURLY,
    kinds={"postgres"},
    description="Every event, written in the transaction that it belongs to. Kept until the lake has it.",
)

topic = dg.AssetSpec(
    "waypost_events_v1",
    group_name="source",
    owners=OWNERS,
    freshness_policy=HOURLY,
    deps=[outbox],
    kinds={"kafka"},
    description="The relay's numbered events, one a record. The broker is disposable.",
)

organizations = dg.AssetSpec(
    dg.AssetKey(["analytics_v1", "organizations"]),
    group_name="source",
    owners=OWNERS,
    freshness_policy=HOURLY,
    kinds={"postgres"},
    description="View of the API's organisations: name, time zone, locale, week start.",
)

answers = dg.AssetSpec(
    "get_analytics",
    group_name="served",
    owners=OWNERS,
    freshness_policy=HOURLY,
    deps=[
        "activity_15m",
        "people_15m",
        "activity_day",
        "visitors",
        "visitor_numbers",
        "events",
        "serving_copy",
    ],
    kinds={"fastapi"},
    description="The dashboard's answers: marts up to their positions, and raw events beyond them.",
)

serving_copy = dg.AssetSpec(
    "serving_copy",
    group_name="served",
    owners=OWNERS,
    freshness_policy=NIGHTLY,
    deps=["visitors", "visitor_numbers", "activity_15m", "people_15m", "activity_day"],
    kinds={"duckdb"},
    description="Finished rows of five marts, laid out each night for quick reading. Any answer is the"
    " same without it.",
)

report_answers = dg.AssetSpec(
    "get_report",
    group_name="served",
    owners=OWNERS,
    freshness_policy=HOURLY,
    deps=sorted({"events", *(mart for report in all_reports().values() for mart in report.marts)}),
    kinds={"fastapi"},
    description="Reports: marts up to their positions, and their own models over raw events beyond.",
)

segment_answers = dg.AssetSpec(
    "segments",
    group_name="served",
    owners=OWNERS,
    freshness_policy=HOURLY,
    deps=["events", "person_acts"],
    kinds={"fastapi"},
    description="Who did what, for the members of segments: the mart up to its positions, and raw events beyond.",
)
