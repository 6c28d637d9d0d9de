"""Draws the scenes of templates and of the demonstration: `python -m tests.support.visitor_scenes` writes
web/visitor-public/assets/art. Each is an SVG of a few kilobytes, with an aspect ratio of 16 to 9.
"""

from runtime.settings import ROOT
from tests.support.visitor_scenes.outdoors import SCENES
from tests.support.visitor_scenes.rooms import SCENES as ROOMS
from tests.support.visitor_scenes.shapes import svg
from tests.support.visitor_scenes.tables_and_stages import SCENES as INDOORS

ART = ROOT / "web" / "visitor-public" / "assets" / "art"


def files() -> dict[str, str]:
    """Return the content of each scene's file by its name."""
    return {f"{name}.svg": svg(name) for name in sorted({**SCENES, **INDOORS, **ROOMS})}
