"""The vendors that an organisation can connect by itself, by name. A new one is two lines here."""

from collections.abc import Callable
from functools import cache

from api.integrations.klaviyo.config import KLAVIYO
from api.integrations.ports.connector import AudienceConnector, Connector, VendorDescription
from api.integrations.webhooks.config import WEBHOOKS
from runtime.settings import Settings

DESCRIPTIONS: dict[str, VendorDescription] = {it.vendor: it for it in (KLAVIYO, WEBHOOKS)}


def _webhooks(settings: Settings) -> Connector:
    from api.integrations.webhooks.adapter import Webhooks
    from api.integrations.webhooks.config import WebhooksSettings

    return Webhooks(settings.vendor(WebhooksSettings))


def _klaviyo(settings: Settings) -> AudienceConnector:
    from api.integrations.klaviyo.adapter import Klaviyo
    from api.integrations.klaviyo.config import KlaviyoSettings

    return Klaviyo(settings.vendor(KlaviyoSettings))


_CONNECTORS: dict[str, Callable[[Settings], Connector]] = {
    "klaviyo": _klaviyo,
    "webhooks": _webhooks,
}
_AUDIENCES: dict[str, Callable[[Settings], AudienceConnector]] = {"klaviyo": _klaviyo}


def connector(settings: Settings, vendor: str) -> Connector:
    """What reaches this vendor, imported now."""
    return _CONNECTORS[vendor](settings)


def audiences(settings: Settings, vendor: str) -> AudienceConnector:
    """What reaches the lists and segments of this vendor, imported now."""
    return _AUDIENCES[vendor](settings)


@cache
def vendors() -> tuple[str, ...]:
    """Names of all vendors, in the order of the gallery."""
    return tuple(DESCRIPTIONS)
