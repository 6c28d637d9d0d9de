"""The table of messages."""

from datetime import datetime

from sqlalchemy import BigInteger, FetchedValue, ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Message(Base):
    """One message to one person, on one channel."""

    __tablename__ = "messages"

    message_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    source: Mapped[str] = mapped_column(Text)
    source_id: Mapped[str] = mapped_column(Text)
    step: Mapped[str] = mapped_column(Text)
    variant: Mapped[str] = mapped_column(Text)
    customer_id: Mapped[str | None] = mapped_column(Text)
    channel: Mapped[str] = mapped_column(Text)
    purpose: Mapped[str] = mapped_column(Text)
    address_index: Mapped[bytes | None]
    address_sealed: Mapped[str | None] = mapped_column(Text)
    content_sealed: Mapped[str | None] = mapped_column(Text)
    language: Mapped[str] = mapped_column(Text)
    code_id: Mapped[str | None] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    reason: Mapped[str] = mapped_column(Text)
    """Why it was refused, has failed, or is waiting."""
    tries: Mapped[int]
    due_at: Mapped[datetime]
    not_after: Mapped[datetime | None]
    skips_quiet: Mapped[bool]
    held: Mapped[bool] = mapped_column(default=False, server_default=FetchedValue())
    """Whether its campaign is paused. It then waits, even if it is due."""
    claimed_until: Mapped[datetime | None]
    """Until when a worker's claim lasts, or when the provider is queried about it."""
    entry_id: Mapped[str | None] = mapped_column(Text)
    """The entry of the consent ledger that permitted it."""
    provider: Mapped[str] = mapped_column(Text)
    provider_id: Mapped[str | None] = mapped_column(Text)
    sender: Mapped[str] = mapped_column(Text)
    segments: Mapped[int | None]
    cost_micros: Mapped[int | None] = mapped_column(BigInteger)
    """Cost in millionths of `currency`, as reported by the provider."""
    currency: Mapped[str | None] = mapped_column(Text)
    created_by: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime]
    sending_at: Mapped[datetime | None]
    sent_at: Mapped[datetime | None]
    delivered_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    clicked_at: Mapped[datetime | None]
