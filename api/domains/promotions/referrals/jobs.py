"""The periodic task and the job that expire referrals, search scans and give rewards."""

from datetime import datetime
from typing import Any

from sqlalchemy import Engine

from api.jobs.registry import JobContext, job, periodic_task
from runtime.settings import Settings


@periodic_task
def settle_referrals(settings: Settings, engine: Engine, now: datetime) -> None:  # noqa: ARG001
    """Queue jobs for organisations in which something is due."""
    from api.domains.promotions.referrals.due_settlements import queue_due

    queue_due(engine, now)


@job("referrals.settle")
def settle(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Expire referrals, search scans and give rewards, each referral in its own transaction."""
    from api.domains.promotions.referrals.due_settlements import DueReferrals

    return DueReferrals(context).settle()


@job("referrals.give_codes")
def give_codes(context: JobContext, args: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG001
    """Create a code for every customer who has none."""
    from api.domains.promotions.referrals.due_settlements import DueReferrals

    return DueReferrals(context).give_codes()
