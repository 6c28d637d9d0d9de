"""The vendors that Waypost supports. A new one needs one line here (CONTRIBUTING.md, Add a vendor)."""

from api.integrations.apns.config import ApnsSettings
from api.integrations.attentive.config import AttentiveSettings
from api.integrations.google_analytics.config import GoogleAnalyticsSettings
from api.integrations.google_sheets.config import GoogleSheetsSettings
from api.integrations.google_wallet.config import GoogleWalletSettings
from api.integrations.klaviyo.config import KlaviyoSettings
from api.integrations.meta.config import MetaSettings
from api.integrations.openai.config import OpenAiSettings
from api.integrations.replicate.config import ReplicateSettings
from api.integrations.shopify.config import ShopifySettings
from api.integrations.smtp.config import SmtpSettings
from api.integrations.square.config import SquareSettings
from api.integrations.stripe.config import StripeSettings
from api.integrations.twilio.config import TwilioSettings
from api.integrations.web_push.config import WebPushSettings
from api.integrations.webhooks.config import WebhooksSettings
from api.integrations.yotpo.config import YotpoSettings
from runtime.settings import Settings
from runtime.vendor_settings import VendorSettings

VENDOR_SETTINGS: tuple[type[VendorSettings], ...] = (
    ApnsSettings,
    AttentiveSettings,
    GoogleAnalyticsSettings,
    GoogleSheetsSettings,
    GoogleWalletSettings,
    KlaviyoSettings,
    MetaSettings,
    OpenAiSettings,
    ReplicateSettings,
    ShopifySettings,
    SmtpSettings,
    SquareSettings,
    StripeSettings,
    TwilioSettings,
    WebPushSettings,
    WebhooksSettings,
    YotpoSettings,
)


def require_vendor_settings(settings: Settings) -> None:
    """Read every vendor's settings, so that a wrong one stops a process at startup.

    Raises:
        pydantic.ValidationError: a setting is wrong; the error names the variable.
    """
    for kind in VENDOR_SETTINGS:
        settings.vendor(kind)
