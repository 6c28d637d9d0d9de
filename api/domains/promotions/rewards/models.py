"""The tables of rewards."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Reward(Base):
    """Something that customers can take for points or stamps, or are given."""

    __tablename__ = "rewards"

    reward_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    code_id: Mapped[str | None] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    description: Mapped[str] = mapped_column(Text)
    translations: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """The name and description by language."""
    picture: Mapped[str | None] = mapped_column(Text)
    value_cents: Mapped[int | None]
    percent: Mapped[int | None]
    currency: Mapped[str | None] = mapped_column(Text)
    unit: Mapped[str] = mapped_column(Text)
    price: Mapped[int]
    stock: Mapped[int | None]
    stock_per_day: Mapped[int | None]
    stock_by_code: Mapped[dict[str, int]] = mapped_column(JSONB)
    stock_by_place: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    batch_id: Mapped[str | None] = mapped_column(Text)
    """The promo batch from which a voucher hands out codes."""
    per_person: Mapped[int | None]
    starts_at: Mapped[datetime | None]
    ends_at: Mapped[datetime | None]
    tiers: Mapped[list[str]] = mapped_column(ARRAY(Text))
    hold_to_redeem: Mapped[bool]
    """Whether customers redeem it on their card by holding a button in front of staff."""
    valid_days: Mapped[int | None]
    cost_cents: Mapped[int | None]
    paid_by: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]


class RewardCounter(Base):
    """How many of a reward were taken in total, on a day, at a code or at a place. One statement checks the limit and
    counts.
    """

    __tablename__ = "reward_counters"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    reward_id: Mapped[str] = mapped_column(Text, ForeignKey("rewards.reward_id"), primary_key=True)
    scope: Mapped[str] = mapped_column(Text, primary_key=True)
    taken: Mapped[int]


class RewardAward(Base):
    """A reward that a customer took or was given."""

    __tablename__ = "reward_awards"

    award_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    reward_id: Mapped[str] = mapped_column(Text, ForeignKey("rewards.reward_id"))
    customer_id: Mapped[str] = mapped_column(Text)
    code_id: Mapped[str | None] = mapped_column(Text)
    campaign_id: Mapped[str | None] = mapped_column(Text)
    source: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    unit: Mapped[str] = mapped_column(Text)
    price: Mapped[int]
    movement_id: Mapped[str | None] = mapped_column(Text)
    promo_code_id: Mapped[str | None] = mapped_column(Text)
    """The code of a voucher. Nobody else gets it, whatever happens to the award."""
    scopes: Mapped[list[str]] = mapped_column(ARRAY(Text))
    """The counters in which it was counted."""
    idempotency_key: Mapped[str] = mapped_column(Text)
    awarded_at: Mapped[datetime]
    awarded_by: Mapped[str | None] = mapped_column(Text)
    expires_at: Mapped[datetime | None]
    redemption_key: Mapped[str | None] = mapped_column(Text)
    redemption_id: Mapped[str | None] = mapped_column(Text)
    """The latest redemption. A given reward can be redeemed again after its redemption was undone."""
    redeemed_at: Mapped[datetime | None]
    redeemed_by: Mapped[str | None] = mapped_column(Text)
    undone_at: Mapped[datetime | None]
    undone_by: Mapped[str | None] = mapped_column(Text)


class LoyaltyCard(Base):
    """A customer's card. Its ID is unguessable, because it is the address of a public page."""

    __tablename__ = "loyalty_cards"

    card_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    customer_id: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime]
    created_by: Mapped[str | None] = mapped_column(Text)
