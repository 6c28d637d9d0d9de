"""Raw events of one organisation as a file: written by DuckDB, so that memory stays flat."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import duckdb

from warehouse.data_files import DataFile
from warehouse.date_ranges import Range
from warehouse.exports.columns import event_file_columns
from warehouse.exports.copying import FileFormat, Watch, copy_statement, select_list
from warehouse.queries.history import own_codes_sql, rows_sql
from warehouse.queries.language import Dimension, Filter, Stretch
from warehouse.queries.sources import Parameters, Tables, filter_sql, within_sql
from warehouse.reader import of_organisation
from warehouse.visitor_names import visitor_number

COLUMNS = (
    "event_id", "occurred_at", "received_at", "pos", "type", "version", "code_id", "base_code_id",
    "folder_id", "folder", "placement", "properties", "page_id", "campaign_id", "customer_key",
    "visitor", "visitor_id", "visitor_kind", "country", "region", "city", "device", "system",
    "browser", "language", "referrer", "utm_source", "utm_medium", "utm_campaign", "utm_term",
    "utm_content", "user_agent", "outcome", "rule", "bot_reason", "is_bot", "is_preview",
    "is_duplicate", "verdict_version", "amount_cents", "action", "data",
)  # fmt: skip
"""What a file of events has of them."""


@dataclass(frozen=True)
class CodeVersion:
    """What a code was from `since` until `until`; None is without an end. `properties` is JSON."""

    code_id: str
    since: datetime | None = None
    until: datetime | None = None
    base_code_id: str | None = None
    folder_id: str | None = None
    folder: str | None = None
    placement: str | None = None
    properties: str | None = None


FAMILY_NOW = "* replace (family_of(type, version, data) as type)"
"""Every column of raw events, the family being what it is called now."""
EVENTS_TOLD = (
    f"{FAMILY_NOW}, case when"
    " type in ('view', 'use') and family_of(type, version, data) = 'use'"
    " then json_extract_string(data, '$.action') end as action,"
    " visitor_name(visitor_hash(visitor_id)) as visitor"
)
"""The same, what was done where it is a use, and the name of who did it."""

OF_THINGS = "type <> 'miss'"
"""Whether an event is of a code, a page or a customer. Misses have a report of their own, and would push
those out of sight when somebody tries thousands of addresses."""


@dataclass(frozen=True)
class RawEvents:
    """Which events are wanted. `stretches` of codes are what filters name in the place of codes.

    `report`, `row`: only those behind a row of a report, by the columns of its key. `visitor`: only those
    of the visitor with this name. `is_then`: whether a file says where codes were when each event happened.
    """

    org_id: str
    span: Range
    filters: tuple[Filter, ...] = ()
    include_bots: bool = False
    stretches: tuple[Stretch, ...] = ()
    report: str | None = None
    row: tuple[tuple[str, str], ...] = ()
    visitor: str | None = None
    is_then: bool = False

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
            "stretches": kept_stretches(self.stretches),
            "visitor": self.visitor,
            "is_then": self.is_then,
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
        stretches=stretches_of(kept.get("stretches", ())),
        visitor=kept.get("visitor"),
        is_then=kept.get("is_then", False),
    )


def kept_stretches(stretches: Iterable[Stretch]) -> list[list[str]]:
    """As JSON can hold them; `stretches_of` reads them again."""
    return [
        [one.code_id, one.start.isoformat(), one.end.isoformat(), one.name] for one in stretches
    ]


def stretches_of(kept: Iterable[Sequence[str]]) -> tuple[Stretch, ...]:
    """What `kept_stretches` was made from."""
    return tuple(
        Stretch(code_id, datetime.fromisoformat(start), datetime.fromisoformat(end), name)
        for code_id, start, end, name in kept
    )


def chosen_sql(
    files: Iterable[DataFile], wanted: RawEvents, parameters: Parameters, also: str = ""
) -> str:
    """`from …` the wanted events in these files; `also` is ` and …` that holds of each of them."""
    return f"from {_rows_sql(files, wanted, parameters, also)}"


def _rows_sql(
    files: Iterable[DataFile], wanted: RawEvents, parameters: Parameters, also: str
) -> str:
    if wanted.visitor is not None:
        also += f" and visitor_hash(visitor_id) = {parameters.bind(visitor_number(wanted.visitor))}"
    rows = (
        f"(select {EVENTS_TOLD} from {rows_sql(wanted.stretches, files, 'occurred_at', parameters)}"
        f" where org_id = {parameters.bind(wanted.org_id)} and {OF_THINGS}"
        f" and {within_sql('occurred_at', [wanted.span], parameters)}{also}"
        f"{filter_sql(wanted.filters, parameters)})"
    )
    return own_codes_sql(rows, wanted.stretches, parameters)


_OF_CODES = ("base_code_id", "folder_id", "folder", "placement", "properties")


def _with_codes_sql(rows: str, codes: Sequence[CodeVersion], parameters: Parameters) -> str:
    """The rows with what their code was said to be when each happened."""
    texts = {
        name: f"unnest({parameters.bind([getattr(one, name) for one in codes])}::varchar[])"
        for name in ("code_id", *_OF_CODES)
    }
    since, until = (
        f"unnest({parameters.bind([getattr(one, name) for one in codes])}::timestamptz[])"
        for name in ("since", "until")
    )
    said = ", ".join(f"{text} as {name}" for name, text in texts.items())
    return (
        f"(select event.*, {', '.join(f'said.{name}' for name in _OF_CODES)} from {rows} as event"
        f" left join (select {said}, {since} as since, {until} as until) as said"
        " on event.code_id = said.code_id"
        " and event.occurred_at >= coalesce(said.since, '-infinity'::timestamptz)"
        " and event.occurred_at < coalesce(said.until, 'infinity'::timestamptz))"
    )


def count_events(
    cursor: duckdb.DuckDBPyConnection,
    wanted: RawEvents,
    tables: Tables,
    enough: int | None = None,
) -> int:
    """How many events there are; at most how many, where that is not above `enough` anyway."""
    if enough is not None:
        most = sum(file.rows for file in _files(wanted, tables))
        if most <= enough:
            return most
    parameters = Parameters()
    rows = _found_sql(wanted, tables, parameters)
    if rows is None:
        return 0
    ((found,),) = cursor.execute(f"select count(*) from {rows}", parameters.values).fetchall()
    return int(found)


def copy_events(
    cursor: duckdb.DuckDBPyConnection,
    wanted: RawEvents,
    tables: Tables,
    path: str,
    file_format: FileFormat = "csv",
    watch: Watch | None = None,
    codes: Sequence[CodeVersion] = (),
) -> int:
    """Write the events into a new file, in the order of their arrival as far as files tell.

    `codes` says what their codes are, or were; no two versions of a code overlap.
    """
    parameters = Parameters()
    kinds = {name: event_file_columns()[name].type for name in COLUMNS}
    rows = _found_sql(wanted, tables, parameters)
    if rows is None:
        nothing = ", ".join(f"cast(null as {_SQL_TYPES[kind]}) as {n}" for n, kind in kinds.items())
        rows = f"(select {nothing} where false)"
    else:
        rows = _with_codes_sql(rows, codes, parameters)
    statement = f"select {select_list(kinds, file_format)} from {rows}"
    return copy_statement(cursor, statement, parameters.values, path, file_format, watch)


_SQL_TYPES = {
    "string": "varchar",
    "bool": "boolean",
    "int32": "integer",
    "int64": "bigint",
    "timestamp": "timestamptz",
}


def _found_sql(wanted: RawEvents, tables: Tables, parameters: Parameters) -> str | None:
    files = _files(wanted, tables)
    humans = "" if wanted.include_bots else " and not is_bot and not is_preview"
    return _rows_sql(files, wanted, parameters, humans) if files else None


def _files(wanted: RawEvents, tables: Tables) -> list[DataFile]:
    within = tables.events.between("occurred_at", wanted.span.start, wanted.span.end)
    found = of_organisation(within, wanted.org_id)
    return sorted(found, key=lambda file: file.stats.get("min.pos") or 0)
