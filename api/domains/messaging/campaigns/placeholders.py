"""Placeholders of campaigns, and their values for one person."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple, Protocol

from babel.dates import format_date
from babel.numbers import format_decimal

from api.domains.messaging.campaigns.content import LINK
from api.rendering.visitor_pages.words.catalogues import locale_of

FIELD = "field."
"""The prefix of a custom field's name: `{{field.favourite}}`."""
PREFERENCES = "preferences"


class Placeholder(NamedTuple):
    """A placeholder that a campaign's texts may contain: its name, its meaning, and a sample value."""

    name: str
    label: str
    sample: str


BASE: tuple[Placeholder, ...] = (
    Placeholder("customer.first_name", "First name", "Ana"),
    Placeholder("customer.last_name", "Last name", "Silva"),
    Placeholder("customer.name", "First and last name", "Ana Silva"),
    Placeholder("customer.number", "Customer number", "K7M2PX4"),
    Placeholder("organization.name", "Name of the organisation", "Harbor Coffee"),
    Placeholder(LINK, "Link to the campaign's code", "https://example.com/x"),
    Placeholder(PREFERENCES, "Link to the person's preferences", "https://example.com/preferences"),
)
ALWAYS_KNOWN = frozenset({"customer.number", "organization.name", PREFERENCES})
"""Placeholders that need no default."""


class CustomFieldRow(Protocol):
    """The attributes of a custom field that placeholders need."""

    @property
    def name(self) -> str: ...

    @property
    def label(self) -> str: ...

    @property
    def type(self) -> str: ...

    @property
    def options(self) -> Sequence[str]: ...


_SAMPLES: Mapping[str, str] = {"number": "12", "date": "2027-06-01", "yes_no": "yes"}


def of_fields(fields: Iterable[CustomFieldRow]) -> list[Placeholder]:
    """Return the placeholders of custom fields."""
    return [
        Placeholder(
            f"{FIELD}{it.name}",
            it.label,
            it.options[0] if it.options else _SAMPLES.get(it.type, it.label),
        )
        for it in fields
    ]


def values_of(
    attributes: Mapping[str, Any],
    first_name: str | None,
    last_name: str | None,
    number: str,
    types: Mapping[str, str],
    language: str,
) -> dict[str, str]:
    """Return the values of placeholders for one person. Unknown values are left out. `types` are those of custom
    fields.
    """
    first, last = (first_name or "").strip(), (last_name or "").strip()
    values = {
        "customer.first_name": first,
        "customer.last_name": last,
        "customer.name": f"{first} {last}".strip(),
        "customer.number": number,
    }
    for name, kind in types.items():
        values[f"{FIELD}{name}"] = _written(attributes.get(name), kind, language)
    return {name: text for name, text in values.items() if text}


def _written(value: Any, kind: str, language: str) -> str:
    """Return a field's value, formatted for the language."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if kind == "number" and isinstance(value, int | float):
        return str(format_decimal(value, locale=locale_of(language)))
    if kind == "date" and isinstance(value, str):
        try:
            return str(format_date(date.fromisoformat(value), "long", locale_of(language)))
        except ValueError:
            return value
    return str(value)
