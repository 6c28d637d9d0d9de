"""What starts a run, each condition with its reason.

A run costs about five seconds of processor time before it does any work, and the dashboard does not
wait for one: answers add the events that the marts lack. So runs are few, and none is started to
find nothing.
"""

from datetime import UTC, datetime

import dagster as dg

from pipelines.resources import LakeResource
from runtime.disk_space import disk_space

EVERY_FIVE_MINUTES = "*/5 * * * *"
"""Keeps the tail that answers must read raw to a few minutes of events."""

DAILY_AT_NIGHT = "40 2 * * *"
"""Vacuum and dropped partitions free space of last week; nobody waits for them."""

DAILY_AFTER_MAINTENANCE = "10 3 * * *"
"""Great Expectations takes seconds and 260 MB to load: once a day, on the files as compacted."""

EVERY_QUARTER_HOUR = "*/15 * * * *"
"""How often a new installation looks whether its suites can have their first result."""

DAILY_IN_THE_SMALL_HOURS = "30 4 * * *"
"""Strangers' servers are asked when they have the least to do, in Europe and America at least."""

BUILD_TAGS = {"dagster/max_runtime": "7200", "dagster/max_retries": "0"}
"""Two hours, and no second try: a build commits slice by slice, and the next goes on where it was."""

HISTORY_TAGS = {"dagster/max_runtime": "86400"}
"""A day for what reads all of history."""

_UNFINISHED = [
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
]


def is_heartbeat(tick: datetime) -> bool:
    """The first tick of an hour. A quiet hour still ends with a run, so that freshness and checks
    tell "nothing happened" from "nothing works".
    """
    return tick.minute == 0


def is_under_way(instance: dg.DagsterInstance, job_name: str) -> bool:
    """A run of this job is not finished. Builds never overlap; the second would only find conflicts."""
    unfinished = dg.RunsFilter(job_name=job_name, statuses=_UNFINISHED)
    return bool(instance.get_runs(filters=unfinished, limit=1))


def awaits_first_run(instance: dg.DagsterInstance, job_name: str, *, after: str) -> bool:
    """This job never ran, and the one that it judges has succeeded."""
    if instance.get_runs(filters=dg.RunsFilter(job_name=job_name), limit=1):
        return False
    succeeded = dg.RunsFilter(job_name=after, statuses=[dg.DagsterRunStatus.SUCCESS])
    return bool(instance.get_runs(filters=succeeded, limit=1))


def marts_are_behind(lake: LakeResource) -> bool:
    """The lake holds events that some mart does not."""
    from warehouse.builds.tables import is_behind

    return is_behind(lake.open())


def disk_is_low(lake: LakeResource) -> bool:
    """There is too little room on this machine's disks to write anything."""
    return disk_space(lake.settings()).is_low()


def today(tick: datetime) -> str:
    """Key of the arrival day that the tick falls into."""
    return tick.astimezone(UTC).date().isoformat()
