"""Reads the customer data that messages need."""

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from api.domains.people.customers.tables import customers


class Receiver(NamedTuple):
    """The data of a customer that messages need. Addresses are encrypted."""

    customer_id: str
    number: str
    first_name: str | None
    last_name: str | None
    attributes: dict[str, Any]
    language: str | None
    time_zone: str | None
    seen_time_zone: str | None
    email_sealed: str | None
    phone_sealed: str | None
    sealing_key: bytes | None


def receivers_of(
    session: Session, org_id: str, customer_ids: Collection[str]
) -> dict[str, Receiver]:
    """Return the customers with these IDs, by ID."""
    columns = [customers.c[name] for name in Receiver._fields]
    rows = session.execute(
        select(*columns).where(
            customers.c.org_id == org_id, customers.c.customer_id.in_(customer_ids)
        )
    )
    return {row.customer_id: Receiver(*row) for row in rows}
