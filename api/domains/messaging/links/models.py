"""The table of links of messages."""

from datetime import datetime

from sqlalchemy import BigInteger, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class MessageLinks(Base):
    """Where the links of one message lead. It goes when the message does."""

    __tablename__ = "message_links"

    link_key: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    org_id: Mapped[str] = mapped_column(Text)
    message_id: Mapped[str] = mapped_column(Text)
    targets_sealed: Mapped[str] = mapped_column(Text)
    """Addresses, which may name a person: sealed with the installation's sealing key, so that a redirect needs no other."""
    expires_at: Mapped[datetime]
