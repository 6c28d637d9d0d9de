"""The tables of referrals."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Integer, LargeBinary, Text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class StoredReferralProgram(Base):
    """An organisation's programme. Without a row, it is not running."""

    __tablename__ = "referral_programs"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    is_active: Mapped[bool]
    codes_for: Mapped[str] = mapped_column(Text)
    actions: Mapped[list[str]] = mapped_column(ARRAY(Text))
    friend_reward: Mapped[dict[str, Any]] = mapped_column(JSONB)
    referrer_reward: Mapped[dict[str, Any]] = mapped_column(JSONB)
    upper_amounts: Mapped[list[int]] = mapped_column(ARRAY(Integer))
    days_to_act: Mapped[int]
    cap_total: Mapped[int | None]
    cap_count: Mapped[int | None]
    cap_days: Mapped[int]
    daily_limit: Mapped[int]
    words: Mapped[dict[str, Any]] = mapped_column(JSONB)
    code_id: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime]
    updated_by: Mapped[str | None] = mapped_column(Text)


class ReferralCode(Base):
    """A customer's code, which is part of the link that they give to friends."""

    __tablename__ = "referral_codes"

    code: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text)
    customer_id: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)


class Referral(Base):
    """One friend referred by one referrer."""

    __tablename__ = "referrals"

    referral_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    referrer_id: Mapped[str] = mapped_column(Text)
    friend_id: Mapped[str] = mapped_column(Text)
    source: Mapped[str] = mapped_column(Text)
    code_id: Mapped[str | None] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    flags: Mapped[list[str]] = mapped_column(ARRAY(Text))
    mailbox_index: Mapped[bytes | None] = mapped_column(LargeBinary)
    """The blind index of the friend's mailbox, the same for all its spellings."""
    network_index: Mapped[bytes | None] = mapped_column(LargeBinary)
    """The blind index of the friend's subscriber network."""
    visitor_id: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime]
    act_by: Mapped[datetime]
    action: Mapped[str | None] = mapped_column(Text)
    acted_at: Mapped[datetime | None]
    rewarded_at: Mapped[datetime | None]
    cost_cents: Mapped[int] = mapped_column(BigInteger, default=0)
    problem: Mapped[str | None] = mapped_column(Text)
    """Why the rewards could not be given when they were due."""
    next_try_at: Mapped[datetime | None]
    decided_at: Mapped[datetime | None]
    decided_by: Mapped[str | None] = mapped_column(Text)
    decision: Mapped[str | None] = mapped_column(Text)
    note: Mapped[str | None] = mapped_column(Text)


class GivenReferralReward(Base):
    """What one person received for one referral. Its key ensures that this happens only once."""

    __tablename__ = "referral_rewards"

    referral_id: Mapped[str] = mapped_column(
        Text, ForeignKey("referrals.referral_id"), primary_key=True
    )
    level: Mapped[int] = mapped_column(primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    customer_id: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    amount: Mapped[int]
    reward_id: Mapped[str | None] = mapped_column(Text)
    movement_id: Mapped[str | None] = mapped_column(Text)
    award_id: Mapped[str | None] = mapped_column(Text)
    cost_cents: Mapped[int] = mapped_column(BigInteger)
    given_at: Mapped[datetime]
