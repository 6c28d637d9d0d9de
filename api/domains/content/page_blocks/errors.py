"""The refusal of page data that does not fit."""

from api.kit.errors import FieldError, Invalid

MAX_NAMED = 50


def invalid_page(problems: list[FieldError]) -> Invalid:
    """The refusal of a page's data, field by field."""
    first = problems[0]
    return Invalid(f"{first.field} {first.message}", errors=problems[:MAX_NAMED])
