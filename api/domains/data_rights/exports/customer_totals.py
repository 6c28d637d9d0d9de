"""Joins customers with their totals: two streams sorted by ID, from Postgres and from the lake.

Neither is loaded into memory as a whole.
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
"""Columns of the report that are added to each customer."""


def total_columns() -> tuple[FileColumn, ...]:
    """Return the totals as columns of the file."""
    columns = {column.name: column for column in get_report(REPORT).columns}
    return tuple(
        FileColumn(
            name,
            columns[name].type,
            UTC_TIME if columns[name].type == "timestamp" else columns[name].unit,
            columns[name].definition,
        )
        for name in TOTALS
    )


def with_totals(
    people: Iterable[Sequence[Any]], totals: Iterable[Mapping[str, Any]]
) -> Iterator[tuple[Any, ...]]:
    """Yield each customer's row with their totals appended. Both inputs must be sorted by ID.

    Customers without events have zeros. Totals of unknown customers are left out.
    """
    no_totals = tuple(0 if column.type == "int64" else None for column in total_columns())
    remaining = iter(totals)
    current = next(remaining, None)
    for person in people:
        while current is not None and current[KEY] < person[0]:
            current = next(remaining, None)
        if current is not None and current[KEY] == person[0]:
            yield (*person, *(current[name] for name in TOTALS))
        else:
            yield (*person, *no_totals)
