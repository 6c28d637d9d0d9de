"""Moments that clients send: with their time zone, kept and told in UTC, within the years of a calendar.

A moment near the year 1 or 9999 leaves the years that Python knows once its offset is taken off. Kept,
it could not be read again, nor could any list that holds it.
"""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime

# From where date pickers begin, to what has room for every zone, a span and a comparison behind it;
# with a day on both sides for zones ahead and behind.
EARLIEST = datetime(1899, 12, 31, tzinfo=UTC)
LATEST = datetime(9999, 1, 2, tzinfo=UTC)


def _in_utc(moment: datetime) -> datetime:
    if not EARLIEST <= moment < LATEST:
        raise ValueError("must lie between 1900-01-01 and 9998-12-31")
    return moment.astimezone(UTC)


Moment = Annotated[AwareDatetime, AfterValidator(_in_utc)]
