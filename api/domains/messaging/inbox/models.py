"""The tables of text message conversations."""

from datetime import datetime

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class TextConversation(Base):
    """The messages from one number to an organisation, and who is responsible for them."""

    __tablename__ = "text_conversations"

    conversation_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    address_index: Mapped[bytes]
    address_sealed: Mapped[str] = mapped_column(Text)
    customer_id: Mapped[str | None] = mapped_column(Text)
    assigned_to: Mapped[str | None] = mapped_column(Text)
    is_open: Mapped[bool]
    is_flagged: Mapped[bool]
    """Whether the sender wrote that they want no more messages, in words that a person must read."""
    unread: Mapped[int]
    last_at: Mapped[datetime]


class TextReply(Base):
    """One message to the organisation."""

    __tablename__ = "text_replies"

    reply_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    conversation_id: Mapped[str] = mapped_column(Text)
    provider_id: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    content_sealed: Mapped[str] = mapped_column(Text)
    received_at: Mapped[datetime]


class CannedAnswer(Base):
    """A prepared answer that is used often."""

    __tablename__ = "canned_answers"

    answer_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    name: Mapped[str] = mapped_column(Text)
    text: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
