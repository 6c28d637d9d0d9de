"""Requests to the vendor that an organisation connected, on behalf of a handler."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy.orm import Session

from api.db.session import commit_early, released
from api.domains.commerce.connections.errors import NotConnected, refusal
from api.domains.commerce.connections.models import Connection
from api.domains.commerce.connections.repository import ConnectionRepository
from api.domains.commerce.connections.requests import History, make
from api.domains.commerce.connections.service import ConnectionService
from api.domains.commerce.connections.tokens import Tokens
from api.domains.commerce.connections.types import RequestPurpose
from api.integrations.ports.connector import Credentials
from runtime.settings import Settings

Result = TypeVar("Result")


class VendorRequests:
    """Sends requests to vendors outside of the transaction, and records them in the history."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        connections: ConnectionService,
        now: datetime,
    ) -> None:
        self.settings = settings
        self._session = session
        self._service = connections
        self._connections = ConnectionRepository(session)
        self._now = now

    def find(self, org_id: str, vendor: str) -> Connection:
        """Return the connection to a vendor.

        Raises:
            NotConnected: there is no connection, or it is paused.
        """
        row = self._connections.find_by_vendor(org_id, vendor)
        if row is None or row.status == "paused":
            raise NotConnected
        return row

    def ask(
        self,
        row: Connection,
        ask: Callable[[Credentials], Result],
        *,
        purpose: RequestPurpose = "read",
        events: int = 0,
    ) -> Result:
        """Make a request and return the vendor's response. Rows that were read before are stale afterwards.

        Raises:
            Invalid, VendorNotReached: the vendor refuses, or does not respond. The request is in the history in any
                case.
        """
        org_id, connection_id = row.org_id, row.connection_id
        tokens = Tokens(self._session, self.settings, self._now)
        credentials = tokens.current_or_refusal(row)
        with released(self._session):
            made = make(purpose, credentials, lambda: ask(credentials), events=events)
        History(self._connections, self._now).store(self._service.get(org_id, connection_id), made)
        if made.problem is not None:
            commit_early(self._session)  # keeps the history even though the call fails
            raise refusal(made.problem, made.answer)
        result: Any = made.result
        return result  # type: ignore[no-any-return]
