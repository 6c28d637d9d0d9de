"""One session per request, committed when the handler is through and before the answer leaves."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Annotated, Literal

from anyio import CapacityLimiter
from fastapi import Depends, Request
from sqlalchemy import Engine, text
from sqlalchemy.orm import Session, sessionmaker
from starlette.concurrency import run_in_threadpool

Variable = Literal[
    "app.org_id",
    "app.user_id",
    "app.user_sub",
    "app.user_email",
    "app.key_hash",
    "app.link_hash",
    "app.recipient_id",
]


@dataclass
class Database:
    """The engine, its sessions and as many turns as the pool has connections.

    Requests wait for a turn in the event loop. Waiting for a connection in a thread instead would let
    forty waiting threads keep the few that hold connections from ever going on.
    """

    engine: Engine
    sessions: sessionmaker[Session] = field(init=False)
    turns: CapacityLimiter = field(init=False)

    def __post_init__(self) -> None:
        self.sessions = sessionmaker(self.engine, expire_on_commit=False)
        self.turns = CapacityLimiter(self.engine.pool.size())  # type: ignore[attr-defined]


async def _request_session(request: Request) -> AsyncIterator[Session]:
    database: Database = request.app.state.database
    async with database.turns:
        session = database.sessions()
        request.state.session = session
        try:
            yield session
            await run_in_threadpool(session.commit)
        finally:
            await run_in_threadpool(session.close)


SessionDep = Annotated[Session, Depends(_request_session, scope="function")]
"""The request's session. Handlers and services flush; nobody but this module commits."""


def set_variable(session: Session, name: Variable, value: str) -> None:
    """Set what row-level security compares with, until this transaction ends."""
    session.execute(text("select set_config(:name, :value, true)"), {"name": name, "value": value})


def enter_tenant(session: Session, org_id: str) -> None:
    """From here on the transaction sees this organisation's rows and no other's."""
    set_variable(session, "app.org_id", org_id)
