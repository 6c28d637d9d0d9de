"""What can go wrong with scheduled reports."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class ScheduleNotFound(NotFound):
    code = "schedule_not_found"
    message = "There is no such report."


class ScheduleChanged(Conflict):
    code = "schedule_changed"
    message = "Somebody else has changed this report. Load it again."


class TooManySchedules(Conflict):
    code = "too_many_schedules"
    message = "An organisation has at most 50 reports by mail."


class NoProvenAddress(Conflict):
    code = "no_proven_address"
    message = "Your login has no address that was proven, so nothing can be sent to it."


class BadMailToken(NotFound):
    code = "bad_mail_token"
    message = "This address is not complete, or the report is no longer there."


def bad_field(field: str, message: str) -> Invalid:
    """The refusal of one field."""
    return Invalid(
        f"{field}: {message}", errors=[FieldError(field=field, message=message, code="bad_value")]
    )
