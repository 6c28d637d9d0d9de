"""The table of products of shops."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class ShopProduct(Base):
    """A product that was chosen for a page, as its shop had it last."""

    __tablename__ = "shop_products"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    vendor: Mapped[str] = mapped_column(Text, primary_key=True)
    product_id: Mapped[str] = mapped_column(Text, primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    price_cents: Mapped[int] = mapped_column(BigInteger)
    currency: Mapped[str] = mapped_column(Text)
    url: Mapped[str | None] = mapped_column(Text)
    picture_source: Mapped[str | None] = mapped_column(Text)
    """Where the shop has its picture."""
    picture_url: Mapped[str | None] = mapped_column(Text)
    """Our own copy of it."""
    is_available: Mapped[bool]
    checked_at: Mapped[datetime | None]
    """When the shop was asked; None once it said that the product changed."""
    changed_at: Mapped[datetime]
    drawn_at: Mapped[datetime]
    """The change that pages show."""
