"""Errors of customers."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound, Unavailable


class CustomerNotFound(NotFound):
    code = "customer_not_found"
    message = "There is no such customer."


class CustomerMergeNotFound(NotFound):
    code = "customer_merge_not_found"
    message = "There is no such merge."


class CustomerIsMerged(Conflict):
    code = "customer_is_merged"
    message = "One of these customers was merged into another one."


class CustomerMergeUndone(Conflict):
    code = "customer_merge_undone"
    message = "This merge was undone before."


class LaterMerge(Conflict):
    code = "customer_merged_later"
    message = "The customer was merged into another one later. Undo that first."


class CustomerNoteNotFound(NotFound):
    code = "customer_note_not_found"
    message = "There is no such note."


class CustomerFieldNotFound(NotFound):
    code = "customer_field_not_found"
    message = "There is no such field."


class TooManyCustomerFields(Conflict):
    code = "too_many_customer_fields"
    message = "An organisation has at most 50 fields for customers."


class TooManyCustomerNotes(Conflict):
    code = "too_many_customer_notes"
    message = "A customer has at most 500 notes."


class CustomerNotSaved(Unavailable):
    code = "customer_not_kept"
    message = "This could not be saved. Please try again."


def invalid(field: str, message: str, code: str = "invalid") -> Invalid:
    """The refusal of a field's value."""
    error = FieldError(field=field, message=message, code=code)
    return Invalid(f"{field} {message}", errors=[error])
