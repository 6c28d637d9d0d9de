"""What a form may contain: its fields, and the default sign-up form.

The same definition is also read in the browser. The cases in tests/contracts/form_vectors.json keep both
implementations in agreement.
"""

import re
from datetime import date
from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import (
    ConfigDict,
    Field,
    StringConstraints,
    field_validator,
    model_validator,
)

from api.domains.content.forms.patterns import BadPattern, compile_pattern
from api.domains.people.consents.types import Channel
from api.kit.json_shapes import SentWithDefaults

MAX_FIELDS = 100
MAX_OPTIONS = 300
MAX_ANSWER = 10_000
MAX_CAPACITY = 1_000_000
MAX_BOUND = 1e18
"""The database returns a larger number as an integer of more than 64 bits, which does not fit into an answer."""

FieldName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]{0,63}$")]
Label = Annotated[str, StringConstraints(max_length=500)]
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}\Z")


RESERVED_NAMES = frozenset(
    {
        "page_id",
        "form_id",
        "submission_key",
        "consent",
        "code_id",
        "phone_code",
        "phone_proof",
        "consent_shown",
    }
)
"""Names of the fields that a form sends in addition to its answers."""


class InputType(StrEnum):
    """The types of fields."""

    TEXT = "text"
    EMAIL = "email"
    PHONE = "phone"
    NUMBER = "number"
    DATE = "date"
    SELECT = "select"
    RADIO = "radio"
    CHECKBOX = "checkbox"
    CHECKBOXES = "checkboxes"
    TEXTAREA = "textarea"
    COUNTRY = "country"
    HIDDEN = "hidden"
    PAGE_DIVIDER = "page_divider"


WITH_OPTIONS = frozenset({InputType.SELECT, InputType.RADIO, InputType.CHECKBOXES})
OF_TEXT = frozenset({InputType.TEXT, InputType.TEXTAREA, InputType.HIDDEN})
LONGEST = {
    InputType.TEXT: 1_000,
    InputType.HIDDEN: 1_000,
    InputType.TEXTAREA: MAX_ANSWER,
    InputType.EMAIL: 254,
    InputType.PHONE: 40,
    InputType.NUMBER: 40,
    InputType.DATE: 10,
}
"""Maximum length of an answer in characters, unless the field sets a smaller limit."""


class _Part(SentWithDefaults):
    model_config = ConfigDict(extra="forbid")


class Validation(_Part):
    """Bounds of an answer. `min` and `max` are numbers, or days for a date field."""

    min_length: int | None = Field(None, ge=0, le=MAX_ANSWER)
    max_length: int | None = Field(None, ge=1, le=MAX_ANSWER)
    pattern: str | None = Field(None, description="Must match the whole answer")
    min: float | str | None = None
    max: float | str | None = None

    @field_validator("min", "max")
    @classmethod
    def _can_be_read_again(cls, bound: float | str | None) -> float | str | None:
        if isinstance(bound, float) and abs(bound) > MAX_BOUND:
            raise ValueError(f"must be between {-MAX_BOUND:.0f} and {MAX_BOUND:.0f}")
        return bound

    @field_validator("pattern")
    @classmethod
    def _readable(cls, pattern: str | None) -> str | None:
        if not pattern:
            return None
        try:
            compile_pattern(pattern)
        except BadPattern as error:
            raise ValueError(str(error)) from None
        return pattern


class ShowIf(_Part):
    """Shows a field only when an earlier one of the same form has this answer."""

    field: FieldName
    equals: str | None = Field(None, max_length=1_000)
    not_equals: str | None = Field(None, max_length=1_000)
    filled: bool | None = None

    @model_validator(mode="after")
    def _one_condition(self) -> Self:
        if sum(it is not None for it in (self.equals, self.not_equals, self.filled)) != 1:
            raise ValueError("needs exactly one of equals, not_equals and filled")
        return self


class FormField(_Part):
    """One question of a form."""

    name: FieldName
    input_display_name: Label = ""
    placeholder_text: Label = ""
    required: bool = False
    input_type: InputType = InputType.TEXT
    options: list[Annotated[str, StringConstraints(min_length=1, max_length=200)]] | None = Field(
        None, max_length=MAX_OPTIONS
    )
    capacities: dict[str, Annotated[int, Field(ge=1, le=MAX_CAPACITY)]] | None = Field(
        None, max_length=MAX_OPTIONS, description="How many may choose an option, by its text"
    )
    validation: Validation | None = None
    pattern_text: Label = Field("", description="What the pattern asks for, in words")
    show_if: ShowIf | None = None
    confirm: bool = Field(
        False, description="Of a phone: taken only with the code that was sent to it"
    )
    consent_channels: list[Channel] | None = Field(
        None,
        max_length=5,
        description="Of a checkbox: ticking it is the consent to news and offers through these channels",
    )
    deletable: bool = True

    @model_validator(mode="after")
    def _fits_its_type(self) -> Self:
        if self.input_type in WITH_OPTIONS and not self.options:
            raise ValueError("needs options")
        if not set(self.capacities or ()) <= set(self.options or ()):
            raise ValueError("capacities must only name its options")
        if self.name in RESERVED_NAMES:
            raise ValueError(f"must not be named {self.name}")
        if self.consent_channels and self.input_type is not InputType.CHECKBOX:
            raise ValueError("only a checkbox can be a consent")
        if self.confirm and checked_as(self) is not InputType.PHONE:
            raise ValueError("only a phone number can be verified with a code")
        for bound in (self.bounds.min, self.bounds.max):
            if isinstance(bound, str) and not (self.input_type is InputType.DATE and is_day(bound)):
                raise ValueError(
                    "min and max must be numbers, or days such as 2026-01-31 for a date field"
                )
            if isinstance(bound, float) and self.input_type is InputType.DATE:
                raise ValueError("min and max of a date field must be days such as 2026-01-31")
        return self

    @property
    def bounds(self) -> Validation:
        """The field's bounds; empty if it has none."""
        return self.validation or Validation()


_BY_NAME = {"email": InputType.EMAIL, "phone": InputType.PHONE}


def checked_as(field: FormField) -> InputType:
    """Return the type as which an answer is checked: a text field named `email` or `phone` is checked as such."""
    if field.input_type is InputType.TEXT:
        return _BY_NAME.get(field.name, InputType.TEXT)
    return field.input_type


def is_day(text: str) -> bool:
    """Return whether the text is a calendar day such as 2026-01-31."""
    if not _DATE.match(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def problem_of(fields: list[FormField]) -> tuple[int, str] | None:
    """Return the first field that is inconsistent with those before it, and the reason."""
    before: set[str] = set()
    for index, field in enumerate(fields):
        if field.name in before:
            return index, "has the name of an earlier field"
        if field.confirm and field is not confirmed_field(fields):
            return index, "is the second phone to confirm by a code; a form confirms one"
        if field.show_if is not None and field.show_if.field not in before:
            return index, "depends on a field that does not come before it"
        before.add(field.name)
    return None


def confirmed_field(fields: list[FormField]) -> FormField | None:
    """Return the phone field that is accepted only with the passcode sent to the number, if the form has one."""
    return next((field for field in fields if field.confirm), None)


def missing_first_divider(fields: list[FormField]) -> tuple[str, str] | None:
    """Return where a form does not begin with its mandatory page divider, and what is wrong there."""
    if not fields:
        return "", "must begin with the form's page divider"
    if fields[0].input_type is not InputType.PAGE_DIVIDER:
        return "[0]", "must be the form's page divider, which cannot be deleted or moved"
    if fields[0].deletable:
        return "[0].deletable", "must be false: a form's first page divider cannot be deleted"
    return None


def _default_field(
    name: str, label: str, placeholder: str, *, required: bool = True
) -> dict[str, Any]:
    return {
        "name": name,
        "input_display_name": label,
        "placeholder_text": placeholder,
        "required": required,
        "input_type": "text",
    }


DEFAULT_FIELDS: list[dict[str, Any]] = [
    {
        "name": "page_divider",
        "input_display_name": "About you",
        "placeholder_text": "",
        "required": False,
        "input_type": "page_divider",
        "deletable": False,
    },
    _default_field("first_name", "First name", "First name"),
    _default_field("last_name", "Last name", "Last name"),
    _default_field("email", "Email", "name@example.com"),
    _default_field("phone", "Phone", "5551234567"),
]
"""The sign-up form with required text fields. `email` and `phone` are checked as such because of their names."""

ADDRESS_FIELDS: list[dict[str, Any]] = [
    _default_field("address1", "Address", "Street and number"),
    _default_field("address2", "Address, second line", "Apartment, floor", required=False),
    _default_field("city", "City", "City"),
    _default_field("country", "Country", "Country"),
    _default_field("province", "State or province", "State or province"),
    _default_field("zip", "ZIP or postal code", "ZIP or postal code"),
]
"""The optional block of address fields."""

DEFAULT_CONTENT = {
    "privacyPolicy": (
        "I agree that my details are kept to answer me and to send me news and offers. "
        "I can withdraw at any time."
    ),
    "description": "Welcome! Tell us who you are, and we will keep you posted.",
}
