"""Columns of customers that other domains may read and join."""

from sqlalchemy import ColumnElement, DateTime, LargeBinary, Text, column, func, select, table
from sqlalchemy.dialects.postgresql import ARRAY

from api.domains.people.customers.types import ContactIndexes

customers = table(
    "customers",
    column("customer_id", Text),
    column("org_id", Text),
    column("email_sealed", Text),
    column("email_index", LargeBinary),
    column("phone_sealed", Text),
    column("phone_index", LargeBinary),
    column("first_name", Text),
    column("last_name", Text),
    column("tags", ARRAY(Text)),
    column("merged_into", Text),
    column("sealing_key", LargeBinary),
    column("created_at", DateTime(timezone=True)),
)

customer_visitors = table(
    "customer_visitors",
    column("org_id", Text),
    column("visitor_id", Text),
    column("customer_id", Text),
)
"""The customer that last used a visitor's browser."""


def reached_by(org_id: str, indexes: ContactIndexes) -> list[ColumnElement[bool]]:
    """Conditions of which one holds for a customer with this address or number; none if it is neither.

    A merged profile is reached by what the profile that it belongs to is reached by.
    """
    kept = customers.alias()
    pairs = ((kept.c.email_index, indexes.email), (kept.c.phone_index, indexes.phone))
    found = [
        select(kept.c.customer_id).where(kept.c.org_id == org_id, index == value)
        for index, value in pairs
        if value is not None
    ]
    person = func.coalesce(customers.c.merged_into, customers.c.customer_id)
    return [person.in_(ids) for ids in found]
