"""The look of visitors' pages, chosen once by an organisation. A page may override it."""

from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Field, StringConstraints, ValidationError

from api.kit.json_shapes import SentWithDefaults

Color = Annotated[str, StringConstraints(pattern=r"^#[0-9A-Fa-f]{6}$")]
PictureUrl = Annotated[
    str,
    # Excludes characters that end a string or an address in a style sheet.
    StringConstraints(
        pattern=r"^(https://|/(media|visitor|assets)/)[A-Za-z0-9_.~/:?&=%+-]+$", max_length=2048
    ),
]


class Font(StrEnum):
    """The fonts to choose from; the files are in web/visitor-public/assets/fonts."""

    INTER = "inter"
    DM_SANS = "dm-sans"
    MANROPE = "manrope"
    NUNITO = "nunito"
    OUTFIT = "outfit"
    ARCHIVO = "archivo"
    SPACE_GROTESK = "space-grotesk"
    BRICOLAGE_GROTESQUE = "bricolage-grotesque"
    FRAUNCES = "fraunces"
    PLAYFAIR_DISPLAY = "playfair-display"
    LORA = "lora"
    CAVEAT = "caveat"


class Theme(SentWithDefaults):
    """Fonts, colours and shapes of a visitor's page."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, StringConstraints(max_length=40, pattern=r"^[a-z-]*$")] = "classic"
    """The named theme on which it is based, or empty for none."""
    heading_font: Font = Font.INTER
    body_font: Font = Font.INTER
    accent: Color | None = Field(
        None, description="By default the brand colour of the organisation"
    )
    background: Literal["color", "gradient", "picture"] = "gradient"
    color: Color = Field("#f6f7fa", description="The background, or the veil over its picture")
    color_to: Color | None = Field(
        None, description="Where a gradient ends; by default in a tint of the accent"
    )
    picture: PictureUrl | None = Field(None, description="The picture of the background")
    cover: PictureUrl | None = Field(None, description="The picture above the content")
    logo: PictureUrl | None = Field(None, description="In place of the organisation's logo")
    buttons: Literal["pill", "soft", "square"] = "soft"
    cards: Literal["raised", "outlined", "flat", "bold"] = "raised"
    dark: Literal["auto", "light", "dark"] = Field(
        "auto", description="auto: as the visitor's device asks; light and dark: always so"
    )

    @classmethod
    def read(cls, stored: Any) -> Self | None:
        """Return a stored theme, or None if it cannot be parsed, for example because a newer version saved it."""
        if not isinstance(stored, dict):
            return None
        try:
            return cls.model_validate(stored)
        except ValidationError:
            return None


DEFAULT_THEME = Theme()

THEMES: tuple[Theme, ...] = (
    DEFAULT_THEME,
    Theme(
        name="paper",
        heading_font=Font.FRAUNCES,
        body_font=Font.DM_SANS,
        accent="#9a3b1f",
        background="color",
        color="#f6efe4",
        buttons="soft",
        cards="outlined",
    ),
    Theme(
        name="midnight",
        heading_font=Font.SPACE_GROTESK,
        body_font=Font.DM_SANS,
        accent="#7c9bff",
        color="#0b1020",
        color_to="#1f1747",
        buttons="pill",
        cards="flat",
        dark="dark",
    ),
    Theme(
        name="sunrise",
        heading_font=Font.OUTFIT,
        body_font=Font.OUTFIT,
        accent="#c2314c",
        color="#ffe3d3",
        color_to="#ffc2d4",
        buttons="pill",
        cards="raised",
    ),
    Theme(
        name="forest",
        heading_font=Font.PLAYFAIR_DISPLAY,
        body_font=Font.DM_SANS,
        accent="#d9b36a",
        background="color",
        color="#17352b",
        buttons="square",
        cards="outlined",
        dark="dark",
    ),
    Theme(
        name="pop",
        heading_font=Font.BRICOLAGE_GROTESQUE,
        body_font=Font.SPACE_GROTESK,
        accent="#2438e0",
        background="color",
        color="#ffd84d",
        buttons="square",
        cards="bold",
        dark="light",
    ),
    Theme(
        name="seaside",
        heading_font=Font.MANROPE,
        body_font=Font.MANROPE,
        accent="#0b6477",
        color="#d8f1f2",
        color_to="#b9d8f5",
        buttons="pill",
        cards="raised",
    ),
    Theme(
        name="gallery",
        heading_font=Font.ARCHIVO,
        body_font=Font.ARCHIVO,
        accent="#111111",
        background="color",
        color="#ffffff",
        buttons="square",
        cards="flat",
    ),
    Theme(
        name="notebook",
        heading_font=Font.CAVEAT,
        body_font=Font.MANROPE,
        accent="#5b3fa0",
        background="color",
        color="#f3f0ff",
        buttons="soft",
        cards="bold",
    ),
    Theme(
        name="velvet",
        heading_font=Font.PLAYFAIR_DISPLAY,
        body_font=Font.INTER,
        accent="#f0b7a4",
        color="#3b0f24",
        color_to="#14060d",
        buttons="pill",
        cards="outlined",
        dark="dark",
    ),
)
"""The named themes, in the order in which they are offered."""
