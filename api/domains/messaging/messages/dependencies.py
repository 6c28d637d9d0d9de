"""Dependencies of the handlers of messages, and of the domains that send messages."""

from datetime import datetime
from typing import Annotated

from fastapi import Depends
from sqlalchemy.orm import Session

from api.db.session import SessionDep
from api.domains.messaging.messages.gate import MessageGate
from api.domains.messaging.messages.sending import can_send
from api.domains.people.consents.dependencies import policy_of
from api.domains.people.customers.sealing import Sealer
from api.kit.clock import NowDep
from api.kit.process_state import SettingsDep
from runtime.settings import Settings


def gate_of(session: Session, settings: Settings, now: datetime) -> MessageGate:
    """Return the gate, in a session that has entered its organisation's tenant scope."""
    return MessageGate(
        session,
        policy_of(session, settings, now),
        Sealer.of(settings),
        lambda channel: can_send(settings, channel),
        settings.base_url,
    )


def _gate(session: SessionDep, settings: SettingsDep, now: NowDep) -> MessageGate:
    return gate_of(session, settings, now)


MessageGateDep = Annotated[MessageGate, Depends(_gate)]
