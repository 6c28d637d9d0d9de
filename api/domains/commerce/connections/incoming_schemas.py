"""Request and response bodies for incoming webhooks and backfills."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from api.domains.commerce.connections.schemas import ConnectionRef, Id
from api.kit.pagination import PagedBody
from api.kit.schemas import Schema
from api.kit.timestamps import Moment


class ListIncoming(PagedBody):
    """Webhooks of a connection."""

    connection_id: Id


class ReplayIncoming(ConnectionRef):
    """One webhook, or all that failed."""

    incoming_id: Id | None = None


class StartBackfill(ConnectionRef):
    """The connection, and how far back to read."""

    since: Moment | None = Field(
        None, description="When the orders to read begin; by default 60 days ago"
    )


class ControlBackfill(ConnectionRef):
    """The action for the current backfill."""

    action: Literal["pause", "resume", "cancel"]


class IncomingRead(Schema):
    """A webhook from a vendor and its result."""

    incoming_id: str
    message_id: str
    topic: str
    state: Literal["waiting", "applied", "left_out", "failed"]
    note: str = Field(
        description="The reason for the state, such as `no_customer`, `not_paid` or `uninstalled`"
    )
    customer_id: str | None
    tries: int
    received_at: datetime
    applied_at: datetime | None


class BackfillRead(Schema):
    """The progress of a backfill."""

    backfill_id: str
    state: Literal["running", "paused", "cancelled", "done"]
    since: datetime
    pages: int
    read: int = Field(description="Orders that were read")
    recorded: int = Field(description="Paid orders of customers among them, which were recorded")
    left_out: int
    total: int | None = Field(
        description="Orders in this period; null if the vendor does not report it"
    )
    started_at: datetime
    ended_at: datetime | None


class BackfillAnswer(Schema):
    """The newest backfill; null if there has not been one."""

    backfill: BackfillRead | None


class Replayed(Schema):
    """The number of webhooks that will be applied again."""

    count: int
