"""Stores products of shops for pages, with Waypost's own copies of their pictures."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from api.domains.content.media_library.pictures import EncodedPicture
from api.domains.content.media_library.service import UploadService, read_of
from api.domains.content.shop_products.models import ShopProduct
from api.domains.content.shop_products.repository import ShopProductRepository
from api.domains.content.shop_products.types import VENDOR, ProductNow
from api.kit.ids import new_id
from api.objects.store import ObjectStore

CHECKED_FOR = timedelta(days=1)
"""After this time, a product is fetched again even if the shop reported no change."""


@dataclass(frozen=True, slots=True)
class KeptProduct:
    """A product as pages show it."""

    product_id: str
    name: str
    price_cents: int
    currency: str
    url: str | None
    picture_url: str | None
    is_available: bool
    changed_at: datetime


class ShopProductService:
    """Products of one organisation, accessed through one session."""

    def __init__(
        self, session: Session, objects: ObjectStore, base_url: str, now: datetime
    ) -> None:
        self._products = ShopProductRepository(session)
        self._uploads = UploadService(session, objects, now, new_id)
        self._base_url = base_url
        self._now = now

    def lacks_picture(self, org_id: str, it: ProductNow) -> bool:
        """Return whether the product has a picture that Waypost has not copied yet."""
        if it.picture_source is None:
            return False
        row = self._products.find(org_id, it.product_id)
        return row is None or row.picture_source != it.picture_source or row.picture_url is None

    def keep(
        self, org_id: str, caller_id: str | None, it: ProductNow, picture: EncodedPicture | None
    ) -> KeptProduct:
        """Store the current data of a product. Without a picture, the last copy stays as long as the shop's picture is
        the same.
        """
        row = self._products.find(org_id, it.product_id, locked=True)
        is_same = row is not None and row.picture_source == it.picture_source
        picture_url = row.picture_url if row is not None and is_same else None
        if picture is not None:
            media = self._uploads.keep(org_id, caller_id, it.name, picture, "upload")
            picture_url = read_of(media, self._base_url).url
        values = {
            "name": it.name,
            "price_cents": it.price_cents,
            "currency": it.currency,
            "url": it.url,
            "picture_source": it.picture_source if picture_url is not None else None,
            "picture_url": picture_url,
            "is_available": it.is_available,
        }
        if row is None:
            named = {"org_id": org_id, "vendor": VENDOR, "product_id": it.product_id}
            row = ShopProduct(**named, **values, changed_at=self._now, drawn_at=self._now)
            row.checked_at = self._now
            self._products.add(row)
        else:
            if any(getattr(row, name) != new for name, new in values.items()):
                for name, new in values.items():
                    setattr(row, name, new)
                row.changed_at = self._now
            row.checked_at = self._now
        return kept(row)

    def is_gone(self, org_id: str, product_id: str) -> None:
        """Record that the shop no longer has the product, so that pages leave it out."""
        row = self._products.find(org_id, product_id, locked=True)
        if row is not None:
            row.checked_at = self._now
            if row.is_available:
                row.is_available, row.changed_at = False, self._now

    def to_check(self, org_id: str) -> list[str]:
        """Return the numbers of products whose data must be fetched from the shop."""
        rows = self._products.to_check(org_id, self._now - CHECKED_FOR)
        return [row.product_id for row in rows]

    def to_draw(self, org_id: str) -> list[KeptProduct]:
        """Return products whose pages must be rendered again."""
        return [kept(row) for row in self._products.to_draw(org_id)]

    def mark_drawn(self, org_id: str, it: KeptProduct) -> None:
        """Record that pages show this product."""
        self._products.mark_drawn(org_id, it.product_id, it.changed_at)


def kept(row: ShopProduct) -> KeptProduct:
    """Convert a row to a product as pages show it."""
    return KeptProduct(
        product_id=row.product_id,
        name=row.name,
        price_cents=row.price_cents,
        currency=row.currency,
        url=row.url,
        picture_url=row.picture_url,
        is_available=row.is_available,
        changed_at=row.changed_at,
    )
