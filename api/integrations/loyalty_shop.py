"""Selects the vendor whose shops have a loyalty programme: Square."""

from api.integrations.ports.loyalty_shop import ShopConnector
from runtime.settings import Settings


def loyalty_shops(settings: Settings) -> ShopConnector:
    """Return the connector of the vendor whose accounts are shops with a loyalty programme, which is imported now."""
    from api.integrations.square.adapter import Square
    from api.integrations.square.config import SquareSettings

    return Square(settings.vendor(SquareSettings))
