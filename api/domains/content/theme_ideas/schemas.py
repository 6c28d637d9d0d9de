"""Requests and answers about themes from one's own colours."""

from typing import Annotated

from pydantic import Field, StringConstraints

from api.kit.schemas import OrgBody, Schema
from api.rendering.visitor_pages.theme import Color, PictureUrl, Theme


class SuggestThemes(OrgBody):
    """Ask for themes in the colours of a website; without one, of the organisation's logo."""

    website: (
        Annotated[
            str,
            StringConstraints(strip_whitespace=True, min_length=3, max_length=2048),
            Field(description="Its address; https:// may be left out", examples=["example.com"]),
        ]
        | None
    ) = None
    logo: PictureUrl | None = Field(None, description="In place of the organisation's")


class SuggestedTheme(Schema):
    """A theme that is offered."""

    label: str
    theme: Theme
    css: str


class SuggestedThemes(Schema):
    """What was found, and what was made of it."""

    colors: list[Color] = Field(description="The main colours, the strongest first")
    themes: list[SuggestedTheme]
