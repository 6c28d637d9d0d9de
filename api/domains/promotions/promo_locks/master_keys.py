"""Master keys for staff, at most one per code. A key is shown once; changing it closes what it opened."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from api.domains.codes.codes.errors import invalid_field
from api.domains.codes.codes.locks import CodeLocks
from api.domains.codes.codes.promo_lock import LockState
from api.domains.promotions.promo_locks import code_format
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
    """Master keys of one organisation."""

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
        """Return the master key of a code, or None."""
        return self._keys.find(org_id, code_id)

    def find_of(self, org_id: str, code_id: str) -> MasterKey | None:
        """Return the master key of the lock that applies to this code: its own, or its base's; None if there is
        none.
        """
        return self._keys.find(org_id, lock_code(self._codes, org_id, code_id).code_id)

    def get(self, org_id: str, code_id: str) -> MasterKey:
        """Return the master key of a code."""
        key = self._keys.find(org_id, code_id)
        if key is None:
            raise NoMasterKey
        return key

    def create(self, org_id: str, by: str, body: SetMasterKey) -> tuple[MasterKey, str]:
        """Create a code's master key; only this response contains the key itself."""
        code_id = lock_code(self._codes, org_id, body.qr_id).code_id
        self._close_what_it_opened(org_id, code_id)
        self._check_expiry(body.expires_at)
        key = self._key(body.key)
        values = {
            "code_id": code_id,
            "org_id": org_id,
            "key_hash": hash_key(code_format.normalise(key), self._random_bytes),
            "expires_at": body.expires_at,
            "max_uses": body.max_uses,
            "used": 0,
            "created_at": self._now,
            "created_by": by,
            "changed_at": self._now,
            "changed_by": by,
        }
        if not self._keys.add(values):
            raise MasterKeyExists
        return self.get(org_id, code_id), key

    def edit(self, org_id: str, by: str, body: EditMasterKey) -> tuple[MasterKey, str | None]:
        """Change a master key. Replacing the key closes what the old one opened."""
        code_id = lock_code(self._codes, org_id, body.qr_id).code_id
        self._close_what_it_opened(org_id, code_id, only_lock=True)
        row = self.get(org_id, code_id)
        fields = body.model_fields_set
        key = None
        if "expires_at" in fields:
            self._check_expiry(body.expires_at)
            row.expires_at = body.expires_at
        if "max_uses" in fields:
            row.max_uses = body.max_uses
        if body.key is not None or body.new_key:
            key = self._key(body.key)
            row.key_hash = hash_key(code_format.normalise(key), self._random_bytes)
            row.used = 0
        if key is not None or body.close_open:
            self._close_what_it_opened(org_id, code_id)
        row.changed_at, row.changed_by = self._now, by
        self._keys.save()
        return row, key

    def delete(self, org_id: str, code_id: str) -> bool:
        """Delete a master key and close what it opened; return False if there was none."""
        code_id = lock_code(self._codes, org_id, code_id).code_id
        self._close_what_it_opened(org_id, code_id, only_lock=True)
        key = self._keys.find(org_id, code_id)
        if key is None:
            return False
        self._keys.remove(key)
        self._close_what_it_opened(org_id, code_id)
        return True

    def _close_what_it_opened(self, org_id: str, code_id: str, only_lock: bool = False) -> None:
        """Increase the lock's master epoch; with `only_lock`, only lock the code's row."""
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

    def _key(self, chosen: str | None) -> str:
        """Return the chosen key if it is long enough, or a generated one if none was chosen."""
        if chosen is None:
            return code_format.grouped(code_format.generate_key(self._choose))
        length = len(code_format.normalise(chosen))
        if not code_format.SHORTEST_KEY <= length <= code_format.LONGEST_KEY:
            raise invalid_field(
                "key",
                f"must have {code_format.SHORTEST_KEY} to {code_format.LONGEST_KEY} letters"
                " and digits",
                "key_length",
            )
        return chosen.strip()

    def _check_expiry(self, expires_at: datetime | None) -> None:
        if expires_at is not None and expires_at <= self._now:
            raise invalid_field("expires_at", "must be in the future", "past")
