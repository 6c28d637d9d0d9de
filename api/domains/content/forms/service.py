"""Stores visitors' submissions: checked against the page's own published fields, exactly once, and with an event."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from sqlalchemy.orm import Session

from api.auth.models import Organization
from api.auth.tenants import organization_of
from api.domains.codes.rules.types import Visit
from api.domains.content.forms.admission import Answer, admit
from api.domains.content.forms.agreements import agreements_in, language_agreed_in
from api.domains.content.forms.answers import Value, bound_messages, check, contact_in
from api.domains.content.forms.definition import InputType, confirmed_field
from api.domains.content.forms.errors import (
    AnswersTooLong,
    FormIsOver,
    FormNotFound,
    InvalidAnswers,
    PhoneUnconfirmed,
    SubmissionKeyReused,
    SubmissionNotFound,
)
from api.domains.content.forms.events import submit_recorded
from api.domains.content.forms.limits import is_open
from api.domains.content.forms.models import Submission, SubmissionConsent
from api.domains.content.forms.passes_port import FormPasses, GivenPass, PassOrder
from api.domains.content.forms.profile_facts import attributes_in, facts_in
from api.domains.content.forms.published import FormDefinition, FormSource, PublishedForm
from api.domains.content.forms.repository import SubmissionRepository, SubmissionRow
from api.domains.content.forms.schemas import AppendSubmit, GetSubmits, MarkSubmissions
from api.domains.content.forms.verification.service import VerificationService
from api.domains.people.consents.service import ConsentService
from api.domains.people.consents.types import Origin
from api.domains.people.customers.contacts import region_of
from api.domains.people.customers.service import CustomerService, IdentifiedCustomer
from api.domains.people.customers.types import Contacts, CustomerRow
from api.rendering.visitor_pages.words import words_in
from ingest.outbox import record

MAX_ANSWERS = 90_000
"""Maximum size of all answers together in bytes. Once sealed, they fit into an event."""

WELCOME_BACK = "Welcome back!"


@dataclass(frozen=True, slots=True)
class Target:
    """The page and form to which a form was sent, as resolved on the visitor's side."""

    org_id: str
    page_id: str
    code_id: str | None


@dataclass(frozen=True, slots=True)
class StoredSubmission:
    """A stored submission and its form's success text."""

    submission: Submission
    success_text: str
    next_url: str | None
    given_pass: GivenPass | None = None


@dataclass(frozen=True, slots=True)
class _Checked:
    """Answers that the form accepts."""

    values: dict[str, Value]
    content: bytes
    agreed_in: str | None
    """The language in which the form's consent text was read."""
    phone_is_proven: bool


class SubmissionService:
    """Submissions, through one session that has entered their organisation."""

    def __init__(
        self,
        session: Session,
        forms: FormSource,
        customers: CustomerService,
        consents: ConsentService,
        phones: VerificationService,
        passes: FormPasses | None,
        *,
        now: datetime,
        new_id: Callable[[str], str],
        new_event_id: Callable[[], UUID],
    ) -> None:
        self._session = session
        self._submissions = SubmissionRepository(session)
        self._forms = forms
        self._customers = customers
        self._consents = consents
        self._phones = phones
        self._passes = passes
        self._now = now
        self._new_id = new_id
        self._new_event_id = new_event_id

    def append(
        self, target: Target, sent: AppendSubmit, visit: Visit, *, key: str | None, strict: bool
    ) -> StoredSubmission:
        """Store a form. The same key returns the first result; with `strict`, only for the same answers."""
        form = self._forms.published(target.org_id, target.page_id, sent.form_id)
        if form is None:
            raise FormNotFound
        language = form.language(sent.language)
        key = key or self._new_id("key")
        body_hash = _hash_of(form.definition.form_id, sent)
        first = self._find_by_key(target, key)
        if first is not None:
            if strict and first.body_hash != body_hash:
                raise SubmissionKeyReused
            return _kept(first, form, first.language)
        organization = organization_of(self._session, target.org_id)
        checked = self._checked(form, sent, language, organization)
        submission, customer = self._admitted(target, form, checked, visit, language)
        submission.submission_key, submission.body_hash = key, body_hash
        assert customer.sealing_key is not None
        submission.sealed = self._customers.sealer.seal(customer.sealing_key, checked.content)
        self._submissions.add(submission)
        self._customers.add_touchpoint(
            target.org_id,
            customer.customer_id,
            code_id=target.code_id,
            page_id=target.page_id,
        )
        event_id = self._new_event_id()
        consents = self._consent(submission, form, checked.agreed_in)
        self._agree(submission, form, checked, event_id)
        event = submit_recorded(
            visit,
            submission,
            consents,
            is_demo=organization.is_demo,
            event_id=event_id,
            now=self._now,
        )
        record(self._session, event)
        self._give_pass(submission, form, checked)
        return _kept(submission, form, language)

    def _give_pass(self, submission: Submission, form: PublishedForm, checked: _Checked) -> None:
        """Issue the form's pass as the last step, because other transactions that create passes of the organisation
        wait until this one commits.
        """
        template_id = form.definition.pass_template_id
        if not template_id or self._passes is None:
            return
        customer_id = submission.customer_id if submission.is_proven else None
        order = PassOrder(submission.org_id, template_id, customer_id, checked.values)
        submission.pass_id = self._passes.give(self._session, order)

    def with_pass(self, stored: StoredSubmission, agent: str) -> StoredSubmission:
        """Return the submission with the way its pass is offered to a device with this user agent."""
        row = stored.submission
        if row.pass_id is None or self._passes is None:
            return stored
        shown = self._passes.show(self._session, row.org_id, row.pass_id, row.language, agent)
        return replace(stored, given_pass=shown)

    def _find_by_key(self, target: Target, key: str) -> Submission | None:
        """Return the submission that was sent with this key before. Locks the key until the transaction ends."""
        self._submissions.lock_submission_key(target.page_id, key)
        return self._submissions.find_by_key(target.org_id, target.page_id, key)

    def _checked(
        self, form: PublishedForm, sent: AppendSubmit, language: str, organization: Organization
    ) -> _Checked:
        """Return the checked answers, if the form is open and accepts them."""
        limits = form.definition.model_dump(include={"opens_at", "closes_at"})
        if not is_open(limits, self._now):
            raise FormIsOver(form.text("closed_text", language) or None)
        agreed_in = language_agreed_in(form, sent, language)
        region = region_of(organization.locale)
        values = _values(form.definition, sent, region, is_stale=agreed_in is None)
        content = orjson.dumps(values)
        if len(content) > MAX_ANSWERS:
            raise AnswersTooLong
        is_proven = self._confirm(organization.org_id, form.definition, values, sent.phone_proof)
        return _Checked(values, content, agreed_in, phone_is_proven=is_proven)

    def _admitted(
        self, target: Target, form: PublishedForm, checked: _Checked, visit: Visit, language: str
    ) -> tuple[Submission, CustomerRow]:
        """Return the submission with its reserved places, and its customer."""
        org_id, values = target.org_id, checked.values
        visitor_id = visit.identity.visitor_id if visit.identity.kind == "cookie" else None
        submission_id = self._new_id("sub")
        answer = Answer(org_id, target.page_id, form.definition, values, submission_id, visitor_id)
        closed_text = form.text("closed_text", language)
        places = admit(self._session, self._submissions, self._customers, answer, closed_text)
        remembered = self._remember(
            *(org_id, form.definition, values, visitor_id),
            spoken=visit.context.language,
            phone_is_proven=checked.phone_is_proven,
        )
        submission = Submission(
            submission_id=submission_id,
            org_id=org_id,
            page_id=target.page_id,
            page_version=form.page_version,
            form_id=form.definition.form_id,
            code_id=target.code_id,
            customer_id=remembered.customer.customer_id,
            visitor_id=visitor_id,
            field_names=list(values),
            places=places,
            is_new_customer=remembered.is_new,
            is_proven=remembered.is_proven,
            language=language,
            created_at=self._now,
        )
        return submission, remembered.customer

    def thanks(self, org_id: str, submission_id: str) -> StoredSubmission:
        """Return a submission with the success text of its form."""
        submission = self._submissions.find(org_id, submission_id)
        if submission is None:
            raise SubmissionNotFound
        form = self._forms.of_version(
            org_id, submission.page_id, submission.page_version, submission.form_id
        )
        if form is None:
            return StoredSubmission(submission, words_in(submission.language).thanks, None)
        return _kept(submission, form, submission.language)

    def has_submitted(
        self, target: Target, *, customer_id: str | None = None, visitor_id: str | None = None
    ) -> bool:
        """Return whether a customer or a browser has sent a form of this page before."""
        return self._submissions.has_submitted(
            target.org_id, target.page_id, customer_id=customer_id, visitor_id=visitor_id
        )

    def sent_from(self, target: Target, visitor_id: str) -> list[Submission]:
        """Return a browser's submissions on this page, newest first."""
        return self._submissions.of_visitor(target.org_id, target.page_id, visitor_id, 20)

    def find(self, org_id: str, submission_id: str) -> Submission | None:
        """Return a submission, or None."""
        return self._submissions.find(org_id, submission_id)

    def delete(self, org_id: str, submission_id: str) -> None:
        """Delete a submission and its consents, and free its places.

        The submission and its customer stay counted in analytics.

        Raises:
            SubmissionNotFound: there is none.
        """
        if not self._submissions.delete(org_id, submission_id):
            raise SubmissionNotFound

    def mark(self, org_id: str, body: MarkSubmissions) -> int:
        """Mark submissions as read or unread for the whole organisation, and return how many changed.

        Raises:
            SubmissionNotFound: a named submission does not exist.
        """
        ids = set(body.submission_ids or ())
        if self._submissions.count_of(org_id, ids) < len(ids):
            raise SubmissionNotFound
        return self._submissions.mark(org_id, body, self._now)

    def answers(
        self, submission: Submission, customer: CustomerRow | None
    ) -> dict[str, Any] | None:
        """Return the answers, or None once the customer was erased."""
        key = customer.sealing_key if customer is not None else None
        content = self._customers.sealer.unseal(key, submission.sealed)
        return orjson.loads(content) if content is not None else None

    def list_submissions(self, org_id: str, body: GetSubmits) -> tuple[list[SubmissionRow], int]:
        """Return submissions for the organisation."""
        region = region_of(organization_of(self._session, org_id).locale)
        named = self._customers.contacts_named(org_id, body.filter or "", region)
        return self._submissions.list_submissions(org_id, body, named)

    def contacts(self, customer: CustomerRow | None) -> Contacts | None:
        """Return the email address and phone number of a submission's sender."""
        return self._customers.contacts(customer) if customer is not None else None

    def _confirm(
        self, org_id: str, form: FormDefinition, values: dict[str, Value], proof: str | None
    ) -> bool:
        """Use up the proof that the phone number belongs to the visitor, if the form needs one. Returns whether it did
        and the number is the one that identifies the customer.
        """
        field = confirmed_field(form.fields)
        phone = values.get(field.name) if field is not None else None
        if field is None or phone is None:
            return False
        if proof is None or not self._phones.use_proof(org_id, str(phone), proof):
            raise PhoneUnconfirmed(field.name, str(phone))
        return contact_in(form.fields, values, InputType.PHONE) == phone

    def _remember(
        self,
        org_id: str,
        form: FormDefinition,
        values: dict[str, Value],
        visitor_id: str | None,
        *,
        spoken: str | None,
        phone_is_proven: bool,
    ) -> IdentifiedCustomer:
        attributes = self._customers.profile_values(org_id, values) | attributes_in(values)
        return self._customers.identify(
            org_id,
            email=contact_in(form.fields, values, InputType.EMAIL),
            phone=contact_in(form.fields, values, InputType.PHONE),
            first_name=_name(values.get("first_name")),
            last_name=_name(values.get("last_name")),
            attributes=attributes,
            facts=facts_in(values, spoken, self._now.date()),
            visitor_id=visitor_id,
            phone_is_proven=phone_is_proven,
        )

    def _consent(
        self, submission: Submission, form: PublishedForm, language: str | None
    ) -> tuple[str, ...]:
        text = form.text("consent_text", language)
        if not text:
            return ()
        text_hash = self._consents.keep_text(submission.org_id, text)
        consent = SubmissionConsent(
            submission_id=submission.submission_id,
            org_id=submission.org_id,
            customer_id=submission.customer_id,
            text_hash=text_hash,
            page_version=submission.page_version,
            language=language,
            given_at=self._now,
        )
        self._submissions.add_consent(consent)
        return (text_hash,)

    def _agree(
        self, submission: Submission, form: PublishedForm, checked: _Checked, event_id: UUID
    ) -> None:
        """Record the consents to news and offers given with the form."""
        language = submission.language
        self._consents.agree(
            submission.org_id,
            submission.customer_id or "",
            agreements_in(form, checked.values, agreed_in=checked.agreed_in, language=language),
            Origin(
                "form",
                language=language,
                page_id=submission.page_id,
                page_version=submission.page_version,
                code_id=submission.code_id,
                event_id=event_id,
            ),
            email=contact_in(form.definition.fields, checked.values, InputType.EMAIL),
            phone=contact_in(form.definition.fields, checked.values, InputType.PHONE),
            is_own_browser=submission.is_proven,
            phone_is_proven=checked.phone_is_proven,
        )


def _values(
    form: FormDefinition, sent: AppendSubmit, region: str, *, is_stale: bool = False
) -> dict[str, Value]:
    checked = check(form.fields, sent.fields, region)
    if form.consent_text and not sent.consent:
        checked.errors["consent"] = "missing"
    elif form.consent_text and is_stale:
        checked.errors["consent"] = "consent_changed"
    if checked.errors:
        raise InvalidAnswers(checked.errors, bound_messages(form.fields, checked.errors))
    return checked.values


def _name(value: Value | None) -> str | None:
    return value[:100] if isinstance(value, str) and value else None


def _kept(submission: Submission, form: PublishedForm, language: str | None) -> StoredSubmission:
    text = form.text("success_text", language) or words_in(language).thanks
    return StoredSubmission(submission, text, form.next_url or None)


def _hash_of(form_id: str, sent: AppendSubmit) -> str:
    hashed = {"form": form_id, "fields": sent.fields, "consent": sent.consent}
    return hashlib.sha256(orjson.dumps(hashed, option=orjson.OPT_SORT_KEYS)).hexdigest()
