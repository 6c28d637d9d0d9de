"""The table of the studio's pictures."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Text, select
from sqlalchemy.orm import Mapped, column_property, mapped_column

from api.db.base import Base
from api.domains.codes.codes.tables import codes


class AiPicture(Base):
    """A picture whose code the readers could read."""

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
    created_at: Mapped[datetime]

    code_id: Mapped[str | None] = column_property(
        select(codes.c.code_id)
        .where(codes.c.org_id == org_id, codes.c.ai_media_id == media_id)
        .correlate_except(codes)
        .scalar_subquery()
    )
    """The code that uses the picture."""
