"""The tables of updates of passes."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class PassPush(Base):
    """A phone that has to be told that a pass on it changed. The database notes it with the change."""

    __tablename__ = "pass_pushes"

    pass_id: Mapped[str] = mapped_column(Text, primary_key=True)
    device_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    tag: Mapped[int] = mapped_column(BigInteger)
    tries: Mapped[int]
    due_at: Mapped[datetime]
