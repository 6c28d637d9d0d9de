"""Deletes data each night that imports no longer need."""

from datetime import datetime

import psycopg

from api.jobs.registry import nightly
from runtime.settings import Settings

# Sets the same final state as the next request for such an import would.
_END = """
update customer_imports i set
  state = case when i.state = 'checking' then 'uploaded' else 'stopped' end,
  error = coalesce(j.error, 'Cancelled.'),
  finished_at = coalesce(i.finished_at, %(now)s)
from jobs j
where j.org_id = i.org_id and j.job_id = i.job_id and j.state in ('failed', 'cancelled')
  and i.state in ('checking', 'running', 'undoing')
"""
_DROP_WAITING = """
update customer_imports set state = 'cancelled', samples_sealed = null, finished_at = %(now)s
where state in ('uploaded', 'checked') and uploaded_at < %(now)s - interval '1 day'
"""
_EMPTY = """
update customer_imports set samples_sealed = null
where samples_sealed is not null and uploaded_at < %(now)s - interval '1 day'
"""
_FORGET = """
delete from {table} t using customer_imports i
where i.import_id = t.import_id and i.state in ('done', 'stopped', 'undone', 'cancelled')
  and i.finished_at < %(now)s - interval '30 days'
"""


@nightly("customer_imports")
def delete_expired_runs(settings: Settings, now: datetime) -> int:
    """Discard imports that have waited for a day, and delete the data for undoing an import after 30 days. Returns the
    number of rows.

    Imports whose job ended early are finished, and sample values of columns are deleted after a day.
    """
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(_END, {"now": now})
        removed = connection.execute(_DROP_WAITING, {"now": now}).rowcount
        connection.execute(_EMPTY, {"now": now})
        for table in ("customer_import_changes", "customer_import_problems"):
            removed += connection.execute(_FORGET.format(table=table), {"now": now}).rowcount
    return removed
