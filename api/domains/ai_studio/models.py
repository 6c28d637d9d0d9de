"""The table of the studio's pictures."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class AiPicture(Base):
    """One picture that readers read."""

    __tablename__ = "ai_pictures"

    job_id: Mapped[str] = mapped_column(Text, primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    media_id: Mapped[str] = mapped_column(Text)
    content: Mapped[str] = mapped_column(Text)
    prompt: Mapped[str] = mapped_column(Text)
    style: Mapped[str] = mapped_column(Text)
    seed: Mapped[int] = mapped_column(BigInteger)
    source: Mapped[str] = mapped_column(Text)
    grip: Mapped[int]
    code_id: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime]
