"""Process-wide objects that are needed to send passcodes."""

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
    """Returns a sender for a session and a point in time."""
    sending_slots: CapacityLimiter
    """One slot for each message that may be sent at once."""
