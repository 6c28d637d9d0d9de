"""SQL statements about many customers at once."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import delete, or_, select, text
from sqlalchemy.dialects.postgresql import insert

from api.domains.people.customers.models import Customer
from api.domains.people.customers.repository import CustomerRepository

_WITH_HISTORY = text("select customers_with_history(:ids)")


class BulkRepository(CustomerRepository):
    """Customers of one organisation, accessed through one session."""

    def reached(
        self, org_id: str, indexes: Collection[bytes], *, is_locked: bool
    ) -> dict[bytes, Customer]:
        """Return the kept customer of each address and number that somebody has, locked in the order of IDs."""
        if not indexes:
            return {}
        kept_ids: dict[bytes, str] = {}
        wanted = set(indexes)
        columns = (
            Customer.email_index,
            Customer.phone_index,
            Customer.customer_id,
            Customer.merged_into,
        )
        own = select(*columns).where(
            Customer.org_id == org_id,
            or_(Customer.email_index.in_(wanted), Customer.phone_index.in_(wanted)),
        )
        for email, phone, customer_id, merged_into in self.session.execute(own):
            for index in (email, phone):
                if index in wanted:
                    kept_ids[index] = merged_into or customer_id
        ids = set(kept_ids.values())
        rows = self.lock_ids(org_id, ids) if is_locked else self._rows(org_id, ids)
        by_id = {row.customer_id: row for row in rows}
        return {index: by_id[it] for index, it in kept_ids.items() if it in by_id}

    def _rows(self, org_id: str, customer_ids: Collection[str]) -> Sequence[Customer]:
        own = self.scoped(org_id).where(Customer.customer_id.in_(customer_ids))
        return self.session.scalars(own).all()

    def lock_ids(self, org_id: str, customer_ids: Collection[str]) -> Sequence[Customer]:
        """Return the current rows of these IDs, locked in the order of their IDs."""
        own = self.scoped(org_id).where(Customer.customer_id.in_(set(customer_ids)))
        locked = own.order_by(Customer.customer_id).with_for_update()
        return self.session.scalars(locked.execution_options(populate_existing=True)).all()

    def insert_many(self, rows: Sequence[Mapping[str, Any]]) -> set[str]:
        """Insert customers. Returns the IDs of those whose address and number nobody else has."""
        if not rows:
            return set()
        statement = (
            insert(Customer)
            .values([dict(row) for row in rows])
            .on_conflict_do_nothing()
            .returning(Customer.customer_id)
        )
        return set(self.session.scalars(statement))

    def with_history(self, customer_ids: Sequence[str]) -> set[str]:
        """Return those customers that other rows refer to: what they sent, received, or were merged with."""
        if not customer_ids:
            return set()
        return set(self.session.scalars(_WITH_HISTORY, {"ids": list(customer_ids)}))

    def remove(self, org_id: str, customer_ids: Collection[str]) -> None:
        """Delete customers permanently."""
        self.session.execute(
            delete(Customer)
            .where(Customer.org_id == org_id, Customer.customer_id.in_(set(customer_ids)))
            .execution_options(synchronize_session=False)
        )
