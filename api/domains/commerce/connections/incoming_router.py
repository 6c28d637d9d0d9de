"""Routes for incoming webhooks and backfills, and the address to which vendors send webhooks."""

from typing import Annotated

from fastapi import Depends, Request
from pydantic import StringConstraints

from api.auth.member import AdminDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.commerce.connections.incoming_schemas import (
    BackfillAnswer,
    BackfillRead,
    ControlBackfill,
    IncomingRead,
    ListIncoming,
    Replayed,
    ReplayIncoming,
    StartBackfill,
)
from api.domains.commerce.connections.incoming_service import IncomingService
from api.domains.commerce.connections.receiving import take_webhook
from api.domains.commerce.connections.router import ConnectionServiceDep
from api.domains.commerce.connections.schemas import ConnectionRef
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.pagination import Page, page_of
from api.kit.process_state import SettingsDep
from api.kit.schemas import Schema

router = ApiRouter(tags=["integrations"])
webhooks = ApiRouter(tags=["integrations"], include_in_schema=False)


def _incoming(
    session: SessionDep, connections: ConnectionServiceDep, now: NowDep
) -> IncomingService:
    return IncomingService(session, connections, now, new_id)


IncomingDep = Annotated[IncomingService, Depends(_incoming)]


@router.post("/v1/list-incoming-webhooks")
def list_incoming_webhooks(
    body: ListIncoming, me: ViewerDep, incoming: IncomingDep
) -> Page[IncomingRead]:
    """List the webhooks that a vendor sent, newest first, and their results."""
    rows, total = incoming.page(me.org_id, body)
    return page_of([IncomingRead.model_validate(it) for it in rows], total, body.paging)


@router.post("/v1/replay-incoming-webhooks")
def replay_incoming_webhooks(body: ReplayIncoming, me: AdminDep, incoming: IncomingDep) -> Replayed:
    """Apply a webhook again, or all that failed."""
    return Replayed(count=incoming.replay(me.org_id, body))


@router.post("/v1/start-integration-backfill")
def start_integration_backfill(
    body: StartBackfill, me: AdminDep, incoming: IncomingDep
) -> BackfillAnswer:
    """Start reading the past orders of a connected shop, page by page."""
    made = incoming.start(me, body)
    return BackfillAnswer(backfill=BackfillRead.model_validate(made))


@router.post("/v1/get-integration-backfill")
def get_integration_backfill(
    body: ConnectionRef, me: ViewerDep, incoming: IncomingDep
) -> BackfillAnswer:
    """Get the progress of the newest backfill of a connection."""
    row = incoming.newest(me.org_id, body.connection_id)
    return BackfillAnswer(backfill=None if row is None else BackfillRead.model_validate(row))


@router.post("/v1/control-integration-backfill")
def control_integration_backfill(
    body: ControlBackfill, me: AdminDep, incoming: IncomingDep
) -> BackfillAnswer:
    """Pause, resume or cancel a backfill. Orders that were already recorded are kept."""
    row = incoming.control(me.org_id, body)
    return BackfillAnswer(backfill=BackfillRead.model_validate(row))


class WebhookTaken(Schema):
    """The webhook was stored, or its account does not belong to any connection."""


async def _raw(request: Request) -> bytes:
    return await request.body()


@webhooks.post("/webhooks/{vendor}")
def take_vendor_webhook(
    vendor: Annotated[str, StringConstraints(max_length=40, pattern="^[a-z_]+$")],
    body: Annotated[bytes, Depends(_raw)],
    request: Request,
    session: SessionDep,
    settings: SettingsDep,
    now: NowDep,
) -> WebhookTaken:
    """Receive a webhook from a vendor. Its signature authenticates it."""
    take_webhook(session, settings, vendor, request.headers, body, now, new_id)
    return WebhookTaken()
