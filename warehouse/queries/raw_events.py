"""Raw events of one organisation as a CSV file: written by DuckDB, so that memory stays flat."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import duckdb

from warehouse.date_ranges import Range
from warehouse.queries.language import Dimension, Filter
from warehouse.queries.sources import Parameters, Tables, filter_sql, read_sql, within_sql
from warehouse.reader import of_organisation

TEXTS = (
    "type", "code_id", "page_id", "campaign_id", "visitor_id", "visitor_kind", "country", "region",
    "city", "device", "system", "browser", "language", "referrer", "utm_source", "utm_medium",
    "utm_campaign", "utm_term", "utm_content", "outcome", "rule", "bot_reason",
)  # fmt: skip
"""Columns that may hold what somebody else wrote: none of their cells may begin a formula."""

BOM = "\ufeff"
"""Without it Excel takes UTF-8 for the machine's own code page."""

_STARTS_FORMULA = r"^ *[=+\-@\t\r\n＝＋－＠]"  # noqa: RUF001


@dataclass(frozen=True)
class RawEvents:
    """Which events are wanted."""

    org_id: str
    span: Range
    filters: tuple[Filter, ...] = ()
    include_bots: bool = False

    def kept(self) -> dict[str, Any]:
        """As JSON can hold it; `raw_events_of` reads it again."""
        return {
            "org_id": self.org_id,
            "start": self.span.start.isoformat(),
            "end": self.span.end.isoformat(),
            "filters": [
                [one.dimension.value, list(one.only), list(one.never)] for one in self.filters
            ],
            "include_bots": self.include_bots,
        }


def raw_events_of(kept: Mapping[str, Any]) -> RawEvents:
    """What `kept` was made from."""
    return RawEvents(
        org_id=kept["org_id"],
        span=Range(datetime.fromisoformat(kept["start"]), datetime.fromisoformat(kept["end"])),
        filters=tuple(
            Filter(Dimension(name), tuple(only), tuple(never))
            for name, only, never in kept["filters"]
        ),
        include_bots=kept["include_bots"],
    )


def count_events(cursor: duckdb.DuckDBPyConnection, wanted: RawEvents, tables: Tables) -> int:
    """How many events there are."""
    parameters = Parameters()
    chosen = _from_sql(wanted, tables, parameters)
    if chosen is None:
        return 0
    ((found,),) = cursor.execute(f"select count(*) {chosen}", parameters.values).fetchall()
    return int(found)


def copy_events(
    cursor: duckdb.DuckDBPyConnection, wanted: RawEvents, tables: Tables, path: str
) -> int:
    """Write the events into a new CSV file, in the order of their arrival as far as files tell."""
    parameters = Parameters()
    chosen = _from_sql(wanted, tables, parameters) or "from (select 1) where false"
    columns = [
        f"strftime(occurred_at, '%Y-%m-%dT%H:%M:%SZ') as \"{BOM}occurred_at\"",
        *(f"{neutral_sql(name)} as {name}" for name in TEXTS),
        "is_bot",
        "is_preview",
        "is_duplicate",
        "amount_cents",
    ]
    if chosen.startswith("from (select 1)"):
        columns = [f"null as {name.rpartition(' ')[2]}" for name in columns]
    target = path.replace("'", "''")
    written = cursor.execute(
        f"copy (select {', '.join(columns)} {chosen}) to '{target}' (format csv, header true)",
        parameters.values,
    ).fetchall()
    return int(written[0][0])


def _from_sql(wanted: RawEvents, tables: Tables, parameters: Parameters) -> str | None:
    span = wanted.span
    files = of_organisation(
        tables.events.between("occurred_at", span.start, span.end), wanted.org_id
    )
    if not files:
        return None
    files = sorted(files, key=lambda file: file.stats.get("min.pos") or 0)
    humans = "" if wanted.include_bots else " and not is_bot and not is_preview"
    return (
        f"from {read_sql(files, parameters)} where org_id = {parameters.bind(wanted.org_id)}"
        f" and {within_sql('occurred_at', [span], parameters)}{humans}"
        f"{filter_sql(wanted.filters, parameters)}"
    )


def neutral_sql(column: str) -> str:
    """The column, with an apostrophe in front of what a spreadsheet would run."""
    return (
        f"case when regexp_matches({column}, '{_STARTS_FORMULA}') then chr(39) || {column}"
        f" else {column} end"
    )
