"""What can go wrong with erasures."""

from api.kit.errors import FieldError, Invalid, NotFound


class NobodyToErase(NotFound):
    code = "nobody_to_erase"
    message = "There is no such customer."


class NobodyHasAddress(NotFound):
    code = "nobody_to_erase"
    message = "No customer has this address or number. Look for a spelling mistake."


class NothingToGoOnWith(NotFound):
    code = "no_such_erasure"
    message = "There is no such erasure, or it is done."


def one_subject_needed() -> Invalid:
    """The refusal of a request that names nobody, or two."""
    message = "name one of customer_id, email, phone, visitor_id, erasure_id"
    return Invalid(
        "Say whom to erase: a customer, an email, a phone or a visitor, one of them.",
        errors=[FieldError(field="customer_id", message=message, code="one_subject_needed")],
    )
