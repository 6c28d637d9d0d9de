"""The hours at which people are usually active, from the warehouse."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.domains.messaging.campaigns.errors import ResultsNotReady
from api.domains.messaging.campaigns.timing import hours_by_use
from api.domains.people.segments.reading import merged_customers, proven_browsers
from runtime.settings import Settings
from warehouse.damage import LakeUnreadableError
from warehouse.date_ranges import zone_of
from warehouse.lake import Lake
from warehouse.queries.tail import TooFarBehindError
from warehouse.segments.hours import HoursQuestion, SeenHours, seen_hours

LOOKED_BACK = timedelta(days=90)
FEWEST = 3
"""People who were seen in fewer hours have no habit yet. They get the message when most people of the organisation are
active.
"""


class BestHours:
    """The best hours for people of one organisation."""

    def __init__(self, seen: SeenHours, organization_zone: ZoneInfo) -> None:
        self._seen = seen
        self._usual = hours_by_use(seen.of_everybody(), organization_zone)

    def of(self, zones: Mapping[str, ZoneInfo]) -> dict[str, list[int]]:
        """Return hours in each of these people's time zones, best first: their own, then those in which most people of
        the organisation are active. Empty if nobody was ever seen.
        """
        seen = self._seen.of(zones.keys())
        found = {}
        for customer_id, zone in zones.items():
            # Zones with half-hour offsets split the hours of UTC, so hours are those of the
            # person's clock.
            hours = {
                it.astimezone(zone).replace(minute=0, fold=0): 1 for it in seen.get(customer_id, [])
            }
            own = hours_by_use(hours, zone) if len(hours) >= FEWEST else []
            found[customer_id] = own + [it for it in self._usual if it not in own]
        return found


@contextmanager
def best_hours_of(
    session: Session, settings: Settings, org_id: str, now: datetime
) -> Iterator[BestHours]:
    """Provide the best hours for an organisation's people, based on the last 90 days.

    Raises:
        ResultsNotReady: the warehouse cannot currently be read.
    """
    question = HoursQuestion(
        org_id,
        now - LOOKED_BACK,
        now,
        proven_browsers(session, org_id),
        merged_customers(session, org_id),
    )
    zone = zone_of(organization_of(session, org_id).time_zone)
    try:
        with seen_hours(Lake.from_settings(settings), question) as seen:
            yield BestHours(seen, zone)
    except (LakeUnreadableError, TooFarBehindError) as error:
        raise ResultsNotReady from error
