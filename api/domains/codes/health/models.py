"""The table of destination checks, which the pipelines write."""

from datetime import datetime

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class DestinationCheck(Base):
    """The most recent check of one address of one code."""

    __tablename__ = "destination_checks"

    code_id: Mapped[str] = mapped_column(Text, ForeignKey("codes.code_id"), primary_key=True)
    url: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    state: Mapped[str] = mapped_column(Text)
    status: Mapped[int | None]
    reason: Mapped[str | None] = mapped_column(Text)
    checked_at: Mapped[datetime]
    broken_since: Mapped[datetime | None]
    notified_at: Mapped[datetime | None]
    """When the owners got an email about this outage."""
