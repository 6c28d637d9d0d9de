"""Who reports about text messages to this installation: Twilio, or nobody."""

from api.integrations.ports.text_webhooks import TextWebhooks
from api.integrations.twilio.config import TwilioSettings
from api.integrations.twilio.webhooks import TwilioWebhooks
from runtime.settings import Settings


def text_webhooks(settings: Settings) -> TextWebhooks | None:
    """Reads what the provider reports; None where there is none."""
    account = settings.vendor(TwilioSettings)
    return TwilioWebhooks(account) if account.is_set else None
