"""Events that fit no contract: kept with the reason, and recorded again once one is found."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import psycopg
from psycopg.rows import scalar_row

from ingest.contracts.codec import ContractError, Reason, decode

BRAKE = 100
"""Dead letters in a row after which the lander stops: by then it is the lander that is wrong."""


class TooManyDeadLetters(Exception):
    """Nothing fits any contract any more; most likely this lander is older than the events."""


class DeadLetter(NamedTuple):
    """An event that was set aside."""

    pos: int
    partition: int
    reason: Reason
    detail: str
    key: str
    payload: bytes


class Replayed(NamedTuple):
    """What a replay did."""

    recorded: int
    refused: int


def keep(connection: psycopg.Connection[Any], letters: Sequence[DeadLetter]) -> None:
    """Set the letters aside. Setting one aside again changes nothing."""
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
    """Positions that the lake does not hold because their events were set aside."""
    with connection.cursor(row_factory=scalar_row) as cursor:
        return frozenset(cursor.execute("select pos from dead_letters").fetchall())


def waiting(connection: psycopg.Connection[Any]) -> int:
    """How many were not replayed yet."""
    row = connection.execute(
        "select count(*) from dead_letters where replayed_at is null"
    ).fetchone()
    return int(row[0]) if row else 0


def replay(connection: psycopg.Connection[Any]) -> Replayed:
    """Record those that fit a contract by now in the outbox again, and mark them, in one transaction."""
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
