"""The nightly task that copies time zones of last scans."""

from datetime import datetime

from api.jobs.registry import nightly
from runtime.settings import Settings


@nightly("last_places")
def follow_last_places(settings: Settings, now: datetime) -> int:
    """Copy the time zones of people's last scans from the warehouse, and return how many changed."""
    from api.domains.people.last_places.following import follow_all

    return follow_all(settings, now)
