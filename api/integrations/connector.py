"""The vendors that an organisation can connect by itself, by name. A new one is two lines here."""

from collections.abc import Callable
from functools import cache

from api.integrations.attentive.config import ATTENTIVE
from api.integrations.klaviyo.config import KLAVIYO
from api.integrations.ports.connector import (
    AudienceConnector,
    Connector,
    PointsConnector,
    TrackingConnector,
    VendorDescription,
)
from api.integrations.webhooks.config import WEBHOOKS
from api.integrations.yotpo.config import YOTPO
from runtime.settings import Settings

DESCRIPTIONS: dict[str, VendorDescription] = {
    it.vendor: it for it in (ATTENTIVE, KLAVIYO, WEBHOOKS, YOTPO)
}


def _webhooks(settings: Settings) -> Connector:
    from api.integrations.webhooks.adapter import Webhooks
    from api.integrations.webhooks.config import WebhooksSettings

    return Webhooks(settings.vendor(WebhooksSettings))


def _klaviyo(settings: Settings) -> AudienceConnector:
    from api.integrations.klaviyo.adapter import Klaviyo
    from api.integrations.klaviyo.config import KlaviyoSettings

    return Klaviyo(settings.vendor(KlaviyoSettings))


def _attentive(settings: Settings) -> TrackingConnector:
    from api.integrations.attentive.adapter import Attentive
    from api.integrations.attentive.config import AttentiveSettings

    return Attentive(settings.vendor(AttentiveSettings))


def _yotpo(settings: Settings) -> PointsConnector:
    from api.integrations.yotpo.adapter import Yotpo
    from api.integrations.yotpo.config import YotpoSettings

    return Yotpo(settings.vendor(YotpoSettings))


_CONNECTORS: dict[str, Callable[[Settings], Connector]] = {
    "attentive": _attentive,
    "klaviyo": _klaviyo,
    "webhooks": _webhooks,
    "yotpo": _yotpo,
}
_AUDIENCES: dict[str, Callable[[Settings], AudienceConnector]] = {"klaviyo": _klaviyo}


def connector(settings: Settings, vendor: str) -> Connector:
    """What reaches this vendor, imported now."""
    return _CONNECTORS[vendor](settings)


def audiences(settings: Settings, vendor: str) -> AudienceConnector:
    """What reaches the lists and segments of this vendor, imported now."""
    return _AUDIENCES[vendor](settings)


def points(settings: Settings) -> PointsConnector:
    """What reaches the vendor that keeps points, imported now."""
    return _yotpo(settings)


def tracking(settings: Settings) -> TrackingConnector:
    """What reaches the vendor that takes events of the caller's own, imported now."""
    return _attentive(settings)


@cache
def vendors() -> tuple[str, ...]:
    """Names of all vendors, in the order of the gallery."""
    return tuple(DESCRIPTIONS)
