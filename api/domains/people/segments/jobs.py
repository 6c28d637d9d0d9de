"""The periodic task and the job that count segments."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.domains.people.segments.dependencies import COUNT
from api.jobs.registry import JobContext, TemporaryJobFailure, job, slow_periodic_task
from runtime.settings import Settings


@slow_periodic_task
def count_due_segments(settings: Settings, engine: Engine, now: datetime) -> None:
    """Count the segments that are due."""
    from api.domains.people.segments.refreshing import Refresher
    from warehouse.lake import Lake
    from warehouse.segments.engine import CustomerBehaviour

    behaviour = CustomerBehaviour(Lake.from_settings(settings))
    try:
        Refresher(engine, behaviour).refresh_due(now)
    finally:
        behaviour.close()


@job(COUNT)
def count_segment(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:
    """Count a segment whose rules were just saved."""
    from api.domains.people.segments.errors import SegmentsNotReady
    from api.domains.people.segments.refreshing import Refresher
    from warehouse.lake import Lake
    from warehouse.segments.engine import CustomerBehaviour

    behaviour = CustomerBehaviour(Lake.from_settings(context.settings))
    try:
        refresher = Refresher(context.engine, behaviour)
        counted = refresher.refresh(context.org_id, str(args["segment_id"]), context.now())
    except SegmentsNotReady as failure:
        raise TemporaryJobFailure(failure.message) from failure
    finally:
        behaviour.close()
    return {"counted": counted}
