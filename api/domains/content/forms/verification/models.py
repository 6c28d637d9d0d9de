"""The table of passcodes that were sent."""

from datetime import datetime

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class PhoneVerificationRow(Base):
    """The newest passcode for a number. Neither the number nor the passcode is stored in plain text."""

    __tablename__ = "phone_verifications"

    verification_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    phone_key: Mapped[str] = mapped_column(Text)
    code_hash: Mapped[str] = mapped_column(Text)
    tries: Mapped[int]
    sent: Mapped[int]
    sent_at: Mapped[datetime]
    first_sent_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    verified_at: Mapped[datetime | None]
