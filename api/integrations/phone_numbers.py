"""Selects the provider of phone numbers for this installation: Twilio, or the sandbox in development."""

from api.integrations.ports.phone_numbers import PhoneNumbers
from api.integrations.sandbox.numbers import SandboxNumbers
from api.integrations.twilio.adapter import TwilioNumbers
from api.integrations.twilio.config import TwilioSettings
from runtime.settings import Settings


def phone_numbers(settings: Settings) -> PhoneNumbers | None:
    """Return the provider of numbers; None in production if no provider is set."""
    account = settings.vendor(TwilioSettings)
    if account.is_set:
        return TwilioNumbers(account)
    return SandboxNumbers() if settings.environment == "development" else None
