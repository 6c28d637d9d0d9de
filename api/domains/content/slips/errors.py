"""Errors of slips."""

from api.domains.codes.codes.errors import invalid_field
from api.kit.errors import Conflict, Invalid, NotFound


class SlipNotFound(NotFound):
    code = "slip_not_found"
    message = "Slip not found."


class SlipChanged(Conflict):
    code = "slip_changed"
    message = (
        "Somebody else has changed this slip in the meantime. Reload it, then repeat your change."
    )


class TooManySlips(Conflict):
    code = "too_many_slips"
    message = "An organisation can have at most 1,000 slips. Delete one first."


def missing(field: str, why: str) -> Invalid:
    """Return the error for a request that lacks a field which its action needs."""
    return invalid_field(field, f"is required {why}", "missing")
