"""Re-encrypts everything in the database that was encrypted with an earlier sealing key, using the current one."""

from collections.abc import Iterator
from typing import NamedTuple

import psycopg
from cryptography.fernet import InvalidToken
from psycopg import sql

from api.domains.commerce.connections.sealing import INCOMING
from api.domains.commerce.connections.sealing import PURPOSE as CREDENTIALS
from api.domains.content.terms.service import SEALING_PURPOSE as TERMS
from api.domains.people.customers.sealing import PURPOSE as CUSTOMERS
from api.domains.promotions.games.seeds import PURPOSE as SEEDS
from api.kit.sealing import SecretBox
from runtime.settings import Settings

PAGE = 500


class SealedColumn(NamedTuple):
    """A column whose values are encrypted with the installation's sealing key."""

    table: str
    column: str
    purpose: bytes = CUSTOMERS
    prefix: str = ""
    """The prefix of such values. Other values of the column are encrypted with a customer's key."""


SEALED_COLUMNS = (
    SealedColumn("customers", "sealing_key"),
    SealedColumn("customer_imports", "samples_sealed"),
    SealedColumn("terms_acceptances", "email_sealed", TERMS),
    SealedColumn("games", "sealed_seed", SEEDS),
    SealedColumn("promo_uses", "customer_sealed"),
    SealedColumn("pass_certificates", "key_sealed"),
    SealedColumn("pass_registrations", "push_token_sealed"),
    SealedColumn("google_accounts", "key_sealed"),
    SealedColumn("web_push_keys", "private_key_sealed"),
    SealedColumn("web_push_subscriptions", "sealed"),
    SealedColumn("messages", "address_sealed"),
    SealedColumn("messages", "content_sealed", prefix="w:"),
    SealedColumn("message_links", "targets_sealed"),
    SealedColumn("text_conversations", "address_sealed"),
    SealedColumn("text_replies", "content_sealed", prefix="w:"),
    SealedColumn("mail_domains", "private_key_sealed"),
    SealedColumn("payment_events", "sealed"),
    SealedColumn("connections", "credentials_sealed", CREDENTIALS),
    SealedColumn("incoming_webhooks", "body_sealed", INCOMING),
    SealedColumn("connection_attempts", "verifier_sealed", CREDENTIALS),
)
"""A test compares these columns with the schema."""


class Resealed(NamedTuple):
    """The result for the values of one column."""

    column: SealedColumn
    resealed: int
    unreadable: int
    """Values that none of the configured keys can decrypt."""


def reseal(settings: Settings) -> Iterator[Resealed]:
    """Re-encrypt the values of earlier keys, page by page. Values that already use the current key are left unchanged.

    It can be stopped and run again at any time while the product is running, once every process has the new key. If a
    value is changed in the meantime, that change is kept.
    """
    with psycopg.connect(settings.database_url, autocommit=True) as owner:
        for column in SEALED_COLUMNS:
            yield _reseal(owner, SecretBox(settings.sealing_keys, column.purpose), column)


def _reseal(owner: psycopg.Connection, box: SecretBox, column: SealedColumn) -> Resealed:
    table, name = sql.Identifier(column.table), sql.Identifier(column.column)
    key = sql.SQL(", ").join(sql.Identifier(it) for it in _primary_key(owner, column.table))
    places = sql.SQL(", ").join(sql.Placeholder() * len(_primary_key(owner, column.table)))
    resealed, unreadable = 0, 0
    last: tuple[object, ...] = ()
    while True:
        after = sql.SQL("and ({}) > ({})").format(key, places) if last else sql.SQL("")
        page = owner.execute(
            sql.SQL("select {}, {} from {} where {} is not null {} order by {} limit {}").format(
                name, key, table, name, after, key, PAGE
            ),
            last,
        ).fetchall()
        if not page:
            return Resealed(column, resealed, unreadable)
        last = page[-1][1:]
        changes = []
        for stored, *ids in page:
            text = stored.decode() if isinstance(stored, bytes) else stored
            if not text.startswith(column.prefix):
                continue
            try:
                again = box.seal_again(text.removeprefix(column.prefix))
            except InvalidToken:
                unreadable += 1
                continue
            fresh = column.prefix + again
            if fresh != text:
                changes.append(
                    (fresh.encode() if isinstance(stored, bytes) else fresh, *ids, stored)
                )
        statement = sql.SQL("update {} set {} = %s where ({}) = ({}) and {} = %s").format(
            table, name, key, places, name
        )
        with owner.cursor() as cursor:
            cursor.executemany(statement, changes)
            resealed += cursor.rowcount if changes else 0


def _primary_key(owner: psycopg.Connection, table: str) -> list[str]:
    rows = owner.execute(
        "select a.attname from pg_index i join pg_attribute a"
        " on a.attrelid = i.indrelid and a.attnum = any(i.indkey)"
        " where i.indrelid = %s::regclass and i.indisprimary order by array_position(i.indkey, a.attnum)",
        [table],
    )
    return [name for (name,) in rows]
