"""Routes for connections."""

from typing import Annotated

from fastapi import Depends

import api.domains.commerce.connections.withdrawals  # noqa: F401 (listens to consents)
from api.auth.member import AdminDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.commerce.connections.examples import preview_of
from api.domains.commerce.connections.models import Connection
from api.domains.commerce.connections.oauth import OAuthService
from api.domains.commerce.connections.schemas import (
    ConnectionMade,
    ConnectionRead,
    ConnectionRef,
    ControlAnswer,
    ControlIntegration,
    DeliveryRead,
    EventPreview,
    FinishIntegration,
    IntegrationRef,
    Integrations,
    ListDeliveries,
    ListIntegrations,
    ListRequests,
    PreviewEvent,
    RequestRead,
    TriedAgain,
    TryAgain,
    UpdateIntegration,
    UpdateSettings,
)
from api.domains.commerce.connections.service import ConnectionService
from api.domains.commerce.connections.views import (
    connection_read,
    delivery_read,
    request_read,
    vendor_read,
)
from api.integrations.connector import DESCRIPTIONS, missing_variables
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.pagination import Page, page_of
from api.kit.process_state import SettingsDep

router = ApiRouter(tags=["integrations"])


def _service(session: SessionDep, settings: SettingsDep, now: NowDep) -> ConnectionService:
    return ConnectionService(session, settings, now, new_id)


ConnectionServiceDep = Annotated[ConnectionService, Depends(_service)]


def _logins(
    session: SessionDep, settings: SettingsDep, connections: ConnectionServiceDep, now: NowDep
) -> OAuthService:
    return OAuthService(session, settings, connections, now)


OAuthServiceDep = Annotated[OAuthService, Depends(_logins)]


@router.post("/v1/integration-controller")
def control_integration(
    body: ControlIntegration,
    me: AdminDep,
    connections: ConnectionServiceDep,
    logins: OAuthServiceDep,
) -> ControlAnswer:
    """Connect a vendor, or disconnect, test, pause or resume a connection.

    For a vendor that uses OAuth, `connect` returns the URL for the login.
    """
    if body.action == "connect" and connections.uses_oauth(me.org_id, body):
        url = logins.begin(me, body)
        return ControlAnswer(
            action=body.action, connection=None, secret=None, authorization_url=url
        )
    row, secret = connections.control(me, body)
    shown = _read(connections, row) if row is not None else None
    return ControlAnswer(
        action=body.action, connection=shown, secret=secret, authorization_url=None
    )


@router.post("/v1/finish-integration")
def finish_integration(
    body: FinishIntegration,
    me: AdminDep,
    connections: ConnectionServiceDep,
    logins: OAuthServiceDep,
) -> ConnectionRead:
    """Finish an OAuth login and create or renew the connection. Only the person who started the login can finish it,
    once.
    """
    return _read(connections, logins.finish(me, body.query))


@router.post("/v1/get-integration")
def get_integration(
    body: IntegrationRef, me: ViewerDep, connections: ConnectionServiceDep
) -> ConnectionRead:
    """Get a connection by its id, or the newest connection to a vendor."""
    return _read(connections, connections.find(me.org_id, body))


@router.post("/v1/list-integrations")
def list_integrations(
    _body: ListIntegrations,
    me: ViewerDep,
    connections: ConnectionServiceDep,
    settings: SettingsDep,
) -> Integrations:
    """List the vendors that can be connected, and all connections with their health."""
    return Integrations(
        vendors=[vendor_read(it, missing_variables(settings, it)) for it in DESCRIPTIONS.values()],
        connections=[connection_read(*it) for it in connections.list_all(me.org_id)],
    )


@router.post("/v1/update-integration")
def update_integration(
    body: UpdateIntegration, me: AdminDep, connections: ConnectionServiceDep
) -> ConnectionRead:
    """Change a connection. New credentials are checked with the vendor first."""
    row = connections.find(me.org_id, body)
    return _read(connections, connections.update(me.org_id, row, body))


@router.post("/v1/update")
def update_integration_settings(
    body: UpdateSettings, me: AdminDep, connections: ConnectionServiceDep
) -> ConnectionRead:
    """Change individual settings of a connection."""
    row = connections.find(me.org_id, body)
    return _read(connections, connections.update_settings(me.org_id, row, body))


@router.post("/v1/rotate-integration-secret")
def rotate_integration_secret(
    body: ConnectionRef, me: AdminDep, connections: ConnectionServiceDep
) -> ConnectionMade:
    """Create a new signing secret. For 24 hours, webhooks are signed with the old secret too."""
    row, secret = connections.rotate_secret(me.org_id, body.connection_id)
    return ConnectionMade(connection=_read(connections, row), secret=secret)


@router.post("/v1/list-integration-deliveries")
def list_integration_deliveries(
    body: ListDeliveries, me: ViewerDep, connections: ConnectionServiceDep
) -> Page[DeliveryRead]:
    """List the events for a connection, newest first, with their delivery state."""
    rows, total = connections.deliveries(me.org_id, body)
    return page_of([delivery_read(it) for it in rows], total, body.paging)


@router.post("/v1/list-integration-requests")
def list_integration_requests(
    body: ListRequests, me: ViewerDep, connections: ConnectionServiceDep
) -> Page[RequestRead]:
    """List the requests to a vendor, newest first, with its responses."""
    rows, total = connections.requests(me.org_id, body)
    return page_of([request_read(it) for it in rows], total, body.paging)


@router.post("/v1/retry-integration-deliveries")
def retry_integration_deliveries(
    body: TryAgain, me: AdminDep, connections: ConnectionServiceDep
) -> TriedAgain:
    """Send an event again, or all that were set aside or refused."""
    count = connections.try_again(me.org_id, body.connection_id, body.delivery_id)
    return TriedAgain(count=count)


@router.post("/v1/preview-integration-event")
def preview_integration_event(
    body: PreviewEvent,
    me: ViewerDep,
    connections: ConnectionServiceDep,
    settings: SettingsDep,
    now: NowDep,
) -> EventPreview:
    """Preview what a connection sends for an event, with the data of a sample person. It uses the newest event, or an
    example. Settings can be tried out before they are saved.
    """
    return preview_of(connections, settings, me.org_id, body, now)


def _read(connections: ConnectionService, row: Connection) -> ConnectionRead:
    return connection_read(row, connections.counts(row.org_id, row))
