"""Dead letters: events that match no contract, stored with the reason and replayed once they match one."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import psycopg
from psycopg.rows import scalar_row

from ingest.contracts.codec import ContractError, Reason, decode

MAX_CONSECUTIVE_DEAD_LETTERS = 100
"""Number of consecutive dead letters after which the lander stops, because it is most likely older than the events."""


class TooManyDeadLetters(Exception):
    """Too many events in a row match no contract."""


class DeadLetter(NamedTuple):
    """An event that matches no contract."""

    pos: int
    partition: int
    reason: Reason
    detail: str
    key: str
    payload: bytes


class Replayed(NamedTuple):
    """Counts of a replay."""

    recorded: int
    refused: int


def keep(connection: psycopg.Connection[Any], letters: Sequence[DeadLetter]) -> None:
    """Store the letters. Idempotent."""
    with connection.transaction(), connection.cursor() as cursor:
        cursor.executemany(
            "insert into dead_letters (pos, partition, reason, detail, key, payload)"
            " values (%s, %s, %s, %s, %s, %s) on conflict (pos) do nothing",
            [
                letter._replace(detail=_text(letter.detail)[:2000], key=_text(letter.key))
                for letter in letters
            ],
        )


def positions(connection: psycopg.Connection[Any]) -> frozenset[int]:
    """Return the positions of dead letters, which the lake does not contain."""
    with connection.cursor(row_factory=scalar_row) as cursor:
        return frozenset(cursor.execute("select pos from dead_letters").fetchall())


def waiting(connection: psycopg.Connection[Any]) -> int:
    """Return the number of letters that have not been replayed yet."""
    row = connection.execute(
        "select count(*) from dead_letters where replayed_at is null"
    ).fetchone()
    return int(row[0]) if row else 0


def replay(connection: psycopg.Connection[Any]) -> Replayed:
    """Record the letters that now match a contract in the outbox and mark them as replayed, in one transaction."""
    recorded = refused = 0
    with connection.transaction():
        letters = connection.execute(
            "select pos, payload from dead_letters where replayed_at is null"
            " order by pos for update skip locked"
        ).fetchall()
        for pos, payload in letters:
            try:
                event = decode(payload)
            except ContractError:
                refused += 1
                continue
            connection.execute(
                "insert into outbox (event_id, org_id, key, payload) values (%s, %s, %s, %s)",
                [event.event_id, event.org_id, event.key, payload],
            )
            connection.execute("update dead_letters set replayed_at = now() where pos = %s", [pos])
            recorded += 1
    return Replayed(recorded, refused)


def _text(value: str) -> str:
    return value.replace("\x00", "\\0")
