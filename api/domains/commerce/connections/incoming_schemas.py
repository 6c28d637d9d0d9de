"""Bodies of the calls about webhooks of vendors and about backfills."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from api.domains.commerce.connections.schemas import ConnectionRef, Id
from api.kit.pagination import PagedBody
from api.kit.schemas import Schema
from api.kit.timestamps import Moment


class ListIncoming(PagedBody):
    """A page of the webhooks of a connection."""

    connection_id: Id


class ReplayIncoming(ConnectionRef):
    """One webhook, or all that failed."""

    incoming_id: Id | None = None


class StartBackfill(ConnectionRef):
    """Which past to read."""

    since: Moment | None = Field(None, description="Left out: sixty days ago")


class ControlBackfill(ConnectionRef):
    """What to do with the backfill that goes on."""

    action: Literal["pause", "resume", "cancel"]


class IncomingRead(Schema):
    """One webhook of a vendor, and what became of it."""

    incoming_id: str
    message_id: str
    topic: str
    state: Literal["waiting", "applied", "left_out", "failed"]
    note: str = Field(description="Why, as a word: no_customer, not_paid, uninstalled, …")
    customer_id: str | None
    tries: int
    received_at: datetime
    applied_at: datetime | None


class BackfillRead(Schema):
    """How far a backfill is."""

    backfill_id: str
    state: Literal["running", "paused", "cancelled", "done"]
    since: datetime
    pages: int
    read: int = Field(description="Orders that were read")
    recorded: int = Field(description="Of these, paid orders of customers")
    left_out: int
    total: int | None = Field(description="Orders of that time, as far as the vendor says")
    started_at: datetime
    ended_at: datetime | None


class BackfillAnswer(Schema):
    """The newest backfill; null if there was none."""

    backfill: BackfillRead | None


class Replayed(Schema):
    """How many webhooks are applied again."""

    count: int
