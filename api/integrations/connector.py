"""The vendors that an organisation can connect by itself, by name. A new one is two lines here."""

from collections.abc import Callable
from functools import cache

from api.integrations.ports.connector import Connector, VendorDescription
from api.integrations.webhooks.config import WEBHOOKS
from runtime.settings import Settings

DESCRIPTIONS: dict[str, VendorDescription] = {it.vendor: it for it in (WEBHOOKS,)}


def _webhooks(settings: Settings) -> Connector:
    from api.integrations.webhooks.adapter import Webhooks
    from api.integrations.webhooks.config import WebhooksSettings

    return Webhooks(settings.vendor(WebhooksSettings))


_CONNECTORS: dict[str, Callable[[Settings], Connector]] = {"webhooks": _webhooks}


def connector(settings: Settings, vendor: str) -> Connector:
    """What reaches this vendor, imported now."""
    return _CONNECTORS[vendor](settings)


@cache
def vendors() -> tuple[str, ...]:
    """Names of all vendors, in the order of the gallery."""
    return tuple(DESCRIPTIONS)
