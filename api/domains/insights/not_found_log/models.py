"""The table of dismissed addresses."""

from datetime import datetime

from sqlalchemy import Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class DismissedMiss(Base):
    """An address of the not-found log that a member dismissed."""

    __tablename__ = "dismissed_misses"

    org_id: Mapped[str] = mapped_column(Text, primary_key=True)
    host: Mapped[str] = mapped_column(Text, primary_key=True)
    path: Mapped[str] = mapped_column(Text, primary_key=True)
    dismissed_at: Mapped[datetime]
    dismissed_by: Mapped[str | None] = mapped_column(Text)
