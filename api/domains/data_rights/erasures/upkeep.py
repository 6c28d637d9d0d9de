"""Clears away at night what Postgres still holds in its files of people who were erased by day.

A deleted row leaves its bytes in the table's file, in pages of indexes and in the log of changes.
No statement reads them any more, but whoever copies the files might.
"""

from datetime import datetime, timedelta

import psycopg
import structlog
from psycopg import errors, sql

from api.jobs.registry import nightly
from runtime.settings import Settings

TABLES = (
    *("wall_posts", "wall_reports", "submission_consents", "submissions", "customer_visitors"),
    *("customers", "terms_acceptances", "code_visitors", "phone_verifications"),
    *("sandbox_messages", "promo_uses", "votes", "promo_guesses", "promo_alarms"),
    *("idempotency_keys", "jobs", "dead_letters", "report_recipients", "report_mails"),
    *("form_guests", "erasures"),
)
"""What `erase_person` deletes from or changes, but for the outbox, whose days are dropped."""

SINCE = timedelta(hours=26)
SMALL = 64 * 1024 * 1024
"""Bytes up to which a table is written anew; that takes a second, in which nobody else reads it."""

PATIENCE = "2s"
"""How long a table's other users are waited for, as whoever comes next waits behind."""

log = structlog.get_logger(__name__)


@nightly("erasures.clear_remains")
def clear_remains(settings: Settings, now: datetime) -> int:
    """Write the tables anew that held who was erased since last night; how many."""
    asked = "select exists (select from erasures where finished_at > %s or state <> 'done')"
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        ((needed,),) = connection.execute(asked, [now - SINCE]).fetchall()
        if not needed:
            return 0
        connection.execute("select set_config('lock_timeout', %s, false)", [PATIENCE])
        written = sum(_clear(connection, table) for table in TABLES)
        try:
            for statement in ("checkpoint", "select pg_switch_wal()", "checkpoint"):
                connection.execute(statement)
        except errors.InsufficientPrivilege:
            log.info("whoever operates Postgres removes its log of changes")
        return written


def _clear(connection: psycopg.Connection[tuple[object, ...]], table: str) -> bool:
    """Write one table anew, or, where it is large or in use, have its rows' places used again."""
    ((size,),) = connection.execute(
        "select pg_total_relation_size(%s::regclass)", [table]
    ).fetchall()
    name = sql.Identifier(table)
    if isinstance(size, int) and size <= SMALL:
        try:
            connection.execute(sql.SQL("vacuum (full) {}").format(name))
        except errors.LockNotAvailable:
            log.info("a table was in use and is not written anew", table=table)
        else:
            return True
    connection.execute(sql.SQL("vacuum (index_cleanup on) {}").format(name))
    return False
