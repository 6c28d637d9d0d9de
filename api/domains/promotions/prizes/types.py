"""Types of prizes."""

from datetime import datetime
from typing import Any, Literal, Protocol
from uuid import UUID

Gives = Literal["screen", "form", "code", "one_time", "pass", "reward", "points"]
"""What winners get: a screen to show to staff, a form for their contact details, a promo code, their own one-time code,
a wallet pass, a reward, or points.
"""
NEEDS_CONTACT: tuple[Gives, ...] = ("form", "reward", "points")
AwardState = Literal["awarded", "claimed", "expired"]


class PrizeRow(Protocol):
    """A prize as other domains read it; they change it through the service."""

    @property
    def prize_id(self) -> str: ...

    @property
    def game_id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def translations(self) -> dict[str, Any]: ...

    @property
    def picture_url(self) -> str | None: ...

    @property
    def gives(self) -> str: ...

    @property
    def batch_id(self) -> str | None: ...

    @property
    def reward_id(self) -> str | None: ...

    @property
    def base_code_id(self) -> str | None: ...

    @property
    def template_id(self) -> str | None: ...

    @property
    def points(self) -> int | None: ...

    @property
    def cost_cents(self) -> int | None: ...

    @property
    def claim_days(self) -> int: ...

    @property
    def stock(self) -> int | None: ...

    @property
    def taken(self) -> int: ...

    @property
    def draw(self) -> dict[str, Any]: ...


class AwardRow(Protocol):
    """A prize that a play won, as other domains read it; they change it through the service."""

    @property
    def award_id(self) -> str: ...

    @property
    def prize_id(self) -> str: ...

    @property
    def play_id(self) -> UUID: ...

    @property
    def code_id(self) -> str: ...

    @property
    def state(self) -> str: ...

    @property
    def promo_code_id(self) -> str | None: ...

    @property
    def customer_id(self) -> str | None: ...

    @property
    def given_id(self) -> str | None: ...

    @property
    def awarded_at(self) -> datetime: ...

    @property
    def claim_until(self) -> datetime: ...

    @property
    def claimed_at(self) -> datetime | None: ...

    @property
    def expired_at(self) -> datetime | None: ...
