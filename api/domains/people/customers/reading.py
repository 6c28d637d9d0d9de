"""Queries that other domains may run without the service."""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy.orm import Session

from api.domains.people.customers.models import CustomerField
from api.domains.people.customers.repository import CustomerRepository


def custom_fields(session: Session, org_id: str) -> Sequence[CustomerField]:
    """Return custom fields in the order in which they were added."""
    return CustomerRepository(session).fields(org_id)


def kept_customers(
    session: Session, org_id: str, customer_ids: Collection[str]
) -> Mapping[str, str]:
    """Return the customer that each of these IDs belongs to now, merged or not."""
    return CustomerRepository(session).kept_ids(org_id, customer_ids)


def customer_names(
    session: Session, org_id: str, customer_ids: Collection[str]
) -> Mapping[str, str]:
    """Return names of customers by the ID of any of their profiles, without those that have none."""
    return CustomerRepository(session).names_of(org_id, customer_ids) if customer_ids else {}
