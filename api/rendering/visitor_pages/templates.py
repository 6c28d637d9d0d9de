"""Autoescaped templates of pages for visitors."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

TEMPLATES = Path(__file__).parent / "page_templates"
"""The templates of visits. Pages of other domains extend them."""


@cache
def templates_in(folder: Path) -> Environment:
    """Return the templates of a folder, and those of visits. Values are escaped, and missing ones are errors."""
    return Environment(
        loader=FileSystemLoader([folder, TEMPLATES]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
