"""Selects the provider of messaging services for this installation: Twilio, or the sandbox in development."""

from api.integrations.ports.text_services import TextServices
from api.integrations.sandbox.numbers import SandboxServices
from api.integrations.twilio.adapter import TwilioServices
from api.integrations.twilio.config import TwilioSettings
from runtime.settings import Settings


def text_services(settings: Settings) -> TextServices | None:
    """Return the provider of messaging services; None in production if no provider is set."""
    account = settings.vendor(TwilioSettings)
    if account.is_set:
        return TwilioServices(account)
    return SandboxServices() if settings.environment == "development" else None
