"""Deletes dismissals older than the organisation's retention of events."""

from datetime import datetime

import psycopg

from api.jobs.registry import nightly
from runtime.settings import Settings

_DELETE_OLD = """
delete from dismissed_misses d using organizations o
where o.org_id = d.org_id and o.retention_months > 0
  and d.dismissed_at < %s - make_interval(months => o.retention_months)
"""


@nightly("missed_addresses")
def delete_old_dismissals(settings: Settings, now: datetime) -> int:
    """Delete dismissals older than the organisation's retention, and return how many."""
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute(_DELETE_OLD, (now,)).rowcount
