"""The calls about the connected shop."""

from collections.abc import Callable
from typing import Annotated, TypeVar

from fastapi import Depends
from sqlalchemy.orm import Session

from api.auth.member import AdminDep, EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep, commit_early, released
from api.domains.commerce.connections.errors import NotConnected, invalid, refusal
from api.domains.commerce.connections.models import Connection
from api.domains.commerce.connections.repository import ConnectionRepository
from api.domains.commerce.connections.requests import History, make
from api.domains.commerce.connections.router import ConnectionServiceDep
from api.domains.commerce.connections.schemas import (
    ConnectionRead,
    IntegrationRef,
    UpdateIntegration,
)
from api.domains.commerce.connections.service import ConnectionService
from api.domains.commerce.connections.shopify_schemas import (
    CreateDiscount,
    DiscountMade,
    ListProducts,
    OfShop,
    PlacedOrderRead,
    Products,
    ShopAnswer,
    ShopRemoved,
    ShopRequest,
    UpdateShop,
    products_of,
)
from api.domains.commerce.connections.tokens import Tokens
from api.domains.commerce.connections.views import connection_read
from api.domains.promotions.promo_locks.reading import usable_promos
from api.integrations.ports.connector import Credentials
from api.integrations.ports.shop_sales import Discount, PlacedOrder, SalesConnector
from api.integrations.shop_sales import sales_at
from api.kit.clock import NowDep
from api.kit.process_state import SettingsDep

router = ApiRouter(tags=["integrations"])
VENDOR = "shopify"
Result = TypeVar("Result")


class ShopCalls:
    """Asks the connected shop, and writes what became of it into the history."""

    def __init__(
        self,
        session: Session,
        settings: SettingsDep,
        connections: ConnectionService,
        now: NowDep,
    ) -> None:
        self._session = session
        self._settings = settings
        self._service = connections
        self._now = now

    def connection(self, org_id: str) -> Connection:
        """The connected shop. Raises ConnectionNotFound."""
        return self._service.find(org_id, IntegrationRef(vendor=VENDOR))

    def ask(self, org_id: str, ask: Callable[[SalesConnector, Credentials], Result]) -> Result:
        """What the shop answers.

        Raises:
            NotConnected: there is no shop, or it is paused or broken.
            Invalid, VendorNotReached: it refuses, or does not answer.
        """
        connections = ConnectionRepository(self._session)
        row = connections.find_by_vendor(org_id, VENDOR)
        if row is None or row.status != "connected":
            raise NotConnected
        connection_id = row.connection_id
        credentials = Tokens(self._session, self._settings, self._now).current_or_refusal(row)
        shop = sales_at(self._settings, VENDOR)
        with released(self._session):
            made = make("read", credentials, lambda: ask(shop, credentials))
        History(connections, self._now).store(self._service.get(org_id, connection_id), made)
        if made.problem is not None:
            commit_early(self._session)  # what the history has stays, though the call fails
            raise refusal(made.problem, made.answer, "request")
        result: Result = made.result
        return result

    def place_order(self, org_id: str, body: ShopRequest) -> PlacedOrder:
        """Place an order, once for each key. Raises as `ask`."""
        lines = [(it.variant_id, it.quantity) for it in body.lines]
        key, email, note = f"{org_id}-{body.order_key}", body.email or "", body.note
        return self.ask(org_id, lambda shop, keys: shop.place_order(keys, email, lines, key, note))

    def make_discount(self, org_id: str, body: CreateDiscount) -> tuple[str, int]:
        """Make a discount; its id there, and for how many codes. Raises as `ask`."""
        qr_id = body.qr_id or ""
        codes = (
            [body.code]
            if body.code is not None
            else usable_promos(self._session, org_id, qr_id, body.batch_id)
        )
        if not codes:
            raise invalid("qr_id", "has no promo codes that can be used.", "no_promo_codes")
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
        return made, len(codes)


def _shop_calls(
    session: SessionDep, settings: SettingsDep, connections: ConnectionServiceDep, now: NowDep
) -> ShopCalls:
    return ShopCalls(session, settings, connections, now)


ShopCallsDep = Annotated[ShopCalls, Depends(_shop_calls)]


@router.post("/v1/shopify-get-integration")
def shopify_get_integration(
    _body: OfShop, me: ViewerDep, at_shop: ShopCallsDep, connections: ConnectionServiceDep
) -> ConnectionRead:
    """Read the connection to the shop."""
    row = at_shop.connection(me.org_id)
    return connection_read(row, connections.counts(me.org_id, row))


@router.post("/v1/shopify-update-org")
def shopify_update_org(
    body: UpdateShop, me: AdminDep, at_shop: ShopCallsDep, connections: ConnectionServiceDep
) -> ConnectionRead:
    """Change the connection to the shop: its name, and whether orders come in."""
    row = at_shop.connection(me.org_id)
    given = body.model_dump(include={"takes_orders"}, exclude_none=True)
    change = UpdateIntegration(name=body.name, settings={**row.settings, **given})
    row = connections.update(me.org_id, row, change)
    return connection_read(row, connections.counts(me.org_id, row))


@router.post("/v1/shopify-remove-integration")
def shopify_remove_integration(
    _body: OfShop, me: AdminDep, at_shop: ShopCallsDep, connections: ConnectionServiceDep
) -> ShopRemoved:
    """Remove the shop. The app is removed there too; recorded orders stay."""
    connections.remove(me.org_id, at_shop.connection(me.org_id))
    return ShopRemoved(removed=True)


@router.post("/v1/shopify-products")
def shopify_products(body: ListProducts, me: EditorDep, at_shop: ShopCallsDep) -> Products:
    """List products of the shop by title, with their pictures."""
    return products_of(
        at_shop.ask(
            me.org_id,
            lambda shop, keys: shop.products(keys, body.filter, body.position, body.size),
        )
    )


@router.post("/v1/shopify-api")
def shopify_api(body: ShopRequest, me: EditorDep, at_shop: ShopCallsDep) -> ShopAnswer:
    """Ask the shop for products, or place an order there, once for each key."""
    if body.type == "get-products":
        found = shopify_products(body, me, at_shop)
        return ShopAnswer(type=body.type, products=found, order=None)
    placed = at_shop.place_order(me.org_id, body)
    order = PlacedOrderRead.model_validate(placed)
    return ShopAnswer(type=body.type, products=None, order=order)


@router.post("/v1/shopify-create-discount")
def shopify_create_discount(
    body: CreateDiscount, me: EditorDep, at_shop: ShopCallsDep
) -> DiscountMade:
    """Make a discount in the shop, for one code or for all usable promo codes of a code or batch."""
    discount_id, codes = at_shop.make_discount(me.org_id, body)
    return DiscountMade(discount_id=discount_id, codes=codes)
