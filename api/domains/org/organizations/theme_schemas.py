"""Request and response schemas of themes."""

from pydantic import Field

from api.kit.schemas import OrgBody, Schema
from api.rendering.visitor_pages.theme import Color, Theme


class PreviewTheme(OrgBody):
    """Preview a theme."""

    theme: Theme | None = Field(None, description="Defaults to that of the organisation")
    color: Color | None = Field(
        None, description="Brand colour; defaults to that of the organisation"
    )
    background: Color | None = Field(None, description="A background that a page has of its own")


class ThemeLook(Schema):
    """The style sheet of a theme."""

    css: str = Field(description="Fonts, and the variables that the style sheet of pages reads")
    cover: str


class ThemeSamples(Schema):
    """Visitors' pages in a theme, as complete documents without any visitor's data."""

    gate: str
    notice: str
    poll: str


class NamedTheme(Schema):
    """An available theme."""

    theme: Theme
    css: str


class FontChoice(Schema):
    """An available font."""

    name: str
    label: str


class ThemeChoices(Schema):
    """The available themes and fonts."""

    themes: list[NamedTheme]
    fonts: list[FontChoice]
