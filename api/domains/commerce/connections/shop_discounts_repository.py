"""All database statements for shop discounts that belong to promo codes."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select

from api.db.tenancy import Repository
from api.domains.commerce.connections.models import Connection, ShopDiscount


class ShopDiscountRepository(Repository[ShopDiscount]):
    """Discounts of one organisation, in one session."""

    model = ShopDiscount

    def add(self, row: ShopDiscount) -> None:
        """Store a discount."""
        self.session.add(row)
        self.session.flush()

    def switched_on(self, org_id: str) -> Sequence[ShopDiscount]:
        """Return the discounts that are on, at shops that are connected."""
        connected = select(Connection.connection_id).where(
            Connection.org_id == org_id, Connection.status == "connected"
        )
        own = self.scoped(org_id).where(
            ShopDiscount.state == "on", ShopDiscount.connection_id.in_(connected)
        )
        return self.session.scalars(own.order_by(ShopDiscount.created_at)).all()

    def note(self, row: ShopDiscount, synced_at: datetime, *, is_off: bool) -> None:
        """Record how far a discount is up to date, and whether it was switched off."""
        found = self.session.get(ShopDiscount, (row.connection_id, row.discount_id))
        if found is None:
            return
        found.synced_at = synced_at
        if is_off:
            found.state, found.ended_at = "off", synced_at
