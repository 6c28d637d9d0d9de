"""What of this installation a destination leads to: a wall, a page, a poll or a note."""

import re
from collections.abc import Iterable

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from api.domains.content.notes.models import Note
from api.domains.content.pages.models import Page
from api.domains.content.polls.models import Poll
from api.domains.content.walls.models import Wall
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


def names_of_places(session: Session, org_id: str, places: Iterable[Place]) -> dict[Place, str]:
    """What those of the organisation are called; one statement for each kind that is asked for."""
    wanted: dict[PlaceKind, set[str]] = {}
    for kind, place_id in places:
        wanted.setdefault(kind, set()).add(place_id)
    return {
        (kind, place_id): name
        for kind, ids in wanted.items()
        for place_id, name in session.execute(_named(kind, org_id, ids))
        if name
    }


def _named(kind: PlaceKind, org_id: str, ids: set[str]) -> Select[str, str]:
    match kind:
        case "wall":
            return select(Wall.wall_id, Wall.name).where(
                Wall.org_id == org_id, Wall.wall_id.in_(ids)
            )
        case "page":
            return select(Page.page_id, Page.name).where(
                Page.org_id == org_id, Page.page_id.in_(ids)
            )
        case "poll":
            return select(Poll.poll_id, Poll.question).where(
                Poll.org_id == org_id, Poll.poll_id.in_(ids)
            )
        case "note":
            return select(Note.note_id, Note.title).where(
                Note.org_id == org_id, Note.note_id.in_(ids)
            )
