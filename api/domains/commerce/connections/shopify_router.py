"""Routes for the connected shop."""

from typing import Annotated

from fastapi import Depends

from api.auth.member import AdminDep, EditorDep, ViewerDep
from api.db.offload import OffloadDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep, released
from api.domains.commerce.connections.router import ConnectionServiceDep
from api.domains.commerce.connections.schemas import (
    ConnectionRead,
    UpdateIntegration,
)
from api.domains.commerce.connections.shop_calls import ShopCalls
from api.domains.commerce.connections.shop_pages import encoded, now_of, picture_bytes
from api.domains.commerce.connections.shopify_schemas import (
    CreateDiscount,
    DiscountMade,
    ListProducts,
    OfShop,
    PlacedOrderRead,
    Products,
    ShopAnswer,
    ShopProductRead,
    ShopRemoved,
    ShopRequest,
    UpdateShop,
    UseShopProduct,
    products_of,
)
from api.domains.commerce.connections.views import connection_read
from api.domains.content.shop_products.service import ShopProductService
from api.domains.content.shop_products.types import VENDOR
from api.kit.clock import NowDep
from api.kit.process_state import SettingsDep
from api.objects.store import ObjectsDep

router = ApiRouter(tags=["integrations"])


def _shop_calls(
    session: SessionDep, settings: SettingsDep, connections: ConnectionServiceDep, now: NowDep
) -> ShopCalls:
    return ShopCalls(session, settings, connections, now)


ShopCallsDep = Annotated[ShopCalls, Depends(_shop_calls)]


@router.post("/v1/shopify-get-integration")
def shopify_get_integration(
    _body: OfShop, me: ViewerDep, at_shop: ShopCallsDep, connections: ConnectionServiceDep
) -> ConnectionRead:
    """Get the connection to the Shopify shop."""
    row = at_shop.connection(me.org_id)
    return connection_read(row, connections.counts(me.org_id, row))


@router.post("/v1/shopify-update-org")
def shopify_update_org(
    body: UpdateShop, me: AdminDep, at_shop: ShopCallsDep, connections: ConnectionServiceDep
) -> ConnectionRead:
    """Change the name of the connection to the Shopify shop, and whether its orders are recorded."""
    row = connections.get(me.org_id, at_shop.connection(me.org_id).connection_id)
    given = body.model_dump(include={"takes_orders"}, exclude_none=True)
    settings = {**row.settings, **given} if given else None
    change = UpdateIntegration(name=body.name, settings=settings)
    row = connections.update(me.org_id, row, change)
    return connection_read(row, connections.counts(me.org_id, row))


@router.post("/v1/shopify-remove-integration")
def shopify_remove_integration(
    _body: OfShop, me: AdminDep, at_shop: ShopCallsDep, connections: ConnectionServiceDep
) -> ShopRemoved:
    """Disconnect the Shopify shop and uninstall the app there. Recorded orders are kept."""
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


@router.post("/v1/use-shop-product")
def use_shop_product(
    body: UseShopProduct,
    me: EditorDep,
    at_shop: ShopCallsDep,
    session: SessionDep,
    settings: SettingsDep,
    objects: ObjectsDep,
    offload: OffloadDep,
    now: NowDep,
) -> ShopProductRead:
    """Add a product of the shop for use on pages. Waypost stores a copy of its picture. Blocks that refer to it with
    `shop_product_id` always show the current product.
    """
    new = now_of(at_shop.product(me.org_id, body.product_id))
    products = ShopProductService(session, objects, settings.base_url, now)
    source = new.picture_source if products.lacks_picture(me.org_id, new) else None
    picture = None
    if source is not None:
        with released(session):
            data = picture_bytes(settings, VENDOR, source)
        picture = offload.run(me.org_id, encoded, data)
    kept = products.keep(me.org_id, me.caller_id, new, picture)
    return ShopProductRead.model_validate(kept)


@router.post("/v1/shopify-api")
def shopify_api(body: ShopRequest, me: EditorDep, at_shop: ShopCallsDep) -> ShopAnswer:
    """Search the shop's products, or place an order in the shop. Each `order_key` places at most one order."""
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
    """Create a discount in the shop, for one code or for all usable promo codes of a code or batch."""
    discount_id, codes = at_shop.make_discount(me.org_id, body)
    return DiscountMade(discount_id=discount_id, codes=codes)
