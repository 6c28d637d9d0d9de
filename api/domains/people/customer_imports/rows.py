"""Turns the rows of a file into validated customers."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple, Protocol, cast
from zoneinfo import available_timezones

from api.domains.people.customer_imports.guessing import FIELD
from api.domains.people.customer_imports.types import DateOrder, RowProblem
from api.domains.people.customers.contacts import normalised_email, normalised_phone
from api.domains.people.customers.field_values import (
    FieldType,
    WrongValue,
    checked_birthday,
    field_value,
)
from api.domains.people.customers.types import CustomerDraft, FieldNote

MAX_NAME = 100
MAX_TAG = 50
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_DATE = re.compile(r"(\d{1,4})[./\-\s](\d{1,2})[./\-\s](\d{1,4})")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")
_KEPT_FROM_FORMULA = re.compile(r"^'(?=[=+\-@＝＋－＠])")  # noqa: RUF001
_TAG_SEPARATORS = re.compile(r"[,;|]")


class KnownField(Protocol):
    """A custom field of customers."""

    @property
    def name(self) -> str: ...

    @property
    def label(self) -> str: ...

    @property
    def type(self) -> str: ...

    @property
    def options(self) -> list[str]: ...


class Rules(NamedTuple):
    """The options for reading cells."""

    mapping: Sequence[str | None]
    headers: Sequence[str]
    fields: Mapping[str, KnownField]
    owners: Mapping[str, str]
    """Members by email address in lower case."""
    region: str
    dates: DateOrder
    tags: Sequence[str]
    """Tags that everybody in the file gets."""


class ReadRow(NamedTuple):
    """A row as a customer, or None if it was refused."""

    row: int
    draft: CustomerDraft | None
    problems: list[RowProblem]


class RowParser:
    """Reads the rows of one file in their order. An address or number belongs to the first row that has it."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._zones = available_timezones()
        self._seen: dict[int, int] = {}
        """Row by the hash of an address or number, which is small even for half a million rows."""

    def read(self, row: int, cells: Sequence[str]) -> ReadRow:
        """Read one row."""
        rules, notes = self._rules, list[FieldNote]()
        if len(cells) > len(rules.headers) and any(
            it.strip() for it in cells[len(rules.headers) :]
        ):
            message = f"has {len(cells)} cells, but the header has {len(rules.headers)}"
            return self._refused(row, "row", message)
        values: dict[str, str] = {}
        for target, cell in zip(rules.mapping, cells, strict=False):
            text = _clean(cell)
            if target is not None and text:
                values.setdefault(target, text)
        email = phone = None
        if (given := values.pop("email", None)) is not None:
            email = normalised_email(given)
            if email is None:
                return self._refused(row, "email", "is not an email address")
        if (given := values.pop("phone", None)) is not None:
            phone = normalised_phone(given, rules.region)
            if phone is None:
                return self._refused(row, "phone", "is not a phone number")
        facts = self._facts(values, notes)
        tags = self._tags(values.pop("tags", ""), notes)
        attributes = self._attributes(values, notes)
        if email is None and phone is None and not ({"first_name", "last_name"} & facts.keys()):
            return self._refused(row, "email", "or a phone number or a name is required")
        known = self._known(row, email, phone)
        if known is not None:
            kind, first = known
            if kind == "email" or email is None:
                return self._refused(row, kind, f"is the same as in row {first}")
            notes.append(FieldNote("phone", f"was left out, because row {first} has the same"))
            phone = None
        draft = CustomerDraft(row, email, phone, facts, attributes, tags)
        return ReadRow(row, draft, [RowProblem(row, *note, is_refused=False) for note in notes])

    def _known(self, row: int, email: str | None, phone: str | None) -> tuple[str, int] | None:
        """Return which of the two an earlier row had, and which row. If there is none, record them for this row."""
        keys = {"email": email, "phone": phone}
        for kind, value in keys.items():
            first = self._seen.get(hash((kind, value))) if value is not None else None
            if first is not None and (kind == "email" or email is None):
                return kind, first
        if email is not None:
            self._seen[hash(("email", email))] = row
        if phone is not None:
            first = self._seen.setdefault(hash(("phone", phone)), row)
            if first != row:
                return "phone", first
        return None

    def _facts(self, values: dict[str, str], notes: list[FieldNote]) -> dict[str, str]:
        facts: dict[str, str] = {}
        if (whole := values.pop("full_name", None)) is not None:
            first, _, last = whole.rpartition(" ")
            facts = {"first_name": first, "last_name": last} if first else {"first_name": last}
        for name in ("first_name", "last_name"):
            if name in values:
                facts[name] = values.pop(name)
        for name, text in facts.items():
            if len(text) > MAX_NAME:
                notes.append(FieldNote(name, f"was cut after {MAX_NAME} characters"))
                facts[name] = text[:MAX_NAME].rstrip()
        if text := values.pop("language", ""):
            code = text.replace("_", "-")
            if _LANGUAGE.fullmatch(code):
                facts["language"] = code
            else:
                notes.append(FieldNote("language", "must be a language code, like en or pt-BR"))
        if text := values.pop("time_zone", ""):
            if text in self._zones:
                facts["time_zone"] = text
            else:
                notes.append(FieldNote("time_zone", "must be a time zone, like Europe/Berlin"))
        if text := values.pop("birthday", ""):
            try:
                facts["birthday"] = checked_birthday(self._iso(text))
            except WrongValue as wrong:
                notes.append(FieldNote("birthday", str(wrong)))
        if text := values.pop("owner", ""):
            owner = self._rules.owners.get(text.lower())
            if owner is None:
                notes.append(FieldNote("owner", "is not the email address of a member"))
            else:
                facts["owner_id"] = owner
        return facts

    def _tags(self, text: str, notes: list[FieldNote]) -> list[str]:
        given = [it.strip() for it in _TAG_SEPARATORS.split(text) if it.strip()]
        if any(len(it) > MAX_TAG for it in given):
            notes.append(FieldNote("tags", f"must have at most {MAX_TAG} characters each"))
        return [*dict.fromkeys([it for it in given if len(it) <= MAX_TAG] + [*self._rules.tags])]

    def _attributes(self, values: Mapping[str, str], notes: list[FieldNote]) -> dict[str, object]:
        attributes: dict[str, object] = {}
        for target, text in values.items():
            field = self._rules.fields.get(target.removeprefix(FIELD))
            if field is None:  # removed meanwhile
                continue
            kind = cast(FieldType, field.type)
            given = self._iso(text) if kind == "date" else text
            if kind == "number":
                given = _plain_number(given)
            try:
                attributes[field.name] = field_value(kind, field.options, given)
            except WrongValue as wrong:
                notes.append(FieldNote(field.label, str(wrong)))
        return attributes

    def _iso(self, text: str) -> str:
        """Convert a date in the file's order of day, month and year to ISO 8601. Anything else is returned
        unchanged.
        """
        found = _DATE.fullmatch(text.split("T", maxsplit=1)[0].split(" 00:00", maxsplit=1)[0])
        if found is None:
            return text
        parts = found.groups()
        order = "ymd" if len(parts[0]) == 4 else self._rules.dates
        if "." in text and order == "mdy":  # No country writes dates with dots and the month first.
            order = "dmy"
        if order == "ymd" and len(parts[0]) != 4:
            return text
        by_name = dict(zip(order, map(int, parts), strict=True))
        if by_name["y"] < 100:
            return text
        try:
            return date(by_name["y"], by_name["m"], by_name["d"]).isoformat()
        except ValueError:
            return text

    @staticmethod
    def _refused(row: int, field: str, message: str) -> ReadRow:
        return ReadRow(row, None, [RowProblem(row, field, message, is_refused=True)])


def _clean(cell: str) -> str:
    """Remove control characters from a cell, and the apostrophe with which exports prevent formulas from running."""
    return _KEPT_FROM_FORMULA.sub("", _CONTROL.sub(" ", cell).strip(), count=1)


def _plain_number(text: str) -> str:
    """Convert `1,5` and `1 500` for Python. A comma before three digits stays, so that the number is refused."""
    text = text.replace("\u00a0", "").replace(" ", "")
    if re.fullmatch(r"[+-]?\d+,\d{1,2}", text):
        return text.replace(",", ".")
    return text
