"""What was put aside is forgotten with the events that it was about."""

from datetime import datetime

import psycopg

from api.jobs.registry import nightly
from runtime.settings import Settings

_FORGET = """
delete from dismissed_misses d using organizations o
where o.org_id = d.org_id and o.retention_months > 0
  and d.dismissed_at < %s - make_interval(months => o.retention_months)
"""


@nightly("missed_addresses")
def forget_dismissed(settings: Settings, now: datetime) -> int:
    """Forget what was put aside longer ago than events are kept; how many."""
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute(_FORGET, (now,)).rowcount
