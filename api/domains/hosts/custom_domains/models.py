"""The table of custom domains."""

from datetime import datetime

from sqlalchemy import Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class CustomDomain(Base):
    """A host that an organisation has added. It belongs to the first organisation that verifies it."""

    __tablename__ = "custom_domains"

    domain_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    host: Mapped[str] = mapped_column(Text)
    """The host in ASCII and lower case."""
    token: Mapped[str] = mapped_column(Text)
    proven_at: Mapped[datetime | None]
    proven_by: Mapped[str | None] = mapped_column(Text)
    checked_at: Mapped[datetime | None]
    problem: Mapped[str | None] = mapped_column(Text)
    lost_at: Mapped[datetime | None]
    notified_at: Mapped[datetime | None]
    is_default: Mapped[bool] = mapped_column(default=False)
    home_url: Mapped[str | None] = mapped_column(Text)
    unknown_url: Mapped[str | None] = mapped_column(Text)
    home_problem: Mapped[str | None] = mapped_column(Text)
    unknown_problem: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
