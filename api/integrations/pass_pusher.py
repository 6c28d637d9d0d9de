"""Selects what notifies phones of changed passes: Apple's push service, or nothing if it is switched off."""

from api.integrations.apns.adapter import Apns
from api.integrations.apns.config import ApnsSettings
from api.integrations.ports.pass_pusher import PassPusher
from runtime.settings import Settings


def pass_pusher(settings: Settings) -> PassPusher | None:
    """Return the pusher of this installation, or None."""
    vendor = settings.vendor(ApnsSettings)
    return Apns(vendor) if vendor.is_set else None
