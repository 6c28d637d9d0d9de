"""What tests of shops share: a shop of the twin that is connected, and what its webhooks lead to."""

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
    """Settings of an installation that has an app at the twin."""
    return settings.with_vendors(
        ShopifySettings(
            SHOPIFY_CLIENT_ID=CLIENT_ID,
            SHOPIFY_CLIENT_SECRET=CLIENT_SECRET,
            SHOPIFY_SHOP_URL=shopify.url + "/{shop}",
        )
    )


def begin(wires: Wires, **body: Any) -> str:
    """The address at which one logs in."""
    asked = {"vendor": "shopify", "credentials": {"shop": "harbor.myshopify.com"}, **body}
    return str(wires("integration-controller", action="connect", **asked)["authorization_url"])


def connect(wires: Wires, shopify: Shopify) -> dict[str, Any]:
    """A connected shop."""
    return dict(wires("finish-integration", query=shopify.log_in(begin(wires))))


def settle(wires: Wires, *, after: timedelta = timedelta()) -> None:
    """Make tokens new and forget removed connections, a while later."""
    wires.later += after
    settle_connections(wires.settings, wires.engine, lambda: datetime.now(UTC) + wires.later)


@dataclass
class ConnectedShop:
    """A shop whose webhooks arrive when tests say so."""

    wires: Wires
    twin: Shopify
    connection_id: str

    def deliver(self, *hooks: Webhook) -> list[int]:
        """Statuses for these webhooks."""
        return [
            self.wires.client.post(
                "/webhooks/shopify", content=it.body, headers=it.headers
            ).status_code
            for it in hooks
        ]

    def take_in(self, *, after: timedelta = timedelta()) -> int:
        """Apply what is due, a while later; how often there was something."""
        self.wires.later += after
        count = 0
        while apply_webhooks_of_next(self.wires.settings, self.wires.engine, self._clock):
            count += 1
        return count

    def backfill(self, *, after: timedelta = timedelta(), pages: int = 1000) -> int:
        """Read pages of the past; how many."""
        self.wires.later += after
        count = 0
        while count < pages and backfill_next(self.wires.settings, self.wires.engine, self._clock):
            count += 1
        return count

    def orders(self) -> dict[str, tuple[int, int]]:
        """Recorded orders: what was paid and what was refunded."""
        found = self.wires("list-orders", source="shopify", pageSize=100)["items"]
        return {it["order_number"]: (it["amount_cents"], it["refunded_cents"]) for it in found}

    def incoming(self) -> list[dict[str, Any]]:
        """Webhooks as the screen lists them."""
        body = {"connection_id": self.connection_id, "pageSize": 100}
        return list(self.wires("list-incoming-webhooks", **body)["items"])

    def _clock(self) -> datetime:
        return datetime.now(UTC) + self.wires.later
