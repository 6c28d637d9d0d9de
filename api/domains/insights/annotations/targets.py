"""The wall, page, poll or note of this installation to which a destination leads."""

import re

from api.domains.insights.annotations.schemas import TargetKind

Target = tuple[TargetKind, str]

_PATHS: tuple[tuple[TargetKind, re.Pattern[str]], ...] = (
    ("wall", re.compile(r"/wall/([^/?#]+)")),
    ("page", re.compile(r"/page/([^/?#]+)")),
    ("poll", re.compile(r"/code/[^/?#]+/poll/([^/?#]+)")),
    ("note", re.compile(r"/code/note/([^/?#]+)")),
)


def target_of(destination: str | None, base_url: str) -> Target | None:
    """Return kind and ID of what a URL of this installation shows, or None for other URLs."""
    path = (destination or "").removeprefix(base_url.rstrip("/"))
    for kind, pattern in _PATHS:
        match = pattern.match(path)
        if match:
            return kind, match[1]
    return None
