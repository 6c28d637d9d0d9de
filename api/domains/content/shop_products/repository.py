"""Every statement about products of shops."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import or_, update

from api.db.tenancy import Repository
from api.domains.content.shop_products.models import ShopProduct
from api.domains.content.shop_products.types import VENDOR

MOST_AT_ONCE = 50


class ShopProductRepository(Repository[ShopProduct]):
    """Products of one organisation, through one session."""

    model = ShopProduct

    def find(self, org_id: str, product_id: str, *, locked: bool = False) -> ShopProduct | None:
        """A product."""
        own = self.scoped(org_id).where(
            ShopProduct.vendor == VENDOR, ShopProduct.product_id == product_id
        )
        return self.session.scalar(own.with_for_update() if locked else own)

    def these(self, org_id: str, product_ids: Collection[str]) -> Sequence[ShopProduct]:
        """Products of these numbers."""
        own = self.scoped(org_id).where(
            ShopProduct.vendor == VENDOR, ShopProduct.product_id.in_(product_ids)
        )
        return self.session.scalars(own).all()

    def add(self, row: ShopProduct) -> None:
        """Store a product; if another caller stored it meanwhile, its row is overwritten."""
        self.session.merge(row)
        self.session.flush()

    def to_check(self, org_id: str, before: datetime) -> Sequence[ShopProduct]:
        """Those that the shop was not asked about since then, the longest first."""
        own = self.scoped(org_id).where(
            or_(ShopProduct.checked_at.is_(None), ShopProduct.checked_at < before)
        )
        first = own.order_by(ShopProduct.checked_at.nulls_first(), ShopProduct.product_id)
        return self.session.scalars(first.limit(MOST_AT_ONCE)).all()

    def to_draw(self, org_id: str) -> Sequence[ShopProduct]:
        """Those that changed since their pages were drawn."""
        own = self.scoped(org_id).where(ShopProduct.drawn_at < ShopProduct.changed_at)
        return self.session.scalars(own.limit(MOST_AT_ONCE)).all()

    def mark_changed(self, org_id: str, product_ids: Collection[str]) -> int:
        """Have the shop asked about these; how many there are."""
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
        """Note that pages show this change."""
        self.session.execute(
            update(ShopProduct)
            .where(
                ShopProduct.org_id == org_id,
                ShopProduct.vendor == VENDOR,
                ShopProduct.product_id == product_id,
            )
            .values(drawn_at=changed_at)
        )
