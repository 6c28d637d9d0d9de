"""Reads codes for jobs of other domains, which need no rules of codes."""

from collections.abc import Iterator, Mapping

from sqlalchemy.orm import Session

from api.domains.codes.codes.repository import CodeRepository
from api.domains.codes.codes.types import CodeRow


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
