"""Nightly: old events of the payment provider go."""

from datetime import datetime, timedelta

import psycopg

from api.jobs.registry import nightly
from runtime.settings import Settings

KEPT = timedelta(days=90)
_FORGET = "delete from payment_events where applied_at < %s"


@nightly("payment events")
def delete_old_events(settings: Settings, now: datetime) -> int:
    """Delete events that were applied more than ninety days ago; returns how many."""
    with psycopg.connect(settings.database_url) as owner:
        return owner.execute(_FORGET, (now - KEPT,)).rowcount
