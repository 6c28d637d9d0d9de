"""Helpers for tests of shops: a connected shop of the twin, and the effects of its webhooks."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from api.domains.commerce.connections.backfilling import backfill_next
from api.domains.commerce.connections.token_refresh import settle_connections
from api.domains.commerce.connections.webhook_processing import apply_webhooks_of_next
from api.integrations.shopify.config import ShopifySettings
from runtime.settings import Settings
from tests.support.connections import Wires
from tests.twins.shopify import CLIENT_ID, CLIENT_SECRET, Shopify
from tests.twins.shopify_shop import Webhook


def with_shopify(settings: Settings, shopify: Shopify) -> Settings:
    """Return settings of an installation that has an app at the twin."""
    return settings.with_vendors(
        ShopifySettings(
            SHOPIFY_CLIENT_ID=CLIENT_ID,
            SHOPIFY_CLIENT_SECRET=CLIENT_SECRET,
            SHOPIFY_SHOP_URL=shopify.url + "/{shop}",
        )
    )


def begin(wires: Wires, **body: Any) -> str:
    """Return the address of the login."""
    asked = {"vendor": "shopify", "credentials": {"shop": "harbor.myshopify.com"}, **body}
    return str(wires("integration-controller", action="connect", **asked)["authorization_url"])


def connect(wires: Wires, shopify: Shopify) -> dict[str, Any]:
    """Connect a shop and return it."""
    return dict(wires("finish-integration", query=shopify.log_in(begin(wires))))


def settle(wires: Wires, *, after: timedelta = timedelta()) -> None:
    """Refresh tokens and delete removed connections, optionally some time later."""
    wires.later += after
    settle_connections(wires.settings, wires.engine, lambda: datetime.now(UTC) + wires.later)


@dataclass
class ConnectedShop:
    """A shop whose webhooks arrive when the test delivers them."""

    wires: Wires
    twin: Shopify
    connection_id: str

    def deliver(self, *hooks: Webhook) -> list[int]:
        """Deliver these webhooks and return the statuses."""
        return [
            self.wires.client.post(
                "/webhooks/shopify", content=it.body, headers=it.headers
            ).status_code
            for it in hooks
        ]

    def take_in(self, *, after: timedelta = timedelta()) -> int:
        """Apply what is due, optionally some time later; return how many runs had something to do."""
        self.wires.later += after
        count = 0
        while apply_webhooks_of_next(self.wires.settings, self.wires.engine, self._clock):
            count += 1
        return count

    def backfill(self, *, after: timedelta = timedelta(), pages: int = 1000) -> int:
        """Read pages of past orders; return their number."""
        self.wires.later += after
        count = 0
        while count < pages and backfill_next(self.wires.settings, self.wires.engine, self._clock):
            count += 1
        return count

    def orders(self) -> dict[str, tuple[int, int]]:
        """Return the paid and refunded amounts of recorded orders."""
        found = self.wires("list-orders", source="shopify", pageSize=100)["items"]
        return {it["order_number"]: (it["amount_cents"], it["refunded_cents"]) for it in found}

    def incoming(self) -> list[dict[str, Any]]:
        """Return webhooks as the screen lists them."""
        body = {"connection_id": self.connection_id, "pageSize": 100}
        return list(self.wires("list-incoming-webhooks", **body)["items"])

    def _clock(self) -> datetime:
        return datetime.now(UTC) + self.wires.later
