"""Conditions and intervals of runs.

A run costs about five seconds of CPU before it does any work, and the dashboard does not depend on runs, because
answers include the tail. So there are few runs, and none without work.
"""

from datetime import UTC, datetime

import dagster as dg

from pipelines.resources import LakeResource
from runtime.disk_space import disk_space

EVERY_FIVE_MINUTES = "*/5 * * * *"
"""Limits the tail to a few minutes of events."""

DAILY_AT_NIGHT = "40 2 * * *"
"""Vacuum and dropped partitions free the space of the previous week, so once a night is enough."""

DAILY_AFTER_MAINTENANCE = "10 3 * * *"
"""Great Expectations takes seconds and 260 MB to load, so it runs once a day, after compaction."""

EVERY_QUARTER_HOUR = "*/15 * * * *"
"""How often a new installation checks whether the suites can run for the first time."""

DAILY_IN_THE_SMALL_HOURS = "30 4 * * *"
"""Requests to external servers are made at times of low load in Europe and America."""

BUILD_TAGS = {"dagster/max_runtime": "7200", "dagster/max_retries": "0"}
"""Two hours without a retry: a build commits slice by slice, and the next one continues."""

HISTORY_TAGS = {"dagster/max_runtime": "86400"}
"""One day, for jobs that read the whole history."""

_UNFINISHED = [
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
]


def is_heartbeat(tick: datetime) -> bool:
    """Return whether this is the first tick of an hour. An hour without events has a run too, so that freshness and
    checks distinguish "no events" from "not running".
    """
    return tick.minute == 0


def is_under_way(instance: dg.DagsterInstance, job_name: str) -> bool:
    """Return whether a run of this job is unfinished. Builds never overlap, because the second would only run into
    conflicts.
    """
    unfinished = dg.RunsFilter(job_name=job_name, statuses=_UNFINISHED)
    return bool(instance.get_runs(filters=unfinished, limit=1))


def awaits_first_run(instance: dg.DagsterInstance, job_name: str, *, after: str) -> bool:
    """Return whether this job has never run although the job that it checks has succeeded."""
    if instance.get_runs(filters=dg.RunsFilter(job_name=job_name), limit=1):
        return False
    succeeded = dg.RunsFilter(job_name=after, statuses=[dg.DagsterRunStatus.SUCCESS])
    return bool(instance.get_runs(filters=succeeded, limit=1))


def marts_are_behind(lake: LakeResource) -> bool:
    """Return whether any mart lacks events of the lake."""
    from warehouse.builds.tables import is_behind

    return is_behind(lake.open())


def disk_is_low(lake: LakeResource) -> bool:
    """Return whether disk space is too low to write."""
    return disk_space(lake.settings()).is_low()


def today(tick: datetime) -> str:
    """Return the partition key of the current arrival day."""
    return tick.astimezone(UTC).date().isoformat()
