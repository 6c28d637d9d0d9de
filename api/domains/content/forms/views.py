"""Submissions as answers show them."""

from typing import Any

from api.domains.content.forms.repository import Listed
from api.domains.content.forms.schemas import ConsentRead, SubmissionRead, SubmitAppended
from api.domains.content.forms.service import WELCOME_BACK, Kept


def appended(kept: Kept) -> SubmitAppended:
    """What a visitor is told."""
    known = kept.submission.is_proven and not kept.submission.is_new_customer
    return SubmitAppended(
        submission_id=kept.submission.submission_id,
        welcome_back=known,
        message=WELCOME_BACK if known else kept.success_text,
        success_text=kept.success_text,
        next_url=kept.next_url,
    )


def whole(listed: Listed, fields: dict[str, Any] | None) -> SubmissionRead:
    """A submission, for its owners."""
    submission, customer, consent, text, code_name, base_code_id = listed
    return SubmissionRead(
        submission_id=submission.submission_id,
        id=submission.submission_id,
        code_id=submission.code_id,
        code_name=code_name,
        base_code_id=base_code_id,
        page_id=submission.page_id,
        page_version=submission.page_version,
        form_id=submission.form_id,
        customer_id=submission.customer_id,
        email=customer.email if customer else None,
        phone=customer.phone if customer else None,
        first_name=customer.first_name if customer else None,
        last_name=customer.last_name if customer else None,
        fields=fields,
        consent=ConsentRead(
            text=text.text,
            text_hash=text.text_hash,
            given_at=consent.given_at,
            language=consent.language,
        )
        if consent is not None and text is not None
        else None,
        is_new_customer=submission.is_new_customer,
        is_proven=submission.is_proven,
        language=submission.language,
        created_at=submission.created_at,
    )
