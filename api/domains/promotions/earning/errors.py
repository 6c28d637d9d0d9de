"""Errors of earning rules."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class RuleNotFound(NotFound):
    code = "earning_rule_not_found"
    message = "Earning rule not found."


class TooManyEarningRules(Conflict):
    code = "too_many_earning_rules"
    message = "An organisation can have at most 100 earning rules. Delete one first."


class NotHere(Conflict):
    code = "not_at_a_place"
    message = "This position is not at a place where customers can check in."


def invalid(field: str, message: str, code: str = "invalid") -> Invalid:
    """Return the error for an invalid field."""
    error = FieldError(field=field, message=message, code=code)
    return Invalid(f"{field} {message}", errors=[error])
