"""Selects the reader of a vendor's webhooks and orders, by the vendor's name."""

from collections.abc import Callable

from api.integrations.connector import DESCRIPTIONS, missing_variables
from api.integrations.ports.incoming import OrdersConnector, WebhookReader
from runtime.settings import Settings


def _shopify(settings: Settings) -> OrdersConnector:
    from api.integrations.shopify.adapter import Shopify
    from api.integrations.shopify.config import ShopifySettings

    return Shopify(settings.vendor(ShopifySettings))


_ORDERS: dict[str, Callable[[Settings], OrdersConnector]] = {"shopify": _shopify}
_WEBHOOKS: dict[str, Callable[[Settings], WebhookReader]] = {"shopify": _shopify}


def orders_at(settings: Settings, vendor: str) -> OrdersConnector:
    """Return the connector for the orders of this vendor's shops, which is imported now."""
    return _ORDERS[vendor](settings)


def webhooks_of(settings: Settings, vendor: str) -> WebhookReader | None:
    """Return the reader of this vendor's webhooks, which is imported now; None if the vendor sends none, or is not set
    up.
    """
    description = DESCRIPTIONS.get(vendor)
    if vendor not in _WEBHOOKS or description is None or missing_variables(settings, description):
        return None
    return _WEBHOOKS[vendor](settings)
