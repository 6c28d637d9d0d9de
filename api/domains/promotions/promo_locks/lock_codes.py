"""Finds the code whose lock applies: the code itself, or its base while it follows the base's lock."""

from api.domains.codes.codes.locks import CodeLocks
from api.domains.codes.codes.types import LockableCode
from api.domains.promotions.promo_locks.errors import NoSuchCode


def follows_base(code: LockableCode) -> bool:
    """Return whether the code uses the lock of its base."""
    return code.base_code_id is not None and "promo_lock" not in code.overrides


def lock_code(codes: CodeLocks, org_id: str, code_id: str) -> LockableCode:
    """Return the code whose lock applies to this code."""
    code = codes.find(org_id, code_id)
    if code is not None and follows_base(code):
        code = codes.find(org_id, code.base_code_id or "")
    if code is None:
        raise NoSuchCode
    return code
