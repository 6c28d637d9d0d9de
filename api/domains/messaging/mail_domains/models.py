"""The table of mail domains."""

from datetime import datetime

from sqlalchemy import ForeignKey, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class MailDomain(Base):
    """A domain, the address from which emails are sent, and the key that signs them."""

    __tablename__ = "mail_domains"

    domain_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    domain: Mapped[str] = mapped_column(Text)
    mailbox: Mapped[str] = mapped_column(Text)
    """The part of the address before the @."""
    sender_name: Mapped[str] = mapped_column(Text)
    selector: Mapped[str] = mapped_column(Text)
    public_key: Mapped[str] = mapped_column(Text)
    private_key_sealed: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    findings: Mapped[dict[str, str]] = mapped_column(JSONB)
    """The results of the last check, by record."""
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    checked_at: Mapped[datetime | None]
    verified_at: Mapped[datetime | None]
    default_since: Mapped[datetime | None]
    """When it was chosen for sending. Of several domains, the one that was chosen last is used."""
