"""Routes of phone verification and of the message sandbox."""

from api.auth.member import AdminDep, AnswersDep, MaybeMemberDep
from api.db.routing import ApiRouter
from api.domains.content.forms.verification.dependencies import (
    SandboxDep,
    VerificationServiceDep,
)
from api.domains.content.forms.verification.schemas import (
    ListSandboxMessages,
    PhoneVerification,
    SandboxMessageRead,
    VerifyPhone,
)
from api.domains.content.forms.verification.sending_slots import SendingSlotDep
from api.domains.content.forms.verification.service import e164
from api.domains.content.forms.verification_caller import CallerDep
from api.kit.pagination import Page, page_of

router = ApiRouter(tags=["verification"])


@router.post("/v1/phone_number_verification")
def verify_phone(
    body: VerifyPhone,
    _slot: SendingSlotDep,
    me: MaybeMemberDep,
    caller: CallerDep,
    answers: AnswersDep,
    phones: VerificationServiceDep,
) -> PhoneVerification:
    """Send a one-time passcode to a phone, or check it. It has six digits and is valid for ten minutes and
    five tries; a new one can be requested after half a minute.
    """
    org_id, sender = caller.asking(body.code_id, body.page_id, me)
    phone = e164(body.phone, caller.region(org_id))
    answers.keep(org_id, f"phone:{phone}")
    if body.code is None:
        return phones.send(org_id, sender or "us", phone)
    return phones.check(org_id, phone, body.code)


@router.post("/v1/get-sandbox-messages")
def list_sandbox_messages(
    body: ListSandboxMessages, me: AdminDep, sandbox: SandboxDep
) -> Page[SandboxMessageRead]:
    """List messages that would have been sent if a provider were configured. They are stored for a week."""
    rows, total = sandbox.list_messages(me.org_id, body, body.channel, body.recipient)
    return page_of([SandboxMessageRead.model_validate(row) for row in rows], total, body.paging)
