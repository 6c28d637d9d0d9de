"""The props of each kind of block. The editor, the renderer and the server share this shape."""

import re
from typing import Annotated, Literal, Self

from pydantic import (
    ConfigDict,
    Field,
    StringConstraints,
    field_validator,
    model_validator,
)

from api.domains.content.forms.published import FormDefinition
from api.domains.content.page_blocks.audience import Audience
from api.domains.content.page_blocks.links import FileText, LinkText
from api.domains.content.page_blocks.rich_text import RichText
from api.kit.json_shapes import SentWithDefaults
from api.rendering.visitor_pages.theme import Theme

Line = Annotated[str, StringConstraints(max_length=500)]
Paragraph = Annotated[str, StringConstraints(max_length=5_000)]
BlockId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Reference = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{0,64}$")]
Color = Annotated[str, StringConstraints(pattern=r"^(#[0-9A-Fa-f]{6})?$")]
Language = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$")]
Align = Literal["left", "center", "right"]

_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?)?\Z")


def _moment(text: str) -> str:
    if text and not _MOMENT.match(text):
        raise ValueError("must be a time like 2026-12-24T18:00:00Z")
    return text


class Props(Audience, SentWithDefaults):
    """The props that all blocks have."""

    model_config = ConfigDict(extra="forbid")

    id: BlockId


class Heading(Props):
    text: Line = ""
    level: Annotated[int, Field(ge=1, le=3)] = 2
    align: Align = "left"


class Text(Props):
    html: RichText = ""
    align: Align = "left"


class Picture(Props):
    url: FileText = ""
    alt: Line = ""
    width: Literal["full", "half", "small"] = "full"
    href: LinkText | None = None
    ratio: Literal["16:9", "4:3", "1:1", "4:5"] | None = None


class Video(Props):
    url: FileText = ""
    title: Line = ""
    poster_url: FileText | None = None


class Button(Props):
    label: Line = ""
    href: LinkText = ""
    style: Literal["primary", "outline", "link", "row", "featured"] = "primary"
    block_width: bool = False
    note: Line = ""
    icon: Annotated[str, StringConstraints(max_length=40)] | None = None
    picture_url: FileText | None = None


class Form(Props, FormDefinition):
    next_url: LinkText | None = None
    success_picture_url: FileText | None = None


class Divider(Props):
    style: Literal["line", "space", "page"] = "line"


class Map(Props):
    latitude: float | None = Field(None, ge=-90, le=90)
    longitude: float | None = Field(None, ge=-180, le=180)
    label: Line = ""
    address: Line = ""


class _Timed(Props):
    @field_validator("to", "expires_at", check_fields=False)
    @classmethod
    def _is_moment(cls, text: str | None) -> str | None:
        return _moment(text) if text else text


class Countdown(_Timed):
    to: str = ""
    label: Line = ""
    done_text: Line = ""


class Product(Props):
    name: Line = ""
    description: Paragraph = ""
    price_cents: int | None = Field(None, ge=0, le=2**53)
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] = "USD"
    picture_url: FileText | None = None
    href: LinkText | None = None
    button_label: Line = ""
    shop_product_id: Reference | None = None
    """Number of a product of the connected shop, whose data the block shows."""


class Coupon(_Timed):
    title: Line = ""
    code: Line = ""
    terms: Paragraph = ""
    expires_at: str | None = None
    reveal: bool = False


class Wifi(Props):
    """A network that visitors join, with a code for another device or by copying its name and password."""

    ssid: Annotated[str, StringConstraints(max_length=32)] = ""
    security: Literal["WPA", "WEP", "nopass"] = "WPA"
    password: Annotated[str, StringConstraints(max_length=63)] = ""
    hidden: bool = False


class Notifications(Props):
    """Asks visitors for permission to send browser notifications. `text` is what they agree to."""

    title: Line = ""
    text: Annotated[str, StringConstraints(max_length=500)] = ""
    button_label: Line = ""


class SocialLink(SentWithDefaults):
    model_config = ConfigDict(extra="forbid")

    network: Annotated[str, StringConstraints(max_length=40)] = ""
    url: LinkText = ""


class Social(Props):
    links: list[SocialLink] = Field(default_factory=list, max_length=30)


class Choice(SentWithDefaults):
    model_config = ConfigDict(extra="forbid")

    id: BlockId
    label: Line = ""
    picture_url: FileText | None = None


class Vote(Props):
    poll_id: Reference = ""
    question: Line = ""
    choices: list[Choice] = Field(default_factory=list, max_length=50)
    changeable: bool = False
    show_results: Literal["always", "after", "never"] = "after"

    @field_validator("choices")
    @classmethod
    def _distinct(cls, choices: list[Choice]) -> list[Choice]:
        if len({choice.id for choice in choices}) != len(choices):
            raise ValueError("two choices have the same id")
        return choices

    @model_validator(mode="after")
    def _names_its_poll(self) -> Self:
        self.poll_id = self.poll_id or self.id
        return self


class Game(Props):
    game_id: Reference = ""
    title: Line = ""


class Wall(Props):
    wall_id: Reference = ""
    title: Line = ""
    count: int = Field(12, ge=1, le=100)


class Welcome(Props):
    html: RichText = ""


BLOCKS: dict[str, type[Props]] = {
    kind.__name__: kind
    for kind in (
        *(Heading, Text, Picture, Video, Button, Form, Divider, Map, Countdown, Product, Coupon),
        *(Wifi, Notifications, Social, Vote, Game, Wall, Welcome),
    )
}
"""All kinds of blocks by name."""


class RootProps(SentWithDefaults):
    """The page's own properties, such as its title."""

    model_config = ConfigDict(extra="forbid")

    title: Line = ""
    description: Paragraph = ""
    preview_image: FileText | None = None
    background: Color | None = None
    theme: Theme | None = None
    width: Literal["narrow", "wide"] = "narrow"
    language: Language = "en"
    translations: dict[Language, dict[str, str]] = Field(default_factory=dict, max_length=30)
