"""Connections with work at their vendor: tokens are refreshed; connections that were removed or belong to closed
organisations are revoked and deleted.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TypeVar

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.commerce.connections.repository import ConnectionRepository, to_settle
from api.domains.commerce.connections.requests import History, make
from api.domains.commerce.connections.sealing import CredentialBox
from api.domains.commerce.connections.tokens import NoTokens, Tokens
from api.integrations.connector import DESCRIPTIONS, connector
from api.integrations.ports.connector import (
    Credentials,
    CredentialsRefused,
    RequestRefused,
)
from api.kit.clock import Clock, utc_now
from runtime.settings import Settings

AT_ONCE = 4
Result = TypeVar("Result")
REVOKED_FOR = timedelta(days=7)
"""How long revoking is retried at a vendor that cannot be reached. After that, Waypost deletes its credentials without
it.
"""


def settle_connections(settings: Settings, engine: Engine, clock: Clock = utc_now) -> int:
    """Refresh or revoke the connections that are due; return how many there were."""
    with Session(engine) as session, session.begin():
        due = to_settle(session, clock())
    settler = _Settler(settings, engine, clock)

    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="settling") as pool:
        settled = [
            pool.submit(settler.forget if it[2] == "removed" else settler.refresh, it[0], it[1])
            for it in due
        ]
    for it in settled:  # a failure does not keep others from being settled
        it.result()
    return len(due)


class _Settler:
    def __init__(self, settings: Settings, engine: Engine, clock: Clock) -> None:
        self._settings = settings
        self._engine = engine
        self._clock = clock

    def refresh(self, org_id: str, connection_id: str) -> None:
        """Refresh the tokens of a connection; the result is in the history."""
        self._transact(org_id, lambda session: self._current(session, org_id, connection_id))

    def forget(self, org_id: str, connection_id: str) -> None:
        """Revoke the credentials of a removed connection at the vendor, then delete the connection."""
        self._transact(org_id, lambda session: self._remove(session, org_id, connection_id))
        credentials = self._transact(
            org_id, lambda session: self._current(session, org_id, connection_id)
        )
        row = self._transact(
            org_id, lambda session: ConnectionRepository(session).find_any(org_id, connection_id)
        )
        if row is None:
            return
        if credentials is None:
            credentials = CredentialBox(self._settings).unseal(row.credentials_sealed)
        vendor = connector(self._settings, row.vendor)
        made = make("revoke", credentials, lambda: vendor.revoke(credentials))

        def store(session: Session) -> None:
            connections = ConnectionRepository(session)
            now, mine = self._clock(), connections.find_any(org_id, connection_id)
            if mine is None or mine.status != "removed":
                return
            is_over = isinstance(made.problem, CredentialsRefused | RequestRefused)
            since = mine.failing_since or now
            if made.problem is None or is_over or now - since >= REVOKED_FOR:
                connections.delete(mine)
            else:
                History(connections, now).store(mine, made)

        self._transact(org_id, store)

    def _remove(self, session: Session, org_id: str, connection_id: str) -> None:
        """Mark the connection as removed if nobody did, as with connections of a closed organisation."""
        connections = ConnectionRepository(session)
        row = connections.find_any(org_id, connection_id)
        if row is not None and row.status != "removed":
            connections.remove(row, revokes=DESCRIPTIONS[row.vendor].revokes)

    def _current(self, session: Session, org_id: str, connection_id: str) -> Credentials | None:
        try:
            return Tokens(session, self._settings, self._clock()).current(org_id, connection_id)
        except NoTokens:
            return None

    def _transact(self, org_id: str, act: Callable[[Session], Result]) -> Result:
        with Session(self._engine, expire_on_commit=False) as session, session.begin():
            enter_tenant(session, org_id)
            return act(session)
