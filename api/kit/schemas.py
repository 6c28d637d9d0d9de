"""Base classes of requests and responses."""

import math
import warnings
from typing import Annotated, Any

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, model_validator
from pydantic.warnings import UnsupportedFieldAttributeWarning

MAX_TEXT = 10_000
MAX_DEPTH = 32
MAX_INTEGER = 2**31 - 1
"""The largest integer that a column of Postgres can be compared with, unless its type is larger. Queries with larger
values fail.
"""

Version = Annotated[int, Field(ge=1, le=MAX_INTEGER)]
"""A version that the client has read, counted from 1."""


# FastAPI gives each body the name of its parameter as an alias, and suppresses pydantic's warning
# that this has no effect only while routes are defined. Deferred models are built later, when they
# are first used.
warnings.filterwarnings(
    "ignore", message="The 'alias' attribute", category=UnsupportedFieldAttributeWarning
)


class Schema(BaseModel):
    """Base class of responses, which can be created from a row. Every field is always present."""

    model_config = ConfigDict(
        from_attributes=True,
        populate_by_name=True,
        json_schema_serialization_defaults_required=True,
        defer_build=True,
    )


class Body(BaseModel):
    """Base class of request bodies.

    Unknown fields are ignored, because clients send more than we know. Texts are limited in length, and values that
    Postgres cannot store (NUL, lone surrogates, NaN, infinite numbers) are refused at any depth.
    """

    model_config = ConfigDict(
        populate_by_name=True, str_max_length=MAX_TEXT, extra="ignore", defer_build=True
    )

    @model_validator(mode="before")
    @classmethod
    def _refuse_what_cannot_be_stored(cls, value: Any) -> Any:
        reason = unstorable(value)
        if reason:
            raise ValueError(reason)
        return value


class OrgBody(Body):
    """A body that may name the caller's organisation.

    Whether it is the caller's own is checked together with the caller (api.auth.member).
    """

    org_id: str | None = Field(
        None,
        max_length=64,
        validation_alias=AliasChoices("org_id", "orgID"),
        description="The caller's organisation; may be left out",
    )


def unstorable(value: Any, depth: int = 0) -> str | None:
    """Return why this piece of JSON cannot be stored, or None if it can."""
    if isinstance(value, str):
        if "\x00" in value:
            return "must not contain NUL characters"
        if not value.isascii() and any("\ud800" <= letter <= "\udfff" for letter in value):
            return "must be valid Unicode"
    elif isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            return "must be a number of at most 64 bits"
    elif isinstance(value, float):
        if not math.isfinite(value):
            return "must be a finite number"
    elif isinstance(value, dict | list):
        if depth >= MAX_DEPTH:
            return f"must not be nested deeper than {MAX_DEPTH} levels"
        parts = value if isinstance(value, list) else [*value.keys(), *value.values()]
        for part in parts:
            reason = unstorable(part, depth + 1)
            if reason:
                return reason
    return None
