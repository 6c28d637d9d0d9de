"""What the serving copy holds: one DuckDB file with a table for each mart, text kept as small numbers.

Each coded column `c` has a table `term_c(code, text)`; code 0 is the empty text, which stands for not
known. `data_file(id, name, mart)` says which Parquet files the rows were read of: a file is in the copy
as a whole or not at all, so that a reader takes those from the copy and the others from the lake.

`activity_month` sums the daily roll-up's rows of one file by local month, for ranges that hold whole ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from warehouse.dimensions import DIMENSIONS

FORMAT = 2
"""Of the layout; a copy of another format is not read."""

_KINDS = ("org_id", "type", "audience")
_QUARTER = "cast(epoch(bucket) // 900 as integer)"


@dataclass(frozen=True)
class ServedMart:
    """A mart as the copy keeps it."""

    coded: Mapping[str, str]
    """Text by column, as SQL over the mart's rows."""
    kept: Mapping[str, str]
    """Other columns, as SQL over the mart's rows; `quarter` counts 15 minutes since 1970."""


def _texts(*columns: str) -> dict[str, str]:
    return {name: f"coalesce({name}, '')" for name in columns}


SERVED: Mapping[str, ServedMart] = {
    "visitors": ServedMart(_texts("org_id"), {"visitor": "visitor", "first_pos": "first_pos"}),
    "activity_15m": ServedMart(
        _texts(*_KINDS, *DIMENSIONS),
        {
            "quarter": _QUARTER,
            "events": "cast(events as integer)",
            "visits": "cast(visits as integer)",
            "new_people": "cast(new_people as integer)",
        },
    ),
    "people_15m": ServedMart(
        _texts(*_KINDS, *DIMENSIONS), {"quarter": _QUARTER, "visitor": "visitor"}
    ),
    "activity_day": ServedMart(
        {
            **_texts(*_KINDS, "zone", "dimension"),
            "value": "dimension || '=' || coalesce(value, '')",
        },
        {
            "local_day": "local_day",
            "events": "events",
            "visits": "visits",
            "new_people": "new_people",
            "people_hll": "people_hll",
        },
    ),
}
"""By mart. Values of the daily roll-up are spelled `dimension=value`."""

TERMS = tuple(dict.fromkeys(name for served in SERVED.values() for name in served.coded))
"""Every coded column."""

MONTHS = """
    select file, org_id, zone, type, audience, dimension, value,
        cast(date_trunc('month', local_day) as date) as local_month,
        cast(sum(events) as integer) as events, cast(sum(visits) as integer) as visits,
        cast(sum(new_people) as integer) as new_people,
        sketch_union(list(people_hll) filter (where people_hll is not null)) as people_hll
    from made.activity_day
    where file = $file and org_id >= $first and org_id <= $last
        and dimension in (select code from made.term_dimension where text not in ('', 'bucket'))
    group by all
    order by org_id, dimension, type, audience, local_month
"""
"""Rows of `activity_month`: the values of dimensions; totals and quarters are asked for by day."""
