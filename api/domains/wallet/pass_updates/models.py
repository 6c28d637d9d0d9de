"""The tables of updates of passes."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class PassPush(Base):
    """A phone that must be notified that a pass on it changed. The database stores it together with the change."""

    __tablename__ = "pass_pushes"

    pass_id: Mapped[str] = mapped_column(Text, primary_key=True)
    device_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    tag: Mapped[int] = mapped_column(BigInteger)
    tries: Mapped[int]
    due_at: Mapped[datetime]


class PassUpdate(Base):
    """A message to holders of passes, or a new value of a field of many passes."""

    __tablename__ = "pass_updates"

    update_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    kind: Mapped[str] = mapped_column(Text)
    text: Mapped[str] = mapped_column(Text)
    field_key: Mapped[str | None] = mapped_column(Text)
    field_label: Mapped[str | None] = mapped_column(Text)
    """The label of the field on a pass when the update was started."""
    change_message: Mapped[str | None] = mapped_column(Text)
    audience: Mapped[str] = mapped_column(Text)
    audience_id: Mapped[str | None] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    scheduled_for: Mapped[datetime | None]
    due_at: Mapped[datetime | None]
    position: Mapped[str] = mapped_column(Text, default="")
    total: Mapped[int] = mapped_column(BigInteger, default=0)
    changed: Mapped[int] = mapped_column(BigInteger, default=0)
    unchanged: Mapped[int] = mapped_column(BigInteger, default=0)
    not_allowed: Mapped[int] = mapped_column(BigInteger, default=0)
    limited: Mapped[int] = mapped_column(BigInteger, default=0)
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    finished_at: Mapped[datetime | None]


class PassUpdateDelivery(Base):
    """A pass that got a message, or waits for the end of its holder's quiet hours."""

    __tablename__ = "pass_update_deliveries"

    update_id: Mapped[str] = mapped_column(Text, primary_key=True)
    pass_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    customer_id: Mapped[str | None] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime]
