"""Limits of a form: a time window, a total number, and one submission for each person.

The database enforces them for concurrent submissions; see `places.py` and the submissions.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import BaseModel, Field, StringConstraints, field_validator, model_validator

from api.domains.content.forms.definition import MAX_CAPACITY, FormField, InputType, checked_as
from api.kit.time_windows import exact_moment, is_empty_window, is_within

IN_ALL = ""
"""The key of the place that represents the whole form."""


class OnceBy(StrEnum):
    """How people are recognised on a form that accepts one submission per person."""

    EMAIL = "email"
    PHONE = "phone"
    DEVICE = "device"


_INPUT_TYPES = {OnceBy.EMAIL: InputType.EMAIL, OnceBy.PHONE: InputType.PHONE}


class FormLimits(BaseModel):
    """The limits that a form can have."""

    opens_at: str | None = Field(None, description="A moment with its offset; before it: closed")
    closes_at: str | None = Field(None, description="A moment with its offset; from it on: closed")
    max_submissions: int | None = Field(None, ge=1, le=MAX_CAPACITY)
    once_by: list[OnceBy] | None = Field(
        None, max_length=3, description="One answer for each email, phone number or device"
    )
    closed_text: Annotated[str, StringConstraints(max_length=5_000)] | None = Field(
        None, description="Shown instead of a form that takes nothing"
    )

    @field_validator("opens_at", "closes_at")
    @classmethod
    def _is_exact(cls, text: str | None) -> str | None:
        return exact_moment(text)

    @field_validator("once_by")
    @classmethod
    def _each_once(cls, kinds: list[OnceBy] | None) -> list[OnceBy] | None:
        return [kind for kind in OnceBy if kind in kinds] if kinds else None

    @model_validator(mode="after")
    def _opens_before_it_closes(self) -> Self:
        if is_empty_window(self.opens_at, self.closes_at):
            raise ValueError("closes_at must come after opens_at")
        return self


def is_open(limits: Mapping[str, Any], now: datetime) -> bool:
    """Return whether a form with these limits accepts submissions now."""
    return is_within(limits.get("opens_at"), limits.get("closes_at"), now)


def places_of(fields: list[FormField], limits: FormLimits) -> dict[str, int]:
    """Return the capacity of each place of a form: `field=option`, and the form itself."""
    places = {
        place_of(field, option): capacity
        for field in fields
        for option, capacity in (field.capacities or {}).items()
    }
    if limits.max_submissions is not None:
        places[IN_ALL] = limits.max_submissions
    return places


def place_of(field: FormField, option: str) -> str:
    """Return the place that represents an option of a field."""
    return f"{field.name}={option}"


def lacking_for_once(fields: list[FormField], limits: FormLimits) -> str | None:
    """Return the question that a form lacks in order to accept one submission per email or phone."""
    for kind in limits.once_by or ():
        wanted = _INPUT_TYPES.get(kind)
        if wanted is not None and contact_field(fields, wanted) is None:
            return kind.value
    return None


def contact_field(fields: list[FormField], kind: InputType) -> FormField | None:
    """Return the required question for an email address or phone number, if there is one."""
    for field in fields:
        if checked_as(field) is kind:
            return field if field.required and field.show_if is None else None
    return None
