"""The table of products of shops."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from api.db.base import Base


class ShopProduct(Base):
    """A product that was chosen for a page, with the shop's most recent data."""

    __tablename__ = "shop_products"

    org_id: Mapped[str] = mapped_column(Text, ForeignKey("organizations.org_id"), primary_key=True)
    vendor: Mapped[str] = mapped_column(Text, primary_key=True)
    product_id: Mapped[str] = mapped_column(Text, primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    price_cents: Mapped[int] = mapped_column(BigInteger)
    currency: Mapped[str] = mapped_column(Text)
    url: Mapped[str | None] = mapped_column(Text)
    picture_source: Mapped[str | None] = mapped_column(Text)
    """Address of its picture at the shop."""
    picture_url: Mapped[str | None] = mapped_column(Text)
    """Address of Waypost's own copy of the picture."""
    is_available: Mapped[bool]
    checked_at: Mapped[datetime | None]
    """When its data was last fetched from the shop. None once the shop reports a change."""
    changed_at: Mapped[datetime]
    drawn_at: Mapped[datetime]
    """The change that pages currently show."""
