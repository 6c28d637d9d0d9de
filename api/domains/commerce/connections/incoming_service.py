"""Incoming webhooks and backfills, as members of the organisation see and control them."""

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.domains.commerce.connections.errors import (
    BackfillNotFound,
    BackfillRunning,
    IncomingNotFound,
    NotConnected,
    NothingToRead,
)
from api.domains.commerce.connections.incoming_repository import (
    BackfillRepository,
    IncomingRepository,
)
from api.domains.commerce.connections.incoming_schemas import (
    ControlBackfill,
    ListIncoming,
    ReplayIncoming,
    StartBackfill,
)
from api.domains.commerce.connections.models import ConnectionBackfill, IncomingWebhook
from api.domains.commerce.connections.service import ConnectionService
from api.integrations.connector import DESCRIPTIONS

REACHES_BACK = timedelta(days=60)
"""Shops show apps the orders of the last 60 days."""
_MOVES = {
    "pause": (("running",), "paused"),
    "resume": (("paused",), "running"),
    "cancel": (("running", "paused"), "cancelled"),
}


class IncomingService:
    """Incoming webhooks and backfills, in a session in their organisation."""

    def __init__(
        self,
        session: Session,
        connections: ConnectionService,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._incoming = IncomingRepository(session)
        self._backfills = BackfillRepository(session)
        self._service = connections
        self._now = now
        self._new_id = new_id

    def page(self, org_id: str, body: ListIncoming) -> tuple[list[IncomingWebhook], int]:
        """Return a page of a connection's webhooks, newest first, and the total number."""
        self._service.get(org_id, body.connection_id)
        return self._incoming.list_page(org_id, body.connection_id, body.paging)

    def replay(self, org_id: str, body: ReplayIncoming) -> int:
        """Queue a webhook, or all that failed, to be applied again; return how many.

        Raises:
            IncomingNotFound: there is no webhook with this ID, or it is still waiting.
        """
        self._service.get(org_id, body.connection_id)
        count = self._incoming.replay(org_id, body.connection_id, body.incoming_id, self._now)
        if body.incoming_id is not None and not count:
            raise IncomingNotFound
        return count

    def start(self, me: Member, body: StartBackfill) -> ConnectionBackfill:
        """Start reading past orders.

        Raises:
            NotConnected, NothingToRead: the connection is paused or broken, or its vendor offers no past orders.
            BackfillRunning: a backfill is already in progress.
        """
        row = self._service.get(me.org_id, body.connection_id)
        if not DESCRIPTIONS[row.vendor].has_orders:
            raise NothingToRead
        if row.status != "connected":
            raise NotConnected
        newest = self._backfills.newest(me.org_id, body.connection_id)
        if newest is not None and newest.state in ("running", "paused"):
            raise BackfillRunning
        made = ConnectionBackfill(
            backfill_id=self._new_id("bkf"),
            org_id=me.org_id,
            connection_id=body.connection_id,
            state="running",
            since=body.since or self._now - REACHES_BACK,
            pages=0,
            read=0,
            recorded=0,
            left_out=0,
            started_at=self._now,
            started_by=me.caller_id or None,
            not_before=self._now,
        )
        self._backfills.add(made)
        return made

    def newest(self, org_id: str, connection_id: str) -> ConnectionBackfill | None:
        """Return the newest backfill of a connection."""
        self._service.get(org_id, connection_id)
        return self._backfills.newest(org_id, connection_id)

    def control(self, org_id: str, body: ControlBackfill) -> ConnectionBackfill:
        """Pause, resume or cancel the current backfill. Orders that it recorded are kept.

        Raises:
            BackfillNotFound: there is no backfill in a state that allows this.
        """
        self._service.get(org_id, body.connection_id)
        row = self._backfills.newest(org_id, body.connection_id, locked=True)
        among, to = _MOVES[body.action]
        if row is None or row.state not in among:
            raise BackfillNotFound
        row.state = to
        if to == "cancelled":
            row.ended_at = self._now
        row.not_before = self._now
        return row
