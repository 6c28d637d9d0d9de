"""SQL statements that find customers whose date has come."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import text
from sqlalchemy.orm import Session

_ZONES = text("""
select distinct time_zone from customers
where org_id = :org_id and merged_into is null and time_zone is not null and birthday is not null
""")

# A birthday is looked up for each day in each time zone. `days` are the months and days that count
# as that day.
_BIRTHDAYS = text("""
select c.customer_id, z.day
from unnest(cast(:zones as text[]), cast(:days as text[]), cast(:dates as text[])) as z (zone, day_of_year, day)
join customers c on c.org_id = :org_id and c.merged_into is null
  and right(c.birthday, 5) = z.day_of_year
  and case when c.time_zone = any(cast(:known as text[])) then c.time_zone else '' end = z.zone
order by c.customer_id
""")


class SweepRepository:
    """Finds customers of one organisation whose date has come."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def zones(self, org_id: str) -> list[str]:
        """Return the time zones of customers whose birthday is known."""
        return list(self._session.scalars(_ZONES, {"org_id": org_id}))

    def birthdays(
        self, org_id: str, days: Sequence[tuple[str, str, date]], known: Sequence[str]
    ) -> list[tuple[str, str]]:
        """Return the customers whose birthday it is, and its date. `days` contains time zone (empty for customers whose
        zone is not known), month and day, and the date that it represents.
        """
        rows = self._session.execute(
            _BIRTHDAYS,
            {
                "org_id": org_id,
                "zones": [it[0] for it in days],
                "days": [it[1] for it in days],
                "dates": [it[2].isoformat() for it in days],
                "known": list(known),
            },
        )
        return [(customer_id, day) for customer_id, day in rows]
