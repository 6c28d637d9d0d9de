"""Products of shops on pages, with current data of the shops."""

from collections.abc import Collection
from dataclasses import replace

from sqlalchemy.orm import Session

from api.domains.content.page_blocks.block_props import Product, Props
from api.domains.content.page_blocks.blocks import PageData
from api.domains.content.shop_products.repository import ShopProductRepository
from api.domains.content.shop_products.service import KeptProduct, kept


def with_products_now(session: Session, org_id: str, page: PageData) -> PageData:
    """Return the page with current data of its shop products, and without those that can no longer be bought."""
    named = {
        it.shop_product_id for it in page.content if isinstance(it, Product) and it.shop_product_id
    }
    if not named:
        return page
    rows = ShopProductRepository(session).these(org_id, named)
    now = {row.product_id: kept(row) for row in rows}
    content = [_now(block, now) for block in page.content]
    return replace(page, content=tuple(it for it in content if it is not None))


def mark_changed(session: Session, org_id: str, product_ids: Collection[str]) -> int:
    """Mark these products to be fetched from the shop again, and return how many of them are used on pages."""
    return ShopProductRepository(session).mark_changed(org_id, product_ids)


def _now(block: Props, products: dict[str, KeptProduct]) -> Props | None:
    if not isinstance(block, Product) or not block.shop_product_id:
        return block
    it = products.get(block.shop_product_id)
    if it is None:
        return block
    if not it.is_available:
        return None
    return block.model_copy(
        update={
            "name": it.name[:500],
            "price_cents": it.price_cents,
            "currency": it.currency,
            "picture_url": it.picture_url or block.picture_url,
            "href": it.url or block.href,
        }
    )
