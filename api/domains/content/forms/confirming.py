"""Confirms a phone without script: the form is shown again with room for the code that was sent."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.content.forms.errors import PhoneUnconfirmed
from api.domains.content.forms.reception import Reception
from api.domains.content.forms.schemas import AppendSubmit
from api.domains.content.forms.service import Kept, SubmissionService
from api.domains.content.forms.verification.errors import (
    CodeSentAlready,
    SmsNotAvailable,
    TooManyCodes,
)
from api.domains.content.forms.verification.service import DIGITS, VerificationService
from api.kit.errors import Invalid, TooMany

SENT = "We sent a code to your phone. Type it here, then send the form again."
WRONG = "Please look at the marked fields."
CODE = "phone_code"
"""The name of the input for the code."""


@dataclass(frozen=True, slots=True)
class Asking:
    """The form waits for a code: what is said above it, and what is wrong with the one typed."""

    said: tuple[str, str]
    errors: Mapping[str, str]


def keep_or_ask(
    session: Session,
    submissions: SubmissionService,
    phones: VerificationService,
    reception: Reception,
    sent: AppendSubmit,
    typed: str,
    bound: Callable[[], None],
) -> Kept | Asking:
    """Keep a form; one whose phone is to be confirmed only with the code, which is sent where none was
    typed. `bound` raises TooMany for who asks or tries too often.

    What a try costs stays, whatever becomes of the form.
    """
    enter_tenant(session, reception.page.org_id)

    def append(form: AppendSubmit) -> Kept:
        with session.begin_nested():
            return submissions.append(
                reception.target, form, reception.visit, key=form.submission_key, strict=False
            )

    try:
        return append(sent)
    except PhoneUnconfirmed as unconfirmed:
        phone = unconfirmed.phone
    try:
        bound()
        if not typed:
            return _send(session, phones, reception, phone)
        found = phones.check(reception.page.org_id, phone, typed) if _is_code(typed) else None
    except TooMany as error:
        return Asking((error.code, error.message), {})
    if found is None or found.proof is None:
        is_old = found is not None and found.state == "expired"
        return Asking(("checkFields", WRONG), {CODE: "old_code" if is_old else "wrong_code"})
    return append(sent.model_copy(update={"phone_proof": found.proof}))


def _is_code(typed: str) -> bool:
    return len(typed) == DIGITS and typed.isascii() and typed.isdigit()


def _send(
    session: Session, phones: VerificationService, reception: Reception, phone: str
) -> Asking:
    page = reception.page
    try:
        with session.begin_nested():
            phones.send(page.org_id, page.brand.name or "us", phone)
    except (SmsNotAvailable, TooManyCodes) as error:
        return Asking((error.code, error.message), {})
    except Invalid as error:  # its field says what is wrong with the number
        return Asking((error.errors[0].code if error.errors else error.code, error.message), {})
    except CodeSentAlready:
        pass  # it is on its way
    return Asking(("codeSent", SENT), {})
