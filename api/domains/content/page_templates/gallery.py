"""The built-in templates, one JSON file each."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from api.domains.content.page_blocks.blocks import read_page

FOLDER = Path(__file__).parent / "gallery"


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """One template of the gallery."""

    template_id: str
    name: str
    kind: str
    description: str
    blocks: dict[str, Any]
    """The page data with every default filled in, as in saved pages."""
    preview_url: str | None = None


@cache
def built_in() -> dict[str, BuiltIn]:
    """Return all templates of the gallery by ID, ordered by name."""
    found = [_read(path) for path in sorted(FOLDER.glob("*.json"))]
    return {it.template_id: it for it in sorted(found, key=lambda it: it.name)}


def _read(path: Path) -> BuiltIn:
    template = json.loads(path.read_text())
    return BuiltIn(
        template_id=str(template.get("template_id") or path.stem),
        name=template["name"],
        kind=template.get("kind", "page"),
        description=template.get("description", ""),
        blocks=read_page(template["blocks"]).dump(),
        preview_url=template.get("preview_url"),
    )
