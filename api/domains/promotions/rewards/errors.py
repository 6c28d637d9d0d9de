"""Errors of rewards and cards."""

from api.domains.promotions.rewards.types import Unavailable
from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class RewardNotFound(NotFound):
    code = "reward_not_found"
    message = "Reward not found."


class AwardNotFound(NotFound):
    code = "award_not_found"
    message = "This customer has no such reward."


class CardNotFound(NotFound):
    code = "card_not_found"
    message = "Card not found."


class CodeNotFound(NotFound):
    code = "code_not_found"
    message = "Code not found."


class TooManyRewards(Conflict):
    code = "too_many_rewards"
    message = "An organisation can have at most 500 rewards. Delete one first."


class NotOnTheCard(Conflict):
    code = "not_on_the_card"
    message = "This reward cannot be redeemed on the card. Ask the staff to redeem it."


class AlreadyRedeemed(Conflict):
    code = "already_redeemed"
    message = "This reward has already been redeemed."


class AwardExpired(Conflict):
    code = "reward_expired"
    message = "This reward has expired."


class CannotUndo(Conflict):
    code = "cannot_undo"
    message = "A redemption can only be undone within 15 minutes."


class VoucherUsed(Conflict):
    code = "voucher_used"
    message = "The voucher has already been used, so this cannot be undone."


class RewardUnavailable(Conflict):
    code = "reward_unavailable"


_REASONS: dict[Unavailable, str] = {
    "not_yet": "This reward is not available yet.",
    "over": "This reward is no longer available.",
    "tier": "This reward is for customers of another tier.",
    "here": "This reward is not available at this place.",
    "stock": "This reward is out of stock.",
    "person": "This customer has already taken this reward as often as allowed.",
    "balance": "The balance is too low for this reward.",
}


def unavailable(reason: Unavailable) -> RewardUnavailable:
    """Return the error for an unavailable reward, with a machine-readable reason."""
    return RewardUnavailable(_REASONS[reason], reason=reason)


def invalid(field: str, message: str, code: str = "invalid") -> Invalid:
    """Return the error for an invalid field."""
    error = FieldError(field=field, message=message, code=code)
    return Invalid(f"{field} {message}", errors=[error])
