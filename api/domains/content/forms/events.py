"""Submissions as contract events. This is the only file of the domain that names the contracts."""

from datetime import datetime
from uuid import UUID

from api.domains.codes.rules.types import Visit
from api.domains.content.forms.models import Submission
from api.domains.visits.visits.events import visit_fields
from ingest.contracts.submit import SubmitData, SubmitRecorded

MAX_SEALED = 131_072


def submit_recorded(
    visit: Visit,
    submission: Submission,
    consents: tuple[str, ...],
    *,
    is_demo: bool,
    event_id: UUID,
    now: datetime,
) -> SubmitRecorded:
    """Record that a visitor sent a form. The answers are readable only with the customer's key."""
    sealed = submission.sealed
    return SubmitRecorded(
        event_id=event_id,
        org_id=submission.org_id,
        code_id=submission.code_id,
        page_id=submission.page_id,
        customer_key=submission.customer_id,
        occurred_at=now,
        received_at=now,
        **visit_fields(visit),
        is_demo=is_demo,
        data=SubmitData(
            submission_id=submission.submission_id,
            form=submission.form_id,
            fields=tuple(submission.field_names),
            sealed=sealed if sealed is not None and len(sealed) <= MAX_SEALED else None,
            is_new_customer=submission.is_new_customer,
            consents=consents,
        ),
    )
