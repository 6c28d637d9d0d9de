"""Lists and segments at a marketing vendor, to choose from and to add to."""

from collections.abc import Callable
from typing import Literal, TypeVar

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.domains.commerce.connections.models import Connection
from api.domains.commerce.connections.repository import ConnectionRepository
from api.domains.commerce.connections.schemas import (
    ControlIntegration,
    IntegrateKlaviyo,
    UpdateIntegration,
)
from api.domains.commerce.connections.service import ConnectionService
from api.domains.commerce.connections.vendor_requests import VendorRequests
from api.integrations.connector import audiences
from api.integrations.ports.connector import AudienceConnector, Credentials, VendorGroup

VENDOR = "klaviyo"
Result = TypeVar("Result")


class AudienceService:
    """Lists and segments of the marketing vendor that an organisation has connected."""

    def __init__(
        self,
        session: Session,
        connections: ConnectionService,
        asking: VendorRequests,
    ) -> None:
        self._service = connections
        self._connections = ConnectionRepository(session)
        self._asking = asking

    def integrate(self, me: Member, body: IntegrateKlaviyo) -> Connection:
        """Connect the account, or change what is sent to it if it is already connected."""
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
        row = self._service.get(me.org_id, row.connection_id)
        change = UpdateIntegration(
            settings={**row.settings, **settings} if settings else None,
            event_kinds=body.event_kinds,
            credentials=keys or None,
        )
        return self._service.update(me.org_id, row, change)

    def groups(self, org_id: str, kind: Literal["list", "segment"]) -> list[VendorGroup]:
        """Return the vendor's lists or segments, sorted by name."""
        return self._ask(org_id, lambda vendor, keys: vendor.groups(keys, kind))

    def create_list(self, org_id: str, name: str) -> VendorGroup:
        """Create a list at the vendor."""
        return self._ask(org_id, lambda vendor, keys: vendor.create_list(keys, name))

    def _ask(self, org_id: str, ask: Callable[[AudienceConnector, Credentials], Result]) -> Result:
        vendor = audiences(self._asking.settings, VENDOR)
        row = self._asking.find(org_id, VENDOR)
        return self._asking.ask(row, lambda credentials: ask(vendor, credentials))
