"""What starts a run, each condition with its reason.

A run costs about five seconds of processor time before it does any work, and the dashboard does not
wait for one: answers add the events that the marts lack. So runs are few, and none is started to
find nothing.
"""

from datetime import UTC, datetime

import dagster as dg

from pipelines.resources import LakeResource

EVERY_FIVE_MINUTES = "*/5 * * * *"
"""Keeps the tail that answers must read raw to a few minutes of events."""

DAILY_AT_NIGHT = "40 2 * * *"
"""Vacuum and dropped partitions free space of last week; nobody waits for them."""

DAILY_AFTER_MAINTENANCE = "10 3 * * *"
"""Great Expectations takes seconds and 260 MB to load: once a day, on the files as compacted."""

DAILY_IN_THE_SMALL_HOURS = "30 4 * * *"
"""Strangers' servers are asked when they have the least to do, in Europe and America at least."""

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


def marts_are_behind(lake: LakeResource) -> bool:
    """The lake holds events that some mart does not."""
    from warehouse.builds.tables import is_behind

    return is_behind(lake.open())


def today(tick: datetime) -> str:
    """Key of the arrival day that the tick falls into."""
    return tick.astimezone(UTC).date().isoformat()
