"""One session per request, committed when the handler has finished and before the response is sent."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from anyio import CapacityLimiter, fail_after, from_thread
from fastapi import Depends, Request
from sqlalchemy import Connection, Engine, event
from sqlalchemy.orm import Session, SessionTransaction, sessionmaker
from starlette.concurrency import run_in_threadpool

from api.db.engine import make_engine
from api.kit.app_state import AppState
from api.kit.database_errors import DatabaseUnavailable
from api.kit.process_state import ProcessState
from api.kit.request_deadline import MAX_WAIT_SECONDS, seconds_left, start_deadline
from api.kit.visitor_routes import is_call_of_visitors
from runtime.settings import Settings

READ_ONLY = "is_read_only"
Variable = Literal[
    "app.org_id",
    "app.user_id",
    "app.user_sub",
    "app.user_email",
    "app.invitation_hash",
    "app.key_hash",
    "app.link_hash",
    "app.recipient_id",
]

_SET_VARIABLE = "select set_config(%s, %s, true)"
"""Passed to the driver unchanged, because each request executes it several times."""


@dataclass
class Database(AppState):
    """The engine, its sessions, and as many permits as the pool has connections.

    Requests wait for a permit in the event loop. If they waited for a connection in a thread instead, forty waiting
    threads could prevent those that have connections from continuing. Visitors' requests (forms, votes) have separate
    permits, which the admin cannot use up.
    """

    engine: Engine
    for_admin: CapacityLimiter
    for_visitors: CapacityLimiter
    sessions: "sessionmaker[RequestSession]" = field(init=False)

    def __post_init__(self) -> None:
        self.sessions = sessionmaker(self.engine, class_=RequestSession, expire_on_commit=False)

    @classmethod
    def of_web(cls, settings: Settings) -> "Database":
        """Return the database of one web process."""
        size = settings.database_pool_size
        engine = make_engine(
            settings, lock_timeout=f"{int(MAX_WAIT_SECONDS * 1000)}ms", pool_size=2 * size
        )
        return cls(engine, CapacityLimiter(size), CapacityLimiter(size))

    def permits(self, path: str) -> CapacityLimiter:
        """Return the permits of which a request to this path needs one."""
        return self.for_visitors if is_call_of_visitors(path) else self.for_admin


class RequestSession(Session):
    """A request's session, which may span several transactions. Each is limited to the same organisation."""

    def __init__(self, *, permits: CapacityLimiter, **options: Any) -> None:
        super().__init__(**options)
        self.variables: dict[Variable, str] = {}
        self._permits = permits
        self._has_permit = False

    async def take_permit(self) -> None:
        """Wait until the request may use the database.

        Raises:
            DatabaseUnavailable: the request has waited for too long.
        """
        try:
            with fail_after(seconds_left()):
                await self._permits.acquire_on_behalf_of(self)
        except TimeoutError as busy:
            raise DatabaseUnavailable from busy
        self._has_permit = True

    def give_permit_back(self) -> None:
        """Release this request's permit, if it has one, so that the next request can continue. Called in the event
        loop.
        """
        if self._has_permit:
            self._has_permit = False
            self._permits.release_on_behalf_of(self)


@event.listens_for(RequestSession, "after_begin")
def _begin(
    session: RequestSession, transaction: SessionTransaction, connection: Connection
) -> None:
    """Begin read-only when disk space is low, so that Postgres itself refuses all writes."""
    if is_read_only(session) and not transaction.nested:
        connection.exec_driver_sql("set transaction read only")
    left = seconds_left()
    if (
        left < MAX_WAIT_SECONDS - 0.5
    ):  # a request that has already waited for other things has less time left for locks
        connection.exec_driver_sql(f"set local lock_timeout = {int(left * 1000)}")
    if not transaction.nested:
        for name, value in session.variables.items():
            connection.exec_driver_sql(_SET_VARIABLE, (name, value))


async def _request_session(request: Request) -> AsyncIterator[Session]:
    database, space = Database.of(request), ProcessState.of(request).disk_space
    session = database.sessions(
        permits=database.permits(request.url.path), info={READ_ONLY: space.is_low()}
    )
    await session.take_permit()
    try:
        request.state.session = session
        try:
            yield session
            await run_in_threadpool(session.commit)
        finally:
            await run_in_threadpool(session.close)
    finally:
        session.give_permit_back()


@contextmanager
def released(session: Session) -> Iterator[None]:
    """Commit, and hold neither a connection nor a permit inside the block. For handlers, in their threads.

    Afterwards the first statement begins a new transaction, and rows are read again before they are used. The request
    may then wait for the database as long as a new request.
    """
    assert isinstance(session, RequestSession)
    session.commit()
    session.expire_all()
    from_thread.run_sync(session.give_permit_back)
    try:
        yield
    finally:
        start_deadline()
        from_thread.run(session.take_permit)


SessionDep = Annotated[Session, Depends(_request_session, scope="function")]
"""The request's session. Handlers and services flush; only this module commits."""


def commit_early(session: Session) -> None:
    """Commit changes whose locks must not last for the rest of the request. The request continues as before."""
    assert isinstance(session, RequestSession)
    session.commit()


def is_read_only(session: Session) -> bool:
    """Return whether this request cannot write anything because disk space is low."""
    return bool(session.info.get(READ_ONLY))


def set_variable(session: Session, name: Variable, value: str) -> None:
    """Set the variable with which row-level security compares, until this transaction ends."""
    session.connection().exec_driver_sql(_SET_VARIABLE, (name, value))
    if isinstance(session, RequestSession):
        session.variables[name] = value


def keep_tenant(session: Session, org_id: str) -> None:
    """Enter the tenant at the start of each transaction of a session that belongs to no request."""

    def begin(_session: Session, _transaction: object, connection: Connection) -> None:
        connection.exec_driver_sql(_SET_VARIABLE, ("app.org_id", org_id))

    event.listen(session, "after_begin", begin)


def enter_tenant(session: Session, org_id: str) -> None:
    """Limit the rest of the transaction to this organisation's rows."""
    set_variable(session, "app.org_id", org_id)
