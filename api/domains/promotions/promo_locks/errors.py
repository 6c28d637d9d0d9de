"""Errors of promo locks and master keys."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound, TooMany


class NoSuchCode(NotFound):
    code = "code_not_found"
    message = "Code not found."


class NoLock(Conflict):
    code = "no_promo_lock"
    message = "This code has no promo lock yet. Create promo codes for it first."


class NoMasterKey(NotFound):
    code = "no_master_key"
    message = "This code has no master key."


class MasterKeyExists(Conflict):
    code = "master_key_exists"
    message = "This code already has a master key. Edit it, or delete it first."


class TooManyPromoCodes(Conflict):
    code = "too_many_promo_codes"
    message = "A code can have at most 100,000 promo codes."


class TooManyGuesses(TooMany):
    code = "too_many_guesses"
    message = "Too many wrong promo codes. Wait a few minutes, then try again."


_REFUSALS = {
    "spelling": "must have 4 to 32 letters and digits",
    "exists": "already exists in this lock",
}


def refused_code(reason: str) -> Invalid:
    """Return the error for a single promo code that was not accepted."""
    message = _REFUSALS.get(reason, _REFUSALS["spelling"])
    error = FieldError(field="promo_code", message=message, code=reason)
    return Invalid(f"promo_code {message}", errors=[error])
