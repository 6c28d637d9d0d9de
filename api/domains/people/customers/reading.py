"""Queries that other domains may run without the service."""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import CompoundSelect, func, select, union_all
from sqlalchemy.orm import Session

from api.domains.people.customers.listing_repository import SEARCHED
from api.domains.people.customers.models import Customer, CustomerField
from api.domains.people.customers.repository import CustomerRepository
from api.kit.pagination import contains_pattern

SHORTEST_INDEXED = 3
"""The number of characters from which the index of names is used: it consists of trigrams."""


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


def people_named(org_id: str, text: str) -> CompoundSelect[tuple[str]]:
    """Return the IDs of customers whose name contains a text, and of the profiles that were merged into them, for a
    condition of a statement.
    """
    one = SEARCHED.c
    name = func.trim(func.concat_ws(" ", one.first_name, one.last_name))
    is_named = [one.org_id == org_id, one.merged_into.is_(None), name.ilike(contains_pattern(text))]
    if len(text.strip()) >= SHORTEST_INDEXED:
        trigrams = func.name_trigrams(one.org_id, one.first_name, one.last_name)
        is_named.append(trigrams.op("@>")(func.text_trigrams(org_id, text)))
    named = select(one.customer_id).where(*is_named).cte("named")
    merged = select(Customer.customer_id).where(
        Customer.org_id == org_id,
        Customer.merged_into.in_(select(named.c.customer_id)),
    )
    return union_all(select(named.c.customer_id), merged)
