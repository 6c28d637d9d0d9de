"""Visitors' calls with an Idempotency-Key: events and stored response are committed in one transaction.

Calls without a key share commits with others (see `group_commit`). A call with a key has a commit of its own.
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

from api.db.idempotency import KeyedRequest, key_in_use, keyed_request
from api.domains.visits.visits.answer_repository import first_answers, store_answer, try_lock
from api.domains.visits.visits.scan_limits import Pool
from api.kit.process_state import ProcessState

SCANNER = "scanner:any"
"""Callers that report scans have no login, so only the key distinguishes an organisation's requests."""


@dataclass(frozen=True, slots=True)
class IdempotentCall:
    """A request that may have an Idempotency-Key, and the pool for its transaction."""

    pool: Pool
    request: Request
    body: bytes
    secret: bytes

    def keyed(self, org_id: str, now: datetime) -> KeyedRequest | None:
        """Return the request with its key in this organisation, or None if it has no key."""
        return keyed_request(
            self.request,
            body=self.body,
            org_id=org_id,
            caller=SCANNER,
            now=now,
            secret=self.secret,
        )


class IdempotentTransaction:
    """A transaction that holds the lock of its request's key."""

    def __init__(self, connection: psycopg.AsyncConnection[Any], keyed: KeyedRequest) -> None:
        self.connection = connection
        self._keyed = keyed

    async def store(self, answer: BaseModel) -> None:
        """Store the response in the transaction."""
        response = Response(answer.model_dump_json(), media_type="application/json")
        await store_answer(self.connection, self._keyed, response)


@asynccontextmanager
async def idempotent_transaction(
    call: IdempotentCall, keyed: KeyedRequest
) -> AsyncIterator[IdempotentTransaction]:
    """Open a transaction of the request's organisation, which is committed when the block ends.

    Raises:
        Replay: the request was answered before; it contains that response.
        KeyReused: the key was used with another request.
        KeyInUse: another transaction holds the key.
        LowDiskError: there is too little disk space.
    """
    space = ProcessState.of(call.request).disk_space
    space.require()
    async with call.pool.connection() as connection, connection.transaction():
        if not await try_lock(connection, keyed):
            raise key_in_use()
        for row in await first_answers(connection, keyed):
            raise keyed.replay(*row)
        yield IdempotentTransaction(connection, keyed)
