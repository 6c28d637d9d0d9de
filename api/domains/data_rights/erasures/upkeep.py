"""Removes erased people from Postgres's files, at night.

A deleted row leaves its bytes in the table's file, in pages of indexes and in the write-ahead log. No query reads them,
but a copy of the files contains them.
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
    *("form_guests", "erasures", "customer_notes", "customer_touchpoints"),
    "customer_tags",
    *("loyalty_entries", "loyalty_cards", "reward_awards", "till_actions"),
    *("prize_awards", "game_bests", "game_plays", "game_players"),
    *("earnings", "earning_tasks", "customer_orders", "order_refunds"),
    *("referrals", "referral_codes", "referral_rewards"),
    *("customer_merges", "customer_distinctions", "segment_members"),
    *("passes", "pass_registrations", "pass_pushes", "pass_update_deliveries"),
    *("web_push_subscriptions", "web_push_waiting"),
    *("google_passes", "google_notices"),
    *("consent_entries", "consent_mails", "customer_import_changes", "customer_imports"),
    *("messages", "text_conversations", "text_replies"),
    *("automation_enrolments", "automation_people", "connection_deliveries", "incoming_webhooks"),
)
"""Tables that `erase_person` changes, except the outbox, whose days are dropped."""

SINCE = timedelta(hours=26)
MAX_REWRITE_BYTES = 64 * 1024 * 1024
"""Larger tables are not rewritten: 64 MB take one second, during which the table is locked."""

LOCK_TIMEOUT = "2s"
"""How long to wait for the lock on a table, because later queries queue behind it."""

log = structlog.get_logger(__name__)


@nightly("erasures.rewrite_erased_tables")
def rewrite_erased_tables(settings: Settings, now: datetime) -> int:
    """Rewrite tables if a person was erased since last night, and return how many were rewritten."""
    statement = "select exists (select from erasures where finished_at > %s or state <> 'done')"
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        ((needed,),) = connection.execute(statement, [now - SINCE]).fetchall()
        if not needed:
            return 0
        connection.execute("select set_config('lock_timeout', %s, false)", [LOCK_TIMEOUT])
        rewritten = sum(_clear(connection, table) for table in TABLES)
        try:
            for statement in ("checkpoint", "select pg_switch_wal()", "checkpoint"):
                connection.execute(statement)
        except errors.InsufficientPrivilege:
            log.info("write-ahead log not switched: the database role may not")
        return rewritten


def _clear(connection: psycopg.Connection[tuple[object, ...]], table: str) -> bool:
    """Rewrite one table. If it is large or in use, only free the space of deleted rows."""
    ((size,),) = connection.execute(
        "select pg_total_relation_size(%s::regclass)", [table]
    ).fetchall()
    name = sql.Identifier(table)
    if isinstance(size, int) and size <= MAX_REWRITE_BYTES:
        try:
            connection.execute(sql.SQL("vacuum (full) {}").format(name))
        except errors.LockNotAvailable:
            log.info("table not rewritten: in use", table=table)
        else:
            return True
    connection.execute(sql.SQL("vacuum (index_cleanup on) {}").format(name))
    return False
