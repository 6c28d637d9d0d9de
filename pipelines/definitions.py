"""Everything that Dagster loads: `dagster api grpc --module-name pipelines.definitions`."""

import dagster as dg

from pipelines.assets.events import events
from pipelines.assets.marts import marts
from pipelines.assets.sources import (
    answers,
    organizations,
    outbox,
    report_answers,
    segment_answers,
    serving_copy,
    topic,
)
from pipelines.checks.every_run import event_checks, mart_checks
from pipelines.checks.quality import quality_checks
from pipelines.destinations import destination_health
from pipelines.maintenance import maintenance
from pipelines.reconciliation import hours_reconciled
from pipelines.resources import LakeResource, OperationalResource
from pipelines.schedules import (
    build_marts,
    build_marts_when_behind,
    check_quality,
    check_quality_daily,
    check_quality_first,
    destination_health_nightly,
    maintenance_at_night,
)
from pipelines.verdicts import judge_history_job

defs = dg.Definitions(
    assets=[
        outbox,
        topic,
        organizations,
        events,
        marts,
        serving_copy,
        answers,
        report_answers,
        segment_answers,
    ],
    asset_checks=[event_checks, mart_checks, *quality_checks, hours_reconciled],
    jobs=[build_marts, check_quality, maintenance, destination_health, judge_history_job],
    schedules=[
        build_marts_when_behind,
        maintenance_at_night,
        check_quality_daily,
        check_quality_first,
        destination_health_nightly,
    ],
    resources={"lake": LakeResource(), "operational": OperationalResource()},
    executor=dg.in_process_executor,
)
