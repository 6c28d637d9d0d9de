"""Values of custom fields, which have the type of their field."""

import math
import re
from collections.abc import Collection
from datetime import date
from typing import Literal

FieldType = Literal["text", "number", "date", "yes_no", "choice"]
FieldValue = str | int | float | bool

MAX_TEXT = 1_000
_NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d{1,9})?")
_YES, _NO = frozenset({"true", "yes", "1"}), frozenset({"false", "no", "0"})


class WrongValue(ValueError):
    """A value that does not fit the field. The message gives the reason."""


def field_value(kind: FieldType, options: Collection[str], value: object) -> FieldValue:
    """Return the value as it is stored: dates as 2027-12-31, numbers and booleans as such.

    Raises:
        WrongValue: the field does not accept it.
    """
    if kind == "yes_no":
        return _yes_no(value)
    if kind == "number":
        return _number(value)
    if not isinstance(value, str):
        raise WrongValue("must be text")
    text = value.strip()
    if kind == "date":
        return _date(text)
    if kind == "choice" and text not in options:
        raise WrongValue("must be one of the field's options")
    if len(text) > MAX_TEXT:
        raise WrongValue(f"must have at most {MAX_TEXT} characters")
    return text


def checked_birthday(text: str) -> str:
    """Return a birthday as 1990-05-17, or --05-17 without a year.

    Raises:
        WrongValue: there is no such day.
    """
    # 29 February is a valid birthday if the year is unknown.
    year, month_and_day = ("2000", text[2:]) if text.startswith("--") else (text[:4], text[5:])
    if not re.fullmatch(r"(\d{4}|-)-\d{2}-\d{2}", text):
        raise WrongValue("must be a date, like 1990-05-17, or --05-17 without a year")
    if date.fromisoformat(_date(f"{year}-{month_and_day}")).year < 1900:
        raise WrongValue("must not be before 1900")
    return text


def _yes_no(value: object) -> bool:
    if isinstance(value, bool):
        return value
    text = str(value).strip().lower()
    if text in _YES | _NO:
        return text in _YES
    raise WrongValue("must be yes or no")


def _number(value: object) -> int | float:
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        return float(value) if "." in value else int(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise WrongValue("must be a number")
    return value


def _date(text: str) -> str:
    try:
        if len(text) != len("2027-12-31"):
            raise ValueError
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise WrongValue("must be a date, like 2027-12-31") from None
