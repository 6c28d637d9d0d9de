"""Errors of tills and their staff."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound, TooMany, Unauthenticated


class TillNotFound(NotFound):
    code = "till_not_found"
    message = "Till not found."


class StaffNotFound(NotFound):
    code = "staff_not_found"
    message = "Staff member not found."


class TillUnknown(NotFound):
    code = "till_unknown"
    message = "This device is no longer a till. Ask an admin to enrol it again."


class TillLocked(Unauthenticated):
    code = "till_locked"
    message = "Enter your PIN."


class StaffLocked(TooMany):
    code = "staff_locked"
    message = "Too many wrong PINs. Try again in 15 minutes."


class TooManyTills(Conflict):
    code = "too_many_tills"
    message = "An organisation can have at most 200 tills. Revoke one first."


class TooManyStaff(Conflict):
    code = "too_many_staff"
    message = "An organisation can have at most 500 staff members at tills. Remove one first."


class StaffLimit(Conflict):
    code = "staff_limit"
    message = "You have reached your limit for today."


class NotAtTheTill(Conflict):
    code = "not_at_the_till"
    message = "This is not possible at a till. Log in to do it."


def wrong_pin() -> Invalid:
    """Return the error for a wrong PIN."""
    message = "is not the PIN"
    return Invalid(
        "Wrong PIN.", errors=[FieldError(field="pin", message=message, code="wrong_pin")]
    )
