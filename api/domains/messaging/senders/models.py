"""The table of numbers."""

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
    """When it was chosen to send from; of several, the last one chosen."""
    bought_by: Mapped[str | None] = mapped_column(Text)
