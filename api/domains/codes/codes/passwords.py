"""Passwords of codes, stored as slow hashes."""

import os
import unicodedata
from collections.abc import Callable

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.codes.codes.repository import CodeRepository
from api.domains.codes.codes.types import ResolvedCode
from api.kit import slow_hashes


def hash_password(password: str, random_bytes: Callable[[int], bytes] = os.urandom) -> str:
    """Return the hash to store. Deliberately takes about 200 ms."""
    return slow_hashes.make_hash(_normalized(password), random_bytes)


def is_password(password: str, stored_hash: str) -> bool:
    """Return whether the password matches the hash. False for a hash in an unknown format."""
    return slow_hashes.verify(_normalized(password), stored_hash)


def rehash_password(engine: Engine, code: ResolvedCode, stored_hash: str, password: str) -> None:
    """Store the correct password with the current hash parameters, unless it has been changed in the meantime."""
    code_ids = [it for it in (code.code_id, code.base_code_id) if it is not None]
    new_hash = hash_password(password)
    with Session(engine) as session, session.begin():
        enter_tenant(session, code.org_id)
        CodeRepository(session).replace_password_hash(code.org_id, code_ids, stored_hash, new_hash)


def _normalized(password: str) -> bytes:
    return unicodedata.normalize("NFKC", password.strip()).encode(errors="replace")
