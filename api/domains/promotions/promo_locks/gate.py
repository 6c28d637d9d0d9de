"""Checks promo codes and master keys, and uses them to open a lock.

Using a promo code locks its row, so that only one of several simultaneous requests gets the last use.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from api.domains.codes.codes.locks import CodeLocks
from api.domains.codes.codes.promo_lock import LockState
from api.domains.codes.codes.types import LockableCode
from api.domains.codes.rules.types import Visit
from api.domains.promotions.promo_locks import code_format
from api.domains.promotions.promo_locks.errors import NoSuchCode
from api.domains.promotions.promo_locks.events import redemption_recorded
from api.domains.promotions.promo_locks.guess_limits import GuessLimiter
from api.domains.promotions.promo_locks.keyhash import hash_key, is_key
from api.domains.promotions.promo_locks.lock_codes import lock_code
from api.domains.promotions.promo_locks.models import MasterKey, PromoBatch, PromoCode, PromoUse
from api.domains.promotions.promo_locks.repository import MasterKeys
from api.domains.promotions.promo_locks.types import (
    Customer,
    Location,
    Opened,
    Reason,
    StillLocked,
    Terms,
)
from api.domains.promotions.promo_locks.use_repository import Uses
from api.domains.promotions.promo_locks.validity import refusal
from api.kit import slow_hashes
from ingest.outbox import record


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt to open a lock."""

    entered: str
    location: Location | None
    customer: Customer
    visitor: tuple[str, Literal["cookie", "daily"]]
    visit: Visit
    guessers: Sequence[str]
    same_browser: Sequence[str] = ()
    """Visitor IDs under which this browser may have opened the lock before."""
    is_closed: bool = False
    """Whether the code is currently closed, so that no promo code opens it."""


@dataclass(frozen=True, slots=True)
class _ResolvedLock:
    opened: LockableCode
    lock_code_id: str
    lock: LockState


class Gate:
    """The locks of one organisation, for visitors."""

    def __init__(
        self,
        codes: CodeLocks,
        uses: Uses,
        keys: MasterKeys,
        limiter: GuessLimiter,
        *,
        now: datetime,
        new_id: Callable[[str], str],
        new_event_id: Callable[[], UUID],
    ) -> None:
        self._codes = codes
        self._uses = uses
        self._keys = keys
        self._limiter = limiter
        self._now = now
        self._new_id = new_id
        self._new_event_id = new_event_id

    def lock(self, org_id: str, code_id: str) -> LockState:
        """Return the lock that applies to this code."""
        return self._resolve(org_id, code_id).lock

    def check(self, org_id: str, code_id: str, attempt: Attempt) -> Opened | StillLocked | None:
        """Check whether this attempt would open the lock, without using it; return None if there is no lock."""
        return self._try(org_id, code_id, attempt, use=False)

    def use(self, org_id: str, code_id: str, attempt: Attempt) -> Opened | StillLocked | None:
        """Open the lock and count the use; return None if there is no lock."""
        return self._try(org_id, code_id, attempt, use=True)

    def opened_by(self, org_id: str, use_id: str) -> Opened | None:
        """Return what this use opened; None if there is no such use."""
        use = self._uses.find(org_id, use_id)
        if use is None:
            return None
        return Opened("promo" if use.kind == "promo" else "master", use.epoch, use.open_until)

    def _try(
        self, org_id: str, code_id: str, attempt: Attempt, *, use: bool
    ) -> Opened | StillLocked | None:
        resolved = self._resolve(org_id, code_id)
        if attempt.is_closed:
            return StillLocked(Reason.CLOSED)
        if not resolved.lock.enabled:
            return None
        self._limiter.admit(org_id, resolved.lock_code_id, attempt.guessers)
        code = code_format.parse(attempt.entered)
        match = (
            self._uses.find_promo(org_id, resolved.lock_code_id, code, lock=use) if code else None
        )
        if match is not None:
            return self._by_promo(resolved, *match, attempt, use=use)
        key = self._matching_key(org_id, resolved.lock_code_id, attempt.entered)
        if key is not None:
            opened = self._by_key(resolved, key, attempt, use=use)
            if opened is not None:
                return opened
        self._limiter.count_wrong(org_id, resolved.lock_code_id, attempt.guessers)
        return StillLocked(Reason.UNKNOWN)

    def _by_promo(
        self,
        resolved: _ResolvedLock,
        promo: PromoCode,
        batch: PromoBatch,
        attempt: Attempt,
        *,
        use: bool,
    ) -> Opened | StillLocked:
        visitor_id, _ = attempt.visitor
        if attempt.same_browser:
            # A repeated request, or another attempt while the lock is open, counts as one use.
            before = self._uses.find_open(
                promo.org_id,
                promo.promo_code_id,
                resolved.opened.code_id,
                attempt.same_browser,
                resolved.lock.epoch,
                self._now,
                attempt.customer.key,
            )
            if before is not None:
                return Opened("promo", resolved.lock.epoch, before.open_until)
        by_customer, by_name = self._uses.count_of_customer(
            promo.org_id, promo.promo_code_id, attempt.customer.key, visitor_id
        )
        reason = refusal(
            terms_of(batch),
            withdrawn=promo.withdrawn_at is not None,
            used=promo.used,
            used_by_customer=by_customer,
            location=attempt.location,
            now=self._now,
        )
        if reason is not None:
            return StillLocked(reason)
        until = self._now + timedelta(minutes=resolved.lock.open_minutes)
        if not use:
            return Opened("promo", resolved.lock.epoch, until)
        number = self._uses.take_use(promo.org_id, promo.promo_code_id, self._now)
        if number is None:
            return StillLocked(Reason.USED_UP)
        use_id = self._record_use(
            "promo", resolved, attempt, until, (promo, batch, number), by_name + 1
        )
        return Opened("promo", resolved.lock.epoch, until, use_id)

    def _by_key(
        self, resolved: _ResolvedLock, key: MasterKey, attempt: Attempt, *, use: bool
    ) -> Opened | None:
        """Open the lock by the master key. Return None if the key is expired or used up, which counts as a
        wrong guess.
        """
        until = self._now + timedelta(minutes=resolved.lock.open_minutes)
        if key.expires_at is not None:
            if key.expires_at <= self._now:
                return None
            until = min(until, key.expires_at)
        if key.max_uses is not None and key.used >= key.max_uses:
            return None
        if not use:
            return Opened("master", resolved.lock.master_epoch, until)
        if not self._keys.take_use(key.org_id, key.code_id, key.key_hash, self._now):
            return None
        if slow_hashes.is_outdated(key.key_hash):
            key.key_hash = hash_key(code_format.normalise(attempt.entered), os.urandom)
        use_id = self._record_use("master", resolved, attempt, until, None, None)
        return Opened("master", resolved.lock.master_epoch, until, use_id)

    def _record_use(
        self,
        kind: Literal["promo", "master"],
        resolved: _ResolvedLock,
        attempt: Attempt,
        until: datetime,
        taken: tuple[PromoCode, PromoBatch, int] | None,
        number: int | None,
    ) -> str:
        promo, batch, use_number = taken or (None, None, None)
        promo_code_id = promo.promo_code_id if promo else None
        place, location = attempt.visit.place, attempt.location
        use_id, event_id = self._new_id("use"), self._new_event_id()
        self._uses.add(
            PromoUse(
                use_id=use_id,
                org_id=resolved.opened.org_id,
                code_id=resolved.lock_code_id,
                opened_code_id=resolved.opened.code_id,
                kind=kind,
                promo_code_id=promo_code_id,
                customer=attempt.customer.key,
                customer_kind=attempt.customer.kind,
                customer_sealed=attempt.customer.sealed,
                visitor_id=attempt.visitor[0],
                number=number,
                used_at=self._now,
                open_until=until,
                epoch=resolved.lock.epoch if kind == "promo" else resolved.lock.master_epoch,
                latitude=location.latitude if location else None,
                longitude=location.longitude if location else None,
                country=place.country,
                region=place.region,
                city=place.city,
                event_id=event_id,
            )
        )
        event = redemption_recorded(
            attempt.visit,
            event_id=event_id,
            org_id=resolved.opened.org_id,
            code_id=resolved.opened.code_id,
            base_code_id=resolved.opened.base_code_id,
            kind="promo_code" if kind == "promo" else "master_key",
            use_id=use_id,
            subject_id=promo_code_id or resolved.lock_code_id,
            visitor=attempt.visitor,
            now=self._now,
            batch=batch,
            use_number=use_number,
        )
        record(self._uses.session, event)
        return use_id

    def _resolve(self, org_id: str, code_id: str) -> _ResolvedLock:
        opened = self._codes.find(org_id, code_id)
        if opened is None:
            raise NoSuchCode
        locked = lock_code(self._codes, org_id, code_id)
        return _ResolvedLock(opened, locked.code_id, LockState.from_json(locked.promo_lock))

    def _matching_key(self, org_id: str, code_id: str, entered: str) -> MasterKey | None:
        text = code_format.normalise(entered)
        if not code_format.SHORTEST_KEY <= len(text) <= code_format.LONGEST_KEY:
            return None
        key = self._keys.find(org_id, code_id)
        return key if key is not None and is_key(key.key_hash, text) else None


def terms_of(batch: PromoBatch) -> Terms:
    """Return the terms of the promo codes in a batch."""
    place = None
    if batch.latitude is not None and batch.longitude is not None:
        place = Location(batch.latitude, batch.longitude)
    return Terms(
        max_uses=batch.max_uses,
        uses_per_customer=batch.uses_per_customer,
        starts_at=batch.starts_at,
        ends_at=batch.ends_at,
        place=place,
        radius_m=batch.radius_m or 0,
    )
