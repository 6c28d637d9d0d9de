"""Errors of customers."""

from api.kit.errors import Conflict, FieldError, Invalid, NotFound, Unavailable


class CustomerNotFound(NotFound):
    code = "customer_not_found"
    message = "Customer not found."


class CustomerMergeNotFound(NotFound):
    code = "customer_merge_not_found"
    message = "Merge not found."


class CustomerIsMerged(Conflict):
    code = "customer_is_merged"
    message = "One of these customers was merged into another. Use the profile that was kept."


class CustomerMergeUndone(Conflict):
    code = "customer_merge_undone"
    message = "This merge has already been undone."


class LaterMerge(Conflict):
    code = "customer_merged_later"
    message = "The customer was later merged into another one. Undo that merge first."


class CustomerNoteNotFound(NotFound):
    code = "customer_note_not_found"
    message = "Note not found."


class CustomerFieldNotFound(NotFound):
    code = "customer_field_not_found"
    message = "Custom field not found."


class TooManyCustomerFields(Conflict):
    code = "too_many_customer_fields"
    message = "An organisation can have at most 50 custom fields for customers. Delete one first."


class TooManyCustomerNotes(Conflict):
    code = "too_many_customer_notes"
    message = "A customer can have at most 500 notes. Delete one first."


class CustomerNotSaved(Unavailable):
    code = "customer_not_kept"
    message = "The customer could not be saved because of simultaneous changes. Try again."


def invalid(field: str, message: str, code: str = "invalid") -> Invalid:
    """Return the error for a field's value."""
    error = FieldError(field=field, message=message, code=code)
    return Invalid(f"{field} {message}", errors=[error])
