"""Nightly deletion of the payment provider's old events."""

from datetime import datetime, timedelta

import psycopg

from api.jobs.registry import nightly
from runtime.settings import Settings

KEPT = timedelta(days=90)
_FORGET = "delete from payment_events where applied_at < %s"


@nightly("payment events")
def delete_old_events(settings: Settings, now: datetime) -> int:
    """Delete events that were applied more than 90 days ago; return how many."""
    with psycopg.connect(settings.database_url) as owner:
        return owner.execute(_FORGET, (now - KEPT,)).rowcount
