"""Elements of slips. Positions and sizes are in millimetres from the upper left corner."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.kit.json_shapes import DocumentedAs, SentWithDefaults
from api.kit.schemas import Body
from api.rendering.qr.types import Color, Language

MAX_ELEMENTS = 100
MIN_SIDE, MAX_SIDE = 20.0, 420.0
MIN_CODE = 10.0
_OWN_WORDS = ("{code}", "{number}")


class SlipKind(StrEnum):
    """The purposes of slips."""

    COUPON = "coupon"
    TICKET = "ticket"
    TABLE_TENT = "table_tent"
    RECEIPT_INSERT = "receipt_insert"


Place = Annotated[float, Field(ge=-MAX_SIDE, le=MAX_SIDE, allow_inf_nan=False)]
Extent = Annotated[float, Field(gt=0, le=MAX_SIDE, allow_inf_nan=False)]
Stroke = Annotated[float, Field(ge=0.05, le=20, allow_inf_nan=False)]
Rotation = Literal[0, 90, 180, 270]


class _Element(Body, SentWithDefaults):
    id: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
    x: Place
    y: Place
    width: Extent
    height: Extent
    rotation: Rotation = Field(0, description="Degrees clockwise around its middle")


class TextElement(_Element):
    """Lines of text. `{code}` and `{number}` are replaced with the copy's own code and number."""

    type: Literal["text"]
    text: Annotated[str, StringConstraints(max_length=2000)]
    font: Literal["sans", "serif"] = "sans"
    size: float = Field(12, ge=4, le=200, allow_inf_nan=False, description="Points")
    weight: Literal[400, 700] = 400
    align: Literal["left", "center", "right"] = "left"
    color: Color = "#000000"
    language: Language | None = Field(
        None, description="Of the text, such as ja or zh-Hant: Han letters look different in each"
    )


class PictureElement(_Element):
    """An uploaded picture."""

    type: Literal["picture"]
    url: Annotated[str, StringConstraints(min_length=1, max_length=1024)] = Field(
        validation_alias=AliasChoices("url", "key"), description="Its /media/ address or its key"
    )
    fit: Literal["contain", "cover"] = "contain"


class CodeElement(_Element):
    """The picture of the slip's code, printed on top of everything else."""

    type: Literal["code"]
    width: float = Field(ge=MIN_CODE, le=MAX_SIDE, allow_inf_nan=False)
    height: float = Field(ge=MIN_CODE, le=MAX_SIDE, allow_inf_nan=False)


class LineElement(_Element):
    """A line along the longer side of its box."""

    type: Literal["line"]
    color: Color = "#000000"
    thickness: Stroke = 0.3
    dashed: bool = False


class RectangleElement(_Element):
    """A box, filled or not."""

    type: Literal["rectangle"]
    fill: Color | None = None
    stroke: Color | None = None
    thickness: Stroke = 0.3
    radius: float = Field(0, ge=0, le=100, allow_inf_nan=False)


Element = Annotated[
    TextElement | PictureElement | CodeElement | LineElement | RectangleElement,
    Field(discriminator="type"),
]
StoredElements = Annotated[list[Any], DocumentedAs(list[Element])]
"""Elements as they are stored with a slip."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The content that is printed on every copy."""

    name: str
    width: float
    height: float
    background: str
    elements: Sequence[Element]


def is_own(element: TextElement) -> bool:
    """Return whether a text differs from copy to copy."""
    return any(word in element.text for word in _OWN_WORDS)
