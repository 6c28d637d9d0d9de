"""Jobs over the assets, and the schedules that start them."""

from datetime import UTC, datetime

import dagster as dg

from pipelines import automation
from pipelines.assets.events import events
from pipelines.assets.marts import marts
from pipelines.checks.every_run import event_checks, mart_checks
from pipelines.checks.quality import quality_checks
from pipelines.destinations import destination_health
from pipelines.maintenance import BUILD_JOB, maintenance
from pipelines.reconciliation import hours_reconciled
from pipelines.resources import LakeResource

build_marts = dg.define_asset_job(
    BUILD_JOB,
    selection=dg.AssetSelection.assets(events, marts).without_checks()
    | dg.AssetSelection.checks(event_checks, mart_checks, hours_reconciled),
    executor_def=dg.in_process_executor,
    tags=automation.BUILD_TAGS,
    description="Judge the lake, build the marts from what is new, judge the marts.",
)

check_quality = dg.define_asset_job(
    "check_quality",
    selection=dg.AssetSelection.checks(*quality_checks),
    executor_def=dg.in_process_executor,
    description="The Great Expectations suites over one arrival day: yesterday, or the one configured.",
)

INCREMENTAL = dg.RunConfig(ops={"marts": {"config": {"mode": "incremental"}}})


@dg.schedule(
    name="build_marts_when_behind",
    job=build_marts,
    cron_schedule=automation.EVERY_FIVE_MINUTES,
    execution_timezone="UTC",
    default_status=dg.DefaultScheduleStatus.RUNNING,
)
def build_marts_when_behind(
    context: dg.ScheduleEvaluationContext, lake: LakeResource
) -> dg.RunRequest | dg.SkipReason:
    """Request a build every five minutes if there is something to build, and once an hour in any case."""
    tick = _tick(context)
    if automation.disk_is_low(lake):
        return dg.SkipReason(
            "there is too little room on the disk; `waypost doctor` says what helps"
        )
    if automation.is_under_way(context.instance, build_marts.name):
        return dg.SkipReason("the build before this one is still under way")
    if not automation.is_heartbeat(tick) and not automation.marts_are_behind(lake):
        return dg.SkipReason("the marts hold every event of the lake")
    return dg.RunRequest(
        run_key=tick.isoformat(), partition_key=automation.today(tick), run_config=INCREMENTAL
    )


@dg.schedule(
    name="maintenance_at_night",
    job=maintenance,
    cron_schedule=automation.DAILY_AT_NIGHT,
    execution_timezone="UTC",
    default_status=dg.DefaultScheduleStatus.RUNNING,
)
def maintenance_at_night(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """Request maintenance once a night."""
    return dg.RunRequest(run_key=_tick(context).isoformat())


@dg.schedule(
    name="check_quality_daily",
    job=check_quality,
    cron_schedule=automation.DAILY_AFTER_MAINTENANCE,
    execution_timezone="UTC",
    default_status=dg.DefaultScheduleStatus.RUNNING,
)
def check_quality_daily(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """Request the checks of yesterday, once it is over."""
    return dg.RunRequest(run_key=_tick(context).isoformat())


@dg.schedule(
    name="check_quality_first",
    job=check_quality,
    cron_schedule=automation.EVERY_QUARTER_HOUR,
    execution_timezone="UTC",
    default_status=dg.DefaultScheduleStatus.RUNNING,
)
def check_quality_first(context: dg.ScheduleEvaluationContext) -> dg.RunRequest | dg.SkipReason:
    """Request the checks once per installation, after its first build, so that no check is without a result until the
    night.
    """
    if not automation.awaits_first_run(context.instance, check_quality.name, after=BUILD_JOB):
        return dg.SkipReason("the suites have run, or nothing was built yet")
    judged = {"config": {"day": automation.today(_tick(context))}}
    ops = {check.op.name: judged for check in quality_checks}
    return dg.RunRequest(run_key="first", run_config=dg.RunConfig(ops=ops))


@dg.schedule(
    name="destination_health_nightly",
    job=destination_health,
    cron_schedule=automation.DAILY_IN_THE_SMALL_HOURS,
    execution_timezone="UTC",
    default_status=dg.DefaultScheduleStatus.RUNNING,
)
def destination_health_nightly(context: dg.ScheduleEvaluationContext) -> dg.RunRequest:
    """Request the check of destinations once a night."""
    return dg.RunRequest(run_key=_tick(context).isoformat())


def _tick(context: dg.ScheduleEvaluationContext) -> datetime:
    return context.scheduled_execution_time.astimezone(UTC)
