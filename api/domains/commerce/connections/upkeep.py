"""Nightly: old history goes, and what waited too long at a paused or broken connection is set aside."""

from datetime import datetime

import psycopg

from api.domains.commerce.connections.types import KEPT
from api.jobs.registry import nightly
from runtime.settings import Settings

_SET_ASIDE = """
update connection_deliveries set state = 'set_aside', ended_at = %(now)s
where state = 'waiting' and give_up_at < %(now)s
"""
_FORGET = (
    "delete from connection_deliveries where ended_at < %(old)s",
    "delete from connection_requests where requested_at < %(old)s",
    "delete from incoming_webhooks where received_at < %(old)s",
    "delete from connection_attempts where expires_at < %(now)s",
)


@nightly("connection history")
def delete_old_history(settings: Settings, now: datetime) -> int:
    """Delete requests and ended deliveries that are older than thirty days."""
    moments = {"now": now, "old": now - KEPT}
    with psycopg.connect(settings.database_url, autocommit=True) as owner:
        owner.execute(_SET_ASIDE, moments)
        return sum(owner.execute(it, moments).rowcount for it in _FORGET)
