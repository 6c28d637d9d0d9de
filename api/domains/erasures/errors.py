"""What can go wrong with erasures."""

from api.kit.errors import FieldError, Invalid, NotFound


class NobodyToErase(NotFound):
    code = "nobody_to_erase"
    message = "There is no such customer."


def one_subject_needed() -> Invalid:
    """The refusal of a request that names nobody, or two."""
    message = "name either a customer or a visitor"
    return Invalid(
        "Say whom to erase: customer_id or visitor_id, one of the two.",
        errors=[FieldError(field="customer_id", message=message, code="one_subject_needed")],
    )
