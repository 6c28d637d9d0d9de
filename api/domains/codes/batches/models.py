"""The table of batches."""

from datetime import datetime

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class CodeBatch(Base):
    """Codes that were created together. Each of them has the batch's ID."""

    __tablename__ = "code_batches"

    batch_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    base_code_id: Mapped[str | None] = mapped_column(Text, ForeignKey("codes.code_id"))
    kind: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    amount: Mapped[int]
    job_id: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    withdrawn_at: Mapped[datetime | None]
