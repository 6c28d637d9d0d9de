"""Finds the places at which people last scanned a code."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from warehouse.lake import Lake
from warehouse.segments.hours import HoursQuestion, people_mart_connection

MART = "visitor_scans"
AT_ONCE = 5_000

_SQL = (Path(__file__).parent / "places.sql").read_text()


class LastPlace(NamedTuple):
    """The place at which a customer last scanned a code."""

    customer_id: str
    country: str
    """ISO 3166-1 alpha-2."""
    region: str
    """Its English name, or an empty string if it is not known."""


def last_places(lake: Lake, question: HoursQuestion) -> Iterator[list[LastPlace]]:
    """Yield the places of people in batches. People without a known place are left out.

    Raises:
        TooFarBehindError: the mart lacks more events than can be read individually.
        LakeUnreadableError: part of the lake cannot be read.
    """
    with people_mart_connection(lake, question, MART, _SQL) as cursor:
        cursor.execute("select customer_id, country, region from seen order by customer_id")
        while rows := cursor.fetchmany(AT_ONCE):
            yield [LastPlace(*it) for it in rows]
