"""IDs of pages and templates as they appear in requests."""

from typing import Annotated

from api.kit.visible_text import OneLine

PageName = Annotated[str, OneLine(200)]
