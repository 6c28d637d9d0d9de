"""What a visitor may see again of what they gave."""

import phonenumbers
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.content.forms.errors import SubmissionNotFound
from api.domains.content.forms.models import Submission
from api.domains.content.forms.reception import Reception
from api.domains.content.forms.schemas import (
    PublicPage,
    ReturnedPage,
    ReturnedSubmission,
    ReturnPage,
    SuccessPage,
)
from api.domains.content.forms.service import SubmissionService, Target
from api.domains.people.customers.models import Customer
from api.domains.people.customers.service import CustomerService


class Visitors:
    """Answers visitors about one page, through one session."""

    def __init__(
        self, session: Session, submissions: SubmissionService, customers: CustomerService
    ) -> None:
        self._session = session
        self._submissions = submissions
        self._customers = customers

    def page(self, reception: Reception, language: str | None) -> PublicPage:
        """The published page, with whether its visitor gave a form before."""
        target, visitor_id = reception.target, reception.visitor_id
        enter_tenant(self._session, target.org_id)
        _, page = self._submissions.shown(target)
        chosen = language if language in page.languages else page.root.language
        said = page.root.translations.get(chosen or "", {})
        by_browser = self._submissions.has_submitted(target, visitor_id=visitor_id)
        known = self._customers.of_visitor(target.org_id, visitor_id) if by_browser else None
        return PublicPage(
            page_id=target.page_id,
            code_id=target.code_id,
            title=said.get("root.title") or page.root.title,
            blocks=page.dump(),
            language=chosen or page.root.language,
            languages=list(page.languages),
            has_submitted=by_browser,
            first_name=known[1] if known else None,
        )

    def returned(self, reception: Reception, asked: ReturnPage) -> ReturnedPage:
        """The page, what this browser sent through it, and the exchange that is proven."""
        page = self.page(reception, None)
        target, visitor_id = reception.target, reception.visitor_id
        sent = self._submissions.sent_from(target, visitor_id) if visitor_id else []
        exchange = self._exchange(target, asked) if asked.exchange_id else None
        return ReturnedPage(
            **page.model_dump(),
            submissions=[it for row in sent if (it := self._shown(target.org_id, row)) is not None],
            exchange=exchange,
        )

    def success(self, reception: Reception, submission_id: str) -> SuccessPage:
        """The thank-you of a submission."""
        target, visitor_id = reception.target, reception.visitor_id
        enter_tenant(self._session, target.org_id)
        kept, _ = self._submissions.thanks(target.org_id, submission_id)
        submission = kept.submission
        if submission.page_id != target.page_id or submission.code_id != target.code_id:
            raise SubmissionNotFound
        is_own = visitor_id is not None and submission.visitor_id == visitor_id
        known = self._customers.of_visitor(target.org_id, visitor_id) if is_own else None
        return SuccessPage(
            submission_id=submission.submission_id,
            page_id=submission.page_id,
            form_id=submission.form_id,
            code_id=submission.code_id,
            success_text=kept.success_text,
            next_url=kept.next_url,
            first_name=known[1] if known else None,
            created_at=submission.created_at,
        )

    def _exchange(self, target: Target, asked: ReturnPage) -> ReturnedSubmission | None:
        """A submission of this page, to who knows its id and the email or phone given with it."""
        submission = self._submissions.find(target.org_id, asked.exchange_id or "")
        if submission is None or submission.page_id != target.page_id:
            return None
        customer = self._customer(target.org_id, submission)
        if customer is None or not _is_same(customer, asked):
            return None
        return self._shown(target.org_id, submission)

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

    def _customer(self, org_id: str, submission: Submission) -> Customer | None:
        if submission.customer_id is None:
            return None
        return self._customers.find_by_id(org_id, submission.customer_id)


def _is_same(customer: Customer, asked: ReturnPage) -> bool:
    if asked.email and customer.email:
        return asked.email.strip().lower() == customer.email
    if asked.phone and customer.phone:
        try:
            region = phonenumbers.region_code_for_number(phonenumbers.parse(customer.phone))
            number = phonenumbers.parse(asked.phone, region)
        except phonenumbers.NumberParseException:
            return False
        given = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
        return given == customer.phone
    return False
