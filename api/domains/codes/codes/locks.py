"""Promo locks as codes store them; their rules belong to promo locks."""

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
        """A code, locked until the transaction ends against changes and against counting its visits."""
        return self._codes.find_fresh(org_id, code_id, for_update=True)

    def save(self) -> None:
        """Write what has changed."""
        self._codes.save()
