"""Visitors' calls that carry an Idempotency-Key: the events and the kept answer in one transaction.

Calls without a key share commits with others (see `groups`); with one they have a commit of their own.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import psycopg
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from api.db.idempotency import FIND, KEEP, TRY_LOCK, KeyedRequest, key_in_use, keyed_request
from api.domains.visits.visits.counting import Pool
from api.kit.process_state import ProcessState

SCANNER = "scanner:any"
"""Whoever reports scans has no login: the key alone tells requests of an organisation apart."""


@dataclass(frozen=True, slots=True)
class Once:
    """A request that may carry a key, and where its transaction would be."""

    pool: Pool
    request: Request
    body: bytes
    secret: bytes

    def keyed(self, org_id: str, now: datetime) -> KeyedRequest | None:
        """The request under its key in this organisation; None when it has no key."""
        return keyed_request(
            self.request,
            body=self.body,
            org_id=org_id,
            caller=SCANNER,
            now=now,
            secret=self.secret,
        )


class KeyedTransaction:
    """A transaction that holds the key of its request."""

    def __init__(self, connection: psycopg.AsyncConnection[Any], keyed: KeyedRequest) -> None:
        self.connection = connection
        self._keyed = keyed

    async def keep(self, answer: BaseModel) -> None:
        """Keep this answer with what the transaction changed."""
        response = Response(answer.model_dump_json(), media_type="application/json")
        await self.connection.execute(KEEP, self._keyed.kept(response))


@asynccontextmanager
async def keyed_transaction(once: Once, keyed: KeyedRequest) -> AsyncIterator[KeyedTransaction]:
    """A transaction of the request's organisation, committed when the block ends.

    Raises:
        Replay: the request was answered before; it carries that answer.
        KeyReused: the key was used with another request.
        KeyInUse: another transaction holds the key at this moment.
        LowDiskError: there is too little room to keep anything.
    """
    space = ProcessState.of(once.request).disk_space
    space.require()
    async with once.pool.connection() as connection, connection.transaction():
        locked = await connection.execute(TRY_LOCK, keyed.parameters)
        if not (await locked.fetchall())[0][0]:
            raise key_in_use()
        found = await connection.execute(FIND, keyed.parameters)
        for row in await found.fetchall():
            raise keyed.replay(*row)
        yield KeyedTransaction(connection, keyed)
