"""Selects what sends to browsers: their push services, or nothing if that is switched off."""

from api.integrations.ports.web_pusher import WebPusher
from api.integrations.web_push.adapter import WebPush
from api.integrations.web_push.config import WebPushSettings
from runtime.settings import Settings


def web_pusher(settings: Settings) -> WebPusher | None:
    """Return the pusher of this installation, or None."""
    vendor = settings.vendor(WebPushSettings)
    return WebPush(vendor, settings.base_url) if vendor.is_set else None
