"""Selects the provider that reports about text messages to this installation: Twilio, or none."""

from api.integrations.ports.text_webhooks import TextWebhooks
from api.integrations.twilio.config import TwilioSettings
from api.integrations.twilio.webhooks import TwilioWebhooks
from runtime.settings import Settings


def text_webhooks(settings: Settings) -> TextWebhooks | None:
    """Return the reader of the provider's reports; None if there is no provider."""
    account = settings.vendor(TwilioSettings)
    return TwilioWebhooks(account) if account.is_set else None
