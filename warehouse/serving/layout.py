"""Contents of the serving copy: one DuckDB file with a table for each mart, in which text is stored as small numbers.

Each encoded column `c` has a table `term_c(code, text)`. Code 0 is the empty text, which stands for unknown.
`data_file(id, name, mart)` lists the Parquet files from which the rows were read. A file is in the copy either
completely or not at all, so a reader takes these files from the copy and the others from the lake.

The daily roll-up is stored four times. `activity_day` has its values by local day, in the order of its files.
`activity_total` has its totals, which every series reads, `activity_month` the sums of its values by local month, and
`activity_ever` those of all files. In these three, the rows of an organisation are adjacent. Sums contain only the
local days before `summed.before`, which are over, or nearly so, in every time zone. `covered` lists which days of a
month they include: a range that contains all of these may use the sum.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from warehouse.dimensions import DIMENSIONS

FORMAT = 4
"""Version of the layout. A copy with another version is not read."""

_KINDS = ("org_id", "type", "audience")
_QUARTER = "cast(epoch(bucket) // 900 as integer)"


@dataclass(frozen=True)
class ServedMart:
    """The columns of a mart in the copy."""

    coded: Mapping[str, str]
    """Encoded text columns, as SQL over the mart's rows."""
    kept: Mapping[str, str]
    """Other columns, as SQL over the mart's rows. `quarter` counts 15 minutes since 1970."""


def _texts(*columns: str) -> dict[str, str]:
    return {name: f"coalesce({name}, '')" for name in columns}


SERVED: Mapping[str, ServedMart] = {
    "visitors": ServedMart(_texts("org_id"), {"visitor": "visitor", "first_pos": "first_pos"}),
    "visitor_numbers": ServedMart(_texts("org_id"), {"visitor": "visitor", "number": "number"}),
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
            "people": "people",
        },
    ),
}
"""Columns by mart. Values of the daily roll-up have the form `dimension=value`."""

TERMS = tuple(dict.fromkeys(name for served in SERVED.values() for name in served.coded))
"""Every encoded column."""

ROLL_UP = "activity_day"

_SUMS = """
    cast(sum(events) as bigint) as events, cast(sum(visits) as bigint) as visits,
    cast(sum(new_people) as bigint) as new_people,
    bitmap_union(list(people) filter (where people is not null)) as people
"""

MONTHS = f"""
    select file, org_id, zone, type, audience, dimension, value,
        cast(date_trunc('month', local_day) as date) as local_month, {_SUMS}
    from made.activity_day
    where file = $file and org_id >= $first and org_id <= $last and local_day < $before
        and dimension <> (select code from made.term_dimension where text = 'bucket')
    group by all
"""
"""Sums of one file's values by month. 15-minute buckets are queried only by day."""

EVER = f"""
    select org_id, zone, type, audience, dimension, value, {_SUMS}
    from made.activity_month
    where org_id >= $first and org_id <= $last
    group by all
    order by org_id, dimension, type, audience, value
"""
"""Sums of all files."""

COVERED = """
    select org_id, file, cast(date_trunc('month', local_day) as date) as local_month,
        min(local_day) as first_day, max(local_day) as last_day
    from made.activity_total
    where local_day < $before
    group by all
    order by all
"""
"""The days that the sums of a file and month include."""

SIDE_BY_SIDE: Mapping[str, str] = {
    "activity_total": "org_id, local_day, type, audience",
    "activity_month": "org_id, dimension, type, audience, local_month, value",
}
"""Order of the tables in which an organisation's rows from all files are adjacent."""
