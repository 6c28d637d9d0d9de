"""The table of experiences."""

from datetime import datetime

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Experience(Base):
    """One experience of an organisation."""

    __tablename__ = "experiences"

    experience_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    name: Mapped[str] = mapped_column(Text)
    code_id: Mapped[str] = mapped_column(Text, ForeignKey("codes.code_id"))
    page_id: Mapped[str | None] = mapped_column(Text)
    reward_id: Mapped[str | None] = mapped_column(Text)
    game_id: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime]
