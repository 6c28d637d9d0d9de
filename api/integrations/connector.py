"""The vendors that organisations can connect by themselves, by name. A new one needs two lines here."""

from collections.abc import Callable
from functools import cache

from api.integrations.attentive.config import ATTENTIVE
from api.integrations.google_analytics.config import GOOGLE_ANALYTICS
from api.integrations.google_sheets.config import GOOGLE_SHEETS
from api.integrations.klaviyo.config import KLAVIYO
from api.integrations.meta.config import META
from api.integrations.ports.connector import (
    AudienceConnector,
    Connector,
    OAuthConnector,
    PointsConnector,
    SheetConnector,
    TrackingConnector,
    VendorDescription,
)
from api.integrations.shopify.config import SHOPIFY
from api.integrations.square.config import SQUARE
from api.integrations.vendor_http import Plan
from api.integrations.webhooks.config import REST_HOOKS, WEBHOOKS
from api.integrations.yotpo.config import YOTPO
from runtime.settings import Settings

DESCRIPTIONS: dict[str, VendorDescription] = {
    it.vendor: it
    for it in (
        ATTENTIVE,
        GOOGLE_ANALYTICS,
        GOOGLE_SHEETS,
        KLAVIYO,
        META,
        REST_HOOKS,
        SHOPIFY,
        SQUARE,
        WEBHOOKS,
        YOTPO,
    )
}


def _webhooks(settings: Settings, plan: Plan | None = None) -> Connector:
    from api.integrations.webhooks.adapter import Webhooks
    from api.integrations.webhooks.config import WebhooksSettings

    return Webhooks(settings.vendor(WebhooksSettings), plan=plan)


def _klaviyo(settings: Settings, plan: Plan | None = None) -> AudienceConnector:
    from api.integrations.klaviyo.adapter import Klaviyo
    from api.integrations.klaviyo.config import KlaviyoSettings

    return Klaviyo(settings.vendor(KlaviyoSettings), plan)


def _attentive(settings: Settings, plan: Plan | None = None) -> TrackingConnector:
    from api.integrations.attentive.adapter import Attentive
    from api.integrations.attentive.config import AttentiveSettings

    return Attentive(settings.vendor(AttentiveSettings), plan)


def _google_sheets(settings: Settings, plan: Plan | None = None) -> SheetConnector:
    from api.integrations.google_sheets.adapter import GoogleSheets
    from api.integrations.google_sheets.config import GoogleSheetsSettings

    return GoogleSheets(settings.vendor(GoogleSheetsSettings), plan)


def _google_analytics(settings: Settings, plan: Plan | None = None) -> Connector:
    from api.integrations.google_analytics.adapter import GoogleAnalytics
    from api.integrations.google_analytics.config import GoogleAnalyticsSettings

    return GoogleAnalytics(settings.vendor(GoogleAnalyticsSettings), plan)


def _meta(settings: Settings, plan: Plan | None = None) -> Connector:
    from api.integrations.meta.adapter import Meta
    from api.integrations.meta.config import MetaSettings

    return Meta(settings.vendor(MetaSettings), plan)


def _yotpo(settings: Settings) -> PointsConnector:
    from api.integrations.yotpo.adapter import Yotpo
    from api.integrations.yotpo.config import YotpoSettings

    return Yotpo(settings.vendor(YotpoSettings))


def _shopify(settings: Settings) -> OAuthConnector:
    from api.integrations.shopify.adapter import Shopify
    from api.integrations.shopify.config import ShopifySettings

    return Shopify(settings.vendor(ShopifySettings))


def _square(settings: Settings) -> OAuthConnector:
    from api.integrations.square.adapter import Square
    from api.integrations.square.config import SquareSettings

    return Square(settings.vendor(SquareSettings))


_CONNECTORS: dict[str, Callable[[Settings], Connector]] = {
    "attentive": _attentive,
    "google_analytics": _google_analytics,
    "google_sheets": _google_sheets,
    "klaviyo": _klaviyo,
    "meta": _meta,
    "shopify": _shopify,
    "square": _square,
    "rest_hooks": _webhooks,
    "webhooks": _webhooks,
    "yotpo": _yotpo,
}
_OAUTH: dict[str, Callable[[Settings], OAuthConnector]] = {
    "google_sheets": _google_sheets,
    "shopify": _shopify,
    "square": _square,
}
_AUDIENCES: dict[str, Callable[[Settings], AudienceConnector]] = {"klaviyo": _klaviyo}


def connector(settings: Settings, vendor: str) -> Connector:
    """Return the connector of this vendor, which is imported now."""
    return _CONNECTORS[vendor](settings)


_PLANNED: dict[str, Callable[[Settings, Plan], Connector]] = {
    "attentive": _attentive,
    "google_analytics": _google_analytics,
    "google_sheets": _google_sheets,
    "klaviyo": _klaviyo,
    "meta": _meta,
    "rest_hooks": _webhooks,
    "webhooks": _webhooks,
}
"""Vendors that receive events."""


def planned_connector(settings: Settings, vendor: str, plan: Plan) -> Connector:
    """Return a connector whose requests are written to the plan instead of being sent."""
    return _PLANNED[vendor](settings, plan)


def oauth(settings: Settings, vendor: str) -> OAuthConnector:
    """Return the OAuth connector of this vendor, which is imported now."""
    return _OAUTH[vendor](settings)


def missing_variables(settings: Settings, description: VendorDescription) -> tuple[str, ...]:
    """Return the missing settings without which nobody can log in at this vendor; empty if none is missing."""
    app = description.app
    return () if app is None or settings.vendor(app).is_set else description.app_variables


def audiences(settings: Settings, vendor: str) -> AudienceConnector:
    """Return the connector for lists and segments of this vendor, which is imported now."""
    return _AUDIENCES[vendor](settings)


def points(settings: Settings) -> PointsConnector:
    """Return the connector of the vendor with a points programme, which is imported now."""
    return _yotpo(settings)


def sheets(settings: Settings) -> SheetConnector:
    """Return the connector of the vendor with spreadsheets, which is imported now."""
    return _google_sheets(settings)


def tracking(settings: Settings) -> TrackingConnector:
    """Return the connector of the vendor that accepts custom events, which is imported now."""
    return _attentive(settings)


@cache
def vendors() -> tuple[str, ...]:
    """Return the names of all vendors, in the order of the gallery."""
    return tuple(DESCRIPTIONS)
