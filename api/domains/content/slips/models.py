"""The table of slips."""

from datetime import datetime
from typing import Any

from sqlalchemy import Double, ForeignKey, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Slip(Base):
    """A handout with its size, its elements and its code."""

    __tablename__ = "slips"

    slip_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    code_id: Mapped[str | None] = mapped_column(Text, ForeignKey("codes.code_id"))
    name: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    width_mm: Mapped[float] = mapped_column(Double)
    height_mm: Mapped[float] = mapped_column(Double)
    background: Mapped[str] = mapped_column(Text)
    elements: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    one_time: Mapped[bool]
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime]
    version: Mapped[int] = mapped_column()

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012 - as SQLAlchemy types it
