"""What a web process holds to send passcodes."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from anyio import CapacityLimiter
from sqlalchemy.orm import Session

from api.integrations.ports.sms_sender import SmsSender
from api.kit.app_state import AppState


@dataclass(frozen=True)
class VerificationState(AppState):
    """Attached by `create_app`."""

    sms_sender: Callable[[Session, datetime], SmsSender]
    """Makes a sender that works in a session, at a moment."""
    sending_slots: CapacityLimiter
    """As many as messages may be sent at once."""
