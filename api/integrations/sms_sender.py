"""Selects the sender of text messages of this installation: its account at Twilio, or the sandbox."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy.orm import Session

from api.integrations.ports.sms_sender import SmsSender, TextProvider
from api.integrations.sandbox.messages import SandboxSms
from api.integrations.twilio.adapter import TwilioSms
from api.integrations.twilio.config import TwilioSettings
from api.kit.ids import new_id
from runtime.settings import Settings


def can_text(settings: Settings) -> bool:
    """Return whether text messages are accepted. Without a provider, the sandbox stores them, in development only."""
    return settings.vendor(TwilioSettings).is_set or settings.environment == "development"


def texts_per_second(settings: Settings) -> int | None:
    """Return how many segments a second the installation's sender accepts; None without a limit."""
    return settings.vendor(TwilioSettings).per_second


def outgoing_sms_sender(settings: Settings) -> TextProvider | None:
    """Return the sender whose messages reach phones; None if no provider is set."""
    account = settings.vendor(TwilioSettings)
    return TwilioSms(account) if account.is_set else None


def sms_senders(settings: Settings) -> Callable[[Session, datetime], SmsSender]:
    """Return a factory of senders that work in a session, at a given time."""
    twilio = outgoing_sms_sender(settings)

    def make(session: Session, now: datetime) -> SmsSender:
        return twilio or SandboxSms(session, now, new_id, may_serve=can_text(settings))

    return make
