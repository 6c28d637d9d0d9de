"""The tables of connections."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey, Text, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Connection(Base):
    """One connection of an organisation to a vendor."""

    __tablename__ = "connections"

    connection_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    vendor: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(Text)
    account: Mapped[str] = mapped_column(Text)
    """Whose credentials they are, in the vendor's words."""
    credentials_sealed: Mapped[str] = mapped_column(Text)
    scopes: Mapped[list[str]] = mapped_column(ARRAY(Text))
    event_kinds: Mapped[list[str]] = mapped_column(ARRAY(Text))
    settings: Mapped[dict[str, Any]]
    version: Mapped[int]
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    expires_at: Mapped[datetime | None]
    """When the access token ends, if it does."""
    account_key: Mapped[str] = mapped_column(Text)
    """The account in the vendor's own terms."""
    hosts: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    """Hosts of the account's shop, by which links of codes that lead there are known."""
    refresh_at: Mapped[datetime | None]
    """From then on the tokens are to be made new."""
    tokens_at: Mapped[datetime | None]
    """When the vendor gave the tokens."""
    last_ok_at: Mapped[datetime | None]
    last_error: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    failures: Mapped[int]
    """Requests in a row that failed for a reason that may pass."""
    failing_since: Mapped[datetime | None]
    broken_since: Mapped[datetime | None]
    reported_at: Mapped[datetime | None]
    """When the owners got a mail about it."""
    not_before: Mapped[datetime | None]
    """Until then the vendor is left alone."""
    busy_until: Mapped[datetime | None]
    """Until then one worker serves it."""
    served_at: Mapped[datetime | None]
    incoming_until: Mapped[datetime | None]
    """Until then one worker applies its webhooks."""


class ConnectionDelivery(Base):
    """One event for one connection."""

    __tablename__ = "connection_deliveries"

    delivery_id: Mapped[str] = mapped_column(
        Text,
        primary_key=True,
        server_default=text("('dlv_' || replace(gen_random_uuid()::text, '-', ''))"),
    )
    org_id: Mapped[str] = mapped_column(Text)
    connection_id: Mapped[str] = mapped_column(Text)
    event_id: Mapped[UUID]
    kind: Mapped[str] = mapped_column(Text)
    customer_id: Mapped[str | None] = mapped_column(Text)
    event: Mapped[dict[str, Any]]
    """As it was recorded, without what tells visitors apart."""
    state: Mapped[str] = mapped_column(Text)
    tries: Mapped[int]
    due_at: Mapped[datetime]
    created_at: Mapped[datetime]
    give_up_at: Mapped[datetime]
    """A failure after this moment is the last."""
    ended_at: Mapped[datetime | None]
    last_status: Mapped[int | None]
    last_answer: Mapped[str] = mapped_column(Text)


class ConnectionRequest(Base):
    """One request to a vendor, and what it answered."""

    __tablename__ = "connection_requests"

    request_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    connection_id: Mapped[str] = mapped_column(Text)
    purpose: Mapped[str] = mapped_column(Text)
    outcome: Mapped[str] = mapped_column(Text)
    status: Mapped[int | None]
    answer: Mapped[str] = mapped_column(Text)
    events: Mapped[int]
    milliseconds: Mapped[int]
    requested_at: Mapped[datetime]


class ConnectionAttempt(Base):
    """A login at a vendor that was begun and not brought back yet."""

    __tablename__ = "connection_attempts"

    state_hash: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    user_id: Mapped[str] = mapped_column(Text)
    vendor: Mapped[str] = mapped_column(Text)
    connection_id: Mapped[str | None] = mapped_column(Text)
    given: Mapped[dict[str, Any]]
    settings: Mapped[dict[str, Any]]
    event_kinds: Mapped[list[str] | None] = mapped_column(ARRAY(Text))
    name: Mapped[str] = mapped_column(Text)
    verifier_sealed: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]


class IncomingWebhook(Base):
    """A webhook of a vendor, as it came, and what became of it."""

    __tablename__ = "incoming_webhooks"

    incoming_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    connection_id: Mapped[str] = mapped_column(Text)
    message_id: Mapped[str] = mapped_column(Text)
    topic: Mapped[str] = mapped_column(Text)
    body_sealed: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    tries: Mapped[int]
    received_at: Mapped[datetime]
    due_at: Mapped[datetime]
    applied_at: Mapped[datetime | None]
    note: Mapped[str] = mapped_column(Text)
    customer_id: Mapped[str | None] = mapped_column(Text)


class ConnectionBackfill(Base):
    """The past of a connection, read page by page."""

    __tablename__ = "connection_backfills"

    backfill_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    connection_id: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    since: Mapped[datetime]
    position: Mapped[str | None] = mapped_column(Text)
    """Where the next page begins, in the vendor's terms."""
    pages: Mapped[int]
    read: Mapped[int]
    recorded: Mapped[int]
    left_out: Mapped[int]
    total: Mapped[int | None]
    started_at: Mapped[datetime]
    started_by: Mapped[str | None] = mapped_column(Text)
    ended_at: Mapped[datetime | None]
    not_before: Mapped[datetime]


class ShopDiscount(Base):
    """A discount at a shop for the promo codes of a code, or of one batch of theirs."""

    __tablename__ = "shop_discounts"

    connection_id: Mapped[str] = mapped_column(Text, primary_key=True)
    discount_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    code_id: Mapped[str] = mapped_column(Text)
    batch_id: Mapped[str | None] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]
    synced_at: Mapped[datetime]
    """Promo codes that were withdrawn before are out of it."""
    ended_at: Mapped[datetime | None]
