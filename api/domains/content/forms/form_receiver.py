"""Receives forms sent as JSON, without script, or with the passcode for a phone.

A caller resolves its request with `receive`, stores the form with `keep` or `store_or_explain`, and turns the outcome
into its own kind of response.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import Depends, Request
from limits import RateLimitItem, parse
from pydantic import ValidationError
from sqlalchemy.orm import Session

from api.db.session import SessionDep, enter_tenant
from api.domains.content.forms.dependencies import SubmissionServiceDep
from api.domains.content.forms.errors import (
    AnsweredAlready,
    AnswersTooLong,
    FormNotFound,
    InvalidAnswers,
    PhoneUnconfirmed,
)
from api.domains.content.forms.form_request import ResolvedFormRequest, resolve_form_request
from api.domains.content.forms.published import FormPage, FormPages, PageT_co
from api.domains.content.forms.schemas import AppendSubmit
from api.domains.content.forms.service import StoredSubmission, SubmissionService
from api.domains.content.forms.verification.dependencies import PER_ADDRESS as SMS_PER_NETWORK
from api.domains.content.forms.verification.dependencies import PER_CODE as SMS_PER_CODE
from api.domains.content.forms.verification.dependencies import VerificationServiceDep
from api.domains.content.forms.verification.errors import (
    CodeSentAlready,
    SmsNotAvailable,
    TooManyCodes,
)
from api.domains.content.forms.verification.service import VerificationService
from api.kit.errors import ApiError, Invalid, TooMany
from api.kit.process_state import RateLimitsDep
from api.kit.rate_limits import RateLimits

PER_PAGE = parse("6000 per minute")
PHONE_CODE = "phone_code"
"""The name of the field for the passcode sent to a phone."""

SENT = "We sent a code to your phone. Enter it here, then send the form again."
CHECK_FIELDS = "Please check the highlighted fields."
TOO_LONG = "Your answers are too long in total. Please shorten them and send them again."


@dataclass(frozen=True, slots=True)
class RejectedForm:
    """The reason why a form was not stored, for the page that shows it again."""

    reason: str = "checkFields"
    message: str = CHECK_FIELDS
    fields: Mapping[str, str] = field(default_factory=dict)
    """Errors by field."""
    status: int = 422
    needs_code: bool = False
    """Whether the form needs the passcode that was sent to its phone number."""


class FormReceiver:
    """Receives the form in one request."""

    def __init__(
        self,
        request: Request,
        session: SessionDep,
        submissions: SubmissionServiceDep,
        phones: VerificationServiceDep,
        limits: RateLimitsDep,
    ) -> None:
        self._request = request
        self._session: Session = session
        self._submissions: SubmissionService = submissions
        self._phones: VerificationService = phones
        self._limits: RateLimits = limits

    async def receive(
        self,
        pages: FormPages[PageT_co],
        *,
        page_id: str | None,
        code_id: str | None,
        bucket: str,
        per_network: RateLimitItem,
    ) -> ResolvedFormRequest[PageT_co]:
        """Resolve the request with the page that its form is on, within the rate limits.

        Raises:
            FormNotFound: there is no such page.
            FormClosed: the page's code does not open for this visitor.
            TooMany: the network or the page sends too many; `bucket` counts `per_network`.
        """
        received = await resolve_form_request(
            self._request, pages, page_id=page_id, code_id=code_id, may_give_cookie=True
        )
        if received is None:
            raise FormNotFound
        self._limits.hit(per_network, bucket, received.incoming.network)
        self._limits.hit(PER_PAGE, "append-submit", received.page.page_id)
        return received

    def keep(
        self, received: ResolvedFormRequest[FormPage], sent: AppendSubmit, key: str | None
    ) -> StoredSubmission:
        """Store a form in the organisation of its page. `key` is the request's own idempotency key: if it is given, a
        second form under the same key must be identical.
        """
        enter_tenant(self._session, received.page.org_id)
        stored = self._submissions.append(
            received.target,
            sent,
            received.visit,
            key=sent.submission_key or (key[:255] if key else None),
            strict=key is not None,
        )
        return self._submissions.with_pass(stored, self._request.headers.get("user-agent", ""))

    def store_or_explain(
        self, received: ResolvedFormRequest[FormPage], sent: Mapping[str, Any], typed_code: str
    ) -> StoredSubmission | RejectedForm:
        """Store a form that was sent without script, or return what its page has to show.

        A phone number that must be verified is accepted only with its passcode, which is sent if none was entered. A
        used attempt stays counted whether or not the form is stored.

        Raises:
            FormNotFound: the page no longer has this form.
            FormClosed: the form accepts nothing at the moment.
        """
        enter_tenant(self._session, received.page.org_id)
        try:
            form = AppendSubmit.model_validate(sent)
            try:
                return self._append(received, form)
            except PhoneUnconfirmed as unconfirmed:
                return self._confirm(received, form, unconfirmed.phone, typed_code)
        except ValidationError:
            return RejectedForm(fields={"": "not_text"})
        except InvalidAnswers as error:
            return RejectedForm(fields=error.codes)
        except AnsweredAlready as error:
            return RejectedForm("answered", error.message, status=error.status)
        except AnswersTooLong as error:
            return RejectedForm(error.code, TOO_LONG, status=error.status)

    def _append(
        self, received: ResolvedFormRequest[FormPage], form: AppendSubmit
    ) -> StoredSubmission:
        with self._session.begin_nested():
            return self._submissions.append(
                received.target, form, received.visit, key=form.submission_key, strict=False
            )

    def _confirm(
        self,
        received: ResolvedFormRequest[FormPage],
        form: AppendSubmit,
        phone: str,
        typed_code: str,
    ) -> StoredSubmission | RejectedForm:
        page = received.page
        try:
            self._limits.hit(SMS_PER_NETWORK, "verify-phone", received.incoming.network)
            self._limits.hit(SMS_PER_CODE, "verify-phone", received.target.code_id or page.page_id)
            if not typed_code:
                return self._send_code(page, phone)
            found = self._phones.check(page.org_id, phone, typed_code)
        except TooMany as error:
            return _needs_code(error)
        if found.proof is None:
            wrong = "old_code" if found.state == "expired" else "wrong_code"
            return RejectedForm(fields={PHONE_CODE: wrong}, needs_code=True)
        return self._append(received, form.model_copy(update={"phone_proof": found.proof}))

    def _send_code(self, page: FormPage, phone: str) -> RejectedForm:
        try:
            with self._session.begin_nested():
                self._phones.send(page.org_id, page.brand.name or "us", phone)
        except (SmsNotAvailable, TooManyCodes) as error:
            return _needs_code(error)
        except Invalid as error:  # The error of its field explains what is wrong with the number.
            return RejectedForm(
                error.errors[0].code if error.errors else error.code, error.message, needs_code=True
            )
        except CodeSentAlready:
            pass  # A passcode was already sent.
        return RejectedForm("codeSent", SENT, needs_code=True)


FormReceiverDep = Annotated[FormReceiver, Depends(FormReceiver)]


def _needs_code(error: ApiError) -> RejectedForm:
    return RejectedForm(error.code, error.message, needs_code=True)
