"""Stored responses of visitors' calls, with the visitors' database role."""

from typing import Any

import psycopg
from starlette.responses import Response

from api.db.idempotency import FIND, STORE, TRY_LOCK, KeyedRequest

Connection = psycopg.AsyncConnection[Any]


async def try_lock(connection: Connection, keyed: KeyedRequest) -> bool:
    """Acquire the lock of a key until the transaction ends. Return False if another transaction has it."""
    locked = await connection.execute(TRY_LOCK, keyed.parameters)
    return bool((await locked.fetchall())[0][0])


async def first_answers(connection: Connection, keyed: KeyedRequest) -> list[tuple[Any, ...]]:
    """Return the earlier response for the same key: one row, or none."""
    found = await connection.execute(FIND, keyed.parameters)
    return await found.fetchall()


async def store_answer(connection: Connection, keyed: KeyedRequest, response: Response) -> None:
    """Store the response in the transaction."""
    await connection.execute(STORE, keyed.stored(response))
