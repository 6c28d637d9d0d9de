"""What can go wrong with promo locks and master keys."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound, TooMany


class NoSuchCode(NotFound):
    code = "code_not_found"
    message = "There is no such code."


class NoLock(Conflict):
    code = "no_promo_lock"
    message = "This code has no promo lock yet. Make promo codes for it first."


class NoMasterKey(NotFound):
    code = "no_master_key"
    message = "This code has no master key."


class MasterKeyExists(Conflict):
    code = "master_key_exists"
    message = "This code has a master key already. Change it, or delete it first."


class TooManyPromoCodes(Conflict):
    code = "too_many_promo_codes"
    message = "A code has at most 100,000 promo codes."


class TooManyGuesses(TooMany):
    code = "too_many_guesses"
    message = "Too many wrong promo codes. Wait a few minutes, then try again."


_REFUSALS = {
    "spelling": "must have 4 to 32 letters and digits",
    "exists": "is a promo code of this lock already",
}


def refused_alone(reason: str) -> Invalid:
    """One promo code, given by itself, that was not taken."""
    said = _REFUSALS.get(reason, _REFUSALS["spelling"])
    return Invalid(
        f"promo_code {said}", errors=[FieldError(field="promo_code", message=said, code=reason)]
    )
