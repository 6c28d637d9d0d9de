"""The tables of tills."""

from datetime import datetime

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Till(Base):
    """A device that a manager enrolled. The device has the secret; only its hash is stored here."""

    __tablename__ = "tills"

    till_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    name: Mapped[str] = mapped_column(Text)
    secret_hash: Mapped[str] = mapped_column(Text)
    enrolled_at: Mapped[datetime]
    enrolled_by: Mapped[str | None] = mapped_column(Text)
    revoked_at: Mapped[datetime | None]


class TillStaff(Base):
    """A staff member who works at tills."""

    __tablename__ = "till_staff"

    staff_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    name: Mapped[str] = mapped_column(Text)
    pin_hash: Mapped[str] = mapped_column(Text)
    attempts: Mapped[int]
    locked_until: Mapped[datetime | None]
    daily_points: Mapped[int | None]
    daily_stamps: Mapped[int | None]
    daily_redemptions: Mapped[int | None]
    created_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]


class TillSession(Base):
    """A person's session at a device, from entering the PIN until they lock it or it expires."""

    __tablename__ = "till_sessions"

    token_hash: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    till_id: Mapped[str] = mapped_column(Text)
    staff_id: Mapped[str] = mapped_column(Text)
    expires_at: Mapped[datetime]


class TillAction(Base):
    """An action of a person at a till. Rows are never changed."""

    __tablename__ = "till_actions"

    action_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    till_id: Mapped[str] = mapped_column(Text)
    staff_id: Mapped[str] = mapped_column(Text)
    customer_id: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    amount: Mapped[int]
    subject_id: Mapped[str] = mapped_column(Text)
    done_at: Mapped[datetime]
