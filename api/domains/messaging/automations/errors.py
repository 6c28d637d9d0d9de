"""Errors of automations."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class AutomationNotFound(NotFound):
    code = "automation_not_found"
    message = "Automation not found."


class AutomationChanged(Conflict):
    code = "automation_changed"
    message = "Somebody else has changed this automation in the meantime. Reload it, then repeat your change."


class WrongAutomationState(Conflict):
    code = "wrong_automation_state"
    message = "An automation in this state does not allow this. Reload it, then check its state."


class TooManyAutomations(Conflict):
    code = "too_many_automations"
    message = (
        "An organisation can have at most 200 automations that are not archived. Archive one first."
    )


def refused(field: str, message: str, code: str) -> Invalid:
    """Return the error for one invalid field."""
    return Invalid(
        f"{field} {message}", errors=[FieldError(field=field, message=message, code=code)]
    )
