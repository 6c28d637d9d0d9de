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
    """The account that the credentials belong to, as the vendor names it."""
    credentials_sealed: Mapped[str] = mapped_column(Text)
    scopes: Mapped[list[str]] = mapped_column(ARRAY(Text))
    event_kinds: Mapped[list[str]] = mapped_column(ARRAY(Text))
    settings: Mapped[dict[str, Any]]
    version: Mapped[int]
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    expires_at: Mapped[datetime | None]
    """When the access token expires, if it does."""
    account_key: Mapped[str] = mapped_column(Text)
    """The vendor's own identifier of the account."""
    hosts: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    """Hosts of the account's shop, used to recognise codes whose links lead there."""
    refresh_at: Mapped[datetime | None]
    """When the tokens are due to be refreshed."""
    tokens_at: Mapped[datetime | None]
    """When the vendor issued the tokens."""
    last_ok_at: Mapped[datetime | None]
    last_error: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    failures: Mapped[int]
    """Consecutive requests that failed for a reason that may be temporary."""
    failing_since: Mapped[datetime | None]
    broken_since: Mapped[datetime | None]
    reported_at: Mapped[datetime | None]
    """When the owners were notified of the problem by email."""
    not_before: Mapped[datetime | None]
    """Nothing is sent to the vendor before this time."""
    busy_until: Mapped[datetime | None]
    """Until this time, the worker that claimed the connection sends its events."""
    served_at: Mapped[datetime | None]
    incoming_until: Mapped[datetime | None]
    """Until this time, the worker that claimed the connection applies its webhooks."""


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
    """The recorded event, without values that identify a visitor."""
    state: Mapped[str] = mapped_column(Text)
    tries: Mapped[int]
    due_at: Mapped[datetime]
    created_at: Mapped[datetime]
    give_up_at: Mapped[datetime]
    """A failure after this time is final."""
    ended_at: Mapped[datetime | None]
    last_status: Mapped[int | None]
    last_answer: Mapped[str] = mapped_column(Text)


class ConnectionRequest(Base):
    """One request to a vendor, and its response."""

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
    """A login at a vendor that has been started but not finished."""

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
    """A webhook from a vendor as it was received, and its result."""

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
    """A backfill of a connection, read page by page."""

    __tablename__ = "connection_backfills"

    backfill_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    connection_id: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    since: Mapped[datetime]
    position: Mapped[str | None] = mapped_column(Text)
    """Where the next page begins, in the vendor's notation."""
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
    """A discount at a shop for the promo codes of a code, or of one of its batches."""

    __tablename__ = "shop_discounts"

    connection_id: Mapped[str] = mapped_column(Text, primary_key=True)
    discount_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    code_id: Mapped[str] = mapped_column(Text)
    batch_id: Mapped[str | None] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]
    synced_at: Mapped[datetime]
    """Promo codes that were withdrawn before this time have been removed from the discount."""
    ended_at: Mapped[datetime | None]
