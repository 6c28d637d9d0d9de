"""One-time codes come to be and are told of, in one transaction."""

from datetime import datetime

from uuid_utils.compat import uuid7

from api.domains.batches.events import one_time_codes_told
from api.domains.batches.models import CodeBatch
from api.domains.batches.repository import BatchRepository
from api.kit.ids import new_code_ids
from ingest.outbox import record


def issue_codes(
    batches: BatchRepository, batch: CodeBatch, kind: str, amount: int, now: datetime, made: int = 0
) -> None:
    """Make so many more one-time codes of a batch that has `made`; one event says how many came to be."""
    issued = batches.issue(batch, kind, new_code_ids(amount), made)
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
