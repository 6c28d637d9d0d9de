"""The content of a card's page, in the visitor's language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Row

from api.domains.promotions.loyalty.programs import TierStatus
from api.domains.promotions.loyalty.types import Balance, Unit
from api.domains.promotions.rewards.models import Reward, RewardAward
from api.domains.promotions.rewards.types import Unavailable
from api.kit.languages import choose
from api.rendering.visitor_pages.words import Words

_UNITS: Mapping[str, str] = {"points": "card_points", "stamps": "card_stamps"}
_REASONS: Mapping[str, str] = {
    "given": "card_got",
    "earned": "card_got",
    "redeem": "card_spent",
    "correction": "card_corrected",
    "refund": "card_undone",
    "undo": "card_undone",
    "undo_redeem": "card_undone",
}


_CHECK_INS: Mapping[str, str] = {
    "given": "card_checked_in",
    "before": "card_checked_in_before",
    "unknown": "card_no_location",
    "rough": "card_rough_location",
    "elsewhere": "card_not_here",
}


@dataclass(frozen=True, slots=True)
class ShownBalance:
    """A balance in one unit, with notes below it."""

    unit: Unit
    label: str
    available: int
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownReward:
    """A reward, and its status for the customer."""

    name: str
    description: str
    picture: str | None
    price: str
    """The price with its unit; empty for a free reward."""
    status: str
    can_take: bool
    field: str = ""
    """The form field with which the reward is redeemed on the card; empty if only staff can redeem it."""
    id: str = ""
    voucher: str = ""
    """The code of a voucher after it was redeemed."""


@dataclass(frozen=True, slots=True)
class ShownMovement:
    """A line of the history."""

    label: str
    amount: str
    """The amount with its sign and unit."""
    day: str


def shown_balances(
    balances: Mapping[Unit, Balance], say: Words, zone: ZoneInfo
) -> list[ShownBalance]:
    """Return the points and stamps."""
    shown = []
    for unit, balance in balances.items():
        notes = []
        if balance.pending:
            notes.append(say.counted(f"card_pending_{unit}", balance.pending))
        if balance.next_expiry is not None:
            day = _day(balance.next_expiry, say, zone)
            notes.append(say.counted(f"card_expiring_{unit}", balance.expiring, date=day))
        shown.append(ShownBalance(unit, say.named(_UNITS[unit]), balance.available, tuple(notes)))
    return shown


def shown_check_in(outcome: str, say: Words) -> str:
    """Return the text for the outcome of a check-in; empty if there was none."""
    return say.named(_CHECK_INS[outcome]) if outcome in _CHECK_INS else ""


def shown_tier(tier: TierStatus, say: Words) -> list[str]:
    """Return the tier and what is required for the next one; nothing if the programme has no tiers."""
    lines = [] if tier.name is None else [say.card_tier.format(name=tier.name)]
    if tier.next_name is not None:
        lines.append(say.card_next_tier.of(tier.next_points or 0, name=tier.next_name))
    return lines


def shown_rewards(
    standing: Sequence[tuple[Reward, Unavailable | None]],
    balances: Mapping[Unit, Balance],
    say: Words,
) -> list[ShownReward]:
    """Return the rewards that the customer can take, and what is missing for the others."""
    shown = []
    for reward, reason in standing:
        if reason is None:
            status = say.card_ready
        elif reason == "balance":
            missing = reward.price - balances[reward.unit].available  # type: ignore[index]
            status = say.counted(f"card_missing_{reward.unit}", missing)
        else:
            status = say.card_unavailable
        shown.append(_reward(reward, say, status, can_take=reason is None))
        # Only staff know at which place a reward has to be taken.
        is_placed = reward.stock_by_code or reward.stock_by_place
        if reason is None and reward.hold_to_redeem and not is_placed:
            shown[-1] = replace(shown[-1], field="reward_id", id=reward.reward_id)
    return shown


def shown_awards(
    awards: Sequence[tuple[RewardAward, Reward]], say: Words, zone: ZoneInfo
) -> list[ShownReward]:
    """Return the rewards that the customer was given and can redeem."""
    shown = []
    for award, reward in awards:
        day = _day(award.expires_at, say, zone) if award.expires_at is not None else None
        status = say.card_ready if day is None else say.card_valid_until.format(date=day)
        shown.append(_reward(reward, say, status, can_take=True))
        if reward.hold_to_redeem:
            shown[-1] = replace(shown[-1], field="award_id", id=award.award_id)
    return shown


def shown_redemption(
    found: tuple[RewardAward, Reward],
    say: Words,
    zone: ZoneInfo,
    zone_name: str,
    voucher: str = "",
) -> ShownReward:
    """Return what was redeemed, with its time, which staff compare with the clock."""
    award, reward = found
    assert award.redeemed_at is not None
    moment = say.moment_of(award.redeemed_at, zone, zone_name)
    status = say.card_redeemed_at.format(time=moment)
    return replace(_reward(reward, say, status, can_take=False), voucher=voucher)


def shown_history(rows: Sequence[Row[Any]], say: Words, zone: ZoneInfo) -> list[ShownMovement]:
    """Return the latest movements. Members' notes are not shown; the name of a rule explains what the movement
    was for.
    """
    return [
        ShownMovement(
            label=_label(row, say),
            amount=_signed(row.amount, row.unit, say),
            day=_day(row.recorded_at, say, zone),
        )
        for row in rows
    ]


def _signed(amount: int, unit: Unit, say: Words) -> str:
    """Return the change as text. The sign is placed before the number, except in languages that write it elsewhere."""
    text, number = say.counted(f"card_price_{unit}", abs(amount)), str(abs(amount))
    sign = "\N{LEFT-TO-RIGHT MARK}" + ("+" if amount >= 0 else "\N{MINUS SIGN}")
    return text.replace(number, sign + number, 1) if number in text else sign + text


def _label(row: Row[Any], say: Words) -> str:
    if row.reason == "earned" and row.note:
        return str(row.note)
    return say.named(_REASONS[row.reason])


def _reward(reward: Reward, say: Words, status: str, *, can_take: bool) -> ShownReward:
    language = choose(reward.translations, "", say.language, "")
    words = reward.translations.get(language, {})
    return ShownReward(
        name=words.get("name") or reward.name,
        description=words.get("description") or reward.description,
        picture=reward.picture,
        price=say.counted(f"card_price_{reward.unit}", reward.price) if reward.price else "",
        status=status,
        can_take=can_take,
    )


def _day(at: datetime, say: Words, zone: ZoneInfo) -> str:
    return say.date_of(at.astimezone(zone).date())
