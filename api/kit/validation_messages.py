"""Messages about invalid fields for people who fill in forms, because those of Pydantic are for programmers."""

from collections.abc import Mapping
from typing import Any

from pydantic_core import PydanticCustomError

_PLAIN: Mapping[str, str] = {
    "missing": "is required",
    "extra_forbidden": "is not a known field",
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "must be a smaller whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "finite_number": "must be a number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "string_pattern_mismatch": "is too long or has characters that are not allowed here",
    "timezone_aware": "must name its time zone",
}
_STARTS: Mapping[str, str] = {
    "datetime_": "must be a date and time, like 2027-12-31T18:00:00Z",
    "date_": "must be a date, like 2027-12-31",
}


def field_problem(field: str, message: str) -> PydanticCustomError:
    """Return the error that a check of a whole body raises about one of its fields, so that the response names the
    field.
    """
    return PydanticCustomError("value_error", "{message}", {"message": message, "field": field})


def words_for(problem: Mapping[str, Any]) -> str:
    """Return the message for one of Pydantic's errors. For types without a message here, it is Pydantic's own."""
    kind, limits = str(problem["type"]), problem.get("ctx") or {}
    match kind:
        case "greater_than":
            return f"must be more than {_number(limits['gt'])}"
        case "greater_than_equal":
            return f"must be at least {_number(limits['ge'])}"
        case "less_than":
            return f"must be less than {_number(limits['lt'])}"
        case "less_than_equal":
            return f"must be at most {_number(limits['le'])}"
        case "string_too_short":
            least = limits["min_length"]
            return "must not be empty" if least == 1 else f"must have at least {least:,} characters"
        case "string_too_long":
            return f"must have at most {limits['max_length']:,} characters"
        case "too_short":
            least = limits["min_length"]
            return "needs at least one entry" if least == 1 else f"needs at least {least:,} entries"
        case "too_long":
            return f"must have at most {limits['max_length']:,} entries"
        case "literal_error" | "enum":
            return f"must be {limits['expected']}"
        case "union_tag_invalid":
            return f"{_bare(limits)} must be one of {limits['expected_tags']}"
        case "union_tag_not_found":
            return f"needs {_bare(limits)}"
    if kind in _PLAIN:
        return _PLAIN[kind]
    for start, words in _STARTS.items():
        if kind.startswith(start) and kind.endswith(("_parsing", "_type")):
            return words
    return str(problem["msg"]).removeprefix("Value error, ")


def _bare(limits: Mapping[str, Any]) -> str:
    """Return the name of the discriminator field, without the quotes that Pydantic adds."""
    return str(limits["discriminator"]).strip("'")


def _number(limit: object) -> str:
    """Return a formatted limit."""
    match limit:
        case int():
            return f"{limit:,}"
        case float():
            return f"{limit:,.12g}"
        case _:
            return str(limit)
