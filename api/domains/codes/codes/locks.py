"""Promo locks as codes keep them; what a lock says is the business of promo locks."""

from sqlalchemy.orm import Session

from api.domains.codes.codes.repository import CodeRepository
from api.domains.codes.codes.types import LockableCode


class CodeLocks:
    """Finds codes whose locks are read or changed, and stores what was changed of them."""

    def __init__(self, session: Session) -> None:
        self._codes = CodeRepository(session)

    def find(self, org_id: str, code_id: str) -> LockableCode | None:
        """A code as it is now."""
        return self._codes.find_fresh(org_id, code_id)

    def find_for_update(self, org_id: str, code_id: str) -> LockableCode | None:
        """A code; nobody else reads it to change it, nor counts its visits, until the transaction ends."""
        return self._codes.find_fresh(org_id, code_id, for_update=True)

    def save(self) -> None:
        """Write what has changed."""
        self._codes.save()
