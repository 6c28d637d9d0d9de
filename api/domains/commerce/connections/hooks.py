"""REST hooks. Each subscription is a connection, so that history, retries and limits work as for all connections."""

from typing import Annotated, Any

from fastapi import Depends

from api.auth.member import Member
from api.db.session import SessionDep
from api.domains.commerce.connections.errors import HookNotFound
from api.domains.commerce.connections.models import Connection
from api.domains.commerce.connections.repository import ConnectionRepository, DeliveryRepository
from api.domains.commerce.connections.router import ConnectionServiceDep
from api.domains.commerce.connections.schemas import ControlIntegration, SubscribeHook
from api.domains.commerce.connections.service import ConnectionService
from api.domains.commerce.connections.types import REST_HOOKS

SAMPLES = 3


class HookService:
    """REST hook subscriptions of one organisation."""

    def __init__(
        self,
        connections: ConnectionService,
        rows: ConnectionRepository,
        deliveries: DeliveryRepository,
    ) -> None:
        self._connections = connections
        self._rows = rows
        self._deliveries = deliveries

    def subscribe(self, me: Member, body: SubscribeHook) -> tuple[Connection, str]:
        """Create a subscription and return it with the secret that signs its webhooks.

        Raises:
            Invalid: nothing may be sent to this address.
            TooManyConnections: the organisation has reached its maximum number of connections.
        """
        wanted = ControlIntegration(
            action="connect",
            vendor=REST_HOOKS,
            name=body.name,
            settings={"url": body.url, "with_people": body.with_people},
            event_kinds=[body.event_kind],
        )
        row, secret = self._connections.connect(me, wanted)
        assert secret is not None
        return row, secret

    def unsubscribe(self, org_id: str, hook_id: str) -> None:
        """End a subscription.

        Raises:
            HookNotFound: there is no subscription with this ID.
        """
        row = self._rows.find(org_id, hook_id)
        if row is None or row.vendor != REST_HOOKS:
            raise HookNotFound
        self._connections.remove(org_id, row)

    def newest(self, org_id: str, kind: str) -> list[dict[str, Any]]:
        """Return the newest events of a kind among the deliveries of all connections."""
        return self._deliveries.newest_of_kind(org_id, kind, SAMPLES)


def _hooks(session: SessionDep, connections: ConnectionServiceDep) -> HookService:
    return HookService(connections, ConnectionRepository(session), DeliveryRepository(session))


HookServiceDep = Annotated[HookService, Depends(_hooks)]
