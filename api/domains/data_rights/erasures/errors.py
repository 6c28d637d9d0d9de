"""Errors of erasures."""

from api.kit.errors import FieldError, Invalid, NotFound


class CustomerNotFound(NotFound):
    code = "nobody_to_erase"
    message = "Customer not found."


class AddressNotFound(NotFound):
    code = "nobody_to_erase"
    message = "No customer has this address or number. Check the spelling."


class ErasureNotFound(NotFound):
    code = "no_such_erasure"
    message = "Erasure not found, or it is already complete."


def subject_required() -> Invalid:
    """The error for a request that names no person, or several."""
    message = "send exactly one of customer_id, email, phone, visitor_id, erasure_id"
    return Invalid(
        "Send exactly one person to erase: a customer, an email address, a phone number or a"
        " visitor.",
        errors=[FieldError(field="customer_id", message=message, code="one_subject_needed")],
    )


def names_the_person() -> Invalid:
    """The error for a reason that contains data of the person, which would survive the erasure."""
    message = "must not name the customer, because the reason is kept"
    return Invalid(
        "The reason must not name the customer, because it is kept.",
        errors=[FieldError(field="reason", message=message, code="names_the_person")],
    )
