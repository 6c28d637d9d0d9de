"""The table of links in messages."""

from datetime import datetime

from sqlalchemy import BigInteger, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class MessageLinks(Base):
    """The destinations of the links in one message. Deleted together with the message."""

    __tablename__ = "message_links"

    link_key: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    org_id: Mapped[str] = mapped_column(Text)
    message_id: Mapped[str] = mapped_column(Text)
    targets_sealed: Mapped[str] = mapped_column(Text)
    """Addresses, which may contain personal data: encrypted with the installation's sealing key, so that a redirect
    needs no other key.
    """
    expires_at: Mapped[datetime]
