"""Reads codes for jobs of other domains, which need no rules of codes."""

from collections.abc import Iterator, Mapping
from urllib.parse import SplitResult, parse_qsl, urlsplit

from sqlalchemy.orm import Session

from api.domains.codes.codes.forwarding import CLICK_ID
from api.domains.codes.codes.repository import CodeRepository
from api.domains.codes.codes.types import CODE_ID, CodeRow


def find_code(session: Session, org_id: str, code_id: str | None) -> CodeRow | None:
    """A code, deleted ones too, if there is one."""
    return None if code_id is None else CodeRepository(session).find(org_id, code_id)


def count_codes(session: Session, org_id: str) -> int:
    """How many codes there are, deleted ones too."""
    return CodeRepository(session).count(org_id)


def walk_codes(session: Session, org_id: str) -> Iterator[CodeRow]:
    """All codes, deleted ones too, the oldest first, with those that they are children of."""
    return CodeRepository(session).walk(org_id)


def slugs_by_code(session: Session, org_id: str) -> Mapping[str, list[str]]:
    """All slugs by code."""
    return CodeRepository(session).slugs_by_code(org_id)


_LONGEST_START = 200


def code_that_led_to(session: Session, org_id: str, landing_page: str) -> str | None:
    """The code by which somebody came to this address: the one that it names, else the only one whose destination it
    is. What was added to the query on the way does not matter, what the destination has there does. None if no code
    leads there, or several do.
    """
    try:
        landing = urlsplit(landing_page)
    except ValueError:
        return None
    codes, query = CodeRepository(session), dict(parse_qsl(landing.query))
    named = query.get(CLICK_ID, "")
    if CODE_ID.match(named) and codes.find(org_id, named) is not None:
        return named
    if not landing.hostname:
        return None
    start = f"{landing.scheme}://{landing.netloc}{landing.path.rstrip('/')}"
    if len(start) > _LONGEST_START:
        return None
    fitting: dict[int, list[str]] = {}
    for code_id, destination in codes.leading_to(org_id, start):
        size = _agreement(landing, query, destination)
        if size is not None:
            fitting.setdefault(size, []).append(code_id)
    best = fitting.get(max(fitting, default=0), [])
    return best[0] if len(best) == 1 else None


def _agreement(landing: SplitResult, query: Mapping[str, str], destination: str) -> int | None:
    """How many parts of its query a destination shares with an address; None if it is another address."""
    there = urlsplit(destination)
    asked = parse_qsl(there.query)
    is_same = there.path.rstrip("/") == landing.path.rstrip("/")
    return len(asked) if is_same and all(query.get(name) == it for name, it in asked) else None
