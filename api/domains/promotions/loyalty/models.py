"""The tables of the ledger and the programme."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, Identity, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class LoyaltyEntry(Base):
    """One entry. A gain opens a lot; an entry that takes from a lot names it and has its dates."""

    __tablename__ = "loyalty_entries"

    entry_id: Mapped[str] = mapped_column(Text, primary_key=True)
    seq: Mapped[int] = mapped_column(BigInteger, Identity(always=True))
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    customer_id: Mapped[str] = mapped_column(Text)
    movement_id: Mapped[str] = mapped_column(Text)
    part: Mapped[int]
    unit: Mapped[str] = mapped_column(Text)
    amount: Mapped[int]
    lot_id: Mapped[str] = mapped_column(Text)
    available_from: Mapped[datetime]
    expires_at: Mapped[datetime | None]
    reason: Mapped[str] = mapped_column(Text)
    note: Mapped[str | None] = mapped_column(Text)
    code_id: Mapped[str | None] = mapped_column(Text)
    event_id: Mapped[UUID | None]
    idempotency_key: Mapped[str] = mapped_column(Text)
    recorded_by: Mapped[str | None] = mapped_column(Text)
    recorded_at: Mapped[datetime]


class LoyaltyShortfall(Base):
    """What refunds still have to take back from a lot, because it had been spent."""

    __tablename__ = "loyalty_shortfalls"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    lot_id: Mapped[str] = mapped_column(
        Text, ForeignKey("loyalty_entries.entry_id"), primary_key=True
    )
    amount: Mapped[int]


class LoyaltyProgram(Base):
    """The rules of an organisation's points and stamps. Without a row, the defaults apply."""

    __tablename__ = "loyalty_programs"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    stamps_goal: Mapped[int]
    points_expire_days: Mapped[int | None]
    stamps_expire_days: Mapped[int | None]
    pending_days: Mapped[int]
    daily_points: Mapped[int | None]
    daily_stamps: Mapped[int | None]
    tier_days: Mapped[int]
    grace_days: Mapped[int]
    tiers: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    updated_at: Mapped[datetime]
    updated_by: Mapped[str | None] = mapped_column(Text)
