"""Timestamps that clients send: with a time zone, stored in UTC, within the years 1900 to 9998.

A timestamp near the year 1 or 9999 leaves Python's range once its offset is subtracted. If stored, neither
it nor any list that contains it could be read again.
"""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime

# From the earliest date of date pickers to a date that leaves room for every time zone, a range and
# a comparison after it, with one extra day on both sides for time zones.
EARLIEST = datetime(1899, 12, 31, tzinfo=UTC)
LATEST = datetime(9999, 1, 2, tzinfo=UTC)


def _in_utc(moment: datetime) -> datetime:
    if not EARLIEST <= moment < LATEST:
        raise ValueError("must be between 1900-01-01 and 9998-12-31")
    return moment.astimezone(UTC)


Moment = Annotated[AwareDatetime, AfterValidator(_in_utc)]
