"""The error for invalid page data."""

from api.kit.errors import FieldError, Invalid

MAX_NAMED = 50


def invalid_page(problems: list[FieldError]) -> Invalid:
    """Return the error for a page's data, field by field."""
    first = problems[0]
    return Invalid(f"{first.field} {first.message}", errors=problems[:MAX_NAMED])
