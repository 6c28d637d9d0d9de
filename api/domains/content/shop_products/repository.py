"""All SQL for products of shops."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import or_, update

from api.db.tenancy import Repository
from api.domains.content.shop_products.models import ShopProduct
from api.domains.content.shop_products.types import VENDOR

MOST_AT_ONCE = 50


class ShopProductRepository(Repository[ShopProduct]):
    """Products of one organisation, accessed through one session."""

    model = ShopProduct

    def find(self, org_id: str, product_id: str, *, locked: bool = False) -> ShopProduct | None:
        """Return a product, or None."""
        own = self.scoped(org_id).where(
            ShopProduct.vendor == VENDOR, ShopProduct.product_id == product_id
        )
        return self.session.scalar(own.with_for_update() if locked else own)

    def these(self, org_id: str, product_ids: Collection[str]) -> Sequence[ShopProduct]:
        """Return the products with these numbers."""
        own = self.scoped(org_id).where(
            ShopProduct.vendor == VENDOR, ShopProduct.product_id.in_(product_ids)
        )
        return self.session.scalars(own).all()

    def add(self, row: ShopProduct) -> None:
        """Store a product; if another caller stored it meanwhile, its row is overwritten."""
        self.session.merge(row)
        self.session.flush()

    def to_check(self, org_id: str, before: datetime) -> Sequence[ShopProduct]:
        """Return products that were not fetched from the shop since then, the longest unchecked first."""
        own = self.scoped(org_id).where(
            or_(ShopProduct.checked_at.is_(None), ShopProduct.checked_at < before)
        )
        first = own.order_by(ShopProduct.checked_at.nulls_first(), ShopProduct.product_id)
        return self.session.scalars(first.limit(MOST_AT_ONCE)).all()

    def to_draw(self, org_id: str) -> Sequence[ShopProduct]:
        """Return products that changed since their pages were rendered."""
        own = self.scoped(org_id).where(ShopProduct.drawn_at < ShopProduct.changed_at)
        return self.session.scalars(own.limit(MOST_AT_ONCE)).all()

    def mark_changed(self, org_id: str, product_ids: Collection[str]) -> int:
        """Mark these products to be fetched from the shop again, and return how many there are."""
        marked = self.session.execute(
            update(ShopProduct)
            .where(
                ShopProduct.org_id == org_id,
                ShopProduct.vendor == VENDOR,
                ShopProduct.product_id.in_(product_ids),
            )
            .values(checked_at=None)
            .returning(ShopProduct.product_id)
        )
        return len(marked.all())

    def mark_drawn(self, org_id: str, product_id: str, changed_at: datetime) -> None:
        """Record that pages show this change."""
        self.session.execute(
            update(ShopProduct)
            .where(
                ShopProduct.org_id == org_id,
                ShopProduct.vendor == VENDOR,
                ShopProduct.product_id == product_id,
            )
            .values(drawn_at=changed_at)
        )
