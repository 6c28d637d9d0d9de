"""What of this installation a destination leads to: a wall, a page, a poll or a note."""

import re

from api.domains.insights.annotations.schemas import PlaceKind

Place = tuple[PlaceKind, str]

_PATHS: tuple[tuple[PlaceKind, re.Pattern[str]], ...] = (
    ("wall", re.compile(r"/wall/([^/?#]+)")),
    ("page", re.compile(r"/page/([^/?#]+)")),
    ("poll", re.compile(r"/code/[^/?#]+/poll/([^/?#]+)")),
    ("note", re.compile(r"/code/note/([^/?#]+)")),
)


def place_of(destination: str | None, base_url: str) -> Place | None:
    """Kind and id of what stands at an address; None when it is not one of this installation's."""
    path = (destination or "").removeprefix(base_url.rstrip("/"))
    for kind, pattern in _PATHS:
        found = pattern.match(path)
        if found:
            return kind, found[1]
    return None
