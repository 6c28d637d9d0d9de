"""Requests and answers about themes."""

from pydantic import Field

from api.kit.schemas import OrgBody, Schema
from api.rendering.visitor_pages.theme import Color, Theme


class PreviewTheme(OrgBody):
    """Ask how a theme would look."""

    theme: Theme | None = Field(None, description="By default the organisation's")
    color: Color | None = Field(None, description="Brand colour; by default the organisation's")
    background: Color | None = Field(None, description="A background that a page has for itself")


class ThemeLook(Schema):
    """How a theme looks."""

    css: str = Field(description="Fonts, and the variables that the style sheet of pages reads")
    cover: str


class ThemeSamples(Schema):
    """Pages of visitors in a theme, as whole documents without anything that belongs to a visitor."""

    gate: str
    notice: str
    poll: str


class NamedTheme(Schema):
    """A theme that is offered."""

    theme: Theme
    css: str


class FontChoice(Schema):
    """A font that is offered."""

    name: str
    label: str


class ThemeChoices(Schema):
    """What can be chosen."""

    themes: list[NamedTheme]
    fonts: list[FontChoice]
