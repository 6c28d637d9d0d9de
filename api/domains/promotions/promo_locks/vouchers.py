"""Promo codes as vouchers: each is handed out once, to one award of a reward."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.domains.promotions.promo_locks.events import issue_recorded
from api.domains.promotions.promo_locks.schemas import ListPromoBatches, VoucherBatchRead
from api.domains.promotions.promo_locks.voucher_repository import VoucherRepository
from ingest.outbox import record


class Voucher(NamedTuple):
    """A promo code that was handed out."""

    promo_code_id: str
    shown: str


class Vouchers:
    """Vouchers of one organisation, in one session."""

    def __init__(
        self, session: Session, now: datetime, new_event_id: Callable[[], UUID] = uuid7
    ) -> None:
        self._codes = VoucherRepository(session)
        self._new_event_id = new_event_id
        self._now = now

    def has_batch(self, org_id: str, batch_id: str) -> bool:
        """Return whether the organisation has this batch."""
        return self._codes.has_batch(org_id, batch_id)

    def list_batches(
        self, org_id: str, body: ListPromoBatches
    ) -> tuple[list[VoucherBatchRead], int]:
        """Return a page of the batches of all locks, and the total number."""
        rows, total = self._codes.list_batches(org_id, body)
        left = self.left(org_id, [batch.batch_id for batch, _ in rows])
        return [
            VoucherBatchRead(
                batch_id=batch.batch_id,
                name=batch.name,
                code_id=batch.code_id,
                code_name=code_name,
                created_at=batch.created_at,
                ends_at=batch.ends_at,
                left=left.get(batch.batch_id, 0),
            )
            for batch, code_name in rows
        ], total

    def take(self, org_id: str, batch_id: str, award_id: str) -> Voucher | None:
        """Hand out the next unused code of a batch to an award; return None if none is left. The database decides
        which.
        """
        row = self._codes.take(org_id, batch_id, award_id, self._now)
        return Voucher(row.promo_code_id, row.shown) if row is not None else None

    def left(self, org_id: str, batch_ids: Iterable[str]) -> Mapping[str, int]:
        """Return how many codes of batches can still be handed out."""
        return self._codes.left(org_id, set(batch_ids), self._now)

    def shown(self, org_id: str, promo_code_ids: Iterable[str]) -> Mapping[str, str]:
        """Return the display form of codes by ID."""
        return self._codes.shown(org_id, set(promo_code_ids))

    def is_unused(self, org_id: str, promo_code_id: str) -> bool:
        """Return whether nobody has used a code; it cannot be used until the transaction ends."""
        return self._codes.lock_unused(org_id, promo_code_id)

    def withdraw(self, org_id: str, promo_code_id: str) -> bool:
        """Withdraw a code that somebody has seen; return False if it was used."""
        withdrawn = self._codes.withdraw_unused(org_id, promo_code_id, self._now)
        if withdrawn is None:
            return self._codes.lock_unused(org_id, promo_code_id)
        batch, uses = withdrawn
        event = issue_recorded(
            "voided", batch, codes=1, uses=uses, event_id=self._new_event_id(), now=self._now
        )
        record(self._codes.session, event)
        return True
