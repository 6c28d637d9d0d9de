"""Who sees a block of a page: by device, language, new or returning visitor, segment, and time.

An unknown fact matches nothing, as in the rules of codes: a block for returning visitors is not shown to a visitor who
refused the cookie. Hidden does not mean secret: the page's authors can read everything.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, Field, StringConstraints, field_validator, model_validator

from api.kit.time_windows import exact_moment, is_empty_window, is_within

Device = Literal["phone", "tablet", "desktop", "tv"]
LanguageTag = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$")]
SegmentId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
MAX_LANGUAGES = 20
MAX_SEGMENTS = 20


class Audience(BaseModel):
    """The visitors for whom a block is meant. Every given condition must match."""

    for_devices: list[Device] | None = Field(None, max_length=4)
    for_languages: list[LanguageTag] | None = Field(
        None, max_length=MAX_LANGUAGES, description="`de` is `de-AT` as well"
    )
    for_visitors: Literal["new", "returning"] | None = Field(
        None, description="Known by a cookie that was there before"
    )
    for_segments: list[SegmentId] | None = Field(
        None,
        max_length=MAX_SEGMENTS,
        description="Known customers who are in one of these segments",
    )
    shown_from: str | None = Field(None, description="A moment with its offset")
    shown_until: str | None = Field(None, description="A moment with its offset; from it on: gone")

    @field_validator("for_devices", "for_languages", "for_segments")
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
    """What is known about the visitor who views a page."""

    device: str | None
    language: str | None
    is_returning: bool | None
    now: datetime
    segments: frozenset[str] | None = None
    """Segments of the visitor's customer, or None if the visitor is not a known customer."""


def audience_of(block: Audience) -> dict[str, Any]:
    """Return a block's audience as it is stored with a published page, empty for everybody."""
    return block.model_dump(mode="json", include=set(Audience.model_fields), exclude_none=True)


def is_for(audience: Mapping[str, Any], viewer: Viewer) -> bool:
    """Return whether a block with this audience is shown to this viewer."""
    devices, visitors = audience.get("for_devices"), audience.get("for_visitors")
    segments = audience.get("for_segments")
    return (
        (devices is None or viewer.device in devices)
        and _speaks(audience.get("for_languages"), viewer.language)
        and (visitors is None or viewer.is_returning is (visitors == "returning"))
        and (segments is None or not (viewer.segments or frozenset()).isdisjoint(segments))
        and is_within(audience.get("shown_from"), audience.get("shown_until"), viewer.now)
    )


def _speaks(languages: list[str] | None, language: str | None) -> bool:
    if languages is None:
        return True
    if language is None:
        return False
    low = language.casefold()
    return any(low == tag or low.startswith(f"{tag}-") for tag in map(str.casefold, languages))
