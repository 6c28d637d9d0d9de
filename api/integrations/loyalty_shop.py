"""Whose shops have a loyalty programme: Square's."""

from api.integrations.ports.loyalty_shop import ShopConnector
from runtime.settings import Settings


def loyalty_shops(settings: Settings) -> ShopConnector:
    """What reaches the vendor whose accounts are shops with a loyalty programme, imported now."""
    from api.integrations.square.adapter import Square
    from api.integrations.square.config import SquareSettings

    return Square(settings.vendor(SquareSettings))
