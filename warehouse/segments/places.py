"""Asks the warehouse where people scanned a code last."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from warehouse.lake import Lake
from warehouse.segments.hours import HoursQuestion, asked_of_people

MART = "visitor_scans"
AT_ONCE = 5_000

_SQL = (Path(__file__).parent / "places.sql").read_text()


class LastPlace(NamedTuple):
    """Where somebody scanned a code last."""

    customer_id: str
    country: str
    """ISO 3166-1 alpha-2."""
    region: str
    """Its English name; empty if it is not known."""


def last_places(lake: Lake, question: HoursQuestion) -> Iterator[list[LastPlace]]:
    """The places of people, some at a time; those of whom none is known are left out.

    Raises:
        TooFarBehindError: the mart lacks more events than can be read one by one.
        LakeUnreadableError: part of the lake cannot be read.
    """
    with asked_of_people(lake, question, MART, _SQL) as cursor:
        cursor.execute("select customer_id, country, region from seen order by customer_id")
        while rows := cursor.fetchmany(AT_ONCE):
            yield [LastPlace(*it) for it in rows]
