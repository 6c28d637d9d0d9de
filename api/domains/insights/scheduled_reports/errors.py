"""Errors of scheduled reports."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound


class ScheduleNotFound(NotFound):
    code = "schedule_not_found"
    message = "Report not found."


class ScheduleChanged(Conflict):
    code = "schedule_changed"
    message = "Somebody else has changed this report. Reload it and try again."


class TooManySchedules(Conflict):
    code = "too_many_schedules"
    message = "An organisation can have at most 50 scheduled reports. Delete one first."


class NoVerifiedAddress(Conflict):
    code = "no_proven_address"
    message = "Your login has no verified email address. Verify it to receive a test email."


class BadMailToken(NotFound):
    code = "bad_mail_token"
    message = "This link is incomplete, or the report no longer exists."


def bad_field(field: str, message: str) -> Invalid:
    """Return the error for one field."""
    return Invalid(
        f"{field}: {message}", errors=[FieldError(field=field, message=message, code="bad_value")]
    )
