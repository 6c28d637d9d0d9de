"""Submissions in the form in which responses show them."""

from typing import Any

from api.domains.content.forms.repository import SubmissionRow
from api.domains.content.forms.schemas import ConsentRead, SubmissionRead, SubmitAppended
from api.domains.content.forms.service import WELCOME_BACK, StoredSubmission
from api.domains.people.customers.types import Contacts


def appended(stored: StoredSubmission) -> SubmitAppended:
    """Return the response to the visitor."""
    is_returning = stored.submission.is_proven and not stored.submission.is_new_customer
    return SubmitAppended(
        submission_id=stored.submission.submission_id,
        welcome_back=is_returning,
        message=WELCOME_BACK if is_returning else stored.success_text,
        success_text=stored.success_text,
        next_url=stored.next_url,
        given_pass=stored.given_pass,
    )


def whole(
    listed: SubmissionRow, contacts: Contacts | None, fields: dict[str, Any] | None
) -> SubmissionRead:
    """Return a submission for the organisation."""
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
        email=contacts.email if contacts else None,
        phone=contacts.phone if contacts else None,
        first_name=customer.first_name if customer else None,
        last_name=customer.last_name if customer else None,
        fields=fields,
        consent=ConsentRead(
            text=text,
            text_hash=consent.text_hash,
            given_at=consent.given_at,
            language=consent.language,
        )
        if consent is not None and text is not None
        else None,
        is_new_customer=submission.is_new_customer,
        is_proven=submission.is_proven,
        language=submission.language,
        created_at=submission.created_at,
        read_at=submission.read_at,
    )
