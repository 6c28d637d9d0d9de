"""Templates of pages for visitors: autoescaped, with the owner's colours."""

import re
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from api.rendering.visitor_pages.brand import Brand

TEMPLATES = Path(__file__).parent / "page_templates"
"""Of visits; pages of other domains extend them."""

_DEFAULT_COLOR = "#1f4fa3"
_COLOR = re.compile(r"#[0-9A-Fa-f]{6}\Z")


@cache
def templates_in(folder: Path) -> Environment:
    """The templates of a folder, and those of visits. Values are escaped, missing ones are errors."""
    return Environment(
        loader=FileSystemLoader([folder, TEMPLATES]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def colors_of(brand: Brand) -> dict[str, str]:
    """The owner's colour, and black or white, whichever is readable on it; as templates call them."""
    color = brand.color if _COLOR.match(brand.color) else _DEFAULT_COLOR
    red, green, blue = (int(color[start : start + 2], 16) for start in (1, 3, 5))
    is_light = red * 0.299 + green * 0.587 + blue * 0.114 > 150
    return {"color": color, "on_color": "#000000" if is_light else "#ffffff"}
