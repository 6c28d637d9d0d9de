"""Requests and responses about themes made from own colours."""

from typing import Annotated

from pydantic import Field, StringConstraints

from api.kit.schemas import OrgBody, Schema
from api.rendering.visitor_pages.theme import Color, PictureUrl, Theme


class SuggestThemes(OrgBody):
    """Suggest themes in the colours of a website or, without one, of the organisation's logo."""

    website: (
        Annotated[
            str,
            StringConstraints(strip_whitespace=True, min_length=3, max_length=2048),
            Field(description="Its address; https:// is optional", examples=["example.com"]),
        ]
        | None
    ) = None
    logo: PictureUrl | None = Field(None, description="Instead of the organisation's logo")


class SuggestedTheme(Schema):
    """A suggested theme."""

    label: str
    theme: Theme
    css: str


class SuggestedThemes(Schema):
    """The colours that were found, and the themes made from them."""

    colors: list[Color] = Field(description="The main colours, most prominent first")
    themes: list[SuggestedTheme]
