"""The table of seasons."""

from datetime import datetime

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Season(Base):
    """One season of one leaderboard. The current one has no end; the first has no start."""

    __tablename__ = "leaderboard_seasons"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    board: Mapped[str] = mapped_column(Text, primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    starts_at: Mapped[datetime | None]
    ends_at: Mapped[datetime | None]
    ended_by: Mapped[str | None] = mapped_column(Text)
