"""Incoming webhooks: verified, stored once as received, and acknowledged. A worker applies them later."""

from collections.abc import Callable, Mapping
from datetime import datetime

import structlog
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.commerce.connections.errors import NotFromVendor
from api.domains.commerce.connections.incoming_repository import (
    IncomingRepository,
    connections_of_account,
)
from api.domains.commerce.connections.sealing import IncomingBox
from api.integrations.incoming import webhooks_of
from api.integrations.ports.incoming import WebhookForged
from runtime.settings import Settings

log = structlog.get_logger(__name__)


def take_webhook(
    session: Session,
    settings: Settings,
    vendor: str,
    headers: Mapping[str, str],
    body: bytes,
    now: datetime,
    new_id: Callable[[str], str],
) -> int:
    """Store a webhook for each connection to the account that it concerns; return how many were new.

    Raises:
        NotFromVendor: there is no such vendor, or its signature is missing, wrong or too old.
    """
    reader = webhooks_of(settings, vendor)
    if reader is None:
        raise NotFromVendor
    try:
        message = reader.read_webhook(headers, body, now)
    except WebhookForged as forged:
        log.warning("a webhook was refused", vendor=vendor, reason=str(forged))
        raise NotFromVendor from None
    stored = 0
    for org_id, connection_id in connections_of_account(session, vendor, message.account_key):
        enter_tenant(session, org_id)
        stored += IncomingRepository(session).add(
            {
                "incoming_id": new_id("inc"),
                "org_id": org_id,
                "connection_id": connection_id,
                "message_id": message.message_id,
                "topic": message.topic,
                "body_sealed": IncomingBox(settings).seal(body),
                "state": "waiting",
                "tries": 0,
                "received_at": now,
                "due_at": now,
                "note": "",
            }
        )
    return stored
