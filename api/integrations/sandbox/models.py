"""The table of messages that were not sent."""

from datetime import datetime

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class SandboxMessage(Base):
    """A message stored by the sandbox."""

    __tablename__ = "sandbox_messages"

    message_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    channel: Mapped[str] = mapped_column(Text)
    recipient: Mapped[str] = mapped_column(Text)
    subject: Mapped[str] = mapped_column(Text, server_default="")
    body: Mapped[str] = mapped_column(Text)
    html: Mapped[str] = mapped_column(Text, server_default="")
    unsubscribe_url: Mapped[str] = mapped_column(Text, server_default="")
    """The URL that the unsubscribe button of a mail program would call (RFC 8058)."""
    created_at: Mapped[datetime]
