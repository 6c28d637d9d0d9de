"""Read access to points for other domains."""

from datetime import datetime

from sqlalchemy import text
from sqlalchemy.orm import Session

_EXPIRING = text("""
with lots as (
  select customer_id, lot_id, expires_at, sum(amount) as rest
  from loyalty_entries
  where org_id = :org_id and unit = 'points' and expires_at >= :since and expires_at < :until
  group by customer_id, lot_id, expires_at
  having sum(amount) > 0
)
select coalesce(c.merged_into, c.customer_id) as customer_id, min(l.expires_at) as expires_at
from lots l join customers c on c.org_id = :org_id and c.customer_id = l.customer_id
group by 1 order by 1
""")


def customers_with_expiring_points(
    session: Session, org_id: str, since: datetime, until: datetime
) -> list[tuple[str, datetime]]:
    """Return customers with points that expire in a period, each with the time of the first expiry."""
    rows = session.execute(_EXPIRING, {"org_id": org_id, "since": since, "until": until})
    return [(customer_id, at) for customer_id, at in rows]
