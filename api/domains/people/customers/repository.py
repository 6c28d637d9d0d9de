"""All SQL for customers."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import case, delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError

from api.db.tenancy import Repository
from api.domains.people.customers.models import (
    Customer,
    CustomerField,
    CustomerTag,
    CustomerTouchpoint,
    CustomerVisitor,
)
from api.domains.people.customers.tables import IS_KEPT, NAME, customers, kept_customers
from api.domains.people.customers.types import ContactIndexes


class CustomerRepository(Repository[Customer]):
    """Customers of one organisation, accessed through one session."""

    model = Customer

    def find(self, org_id: str, customer_id: str) -> Customer | None:
        """Return a customer by ID. For a merged profile, it is the customer to which it belongs."""
        found = self.find_row(org_id, customer_id)
        return self._kept(org_id, found) if found is not None else None

    def find_row(self, org_id: str, customer_id: str) -> Customer | None:
        """Return a customer's own row, merged or not."""
        return self.session.scalar(self.scoped(org_id).where(Customer.customer_id == customer_id))

    def _kept(self, org_id: str, row: Customer) -> Customer | None:
        return row if row.merged_into is None else self.find_row(org_id, row.merged_into)

    def merged_rows(self, org_id: str, customer_id: str) -> Sequence[Customer]:
        """Return the profiles that were merged into this one."""
        own = self.scoped(org_id).where(Customer.merged_into == customer_id)
        return self.session.scalars(own.order_by(Customer.created_at, Customer.customer_id)).all()

    def ids_of_person(self, org_id: str, customer_id: str) -> list[str]:
        """Return the ID of a profile, followed by those of the profiles merged into it."""
        own = select(Customer.customer_id).where(
            Customer.org_id == org_id,
            or_(Customer.customer_id == customer_id, Customer.merged_into == customer_id),
        )
        is_merged = Customer.merged_into.is_not(None)
        return list(self.session.scalars(own.order_by(is_merged, Customer.customer_id)))

    def find_by(self, org_id: str, indexes: ContactIndexes) -> Customer | None:
        """Return a customer by email, else by phone."""
        for column, value in (
            (Customer.email_index, indexes.email),
            (Customer.phone_index, indexes.phone),
        ):
            if value is not None:
                customer = self.session.scalar(self.scoped(org_id).where(column == value))
                if customer is not None:
                    return self._kept(org_id, customer)
        return None

    def find_by_number(self, org_id: str, number: str) -> Customer | None:
        """Return a customer by number. For the number of a merged profile, it is the customer to which it belongs."""
        found = self.session.scalar(self.scoped(org_id).where(Customer.number == number))
        return self._kept(org_id, found) if found is not None else None

    def lock(self, org_id: str, **by: str | bytes) -> Customer | None:
        """Return a customer's row by one column, locked until the transaction ends."""
        statement = self.scoped(org_id).filter_by(**by).with_for_update()
        return self.session.scalar(statement.execution_options(populate_existing=True))

    def lock_person(self, org_id: str, **by: str | bytes) -> Customer | None:
        """Return a customer's row by one column, locked. For a merged profile, it is the customer to which it belongs.

        Only that row is locked: a merge locks two rows in the order of their IDs, and would wait for this transaction
        while this one waits for it.
        """
        while (kept_id := self._kept_id(org_id, by)) is not None:
            kept = self.lock(org_id, customer_id=kept_id)
            # The transaction that held the lock may have merged the row, or moved the address.
            if kept is not None and self._kept_id(org_id, by) == kept_id:
                return kept
        return None

    def _kept_id(self, org_id: str, by: Mapping[str, str | bytes]) -> str | None:
        kept = func.coalesce(Customer.merged_into, Customer.customer_id)
        return self.session.scalar(select(kept).where(Customer.org_id == org_id).filter_by(**by))

    def insert(self, values: dict[str, Any]) -> bool:
        """Insert a customer. Returns False if another one has the email or phone."""
        made = self.session.execute(
            insert(Customer)
            .values(**values)
            .on_conflict_do_nothing()
            .returning(Customer.customer_id)
        )
        return made.scalar() is not None

    def change(self, customer: Customer, **values: Any) -> bool:
        """Write changes. Returns False without any change if they conflict with another customer."""
        try:
            with self.session.begin_nested():
                for name, value in values.items():
                    setattr(customer, name, value)
                self.session.flush()
        except IntegrityError:
            self.session.refresh(customer)
            return False
        return True

    def find_visitor_link(self, org_id: str, visitor_id: str) -> CustomerVisitor | None:
        """Return the link from a visitor to the customer who last used the browser."""
        link = select(CustomerVisitor).where(
            CustomerVisitor.org_id == org_id, CustomerVisitor.visitor_id == visitor_id
        )
        return self.session.scalar(link.execution_options(populate_existing=True))

    def link_visitor(
        self,
        org_id: str,
        visitor_id: str,
        customer_id: str,
        first_name: str | None,
        now: datetime,
        *,
        is_proven: bool,
    ) -> None:
        """Link a visitor to a customer, with the first name that was given."""
        values: dict[str, Any] = {
            "customer_id": customer_id,
            "seen_at": now,
            "is_proven": is_proven,
        }
        if first_name:
            values["first_name"] = first_name
        statement = insert(CustomerVisitor).values(org_id=org_id, visitor_id=visitor_id, **values)
        is_same = CustomerVisitor.customer_id == customer_id
        changed = dict(values)
        if not first_name:
            # Another customer in the same browser must not be greeted with the previous one's name.
            changed["first_name"] = case((is_same, CustomerVisitor.first_name), else_=None)
        self.session.execute(
            statement.on_conflict_do_update(index_elements=["org_id", "visitor_id"], set_=changed)
        )

    def add_touchpoint(
        self, org_id: str, customer_id: str, code_id: str | None, page_id: str | None, now: datetime
    ) -> None:
        """Record that a customer sent something through a code and a page."""
        statement = insert(CustomerTouchpoint).values(
            org_id=org_id,
            customer_id=customer_id,
            code_id=code_id or "",
            page_id=page_id or "",
            first_at=now,
            last_at=now,
        )
        latest = func.greatest(CustomerTouchpoint.last_at, statement.excluded.last_at)
        self.session.execute(
            statement.on_conflict_do_update(
                index_elements=["org_id", "customer_id", "code_id", "page_id"],
                set_={"last_at": latest},
            )
        )

    def kept_ids(self, org_id: str, customer_ids: Collection[str]) -> dict[str, str]:
        """Return the customer that each of these IDs belongs to now."""
        kept = func.coalesce(Customer.merged_into, Customer.customer_id)
        own = select(Customer.customer_id, kept).where(
            Customer.org_id == org_id, Customer.customer_id.in_(customer_ids)
        )
        return {row[0]: row[1] for row in self.session.execute(own)}

    def names_of(self, org_id: str, customer_ids: Collection[str]) -> dict[str, str]:
        """Return names of customers by the ID of any of their profiles, without those that have none."""
        rows = self.session.execute(
            select(customers.c.customer_id, NAME)
            .join_from(customers, kept_customers, IS_KEPT)
            .where(customers.c.org_id == org_id, customers.c.customer_id.in_(customer_ids))
        )
        return {customer_id: name for customer_id, name in rows if name}

    def drop_unused_tags(self, org_id: str) -> None:
        """Delete tags that no profile has. Tags of merged profiles stay, because a merge can be undone."""
        used = select(func.unnest(Customer.tags)).where(Customer.org_id == org_id)
        self.session.execute(
            delete(CustomerTag)
            .where(CustomerTag.org_id == org_id, CustomerTag.tag.not_in(used))
            .execution_options(synchronize_session=False)
        )

    def fields(self, org_id: str) -> Sequence[CustomerField]:
        """Return custom fields in the order in which they were added."""
        own = select(CustomerField).where(CustomerField.org_id == org_id)
        return self.session.scalars(
            own.order_by(CustomerField.created_at, CustomerField.name)
        ).all()
