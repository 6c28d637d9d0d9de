"""Customers of an organisation, one after the other."""

from collections.abc import Iterator
from typing import Any

from api.db.tenancy import Repository
from api.domains.customers.models import Customer

COLUMNS = ("customer_id", "email", "phone", "first_name", "last_name", "tags", "created_at")


class CustomersToExport(Repository[Customer]):
    """Reads customers a thousand at a time."""

    model = Customer

    def walk(self, org_id: str) -> Iterator[tuple[Any, ...]]:
        """All customers, oldest first; one column for each of COLUMNS."""
        columns = [getattr(Customer, name) for name in COLUMNS]
        statement = self.scoped(org_id).with_only_columns(*columns)
        ordered = statement.order_by(Customer.created_at, Customer.customer_id)
        for row in self.session.execute(ordered.execution_options(yield_per=1_000)):
            yield tuple(", ".join(it) if isinstance(it, list) else it for it in row)
