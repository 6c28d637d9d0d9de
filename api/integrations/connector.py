"""The vendors that an organisation can connect by itself, by name. A new one is two lines here."""

from collections.abc import Callable
from functools import cache

from api.integrations.attentive.config import ATTENTIVE
from api.integrations.google_sheets.config import GOOGLE_SHEETS
from api.integrations.klaviyo.config import KLAVIYO
from api.integrations.ports.connector import (
    AudienceConnector,
    Connector,
    OAuthConnector,
    PointsConnector,
    SheetConnector,
    ShopConnector,
    TrackingConnector,
    VendorDescription,
)
from api.integrations.shopify.config import SHOPIFY
from api.integrations.square.config import SQUARE
from api.integrations.webhooks.config import REST_HOOKS, WEBHOOKS
from api.integrations.yotpo.config import YOTPO
from runtime.settings import Settings

DESCRIPTIONS: dict[str, VendorDescription] = {
    it.vendor: it
    for it in (
        ATTENTIVE,
        GOOGLE_SHEETS,
        KLAVIYO,
        REST_HOOKS,
        SHOPIFY,
        SQUARE,
        WEBHOOKS,
        YOTPO,
    )
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


def _google_sheets(settings: Settings) -> SheetConnector:
    from api.integrations.google_sheets.adapter import GoogleSheets
    from api.integrations.google_sheets.config import GoogleSheetsSettings

    return GoogleSheets(settings.vendor(GoogleSheetsSettings))


def _yotpo(settings: Settings) -> PointsConnector:
    from api.integrations.yotpo.adapter import Yotpo
    from api.integrations.yotpo.config import YotpoSettings

    return Yotpo(settings.vendor(YotpoSettings))


def _shopify(settings: Settings) -> OAuthConnector:
    from api.integrations.shopify.adapter import Shopify
    from api.integrations.shopify.config import ShopifySettings

    return Shopify(settings.vendor(ShopifySettings))


def _square(settings: Settings) -> ShopConnector:
    from api.integrations.square.adapter import Square
    from api.integrations.square.config import SquareSettings

    return Square(settings.vendor(SquareSettings))


_CONNECTORS: dict[str, Callable[[Settings], Connector]] = {
    "attentive": _attentive,
    "google_sheets": _google_sheets,
    "klaviyo": _klaviyo,
    "shopify": _shopify,
    "square": _square,
    "rest_hooks": _webhooks,
    "webhooks": _webhooks,
    "yotpo": _yotpo,
}
_OAUTH: dict[str, Callable[[Settings], OAuthConnector]] = {
    "shopify": _shopify,
    "square": _square,
}
_AUDIENCES: dict[str, Callable[[Settings], AudienceConnector]] = {"klaviyo": _klaviyo}


def connector(settings: Settings, vendor: str) -> Connector:
    """What reaches this vendor, imported now."""
    return _CONNECTORS[vendor](settings)


def oauth(settings: Settings, vendor: str) -> OAuthConnector:
    """What reaches this vendor, at which one logs in, imported now."""
    return _OAUTH[vendor](settings)


def missing_variables(settings: Settings, description: VendorDescription) -> tuple[str, ...]:
    """Settings without which nobody can log in at this vendor; empty if all is there."""
    app = description.app
    return () if app is None or settings.vendor(app).is_set else description.app_variables


def audiences(settings: Settings, vendor: str) -> AudienceConnector:
    """What reaches the lists and segments of this vendor, imported now."""
    return _AUDIENCES[vendor](settings)


def points(settings: Settings) -> PointsConnector:
    """What reaches the vendor that keeps points, imported now."""
    return _yotpo(settings)


def sheets(settings: Settings) -> SheetConnector:
    """What reaches the vendor that has spreadsheets, imported now."""
    return _google_sheets(settings)


def shops(settings: Settings) -> ShopConnector:
    """What reaches the vendor whose accounts are shops with a loyalty programme, imported now."""
    return _square(settings)


def tracking(settings: Settings) -> TrackingConnector:
    """What reaches the vendor that takes events of the caller's own, imported now."""
    return _attentive(settings)


@cache
def vendors() -> tuple[str, ...]:
    """Names of all vendors, in the order of the gallery."""
    return tuple(DESCRIPTIONS)
