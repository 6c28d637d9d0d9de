"""The table of erasures."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Erasure(Base):
    """One request to erase a person. `wanted` identifies them and is cleared when it is done."""

    __tablename__ = "erasures"

    erasure_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    subject: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    reason: Mapped[str | None] = mapped_column(Text)
    asked_by: Mapped[str | None] = mapped_column(Text)
    asked_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
    wanted: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    receipt: Mapped[dict[str, Any]] = mapped_column(JSONB)
