"""The tables of notifications to browsers."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class WebPushKey(Base):
    """The key pair by which push services identify an organisation (VAPID). Browsers remain subscribed to it
    permanently.
    """

    __tablename__ = "web_push_keys"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    public_key: Mapped[str] = mapped_column(Text)
    private_key_sealed: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]


class WebPushSubscription(Base):
    """A browser whose owner agreed to notifications, and the text to which they agreed."""

    __tablename__ = "web_push_subscriptions"

    subscription_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    endpoint_hash: Mapped[str] = mapped_column(Text)
    sealed: Mapped[str] = mapped_column(Text)
    """Endpoint and keys, as JSON, encrypted."""
    visitor_id: Mapped[str | None] = mapped_column(Text)
    customer_id: Mapped[str | None] = mapped_column(Text)
    page_id: Mapped[str] = mapped_column(Text)
    page_version: Mapped[int]
    code_id: Mapped[str | None] = mapped_column(Text)
    language: Mapped[str] = mapped_column(Text)
    time_zone: Mapped[str | None] = mapped_column(Text)
    text_hash: Mapped[str] = mapped_column(Text)
    agreed_at: Mapped[datetime]


class WebPushMessage(Base):
    """A message to browsers."""

    __tablename__ = "web_push_messages"

    message_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    text: Mapped[str] = mapped_column(Text)
    url: Mapped[str | None] = mapped_column(Text)
    audience: Mapped[str] = mapped_column(Text)
    audience_id: Mapped[str | None] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    scheduled_for: Mapped[datetime | None]
    due_at: Mapped[datetime | None]
    position: Mapped[str] = mapped_column(Text, default="")
    total: Mapped[int] = mapped_column(BigInteger, default=0)
    sent: Mapped[int] = mapped_column(BigInteger, default=0)
    gone: Mapped[int] = mapped_column(BigInteger, default=0)
    failed: Mapped[int] = mapped_column(BigInteger, default=0)
    not_allowed: Mapped[int] = mapped_column(BigInteger, default=0)
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    finished_at: Mapped[datetime | None]


class WebPushWaiting(Base):
    """A browser that gets a message later, because its owner has quiet hours or its push service did not accept it."""

    __tablename__ = "web_push_waiting"

    message_id: Mapped[str] = mapped_column(Text, primary_key=True)
    subscription_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    due_at: Mapped[datetime]
    tries: Mapped[int]
