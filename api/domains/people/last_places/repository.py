"""SQL statements about time zones of last scans."""

from collections.abc import Mapping

import psycopg
from sqlalchemy import text
from sqlalchemy.orm import Session

_WRITE = text("""
update customers c set seen_time_zone = given.zone
from unnest(cast(:ids as text[]), cast(:zones as text[])) as given (customer_id, zone)
where c.org_id = :org_id and c.customer_id = given.customer_id and c.merged_into is null
  and c.seen_time_zone is distinct from given.zone
""")


def write_zones(session: Session, org_id: str, zones: Mapping[str, str]) -> int:
    """Store zones by customer, and return how many changed."""
    values = {"org_id": org_id, "ids": list(zones), "zones": list(zones.values())}
    return session.connection().execute(_WRITE, values).rowcount


def organizations_with_browsers(connection: psycopg.Connection) -> list[str]:
    """Return the organisations that have proven browsers of customers. `connection` belongs to the owner of the
    schema.
    """
    rows = connection.execute(
        "select distinct org_id from customer_visitors where is_proven order by org_id"
    )
    return [str(org_id) for (org_id,) in rows.fetchall()]
