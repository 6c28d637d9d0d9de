"""The job of imports, and what is removed each night."""

from datetime import datetime
from typing import Any

import psycopg

from api.domains.people.customer_imports.types import JOB
from api.jobs.registry import JobContext, job, nightly
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


@job(JOB)
def work_on_import(context: JobContext, args: dict[str, Any]) -> None:
    """Try out, import or undo; each can run again and takes up where it was."""
    from api.domains.people.customer_imports.running import ImportRun, Stopped

    run = ImportRun(context, args["import_id"])
    try:
        {"check": run.check, "run": run.run, "undo": run.undo}[args["phase"]]()
    except Stopped:
        return


@nightly("customer_imports")
def forget_old(settings: Settings, now: datetime) -> int:
    """Drop imports that wait for a day, and what it takes to undo one after 30 days; how many rows."""
    with psycopg.connect(settings.database_url) as connection:
        removed = connection.execute(_DROP_WAITING, {"now": now}).rowcount
        for table in ("customer_import_changes", "customer_import_problems"):
            removed += connection.execute(_FORGET.format(table=table), {"now": now}).rowcount
    return removed
