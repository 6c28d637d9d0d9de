"""Errors of referrals."""

from collections.abc import Callable

from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class ReferralNotFound(NotFound):
    code = "referral_not_found"
    message = "Referral not found."


class ReferralCodeNotFound(NotFound):
    code = "referral_code_not_found"
    message = "Referral code not found."


class ProgramInactive(Conflict):
    code = "referral_program_inactive"
    message = "The referral programme is not active."


class SelfReferral(Conflict):
    code = "self_referral"
    message = "Customers cannot refer themselves."


class ReferralLoop(Conflict):
    code = "referral_loop"
    message = "This friend referred the referrer, directly or through others."


class AlreadyReferred(Conflict):
    code = "already_referred"
    message = "This friend has already been referred."


class AlreadyDecided(Conflict):
    code = "already_decided"
    message = "This referral does not wait for a decision."


def invalid(field: str, message: str, code: str = "invalid") -> Invalid:
    """Return the error for an invalid field."""
    error = FieldError(field=field, message=message, code=code)
    return Invalid(f"{field} {message}", errors=[error])


def require_code(knows_code: Callable[[str, str], bool], org_id: str, code_id: str | None) -> None:
    """Check that the organisation has a QR code, if one is given.

    Raises:
        Invalid: there is no such code.
    """
    if code_id is not None and not knows_code(org_id, code_id):
        raise invalid("code_id", "is not the id of a code of the organisation", "unknown")
