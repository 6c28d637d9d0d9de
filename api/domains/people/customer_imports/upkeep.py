"""Forgets each night what imports no longer need."""

from datetime import datetime

import psycopg

from api.jobs.registry import nightly
from runtime.settings import Settings

_DROP_WAITING = """
update customer_imports set state = 'cancelled', samples_sealed = null, finished_at = %(now)s
where state in ('uploaded', 'checked') and uploaded_at < %(now)s - interval '1 day'
"""
_FORGET = """
delete from {table} t using customer_imports i
where i.import_id = t.import_id and i.state in ('done', 'stopped', 'undone', 'cancelled')
  and i.finished_at < %(now)s - interval '30 days'
"""


@nightly("customer_imports")
def forget_old(settings: Settings, now: datetime) -> int:
    """Drop imports that wait for a day, and what it takes to undo one after 30 days; how many rows."""
    with psycopg.connect(settings.database_url) as connection:
        removed = connection.execute(_DROP_WAITING, {"now": now}).rowcount
        for table in ("customer_import_changes", "customer_import_problems"):
            removed += connection.execute(_FORGET.format(table=table), {"now": now}).rowcount
    return removed
