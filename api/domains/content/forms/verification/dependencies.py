"""Builds what the handlers of phone verification need."""

from typing import Annotated

from fastapi import Depends, Request
from limits import parse

from api.db.session import SessionDep
from api.domains.content.forms.verification.repository import VerificationRepository
from api.domains.content.forms.verification.sending_slots import SlotLimitedSender
from api.domains.content.forms.verification.service import VerificationService
from api.domains.content.forms.verification.state import VerificationState
from api.integrations.sandbox.messages import SandboxMessages
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep

PER_ADDRESS = parse("60 per hour")
PER_CODE = parse("600 per hour")


def _service(
    request: Request, session: SessionDep, now: NowDep, settings: SettingsDep
) -> VerificationService:
    state = VerificationState.of(request)
    sender = state.sms_sender(session, now)
    has_turn = getattr(request.state, "has_sending_slot", False)
    return VerificationService(
        VerificationRepository(session),
        sender if has_turn else SlotLimitedSender(sender, state.sending_slots),
        secret=settings.secret_key,
        now=now,
        new_id=new_id,
    )


VerificationServiceDep = Annotated[VerificationService, Depends(_service)]


def _sandbox(session: SessionDep) -> SandboxMessages:
    return SandboxMessages(session)


SandboxDep = Annotated[SandboxMessages, Depends(_sandbox)]
