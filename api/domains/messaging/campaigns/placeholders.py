"""Placeholders of campaigns: which there are, and what they say for one person."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple, Protocol

from babel.dates import format_date
from babel.numbers import format_decimal

from api.domains.messaging.campaigns.content import LINK
from api.rendering.visitor_pages.words.catalogues import locale_of

FIELD = "field."
"""Before the name of a custom field: `{{field.favourite}}`."""
PREFERENCES = "preferences"


class Placeholder(NamedTuple):
    """One that a campaign's texts may have: its name, what it stands for, and a sample."""

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
    """A custom field, as far as placeholders need it."""

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
    """Those of custom fields."""
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
    """What placeholders say of one person; one that is not known is left out. `types` are those of custom fields."""
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
    """A field's value as the language writes it."""
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
