"""Lists and segments that a marketing vendor has, to choose from and to add to."""

from collections.abc import Callable
from datetime import datetime
from typing import Literal, TypeVar

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.db.session import commit_early, released
from api.domains.commerce.connections.errors import NotConnected, refusal
from api.domains.commerce.connections.models import Connection
from api.domains.commerce.connections.repository import ConnectionRepository
from api.domains.commerce.connections.requests import History, make
from api.domains.commerce.connections.schemas import (
    ControlIntegration,
    IntegrateKlaviyo,
    UpdateIntegration,
)
from api.domains.commerce.connections.sealing import CredentialBox
from api.domains.commerce.connections.service import ConnectionService
from api.integrations.connector import audiences
from api.integrations.ports.connector import AudienceConnector, Credentials, VendorGroup
from runtime.settings import Settings

VENDOR = "klaviyo"
Result = TypeVar("Result")


class AudienceService:
    """Lists and segments of the vendor that an organisation connected."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        connections: ConnectionService,
        now: datetime,
    ) -> None:
        self._session = session
        self._settings = settings
        self._service = connections
        self._connections = ConnectionRepository(session)
        self._now = now

    def integrate(self, me: Member, body: IntegrateKlaviyo) -> Connection:
        """Connect the account, or change what it gets if it is connected."""
        row = self._connections.find_by_vendor(me.org_id, VENDOR)
        settings = {} if body.list_id is None else {"list_id": body.list_id}
        keys = {"api_key": body.api_key} if body.api_key else {}
        if row is None:
            connect = ControlIntegration(
                action="connect",
                vendor=VENDOR,
                credentials=keys,
                settings=settings,
                event_kinds=body.event_kinds,
            )
            return self._service.connect(me, connect)[0]
        change = UpdateIntegration(
            settings={**row.settings, **settings},
            event_kinds=body.event_kinds,
            credentials=keys or None,
        )
        return self._service.update(me.org_id, row, change)

    def groups(self, org_id: str, kind: Literal["list", "segment"]) -> list[VendorGroup]:
        """Lists, or segments, by name."""
        return self._ask(org_id, lambda vendor, keys: vendor.groups(keys, kind))

    def create_list(self, org_id: str, name: str) -> VendorGroup:
        """A new list."""
        return self._ask(org_id, lambda vendor, keys: vendor.create_list(keys, name))

    def _ask(self, org_id: str, ask: Callable[[AudienceConnector, Credentials], Result]) -> Result:
        """Ask the vendor outside of the transaction, and write what became of it into the history.

        Raises:
            NotConnected: it is not connected.
            Invalid, VendorNotReached: it refuses, or does not answer.
        """
        row = self._connections.find_by_vendor(org_id, VENDOR)
        if row is None:
            raise NotConnected
        connection_id = row.connection_id
        credentials = CredentialBox(self._settings).unseal(row.credentials_sealed)
        vendor = audiences(self._settings, VENDOR)
        with released(self._session):
            made = make("read", credentials, lambda: ask(vendor, credentials))
        History(self._connections, self._now).store(self._service.get(org_id, connection_id), made)
        if made.problem is not None:
            commit_early(self._session)  # what the history has stays, though the call fails
            raise refusal(made.problem, made.answer)
        result: Result = made.result
        return result
