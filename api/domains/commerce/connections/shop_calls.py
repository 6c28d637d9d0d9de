"""Requests to the connected shop on behalf of a handler, and the data that is stored from them."""

from collections.abc import Callable
from contextlib import nullcontext
from datetime import datetime
from typing import TypeVar

from sqlalchemy.orm import Session

from api.db.session import commit_early, released
from api.domains.commerce.connections.errors import NotConnected, invalid, refusal
from api.domains.commerce.connections.models import Connection, ShopDiscount
from api.domains.commerce.connections.repository import ConnectionRepository
from api.domains.commerce.connections.requests import History, make
from api.domains.commerce.connections.schemas import IntegrationRef
from api.domains.commerce.connections.service import ConnectionService
from api.domains.commerce.connections.shop_discounts_repository import ShopDiscountRepository
from api.domains.commerce.connections.shopify_schemas import CreateDiscount, ShopRequest
from api.domains.commerce.connections.tokens import Tokens
from api.domains.promotions.promo_locks.reading import usable_promos
from api.integrations.ports.connector import Credentials
from api.integrations.ports.shop_sales import Discount, PlacedOrder, Product, SalesConnector
from api.integrations.shop_sales import sales_at
from runtime.settings import Settings

VENDOR = "shopify"
Result = TypeVar("Result")


class ShopCalls:
    """Sends requests to the connected shop, and records them in the history."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        connections: ConnectionService,
        now: datetime,
    ) -> None:
        self._session = session
        self._settings = settings
        self._service = connections
        self._now = now

    def connection(self, org_id: str) -> Connection:
        """Return the connected shop. Raises ConnectionNotFound."""
        return self._service.find(org_id, IntegrationRef(vendor=VENDOR))

    def ask(
        self,
        org_id: str,
        ask: Callable[[SalesConnector, Credentials], Result],
        *,
        order_key: str | None = None,
    ) -> Result:
        """Make a request to the shop and return its response. Requests with the same `order_key` run one at a time, each
        within its transaction.

        Raises:
            NotConnected: there is no shop, or it is paused or broken.
            Invalid, VendorNotReached: the shop refuses, or does not respond.
        """
        connections = ConnectionRepository(self._session)
        row = connections.find_by_vendor(org_id, VENDOR)
        if row is None or row.status != "connected":
            raise NotConnected
        connection_id = row.connection_id
        credentials = Tokens(self._session, self._settings, self._now).current_or_refusal(row)
        shop = sales_at(self._settings, VENDOR)
        if order_key is not None:
            connections.lock_order(org_id, order_key)
        with released(self._session) if order_key is None else nullcontext():
            made = make("read", credentials, lambda: ask(shop, credentials))
        History(connections, self._now).store(self._service.get(org_id, connection_id), made)
        if made.problem is not None:
            commit_early(self._session)  # keeps the history even though the call fails
            raise refusal(made.problem, made.answer, "request")
        result: Result = made.result
        return result

    def place_order(self, org_id: str, body: ShopRequest) -> PlacedOrder:
        """Place an order, once for each key. Raises the same errors as `ask`."""
        lines = [(it.variant_id, it.quantity) for it in body.lines]
        key, email, note = f"{org_id}-{body.order_key}", body.email or "", body.note
        # Before an order is placed, the shop is searched for one with this key.
        return self.ask(
            org_id,
            lambda shop, keys: shop.place_order(keys, email, lines, key, note),
            order_key=body.order_key,
        )

    def make_discount(self, org_id: str, body: CreateDiscount) -> tuple[str, int]:
        """Create a discount; return its ID at the shop and the number of its codes. Raises the same errors as `ask`."""
        qr_id = body.qr_id or ""
        codes = (
            [body.code]
            if body.code is not None
            else usable_promos(self._session, org_id, qr_id, body.batch_id)
        )
        if not codes:
            raise invalid("qr_id", "has no usable promo codes.", "no_promo_codes")
        discount = Discount(
            title=body.title,
            codes=tuple(codes),
            percent=body.percent,
            amount=body.amount,
            starts_at=body.starts_at or self._now,
            ends_at=body.ends_at,
            uses_per_code=body.uses_per_code,
            once_per_customer=body.once_per_customer,
        )
        made = self.ask(org_id, lambda shop, keys: shop.make_discount(keys, discount))
        if body.qr_id is not None:
            self._remember(org_id, made, body.qr_id, body.batch_id)
        return made, len(codes)

    def product(self, org_id: str, product_id: str) -> Product:
        """Return a product with its current data from the shop. Raises the same errors as `ask`, and Invalid if there
        is none.
        """
        number = product_id.rpartition("/")[2]
        found = self.ask(org_id, lambda shop, keys: shop.products_by_number(keys, [number]))
        if not found:
            raise invalid("product_id", "is not a product of the shop.", "product_not_found")
        return found[0]

    def _remember(self, org_id: str, discount_id: str, code_id: str, batch_id: str | None) -> None:
        """Store the discount, so that it ends with the promo codes for which it was created."""
        row = ShopDiscount(
            connection_id=self.connection(org_id).connection_id,
            discount_id=discount_id,
            org_id=org_id,
            code_id=code_id,
            batch_id=batch_id,
            state="on",
            created_at=self._now,
            synced_at=self._now,
            ended_at=None,
        )
        ShopDiscountRepository(self._session).add(row)
