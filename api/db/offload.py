"""Runs the heavy work of a handler in a worker process, without an open session, and stops it when the client
disconnects.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, TypeVar

import anyio
from anyio import from_thread
from fastapi import Depends, Request
from sqlalchemy.orm import Session

from api.db.idempotency import KeyClaim
from api.db.session import SessionDep, released
from api.kit.errors import ClientGone
from api.kit.worker_pool import WorkerPool
from api.kit.workers import Workers

Result = TypeVar("Result")


async def run_for(
    request: Request, pool: WorkerPool, owner: str, function: Callable[..., Result], *args: object
) -> Result:
    """Run the function in a worker process of the pool and return its result.

    Raises:
        ClientGone: the caller closed the connection, and the work was stopped.
    """
    async with anyio.create_task_group() as group:
        failure: Exception = ClientGone()

        async def stop_when_caller_leaves() -> None:
            while (await request.receive())["type"] != "http.disconnect":
                pass
            group.cancel_scope.cancel()

        group.start_soon(stop_when_caller_leaves)
        try:
            return await pool.run(owner, function, *args)
        except Exception as error:  # raised below, because a task group would wrap it
            failure = error
        finally:
            group.cancel_scope.cancel()
    raise failure


@contextmanager
def released_for(request: Request, session: Session) -> Iterator[None]:
    """Commit, and use no connection inside the block. Afterwards, the request holds its idempotency key again."""
    with released(session):
        yield
    claim: KeyClaim | None = getattr(request.state, "claim", None)
    if claim is not None:
        claim.renew()


class Offload:
    """Runs functions in worker processes on behalf of one request."""

    def __init__(self, request: Request, session: Session, pool: WorkerPool) -> None:
        self._request = request
        self._session = session
        self._pool = pool

    def run(self, owner: str, function: Callable[..., Result], *args: object) -> Result:
        """Run the function and return its result. Function, arguments and result are pickled.

        The request's writes so far are committed first, so a handler calls this before it writes. Afterwards the
        request continues in a new transaction of the same organisation.
        """
        with released_for(self._request, self._session):
            return from_thread.run(run_for, self._request, self._pool, owner, function, *args)


async def _for_organizations(request: Request, session: SessionDep) -> Offload:
    return Offload(request, session, Workers.of(request).organizations)


async def _for_visitors(request: Request, session: SessionDep) -> Offload:
    return Offload(request, session, Workers.of(request).visitors)


async def _for_questions(request: Request, session: SessionDep) -> Offload:
    return Offload(request, session, Workers.of(request).questions)


OffloadDep = Annotated[Offload, Depends(_for_organizations)]
"""Heavy work of members and keys."""

VisitorOffloadDep = Annotated[Offload, Depends(_for_visitors)]
"""Heavy work for requests of visitors."""

QuestionOffloadDep = Annotated[Offload, Depends(_for_questions)]
"""Analysts' SQL queries."""
