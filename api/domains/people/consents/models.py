"""The tables of consents, suppression lists and quiet hours."""

from datetime import datetime, time
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, Identity, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class ConsentText(Base):
    """A text that people agreed to, stored once per wording."""

    __tablename__ = "consent_texts"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    text_hash: Mapped[str] = mapped_column(Text, primary_key=True)
    text: Mapped[str] = mapped_column(Text)
    first_shown_at: Mapped[datetime]


class ConsentEntry(Base):
    """One yes or no. Entries never change, and the current state is their sum."""

    __tablename__ = "consent_entries"

    entry_id: Mapped[str] = mapped_column(Text, primary_key=True)
    seq: Mapped[int] = mapped_column(BigInteger, Identity(always=True))
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    customer_id: Mapped[str] = mapped_column(Text)
    channel: Mapped[str] = mapped_column(Text)
    purpose: Mapped[str] = mapped_column(Text)
    decision: Mapped[str] = mapped_column(Text)
    address_index: Mapped[bytes | None]
    source: Mapped[str] = mapped_column(Text)
    text_hash: Mapped[str | None] = mapped_column(Text)
    language: Mapped[str | None] = mapped_column(Text)
    page_id: Mapped[str | None] = mapped_column(Text)
    page_version: Mapped[int | None]
    code_id: Mapped[str | None] = mapped_column(Text)
    event_id: Mapped[UUID | None]
    confirms: Mapped[str | None] = mapped_column(Text)
    """The request that this yes confirms."""
    reason: Mapped[str | None] = mapped_column(Text)
    recorded_by: Mapped[str | None] = mapped_column(Text)
    decided_at: Mapped[datetime]
    recorded_at: Mapped[datetime]


class ConsentMail(Base):
    """The last email that asked the owner of an address to confirm."""

    __tablename__ = "consent_mails"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    address_index: Mapped[bytes] = mapped_column(primary_key=True)
    mail_id: Mapped[str] = mapped_column(Text)
    customer_id: Mapped[str] = mapped_column(Text)
    language: Mapped[str] = mapped_column(Text)
    requests: Mapped[int]
    first_at: Mapped[datetime]
    requested_at: Mapped[datetime]


class SuppressionList(Base):
    """Addresses to which nothing may be sent."""

    __tablename__ = "suppression_lists"

    list_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    name: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)


class SuppressedAddress(Base):
    """One address of a list, stored only as a blind index, from which it cannot be read."""

    __tablename__ = "suppressed_addresses"

    list_id: Mapped[str] = mapped_column(Text, primary_key=True)
    address_index: Mapped[bytes] = mapped_column(primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    added_at: Mapped[datetime]


class ContactRules(Base):
    """An organisation's quiet hours, frequency cap and minimum age. Without a row there are none."""

    __tablename__ = "contact_rules"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    quiet_from: Mapped[time | None]
    quiet_until: Mapped[time | None]
    cap_messages: Mapped[int | None]
    """The maximum number of news and surveys that one person gets within `cap_days`, over all channels."""
    cap_days: Mapped[int | None]
    by_country: Mapped[bool] = mapped_column(default=False)
    """Whether advertising by text message respects the hours of the recipient's country."""
    min_age: Mapped[int | None]
    """News are not sent to anybody who is known to be younger."""
    updated_at: Mapped[datetime]
    updated_by: Mapped[str | None] = mapped_column(Text)
