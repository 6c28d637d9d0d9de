"""Dependencies of the phone verification handlers."""

from datetime import datetime
from typing import Annotated

from fastapi import Depends, Request
from limits import parse
from sqlalchemy.orm import Session

from api.db.session import SessionDep
from api.domains.content.forms.verification.repository import VerificationRepository
from api.domains.content.forms.verification.sending_slots import SlotLimitedSender
from api.domains.content.forms.verification.service import VerificationService
from api.domains.content.forms.verification.state import VerificationState
from api.integrations.ports.sms_sender import SmsSender
from api.integrations.sandbox.messages import SandboxMessages
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep
from runtime.settings import Settings

PER_ADDRESS = parse("60 per hour")
PER_CODE = parse("600 per hour")


def verifications_of(
    session: Session, sender: SmsSender, settings: Settings, now: datetime
) -> VerificationService:
    """Return the verification service for the organisation that the session has entered."""
    return VerificationService(
        VerificationRepository(session),
        sender,
        secret=settings.secret_key,
        now=now,
        new_id=new_id,
    )


def _service(
    request: Request, session: SessionDep, now: NowDep, settings: SettingsDep
) -> VerificationService:
    state = VerificationState.of(request)
    sender = state.sms_sender(session, now)
    has_slot = getattr(request.state, "has_sending_slot", False)
    limited = sender if has_slot else SlotLimitedSender(sender, state.sending_slots)
    return verifications_of(session, limited, settings, now)


VerificationServiceDep = Annotated[VerificationService, Depends(_service)]


def _sandbox(session: SessionDep) -> SandboxMessages:
    return SandboxMessages(session)


SandboxDep = Annotated[SandboxMessages, Depends(_sandbox)]
