"""The tables of prizes and their awards."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class Prize(Base):
    """A prize of a game. The database refuses to give more than the stock."""

    __tablename__ = "prizes"

    prize_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    game_id: Mapped[str] = mapped_column(Text)
    position: Mapped[int]
    name: Mapped[str] = mapped_column(Text)
    translations: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """The names by language."""
    picture_url: Mapped[str | None] = mapped_column(Text)
    gives: Mapped[str] = mapped_column(Text)
    batch_id: Mapped[str | None] = mapped_column(Text)
    """For a promo code, the promo batch; for a one-time code, the batch of codes that were given."""
    base_code_id: Mapped[str | None] = mapped_column(Text)
    template_id: Mapped[str | None] = mapped_column(Text)
    reward_id: Mapped[str | None] = mapped_column(Text)
    points: Mapped[int | None]
    cost_cents: Mapped[int | None] = mapped_column(BigInteger)
    claim_days: Mapped[int]
    stock: Mapped[int | None]
    taken: Mapped[int]
    draw: Mapped[dict[str, Any]] = mapped_column(JSONB)
    """How the prize is drawn: odds, moments, pace and caps."""


class PrizeAward(Base):
    """A prize that a play won."""

    __tablename__ = "prize_awards"

    award_id: Mapped[str] = mapped_column(Text, primary_key=True)
    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"))
    game_id: Mapped[str] = mapped_column(Text)
    prize_id: Mapped[str] = mapped_column(Text)
    play_id: Mapped[UUID]
    code_id: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    token_hash: Mapped[str] = mapped_column(Text)
    promo_code_id: Mapped[str | None] = mapped_column(Text)
    """The promo code that the award gives. Nobody else gets it, whatever happens to the award."""
    customer_id: Mapped[str | None] = mapped_column(Text)
    given_id: Mapped[str | None] = mapped_column(Text)
    """What the claim created: the award of a reward, the movement of points, the one-time code or the pass."""
    awarded_at: Mapped[datetime]
    claim_until: Mapped[datetime]
    claimed_at: Mapped[datetime | None]
    expired_at: Mapped[datetime | None]
