"""Rules of locks and promo codes for members."""

import base64
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Any, Literal, NamedTuple
from uuid import UUID

from sqlalchemy import Row
from sqlalchemy.orm import Session

from api.auth.member import Member
from api.domains.codes.codes.locks import CodeLocks
from api.domains.codes.codes.promo_lock import LockState
from api.domains.codes.codes.types import LockableCode
from api.domains.people.customers.contacts import region_of
from api.domains.people.customers.sealing import Sealer
from api.domains.promotions.promo_locks import code_format
from api.domains.promotions.promo_locks.contacts import contact_of
from api.domains.promotions.promo_locks.errors import NoSuchCode, TooManyPromoCodes, refused_code
from api.domains.promotions.promo_locks.events import issue_recorded
from api.domains.promotions.promo_locks.gate import terms_of
from api.domains.promotions.promo_locks.lock_codes import follows_base, lock_code
from api.domains.promotions.promo_locks.models import PromoAlarm, PromoBatch, PromoCode, PromoUse
from api.domains.promotions.promo_locks.repository import Alarms, PromoRepository
from api.domains.promotions.promo_locks.schemas import (
    CreatePromoCodes,
    ListAlarms,
    ListPromoCodes,
    LockSettings,
    RefusedLine,
)
from api.domains.promotions.promo_locks.types import DEFAULT_RADIUS_M, PromoState
from api.domains.promotions.promo_locks.use_repository import Uses
from api.domains.promotions.promo_locks.validity import state
from api.kit.csv_cells import csv_lines
from api.kit.pagination import ListBody
from ingest.outbox import record

MAX_PROMO_CODES = 100_000
MAX_SHOWN = 1_000

_COLUMNS = (
    "promo_code", "batch", "state", "used", "max_uses", "uses_per_customer", "starts_at", "ends_at",
    "latitude", "longitude", "radius_m", "last_used_at", "created_at",
)  # fmt: skip


class CreatedPromoCodes(NamedTuple):
    """The result of a request for promo codes."""

    code: LockableCode
    lock: LockState
    batch: PromoBatch | None
    codes: list[str]
    refused: list[RefusedLine]


class PromoOverview(NamedTuple):
    """Everything about a lock: promo codes by state, batches with size and uses, and alarms."""

    states: dict[PromoState, int]
    batches: Sequence[Row[PromoBatch, int, int]]
    unseen_alarms: int


class PromoService:
    """Locks and promo codes of one organisation."""

    def __init__(
        self,
        session: Session,
        sealer: Sealer,
        *,
        now: datetime,
        new_id: Callable[[str], str],
        new_event_id: Callable[[], UUID],
        choose: Callable[[str], str],
    ) -> None:
        self._codes = CodeLocks(session)
        self._promos = PromoRepository(session)
        self._uses = Uses(session)
        self._sealer = sealer
        self._alarms = Alarms(session)
        self._now = now
        self._new_id = new_id
        self._new_event_id = new_event_id
        self._choose = choose

    def lock_code(self, org_id: str, code_id: str) -> LockableCode:
        """Return the code whose lock applies to this code: the code itself, or its base while it follows the base's
        lock.
        """
        return lock_code(self._codes, org_id, code_id)

    def set_lock(self, org_id: str, code_id: str, body: LockSettings) -> LockState:
        """Change a lock. A child that followed its base gets its own lock."""
        code = self._own(org_id, code_id)
        return self._write(code, _changed(LockState.from_json(code.promo_lock), body))

    def create(
        self, org_id: str, created_by: str, body: CreatePromoCodes, zone: tzinfo
    ) -> CreatedPromoCodes:
        """Generate or import promo codes; the first ones turn the lock on.

        A batch without a name is named after the local time in `zone`. If no code of a list can be imported, no batch
        is created and the lock does not change.
        """
        code = self._locked(org_id, body.qr_id)
        before = code.overrides, code.promo_lock
        code = self._own(org_id, body.qr_id)
        lock = _changed(LockState.from_json(code.promo_lock), body.lock or LockSettings())
        is_unset = body.lock is None or body.lock.enabled is None
        batch, made, refused = None, list[str](), list[RefusedLine]()
        given = [body.promo_code] if body.promo_code is not None else body.promo_codes
        if body.amount is not None or given is not None:
            before_count = self._promos.count(org_id, code.code_id)
            if before_count + (body.amount or len(given or ())) > MAX_PROMO_CODES:
                raise TooManyPromoCodes
            accepted, refused = self._importable(code, given or ())
            if given is not None and not accepted:
                if body.promo_code is not None:
                    raise refused_code(refused[0].reason if refused else "spelling")
                if body.lock is None:
                    code.overrides, code.promo_lock = before
                    lock = LockState.from_json(code.promo_lock)
                    return CreatedPromoCodes(code, lock, None, made, refused)
            if given is None or accepted:
                batch = self._batch(code, created_by, body, zone, imported=given is not None)
                made = self._import(batch, accepted) if accepted else self._generate(batch, body)
                uses = len(made) * batch.max_uses if batch.max_uses is not None else None
                self._record_issue("issued", batch, len(made), uses)
            lock = replace(
                lock,
                enabled=lock.enabled or (is_unset and not before_count and bool(made)),
                needs_location=lock.needs_location or (bool(made) and body.latitude is not None),
            )
        return CreatedPromoCodes(code, self._write(code, lock), batch, made, refused)

    def list_codes(
        self, me: Member, body: ListPromoCodes
    ) -> tuple[list[tuple[PromoCode, PromoBatch, PromoState]], int]:
        """Return a page of a lock's promo codes with their batches and states, and the total number."""
        org_id = me.org_id
        code = self.lock_code(org_id, body.qr_id)
        rows, total = self._promos.list_codes(
            org_id,
            code.code_id,
            body,
            self._now,
            by_code=me.sees_unused_codes,
        )
        return [(promo, batch, self._state(promo, batch)) for promo, batch in rows], total

    def withdraw(self, org_id: str, code_id: str, promo_code_ids: Sequence[str]) -> int:
        """Withdraw promo codes; return how many."""
        code = self._locked(org_id, self.lock_code(org_id, code_id).code_id)
        withdrawn, usable = self._promos.withdraw(org_id, code.code_id, promo_code_ids, self._now)
        for batch, codes, uses in usable:
            self._record_issue("voided", batch, codes, uses)
        lock = LockState.from_json(code.promo_lock)
        if lock.needs_location and not self._promos.has_place(org_id, code.code_id):
            self._write(code, replace(lock, needs_location=False))
        return withdrawn

    def overview(self, org_id: str, code: LockableCode) -> PromoOverview:
        """Return everything about a lock."""
        return PromoOverview(
            self._promos.count_states(org_id, code.code_id, self._now),
            self._promos.batches(org_id, code.code_id),
            self._alarms.count_unseen(org_id, code.code_id),
        )

    def export(self, org_id: str, code_id: str, batch_id: str | None) -> tuple[str, str]:
        """Return the name and base64 content of a CSV file with all promo codes of a lock or of a batch."""
        code = self.lock_code(org_id, code_id)
        rows = (
            (
                promo.shown,
                batch.name,
                self._state(promo, batch).value,
                promo.used,
                promo.max_uses,
                batch.uses_per_customer,
                batch.starts_at,
                batch.ends_at,
                batch.latitude,
                batch.longitude,
                batch.radius_m,
                promo.last_used_at,
                promo.created_at,
            )
            for promo, batch in self._promos.walk(org_id, code.code_id, batch_id)
        )
        text = "".join(csv_lines(_COLUMNS, rows))
        name = f"promo_codes-{code.code_id}-{self._now:%Y-%m-%d}.csv"
        return name, base64.b64encode(text.encode()).decode()

    def usage(
        self, me: Member, code_id: str, body: ListBody
    ) -> tuple[Any, list[tuple[PromoUse, str | None]], int]:
        """Return the totals, a page of a lock's uses, and the number of all uses."""
        code = self.lock_code(me.org_id, code_id)
        given = contact_of((body.filter or "").strip(), region_of(me.locale))
        customer = self._sealer.index(me.org_id, *given).hex() if given else ""
        rows, total = self._uses.list_uses(
            me.org_id, code.code_id, body, customer, by_code=me.sees_unused_codes
        )
        return self._uses.totals(me.org_id, code.code_id), rows, total

    def contact(self, use: PromoUse) -> str | None:
        """Return the email address or phone number that was given with a use, or None."""
        return self._sealer.unwrap(use.customer_sealed) if use.customer_sealed else None

    def list_alarms(
        self, org_id: str, code_id: str, body: ListAlarms
    ) -> tuple[list[PromoAlarm], int]:
        """Return a page of a lock's alarms, and the total number."""
        return self._alarms.list_alarms(org_id, self.lock_code(org_id, code_id).code_id, body)

    def see_alarms(self, org_id: str, code_id: str) -> int:
        """Mark a lock's alarms as seen; return how many were not."""
        code = self.lock_code(org_id, code_id)
        return self._alarms.mark_seen(org_id, code.code_id, self._now)

    def _locked(self, org_id: str, code_id: str) -> LockableCode:
        code = self._codes.find_for_update(org_id, code_id)
        if code is None or code.deleted_at is not None:
            raise NoSuchCode
        return code

    def _own(self, org_id: str, code_id: str) -> LockableCode:
        code = self._locked(org_id, code_id)
        if follows_base(code):
            base = self._codes.find(org_id, code.base_code_id or "")
            lock = replace(
                LockState.from_json(base.promo_lock if base else None), needs_location=False
            )
            code.overrides = sorted({*code.overrides, "promo_lock"})
            code.promo_lock = lock.to_json() if base and base.promo_lock else None
        return code

    def _write(self, code: LockableCode, lock: LockState) -> LockState:
        if code.promo_lock != lock.to_json():
            code.promo_lock = lock.to_json()
            code.updated_at = self._now
            self._codes.save()
        return lock

    def _batch(
        self,
        code: LockableCode,
        created_by: str,
        body: CreatePromoCodes,
        zone: tzinfo,
        *,
        imported: bool,
    ) -> PromoBatch:
        has_place = body.latitude is not None
        batch = PromoBatch(
            batch_id=self._new_id("pbt"),
            org_id=code.org_id,
            code_id=code.code_id,
            name=body.name or f"{self._now.astimezone(zone):%Y-%m-%d %H:%M}",
            source="imported" if imported else "made",
            max_uses=body.max_uses,
            uses_per_customer=body.uses_per_customer,
            starts_at=body.starts_at,
            ends_at=body.ends_at,
            latitude=body.latitude,
            longitude=body.longitude,
            radius_m=(body.radius_m or DEFAULT_RADIUS_M) if has_place else None,
            created_at=self._now,
            created_by=created_by,
        )
        self._promos.add_batch(batch)
        return batch

    def _generate(self, batch: PromoBatch, body: CreatePromoCodes) -> list[str]:
        made: list[str] = []
        amount, prefix = body.amount or 0, body.prefix.upper()
        while len(made) < amount:
            fresh: dict[str, str] = {}
            while len(fresh) < amount - len(made):
                letters = code_format.generate(self._choose)
                shown = "-".join(filter(None, (prefix, code_format.grouped(letters))))
                fresh[prefix + letters] = shown
            made += self._import(batch, fresh)
        return made

    def _importable(
        self, code: LockableCode, given: Sequence[str]
    ) -> tuple[dict[str, str], list[RefusedLine]]:
        """Return the importable promo codes of a list, as display form by code, and the lines that cannot be imported.

        The code's row must be locked.
        """
        lines: dict[str, tuple[int, str]] = {}
        refused: list[RefusedLine] = []
        for line, text in enumerate(given, 1):
            if not text.strip():
                continue
            promo = code_format.parse(text)
            shown = " ".join(text.split())[:64]
            if promo is None:
                refused.append(RefusedLine(line=line, promo_code=shown, reason="spelling"))
            elif promo in lines:
                refused.append(RefusedLine(line=line, promo_code=shown, reason="repeated"))
            else:
                lines[promo] = (line, shown)
        existing = self._promos.existing(code.org_id, code.code_id, lines)
        refused += [
            RefusedLine(line=line, promo_code=shown, reason="exists")
            for promo, (line, shown) in lines.items()
            if promo in existing
        ]
        accepted = {promo: shown for promo, (_, shown) in lines.items() if promo not in existing}
        return accepted, sorted(refused, key=lambda it: it.line)

    def _import(self, batch: PromoBatch, codes: Mapping[str, str]) -> list[str]:
        """Store promo codes, given as display form by code; return the display forms of those that were new."""
        added = self._promos.add_codes(
            batch, [(self._new_id("prm"), code, shown) for code, shown in codes.items()]
        )
        return [shown for code, shown in codes.items() if code in added]

    def _record_issue(
        self, action: Literal["issued", "voided"], batch: PromoBatch, codes: int, uses: int | None
    ) -> None:
        event = issue_recorded(
            action, batch, codes=codes, uses=uses, event_id=self._new_event_id(), now=self._now
        )
        record(self._promos.session, event)

    def _state(self, promo: PromoCode, batch: PromoBatch) -> PromoState:
        return state(
            terms_of(batch),
            withdrawn=promo.withdrawn_at is not None,
            used=promo.used,
            now=self._now,
        )


def _changed(lock: LockState, body: LockSettings) -> LockState:
    return replace(
        lock,
        enabled=lock.enabled if body.enabled is None else body.enabled,
        open_minutes=body.open_minutes or lock.open_minutes,
        message=lock.message if body.message is None else body.message,
        epoch=lock.epoch + 1 if body.close_open else lock.epoch,
    )
