"""Selects the sales connector of a vendor's shops, by the vendor's name."""

from collections.abc import Callable

from api.integrations.ports.shop_sales import SalesConnector
from runtime.settings import Settings


def _shopify(settings: Settings) -> SalesConnector:
    from api.integrations.shopify.adapter import Shopify
    from api.integrations.shopify.config import ShopifySettings

    return Shopify(settings.vendor(ShopifySettings))


_SALES: dict[str, Callable[[Settings], SalesConnector]] = {"shopify": _shopify}


def sales_at(settings: Settings, vendor: str) -> SalesConnector:
    """Return the sales connector for this vendor's shops, which is imported now."""
    return _SALES[vendor](settings)


def own_address(settings: Settings, vendor: str) -> str:
    """Return the address of the vendor that the operator of this installation configured."""
    from api.integrations.shopify.config import ShopifySettings

    assert vendor == "shopify"
    return settings.vendor(ShopifySettings).shop_url
