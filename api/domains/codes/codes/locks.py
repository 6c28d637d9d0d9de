"""Promo locks as stored on codes. Their rules belong to the domain of promo locks."""

from sqlalchemy.orm import Session

from api.domains.codes.codes.repository import CodeRepository
from api.domains.codes.codes.types import LockableCode


class CodeLocks:
    """Finds codes whose promo locks are read or changed, and stores the changes."""

    def __init__(self, session: Session) -> None:
        self._codes = CodeRepository(session)

    def find(self, org_id: str, code_id: str) -> LockableCode | None:
        """Return the current state of a code."""
        return self._codes.find_fresh(org_id, code_id)

    def find_for_update(self, org_id: str, code_id: str) -> LockableCode | None:
        """Return a code, locked until the transaction ends against changes and against the counting of its visits."""
        return self._codes.find_fresh(org_id, code_id, for_update=True)

    def save(self) -> None:
        """Write the changes."""
        self._codes.save()
