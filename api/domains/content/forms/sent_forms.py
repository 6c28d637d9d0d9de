"""The parts of their own submissions that visitors may see again."""

from typing import NamedTuple

import phonenumbers
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.content.forms.errors import SubmissionNotFound
from api.domains.content.forms.form_request import ResolvedFormRequest
from api.domains.content.forms.models import Submission
from api.domains.content.forms.published import FormPage
from api.domains.content.forms.schemas import ReturnedSubmission, SuccessPage
from api.domains.content.forms.service import SubmissionService, Target
from api.domains.people.customers.service import CustomerService
from api.domains.people.customers.types import Contacts, CustomerRow


class Sender(NamedTuple):
    """Whether a browser has sent a form of a page, and the first name given with it."""

    has_submitted: bool
    first_name: str | None


class SentForms:
    """Shows visitors their own submissions on one page."""

    def __init__(
        self, session: Session, submissions: SubmissionService, customers: CustomerService
    ) -> None:
        self._session = session
        self._submissions = submissions
        self._customers = customers

    def sender(self, received: ResolvedFormRequest[FormPage]) -> Sender:
        """Return whether this browser has sent a form of the page before."""
        target, visitor_id = received.target, received.visitor_id
        enter_tenant(self._session, target.org_id)
        has_submitted = self._submissions.has_submitted(target, visitor_id=visitor_id)
        customer = (
            self._customers.find_by_visitor(target.org_id, visitor_id) if has_submitted else None
        )
        return Sender(has_submitted, customer[1] if customer else None)

    def by_browser(self, received: ResolvedFormRequest[FormPage]) -> list[ReturnedSubmission]:
        """Return this browser's submissions on the page, except erased ones."""
        target, visitor_id = received.target, received.visitor_id
        enter_tenant(self._session, target.org_id)
        sent = self._submissions.sent_from(target, visitor_id) if visitor_id else []
        return [it for row in sent if (it := self._shown(target.org_id, row)) is not None]

    def by_contact(
        self, target: Target, submission_id: str, *, email: str | None, phone: str | None
    ) -> ReturnedSubmission | None:
        """Return a submission of this page to somebody who knows its ID and the email or phone given with it."""
        enter_tenant(self._session, target.org_id)
        submission = self._submissions.find(target.org_id, submission_id)
        if submission is None or submission.page_id != target.page_id:
            return None
        customer = self._customer(target.org_id, submission)
        if customer is None or not _is_contact(self._customers.contacts(customer), email, phone):
            return None
        return self._shown(target.org_id, submission)

    def success(
        self, received: ResolvedFormRequest[FormPage], submission_id: str, agent: str
    ) -> SuccessPage:
        """Return the thank-you of a submission for a device with this user agent."""
        target, visitor_id = received.target, received.visitor_id
        enter_tenant(self._session, target.org_id)
        thanks = self._submissions.thanks(target.org_id, submission_id)
        stored = self._submissions.with_pass(thanks, agent)
        submission = stored.submission
        if submission.page_id != target.page_id or submission.code_id != target.code_id:
            raise SubmissionNotFound
        is_own = visitor_id is not None and submission.visitor_id == visitor_id
        customer = self._customers.find_by_visitor(target.org_id, visitor_id) if is_own else None
        return SuccessPage(
            submission_id=submission.submission_id,
            page_id=submission.page_id,
            form_id=submission.form_id,
            code_id=submission.code_id,
            success_text=stored.success_text,
            next_url=stored.next_url,
            given_pass=stored.given_pass,
            first_name=customer[1] if customer else None,
            created_at=submission.created_at,
        )

    def _shown(self, org_id: str, submission: Submission) -> ReturnedSubmission | None:
        fields = self._submissions.answers(submission, self._customer(org_id, submission))
        if fields is None:
            return None
        return ReturnedSubmission(
            submission_id=submission.submission_id,
            form_id=submission.form_id,
            fields=fields,
            created_at=submission.created_at,
        )

    def _customer(self, org_id: str, submission: Submission) -> CustomerRow | None:
        if submission.customer_id is None:
            return None
        return self._customers.find_profile(org_id, submission.customer_id)


def _is_contact(known: Contacts, email: str | None, phone: str | None) -> bool:
    if email and known.email:
        return email.strip().lower() == known.email
    if phone and known.phone:
        try:
            region = phonenumbers.region_code_for_number(phonenumbers.parse(known.phone))
            number = phonenumbers.parse(phone, region)
        except phonenumbers.NumberParseException:
            return False
        e164 = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
        return e164 == known.phone
    return False
