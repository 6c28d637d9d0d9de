"""Master keys: one override of a code, held by staff, shown once, closing what it opened when changed."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from api.domains.codes.codes.errors import invalid_field
from api.domains.codes.codes.locks import CodeLocks
from api.domains.codes.codes.promo_lock import LockState
from api.domains.promotions.promo_locks import spelling
from api.domains.promotions.promo_locks.errors import (
    MasterKeyExists,
    NoLock,
    NoMasterKey,
    NoSuchCode,
)
from api.domains.promotions.promo_locks.keyhash import hash_key
from api.domains.promotions.promo_locks.lock_codes import lock_code
from api.domains.promotions.promo_locks.master_schemas import EditMasterKey, SetMasterKey
from api.domains.promotions.promo_locks.models import MasterKey
from api.domains.promotions.promo_locks.repository import MasterKeys


class MasterKeyService:
    """Master keys of the organisation whose session it is given."""

    def __init__(
        self,
        codes: CodeLocks,
        keys: MasterKeys,
        *,
        now: datetime,
        choose: Callable[[str], str],
        random_bytes: Callable[[int], bytes],
    ) -> None:
        self._codes = codes
        self._keys = keys
        self._now = now
        self._choose = choose
        self._random_bytes = random_bytes

    def find(self, org_id: str, code_id: str) -> MasterKey | None:
        """The master key of a code."""
        return self._keys.find(org_id, code_id)

    def find_of(self, org_id: str, code_id: str) -> MasterKey | None:
        """The master key of the lock that this code has, its own or its base's."""
        return self._keys.find(org_id, lock_code(self._codes, org_id, code_id).code_id)

    def get(self, org_id: str, code_id: str) -> MasterKey:
        """The master key of a code."""
        key = self._keys.find(org_id, code_id)
        if key is None:
            raise NoMasterKey
        return key

    def create(self, org_id: str, by: str, wanted: SetMasterKey) -> tuple[MasterKey, str]:
        """Give a code its master key; the key itself is told this once."""
        code_id = lock_code(self._codes, org_id, wanted.qr_id).code_id
        self._close_what_it_opened(org_id, code_id)
        self._check_expiry(wanted.expires_at)
        key = self._readable(wanted.key)
        values = {
            "code_id": code_id,
            "org_id": org_id,
            "key_hash": hash_key(spelling.normalise(key), self._random_bytes),
            "expires_at": wanted.expires_at,
            "max_uses": wanted.max_uses,
            "used": 0,
            "created_at": self._now,
            "created_by": by,
            "changed_at": self._now,
            "changed_by": by,
        }
        if not self._keys.add(values):
            raise MasterKeyExists
        return self.get(org_id, code_id), key

    def edit(self, org_id: str, by: str, wanted: EditMasterKey) -> tuple[MasterKey, str | None]:
        """Change a master key. Another key closes what the old one opened."""
        code_id = lock_code(self._codes, org_id, wanted.qr_id).code_id
        self._close_what_it_opened(org_id, code_id, only_lock=True)
        row = self.get(org_id, code_id)
        given = wanted.model_fields_set
        key = None
        if "expires_at" in given:
            self._check_expiry(wanted.expires_at)
            row.expires_at = wanted.expires_at
        if "max_uses" in given:
            row.max_uses = wanted.max_uses
        if wanted.key is not None or wanted.new_key:
            key = self._readable(wanted.key)
            row.key_hash = hash_key(spelling.normalise(key), self._random_bytes)
            row.used = 0
        if key is not None or wanted.close_open:
            self._close_what_it_opened(org_id, code_id)
        row.changed_at, row.changed_by = self._now, by
        self._keys.save()
        return row, key

    def delete(self, org_id: str, code_id: str) -> bool:
        """Take a master key away and close what it opened; False when there was none."""
        code_id = lock_code(self._codes, org_id, code_id).code_id
        self._close_what_it_opened(org_id, code_id, only_lock=True)
        key = self._keys.find(org_id, code_id)
        if key is None:
            return False
        self._keys.remove(key)
        self._close_what_it_opened(org_id, code_id)
        return True

    def _close_what_it_opened(self, org_id: str, code_id: str, only_lock: bool = False) -> None:
        """Raise the lock's master epoch; `only_lock` just makes others wait for this change."""
        code = self._codes.find_for_update(org_id, code_id)
        if code is None or code.deleted_at is not None:
            raise NoSuchCode
        if code.promo_lock is None:
            raise NoLock
        if only_lock:
            return
        lock = LockState.from_json(code.promo_lock)
        code.promo_lock = replace(lock, master_epoch=lock.master_epoch + 1).to_json()
        code.updated_at = self._now
        self._codes.save()

    def _readable(self, wanted: str | None) -> str:
        """The key that was wished for, or a new one."""
        if wanted is None:
            return spelling.grouped(spelling.make_key(self._choose))
        length = len(spelling.normalise(wanted))
        if not spelling.SHORTEST_KEY <= length <= spelling.LONGEST_KEY:
            raise invalid_field(
                "key",
                f"needs {spelling.SHORTEST_KEY} to {spelling.LONGEST_KEY} letters and digits",
                "key_length",
            )
        return wanted.strip()

    def _check_expiry(self, expires_at: datetime | None) -> None:
        if expires_at is not None and expires_at <= self._now:
            raise invalid_field("expires_at", "must be in the future", "past")
