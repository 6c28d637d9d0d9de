"""Reads codes for the jobs of other domains, without the rules of codes."""

from collections.abc import Iterator, Mapping
from urllib.parse import SplitResult, parse_qsl, urlsplit

from sqlalchemy.orm import Session

from api.domains.codes.codes.forwarding import CLICK_ID
from api.domains.codes.codes.repository import CodeRepository
from api.domains.codes.codes.types import CODE_ID, CodeRow


def find_code(session: Session, org_id: str, code_id: str | None) -> CodeRow | None:
    """Return a code, including deleted ones, or None."""
    return None if code_id is None else CodeRepository(session).find(org_id, code_id)


def count_codes(session: Session, org_id: str) -> int:
    """Return the number of codes, including deleted ones."""
    return CodeRepository(session).count(org_id)


def walk_codes(session: Session, org_id: str) -> Iterator[CodeRow]:
    """Yield all codes with their bases, including deleted ones, oldest first."""
    return CodeRepository(session).walk(org_id)


def slugs_by_code(session: Session, org_id: str) -> Mapping[str, list[str]]:
    """Return all slugs by code."""
    return CodeRepository(session).slugs_by_code(org_id)


_LONGEST_START = 200


def code_that_led_to(session: Session, org_id: str, landing_page: str) -> str | None:
    """Return the code through which a visitor came to this address: the code that it names, else the only code with
    this destination. Parameters that were added to the query on the way are ignored, but those of the destination must
    match. Deleted codes are left out. None if no code leads there, or several do.
    """
    try:
        landing = urlsplit(landing_page)
    except ValueError:
        return None
    codes, query = CodeRepository(session), dict(parse_qsl(landing.query))
    named = query.get(CLICK_ID, "")
    code = codes.find(org_id, named) if CODE_ID.match(named) else None
    if code is not None and code.deleted_at is None:
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
    """Return the number of query parameters that a destination shares with an address, or None if it is a different
    address.
    """
    there = urlsplit(destination)
    asked = parse_qsl(there.query)
    is_same = there.path.rstrip("/") == landing.path.rstrip("/")
    return len(asked) if is_same and all(query.get(name) == it for name, it in asked) else None
