"""Exports raw events of one organisation. DuckDB writes them with constant memory."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import duckdb

from warehouse.data_files import DataFile
from warehouse.date_ranges import Range
from warehouse.exports.columns import event_file_columns
from warehouse.exports.file_copy import FileFormat, Watch, copy_statement, select_list
from warehouse.queries.history import rows_sql, with_code_ids_sql
from warehouse.queries.language import Dimension, Filter, ValidityPeriod
from warehouse.queries.report_rows import RowValue
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
"""Columns of an exported file."""


@dataclass(frozen=True)
class CodeVersion:
    """A version of a code from `since` until `until` (None: unbounded). `properties` is JSON."""

    code_id: str
    since: datetime | None = None
    until: datetime | None = None
    base_code_id: str | None = None
    folder_id: str | None = None
    folder: str | None = None
    placement: str | None = None
    properties: str | None = None


CURRENT_FAMILY = "* replace (family_of(type, version, data) as type)"
"""All columns of raw events, with the current name of the family as `type`."""
EVENT_COLUMNS = (
    f"{CURRENT_FAMILY}, case when type = 'message' then json_extract_string(data, '$.status') when"
    " (type in ('view', 'use') and family_of(type, version, data) = 'use') or type in ('pass', 'segment')"
    " then json_extract_string(data, '$.action')"
    " when type = 'order' then json_extract_string(data, '$.status') end as action,"
    " case when type = 'message' then json_extract_string(data, '$.channel') end as channel,"
    " case when type = 'message' then json_extract_string(data, '$.failure') end as failure,"
    " case when type = 'pass' then json_extract_string(data, '$.pass_id')"
    " when type = 'redemption' and json_extract_string(data, '$.kind') = 'pass'"
    " then json_extract_string(data, '$.subject_id') end as pass_id,"
    " case when type = 'redemption' then json_extract_string(data, '$.kind') end as subject_kind,"
    " case type when 'redemption' then json_extract_string(data, '$.subject_id')"
    " when 'segment' then json_extract_string(data, '$.segment_id')"
    " when 'order' then json_extract_string(data, '$.order_id') end as subject_id,"
    " case when type in ('order', 'redemption') then json_extract_string(data, '$.currency') end as currency,"
    " visitor_name(visitor_hash(visitor_id)) as visitor"
)
"""The same, plus the action of a use, a pass, a segment or an order or the step of a message, the message's channel and
the reason of its failure, the pass, the item that was redeemed, entered or ordered, the currency, and the visitor's
name.
"""

NOT_A_MISS = "type <> 'miss'"
"""Whether an event belongs to a code, a page or a customer. Misses have their own report, and would hide those events
when somebody tries thousands of addresses.
"""


@dataclass(frozen=True)
class RawEvents:
    """Selects raw events. If `validity_periods` are set, filters contain their names instead of code IDs.

    `report`, `row`: only events behind a row of a report, identified by the columns of its key. `visitor`: only events
    of this visitor. `at_event_time`: whether the file has the codes' columns as of each event.
    """

    org_id: str
    span: Range
    filters: tuple[Filter, ...] = ()
    include_bots: bool = False
    validity_periods: tuple[ValidityPeriod, ...] = ()
    report: str | None = None
    row: tuple[tuple[str, RowValue], ...] = ()
    visitor: str | None = None
    at_event_time: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the selection as JSON."""
        return {
            "org_id": self.org_id,
            "start": self.span.start.isoformat(),
            "end": self.span.end.isoformat(),
            "filters": [
                [one.dimension.value, list(one.only), list(one.never)] for one in self.filters
            ],
            "include_bots": self.include_bots,
            "stretches": periods_to_json(self.validity_periods),
            "visitor": self.visitor,
            "is_then": self.at_event_time,
        }


def raw_events_from_json(stored: Mapping[str, Any]) -> RawEvents:
    """Return the selection from the result of `to_json`."""
    return RawEvents(
        org_id=stored["org_id"],
        span=Range(datetime.fromisoformat(stored["start"]), datetime.fromisoformat(stored["end"])),
        filters=tuple(
            Filter(Dimension(name), tuple(only), tuple(never))
            for name, only, never in stored["filters"]
        ),
        include_bots=stored["include_bots"],
        validity_periods=periods_from_json(stored.get("stretches", ())),
        visitor=stored.get("visitor"),
        at_event_time=stored.get("is_then", False),
    )


def periods_to_json(validity_periods: Iterable[ValidityPeriod]) -> list[list[str]]:
    """Return the periods as JSON."""
    return [
        [one.code_id, one.start.isoformat(), one.end.isoformat(), one.name]
        for one in validity_periods
    ]


def periods_from_json(stored: Iterable[Sequence[str]]) -> tuple[ValidityPeriod, ...]:
    """Return the periods from the result of `periods_to_json`."""
    return tuple(
        ValidityPeriod(code_id, datetime.fromisoformat(start), datetime.fromisoformat(end), name)
        for code_id, start, end, name in stored
    )


def chosen_sql(
    files: Iterable[DataFile], selection: RawEvents, parameters: Parameters, also: str = ""
) -> str:
    """Return `from …` with the selected events in these files. `also`: a further condition, ` and …`."""
    return f"from {_rows_sql(files, selection, parameters, also)}"


def _rows_sql(
    files: Iterable[DataFile], selection: RawEvents, parameters: Parameters, also: str
) -> str:
    if selection.visitor is not None:
        also += (
            f" and visitor_hash(visitor_id) = {parameters.bind(visitor_number(selection.visitor))}"
        )
    rows = (
        f"(select {EVENT_COLUMNS} from {rows_sql(selection.validity_periods, files, 'occurred_at', parameters)}"
        f" where org_id = {parameters.bind(selection.org_id)} and {NOT_A_MISS}"
        f" and {within_sql('occurred_at', [selection.span], parameters)}{also}"
        f"{filter_sql(selection.filters, parameters)})"
    )
    return with_code_ids_sql(rows, selection.validity_periods, parameters)


_OF_CODES = ("base_code_id", "folder_id", "folder", "placement", "properties")


def _with_codes_sql(rows: str, codes: Sequence[CodeVersion], parameters: Parameters) -> str:
    """Return SQL that joins the rows with the version of their code."""
    texts = {
        name: f"unnest({parameters.bind([getattr(one, name) for one in codes])}::varchar[])"
        for name in ("code_id", *_OF_CODES)
    }
    since, until = (
        f"unnest({parameters.bind([getattr(one, name) for one in codes])}::timestamptz[])"
        for name in ("since", "until")
    )
    columns = ", ".join(f"{text} as {name}" for name, text in texts.items())
    return (
        f"(select event.*, {', '.join(f'code.{name}' for name in _OF_CODES)} from {rows} as event"
        f" left join (select {columns}, {since} as since, {until} as until) as code"
        " on event.code_id = code.code_id"
        " and event.occurred_at >= coalesce(code.since, '-infinity'::timestamptz)"
        " and event.occurred_at < coalesce(code.until, 'infinity'::timestamptz))"
    )


def count_events(
    cursor: duckdb.DuckDBPyConnection,
    selection: RawEvents,
    tables: Tables,
    enough: int | None = None,
) -> int:
    """Return the number of events, or an upper bound if that is not above `enough`."""
    if enough is not None:
        most = sum(file.rows for file in _files(selection, tables))
        if most <= enough:
            return most
    parameters = Parameters()
    rows = _found_sql(selection, tables, parameters)
    if rows is None:
        return 0
    ((found,),) = cursor.execute(f"select count(*) from {rows}", parameters.values).fetchall()
    return int(found)


def copy_events(
    cursor: duckdb.DuckDBPyConnection,
    selection: RawEvents,
    tables: Tables,
    path: str,
    file_format: FileFormat = "csv",
    watch: Watch | None = None,
    codes: Sequence[CodeVersion] = (),
) -> int:
    """Write the events to a new file, roughly in order of arrival, and return their number.

    `codes`: versions of their codes, which must not overlap.
    """
    parameters = Parameters()
    kinds = {name: event_file_columns()[name].type for name in COLUMNS}
    rows = _found_sql(selection, tables, parameters)
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


def _found_sql(selection: RawEvents, tables: Tables, parameters: Parameters) -> str | None:
    files = _files(selection, tables)
    humans = "" if selection.include_bots else " and not is_bot and not is_preview"
    return _rows_sql(files, selection, parameters, humans) if files else None


def _files(selection: RawEvents, tables: Tables) -> list[DataFile]:
    within = tables.events.between("occurred_at", selection.span.start, selection.span.end)
    found = of_organisation(within, selection.org_id)
    return sorted(found, key=lambda file: file.stats.get("min.pos") or 0)
