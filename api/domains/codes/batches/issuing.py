"""One-time codes come to be or become void, and are told of, in one transaction."""

from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

from uuid_utils.compat import uuid7

from api.domains.codes.batches.events import one_time_codes_told
from api.domains.codes.batches.models import CodeBatch
from api.domains.codes.batches.repository import BatchRepository
from api.kit.ids import new_code_ids
from ingest.outbox import record


def issue_codes(
    batches: BatchRepository, batch: CodeBatch, kind: str, amount: int, now: datetime, made: int = 0
) -> None:
    """Make so many more one-time codes of a batch that has `made`; one event says how many came to be."""
    issue_codes_of(batches, batch, kind, new_code_ids(amount), now, made)


def issue_codes_of(
    batches: BatchRepository,
    batch: CodeBatch,
    kind: str,
    code_ids: Sequence[str],
    now: datetime,
    made: int = 0,
) -> int:
    """The same with ids that are chosen already; how many came to be. One whose id is taken is left out."""
    issued = batches.issue(batch, kind, code_ids, made)
    if issued and batch.base_code_id is not None:
        event = one_time_codes_told(
            "issued",
            org_id=batch.org_id,
            base_code_id=batch.base_code_id,
            batch_id=batch.batch_id,
            codes=issued,
            event_id=uuid7(),
            now=now,
        )
        record(batches.session, event)
    return issued


def withdraw_codes(
    batches: BatchRepository,
    org_id: str,
    code_ids: Sequence[str],
    now: datetime,
    new_event_id: Callable[[], UUID] = uuid7,
) -> int:
    """Make those of these void that were not used; an event for each batch says how many. Returns them all."""
    withdrawn = batches.make_void(org_id, now, code_ids)
    for (base_code_id, batch_id), codes in sorted(withdrawn.items()):
        event = one_time_codes_told(
            "voided",
            org_id=org_id,
            base_code_id=base_code_id,
            batch_id=batch_id,
            codes=codes,
            event_id=new_event_id(),
            now=now,
        )
        record(batches.session, event)
    return withdrawn.total()
