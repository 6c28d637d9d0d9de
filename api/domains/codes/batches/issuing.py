"""Issues and voids one-time codes, and records their events in the same transaction."""

from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Session
from uuid_utils.compat import uuid7

from api.domains.codes.batches.events import one_time_codes_changed
from api.domains.codes.batches.models import CodeBatch
from api.domains.codes.batches.repository import BatchRepository
from api.domains.codes.batches.types import BatchRow
from api.domains.codes.codes.one_time import OneTimeCodes
from api.kit.ids import new_code_ids
from ingest.outbox import record


class OneTimeBatches:
    """Batches of one-time codes, for services that print or distribute them."""

    def __init__(self, session: Session) -> None:
        self._batches = BatchRepository(session)

    def open(
        self,
        org_id: str,
        created_by: str | None,
        batch_id: str,
        *,
        base_code_id: str,
        name: str,
        amount: int,
        now: datetime,
    ) -> BatchRow:
        """Add a new batch without codes."""
        batch = CodeBatch(
            batch_id=batch_id,
            org_id=org_id,
            base_code_id=base_code_id,
            kind="one_time",
            name=name,
            amount=amount,
            created_at=now,
            created_by=created_by,
        )
        self._batches.add(batch)
        return batch

    def find_for_update(self, org_id: str, batch_id: str) -> BatchRow | None:
        """Return a batch, locked until the transaction ends."""
        return self._batches.find_for_update(org_id, batch_id)

    def count_codes(self, org_id: str, batch_id: str) -> int:
        """Return the number of codes in a batch."""
        return self._batches.count_codes(org_id, batch_id)

    def first_ids(self, org_id: str, batch_id: str, limit: int) -> list[str]:
        """Return the IDs of the first codes of a batch, in the order of their names."""
        return self._batches.first_ids(org_id, batch_id, limit)


def issue_codes(
    session: Session, batch: BatchRow, kind: str, amount: int, now: datetime, made: int = 0
) -> None:
    """Issue more one-time codes in a batch that already has `made`. One event records the number."""
    issue_codes_of(session, batch, kind, new_code_ids(amount), now, made)


def issue_codes_of(
    session: Session,
    batch: BatchRow,
    kind: str,
    code_ids: Sequence[str],
    now: datetime,
    made: int = 0,
) -> int:
    """Issue one-time codes with the given IDs, and return how many were created. An ID that is already taken is left
    out.
    """
    issued = OneTimeCodes(session).issue(
        batch.org_id,
        code_ids,
        kind=kind,
        base_code_id=batch.base_code_id,
        batch_id=batch.batch_id,
        name=batch.name,
        made=made,
        digits=len(str(batch.amount)),
        created_at=batch.created_at,
        created_by=batch.created_by,
    )
    if issued and batch.base_code_id is not None:
        event = one_time_codes_changed(
            "issued",
            org_id=batch.org_id,
            base_code_id=batch.base_code_id,
            batch_id=batch.batch_id,
            codes=issued,
            event_id=uuid7(),
            now=now,
        )
        record(session, event)
    return issued


def withdraw_codes(
    session: Session,
    org_id: str,
    code_ids: Sequence[str],
    now: datetime,
    new_event_id: Callable[[], UUID] = uuid7,
) -> int:
    """Void those of these codes that have not been used, record an event with the number for each batch, and return the
    total.
    """
    withdrawn = OneTimeCodes(session).make_void(org_id, now, code_ids)
    for (base_code_id, batch_id), codes in sorted(withdrawn.items()):
        event = one_time_codes_changed(
            "voided",
            org_id=org_id,
            base_code_id=base_code_id,
            batch_id=batch_id,
            codes=codes,
            event_id=new_event_id(),
            now=now,
        )
        record(session, event)
    return withdrawn.total()
