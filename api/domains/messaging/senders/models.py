"""The tables of numbers, names and messaging services."""

from datetime import datetime

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class SmsNumber(Base):
    """A number that an organisation bought."""

    __tablename__ = "sms_numbers"

    number_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    phone: Mapped[str] = mapped_column(Text)
    provider_id: Mapped[str] = mapped_column(Text)
    country: Mapped[str] = mapped_column(Text)
    place: Mapped[str] = mapped_column(Text)
    bought_at: Mapped[datetime]
    default_since: Mapped[datetime | None]
    """When it was chosen as the number to send from. The number that was chosen last is used."""
    bought_by: Mapped[str | None] = mapped_column(Text)
    per_second: Mapped[int]
    """Segments per second that networks accept from it."""
    in_service: Mapped[bool]
    """Whether it belongs to the organisation's messaging service."""


class SmsService(Base):
    """The messaging service of an organisation at the provider, which selects one of its numbers for each message."""

    __tablename__ = "sms_services"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    provider_id: Mapped[str] = mapped_column(Text)
    per_second: Mapped[int]
    made_at: Mapped[datetime]
    made_by: Mapped[str | None] = mapped_column(Text)


class SmsSenderName(Base):
    """The sender name of text messages to a country."""

    __tablename__ = "sms_sender_names"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    country: Mapped[str] = mapped_column(Text, primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    is_registered: Mapped[bool]
    changed_at: Mapped[datetime]
    changed_by: Mapped[str | None] = mapped_column(Text)
