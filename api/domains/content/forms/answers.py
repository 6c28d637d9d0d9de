"""Checks a visitor's answers against the fields of the form on the server, regardless of checks in the browser."""

import dataclasses
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from api.domains.content.forms.definition import (
    LONGEST,
    OF_TEXT,
    FormField,
    InputType,
    ShowIf,
    checked_as,
    is_day,
)
from api.domains.content.forms.patterns import MAX_INPUT, compile_pattern
from api.domains.people.customers.contacts import normalised_email, normalised_phone
from api.kit.visible_text import is_visible

Value = str | int | float | bool | list[str]

MESSAGES = {
    "missing": "Please fill this in.",
    "not_text": "This must be text.",
    "too_long": "This is too long.",
    "too_short": "This is too short.",
    "pattern": "This does not match the required format.",
    "not_email": "Please enter a valid email address.",
    "not_phone": "Please enter a valid phone number.",
    "not_number": "Please enter a number.",
    "too_small": "This is too small.",
    "too_large": "This is too large.",
    "not_date": "Please enter a date, like 2026-01-31.",
    "too_early": "This date is too early.",
    "too_late": "This date is too late.",
    "not_an_option": "Please choose one of the answers.",
    "not_country": "Please choose a country.",
    "option_full": "This option is full. Please choose another one.",
    "unconfirmed": "Please confirm this number with the code we send you.",
    "wrong_code": "This code is not correct.",
    "consent_changed": "This text has changed. Please read it and agree to continue.",
    "old_code": "This code has expired. Please request a new one.",
}
"""Error messages for visitors, by code. The browser shows the same texts."""

FIRST_DAY, LAST_DAY = "1900-01-01", "2099-12-31"
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,10})?\Z", re.ASCII)
_TICKED = frozenset({"true", "on", "1", "yes"})
_NOT_TICKED = frozenset({"", "false", "off", "0", "no"})


class _Wrong(Exception):
    """An answer that is not accepted, with an error code."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass
class Checked:
    """The cleaned answers, and the errors by field name."""

    values: dict[str, Value] = dataclasses.field(default_factory=dict)
    errors: dict[str, str] = dataclasses.field(default_factory=dict)


def check(fields: list[FormField], answers: Mapping[str, object], region: str = "US") -> Checked:
    """Check all answers. Answers to unknown fields, and to fields hidden by their condition, are dropped."""
    result = Checked()
    seen: dict[str, str | list[str]] = {}
    for field in fields:
        if field.input_type is InputType.PAGE_DIVIDER:
            continue
        if field.show_if is not None and not _is_shown(field.show_if, seen):
            continue
        try:
            plain = _plain(field, answers.get(field.name))
            seen[field.name] = plain
            value = _value(field, plain, region) if plain else None
            if value is None:
                if field.required:
                    raise _Wrong("missing")
            else:
                result.values[field.name] = value
        except _Wrong as wrong:
            result.errors[field.name] = wrong.code
    return result


def bound_messages(fields: list[FormField], errors: Mapping[str, str]) -> dict[str, str]:
    """Return English messages for answers outside the bounds of their fields, by field name."""
    return {
        field.name: message
        for field in fields
        if (message := _bound_message(field, errors.get(field.name, "")))
    }


def _bound_message(field: FormField, code: str) -> str:
    bounds = field.bounds
    match code:
        case "too_small" if isinstance(bounds.min, float):
            return f"Please enter {bounds.min:.15g} or more."
        case "too_large" if isinstance(bounds.max, float):
            return f"Please enter {bounds.max:.15g} or less."
        case "too_early" if isinstance(bounds.min, str):
            return f"Please choose {bounds.min} or a later date."
        case "too_late" if isinstance(bounds.max, str):
            return f"Please choose {bounds.max} or an earlier date."
        case "too_short" if bounds.min_length:
            return f"Please enter at least {_letters(bounds.min_length)}."
        case "too_long" if bounds.max_length:
            return f"Please enter no more than {_letters(bounds.max_length)}."
        case "pattern" if field.pattern_text:
            return f"Please use this format: {field.pattern_text}"
    return ""


def _letters(count: int) -> str:
    return f"{count} character{'' if count == 1 else 's'}"


def _is_shown(condition: ShowIf, seen: Mapping[str, str | list[str]]) -> bool:
    answer = seen.get(condition.field, "")
    if condition.filled is not None:
        return bool(answer) == condition.filled
    wanted = condition.equals if condition.equals is not None else condition.not_equals
    answers = answer if isinstance(answer, list) else [answer]
    return (wanted in answers) == (condition.equals is not None)


def _plain(field: FormField, answer: object) -> str | list[str]:
    """Return the trimmed answer: a list for checkboxes, empty if there is none."""
    if field.input_type is InputType.CHECKBOXES:
        if answer is None or isinstance(answer, str):
            answer = [answer] if answer else []
        if not isinstance(answer, list) or not all(isinstance(it, str) for it in answer):
            raise _Wrong("not_text")
        return list(dict.fromkeys(it.strip() for it in answer if is_visible(it)))
    if answer is None:
        return ""
    if isinstance(answer, bool):
        answer = "true" if answer else "false"
    elif isinstance(answer, int | float):
        answer = str(answer)
    if not isinstance(answer, str):
        raise _Wrong("not_text")
    text = answer.strip() if is_visible(answer) else ""
    if field.input_type is InputType.CHECKBOX:
        if text.lower() in _NOT_TICKED:
            return ""
        return "true" if text.lower() in _TICKED else text
    return text


def _value(field: FormField, plain: str | list[str], region: str) -> Value:
    if isinstance(plain, list):
        if not set(plain) <= set(field.options or ()):
            raise _Wrong("not_an_option")
        return plain
    kind = checked_as(field)
    _check_length(field, kind, plain)
    match kind:
        case InputType.EMAIL:
            return _email(plain)
        case InputType.PHONE:
            return _phone(plain, region)
        case InputType.NUMBER:
            return _number(field, plain)
        case InputType.DATE:
            return _day(field, plain)
        case InputType.SELECT | InputType.RADIO:
            if plain not in (field.options or ()):
                raise _Wrong("not_an_option")
            return plain
        case InputType.CHECKBOX:
            if plain != "true":
                raise _Wrong("not_an_option")
            return True
        case InputType.COUNTRY:
            if plain.upper() not in countries():
                raise _Wrong("not_country")
            return plain.upper()
        case _:
            return plain


def _check_length(field: FormField, kind: InputType, text: str) -> None:
    bounds = field.bounds
    if kind not in LONGEST:
        return
    longest = min(bounds.max_length or LONGEST[kind], LONGEST[kind])
    has_pattern = bounds.pattern is not None and kind in OF_TEXT
    if has_pattern:
        longest = min(longest, MAX_INPUT)
    if len(text) > longest:
        raise _Wrong("too_long")
    if kind in OF_TEXT and len(text) < (bounds.min_length or 0):
        raise _Wrong("too_short")
    if has_pattern and not compile_pattern(bounds.pattern or "").match(text):
        raise _Wrong("pattern")


def _email(text: str) -> str:
    email = normalised_email(text)
    if email is None:
        raise _Wrong("not_email")
    return email


def _phone(text: str, region: str) -> str:
    phone = normalised_phone(text, region)
    if phone is None:
        raise _Wrong("not_phone")
    return phone


def _number(field: FormField, text: str) -> int | float:
    if not _NUMBER.match(text):
        raise _Wrong("not_number")
    number = float(text) if "." in text else int(text)
    bounds = field.bounds
    if isinstance(bounds.min, float) and number < bounds.min:
        raise _Wrong("too_small")
    if isinstance(bounds.max, float) and number > bounds.max:
        raise _Wrong("too_large")
    return number


def _day(field: FormField, text: str) -> str:
    if not is_day(text):
        raise _Wrong("not_date")
    bounds = field.bounds
    earliest = bounds.min if isinstance(bounds.min, str) else FIRST_DAY
    latest = bounds.max if isinstance(bounds.max, str) else LAST_DAY
    if text < max(earliest, FIRST_DAY):
        raise _Wrong("too_early")
    if text > min(latest, LAST_DAY):
        raise _Wrong("too_late")
    return text


def contact_in(
    fields: Sequence[FormField], values: Mapping[str, Value], kind: InputType
) -> str | None:
    """Return the answer to the first field that requests an email address or phone number."""
    for field in fields:
        value = values.get(field.name)
        if isinstance(value, str) and checked_as(field) is kind:
            return value
    return None


@cache
def countries() -> dict[str, str]:
    """Return the names of countries by their ISO 3166-1 code."""
    import pytz

    return dict(sorted(pytz.country_names.items(), key=lambda item: item[1]))
