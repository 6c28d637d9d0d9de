"""Who sees a block of a page: on which devices, in which languages, new or returning, and when.

What is not known of a visitor fits nothing, as in the rules of codes: a block for those who return
is not shown to who refused to be recognised. Hidden is not secret: the page's makers may read all.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, Field, StringConstraints, field_validator, model_validator

from api.kit.time_windows import exact_moment, is_empty_window, is_within

Device = Literal["phone", "tablet", "desktop", "tv"]
LanguageTag = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$")]
MAX_LANGUAGES = 20


class Audience(BaseModel):
    """Whom a block is for. Every part that is given must fit."""

    for_devices: list[Device] | None = Field(None, max_length=4)
    for_languages: list[LanguageTag] | None = Field(
        None, max_length=MAX_LANGUAGES, description="`de` is `de-AT` as well"
    )
    for_visitors: Literal["new", "returning"] | None = Field(
        None, description="Known by a cookie that was there before"
    )
    shown_from: str | None = Field(None, description="A moment with its offset")
    shown_until: str | None = Field(None, description="A moment with its offset; from it on: gone")

    @field_validator("for_devices", "for_languages")
    @classmethod
    def _none_for_all(cls, values: list[str] | None) -> list[str] | None:
        return list(dict.fromkeys(values)) if values else None

    @field_validator("shown_from", "shown_until")
    @classmethod
    def _is_shown_at_a_moment(cls, text: str | None) -> str | None:
        return exact_moment(text)

    @model_validator(mode="after")
    def _begins_before_it_ends(self) -> Self:
        if is_empty_window(self.shown_from, self.shown_until):
            raise ValueError("shown_until must come after shown_from")
        return self


@dataclass(frozen=True, slots=True)
class Viewer:
    """What is known of who looks at a page."""

    device: str | None
    language: str | None
    is_returning: bool | None
    now: datetime


def audience_of(block: Audience) -> dict[str, Any]:
    """Whom a block is for, as it is kept with a published page; empty for everybody."""
    return block.model_dump(mode="json", include=set(Audience.model_fields), exclude_none=True)


def is_for(audience: Mapping[str, Any], viewer: Viewer) -> bool:
    """Whether a block with this audience is shown to this viewer."""
    devices, visitors = audience.get("for_devices"), audience.get("for_visitors")
    return (
        (devices is None or viewer.device in devices)
        and _speaks(audience.get("for_languages"), viewer.language)
        and (visitors is None or viewer.is_returning is (visitors == "returning"))
        and is_within(audience.get("shown_from"), audience.get("shown_until"), viewer.now)
    )


def _speaks(wanted: list[str] | None, language: str | None) -> bool:
    if wanted is None:
        return True
    if language is None:
        return False
    low = language.casefold()
    return any(low == tag or low.startswith(f"{tag}-") for tag in map(str.casefold, wanted))
