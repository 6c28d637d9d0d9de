"""Customers with what each of them did: two streams in the order of the id, side by side.

One comes from Postgres, the other from the lake; neither is ever held whole.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from warehouse.exports.columns import UTC_TIME, FileColumn
from warehouse.reports.catalogue import get_report

REPORT = "customers"
KEY = "customer_id"
TOTALS = (
    "segment", "first_at", "last_at", "acts", "scans", "views", "submits", "votes", "plays",
    "redemptions", "orders", "messages", "amount_cents",
)  # fmt: skip
"""What of the report stands beside each customer."""


def total_columns() -> tuple[FileColumn, ...]:
    """The totals as columns of the file."""
    found = {column.name: column for column in get_report(REPORT).columns}
    return tuple(
        FileColumn(
            name,
            found[name].type,
            UTC_TIME if found[name].type == "timestamp" else found[name].unit,
            found[name].definition,
        )
        for name in TOTALS
    )


def with_totals(
    people: Iterable[Sequence[Any]], totals: Iterable[Mapping[str, Any]]
) -> Iterator[tuple[Any, ...]]:
    """Each person's row with their totals behind it; both must come in the order of the id.

    Who did nothing has zeros. Totals of those whom the database does not know are left out.
    """
    nothing = tuple(0 if column.type == "int64" else None for column in total_columns())
    coming = iter(totals)
    ahead = next(coming, None)
    for person in people:
        while ahead is not None and ahead[KEY] < person[0]:
            ahead = next(coming, None)
        if ahead is not None and ahead[KEY] == person[0]:
            yield (*person, *(ahead[name] for name in TOTALS))
        else:
            yield (*person, *nothing)
