"""Forgets each night which passes got old messages."""

from datetime import datetime

import psycopg

from api.jobs.registry import nightly
from runtime.settings import Settings

_FORGET = """
delete from pass_update_deliveries d using pass_updates u
where u.update_id = d.update_id and u.state in ('done', 'cancelled')
  and d.at < %s - interval '30 days'
"""


@nightly("pass_update_deliveries")
def forget_old(settings: Settings, now: datetime) -> int:
    """Drop what is 30 days old of updates that have ended; how many rows. Their counts stay."""
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute(_FORGET, [now]).rowcount
