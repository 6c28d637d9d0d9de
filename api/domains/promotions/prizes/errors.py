"""Errors of prizes."""

from api.kit.errors import Conflict, FieldError, Gone, Invalid, NotFound


class PrizeNotFound(NotFound):
    code = "prize_not_found"
    message = "Prize not found."


class StockEmpty(Conflict):
    code = "stock_empty"
    message = "This prize is out of stock."


class ClaimNotFound(NotFound):
    code = "claim_not_found"
    message = "Prize to claim not found."


class ClaimExpired(Gone):
    code = "claim_expired"
    message = "The time limit for claiming this prize is over."


class PrizeNotReady(Conflict):
    code = "prize_not_ready"
    message = "This prize cannot be handed out at the moment. It stays yours: try again later."


def invalid(field: str, message: str, code: str = "invalid") -> Invalid:
    """Return the error for an invalid field."""
    errors = [FieldError(field=field, message=message, code=code)]
    return Invalid(f"{field} {message}", errors=errors)
