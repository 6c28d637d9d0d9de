"""What sends to browsers: their push services, or nothing where that was switched off."""

from api.integrations.ports.web_pusher import WebPusher
from api.integrations.web_push.adapter import WebPush
from api.integrations.web_push.config import WebPushSettings
from runtime.settings import Settings


def web_pusher(settings: Settings) -> WebPusher | None:
    """The pusher of this installation."""
    vendor = settings.vendor(WebPushSettings)
    return WebPush(vendor, settings.base_url) if vendor.is_set else None
