"""Additive metrics: totals, series and breakdowns of a range, and the totals of the preceding one.

Without a filter, full local days and the totals of 15-minute buckets come from the daily roll-up. Everything else comes
from the 15-minute mart, and whatever neither covers comes from the staged raw events. Each mart is read with one
statement.
"""

from collections.abc import Sequence
from datetime import date, datetime
from itertools import chain

import duckdb

from warehouse.data_files import DataFile
from warehouse.date_ranges import Range, local_midnight
from warehouse.queries.bucket_sums import Reading, sum_before, sum_everything
from warehouse.queries.days import (
    QUARTER,
    RollUp,
    cases_of_total,
    days_around,
    moment_of,
    quarters,
)
from warehouse.queries.event_selection import counted as counted_events
from warehouse.queries.event_selection import is_text
from warehouse.queries.history import rows_sql
from warehouse.queries.language import Dimension, Question, columns_of
from warehouse.queries.metric_sums import BEFORE, Counted, add, merge
from warehouse.queries.result_cache import ResultCache, settled
from warehouse.queries.roll_up_sums import Case
from warehouse.queries.serving_copy import MOMENT, ServedRows, split
from warehouse.queries.sources import (
    Parameters,
    Parts,
    Tables,
    filter_sql,
    within_sql,
)
from warehouse.queries.tail import STAGED
from warehouse.reader import between, of_organisation, unique


def count_buckets(
    cursor: duckdb.DuckDBPyConnection,
    cache: ResultCache,
    question: Question,
    tables: Tables,
    parts: Parts,
    staged: int,
) -> Counted:
    """Return the sums of the buckets and edges of `parts`, and of the tail beyond its days and buckets."""
    counted: Counted = {}
    current = [one for one in parts.buckets if one.start >= question.current.start]
    before = [one for one in parts.buckets if one.start < question.current.start]
    over = settled(tables.activity.files)
    held = {file.uri for file in over}
    growing = [file for file in tables.activity.files if file.uri not in held]
    # The serving copy does not contain the names of validity periods.
    copy = None if question.validity_periods else tables.copy
    served, rest = split(copy, cursor, "activity_15m", over)
    for spans, count in ((current, sum_everything), (before, sum_before)):
        if served and spans:
            rows = _served_sql(question, served, spans)
            reading = Reading(cursor, cache, served)
            merge(counted, count(reading, question, rows, Parameters()))
        parameters = Parameters()
        rows = _rows_sql(question, rest, spans, parameters)
        if rows:
            merge(counted, count(Reading(cursor, cache), question, rows, parameters))
    parameters = Parameters()
    rows = stored_rows_sql(question, growing, parts, parameters, staged)
    if rows:
        count = sum_everything if current or staged else sum_before
        merge(counted, count(Reading(cursor), question, rows, parameters))
    return counted


def stored_rows_sql(
    question: Question,
    files: Sequence[DataFile],
    parts: Parts,
    parameters: Parameters,
    staged: int,
) -> str:
    """Return SQL for the rows of these files in the buckets of `parts`, and of the staged events that `parts` need."""
    sources = [_rows_sql(question, files, parts.buckets, parameters)]
    if staged:
        selection = counted_events(question)
        names = "".join(f", {column}" for column in columns_of(question.group_by))
        sources.append(
            f"select moment, type, audience, 1::bigint as events, is_visit::bigint as visits, is_new::bigint as new_people{names}"
            f" from {STAGED} where org_id = {parameters.org_id(question)} and {selection.sql(is_text)}"
            f" and ({within_sql('moment', parts.edges, parameters)}"
            f" or (beyond_activity and {within_sql('moment', parts.buckets, parameters)})"
            f" or (beyond_days and {within_sql('moment', parts.days + parts.quarters, parameters)}))"
        )
    return " union all ".join(source for source in sources if source)


def _rows_sql(
    question: Question,
    files: Sequence[DataFile],
    spans: Sequence[Range],
    parameters: Parameters,
) -> str:
    """Return SQL for the rows of these files within the spans, or an empty string if no file can contain any."""
    chosen = of_organisation(
        unique(between(files, "bucket", one.start, one.end) for one in spans), question.org_id
    )
    if not chosen:
        return ""
    selection = counted_events(question)
    names = "".join(f", {column}" for column in columns_of(question.group_by))
    return (
        f"select bucket as moment, type, audience, events, visits, new_people{names}"
        f" from {rows_sql(question.validity_periods, chosen, 'bucket', parameters)}"
        f" where org_id = {parameters.org_id(question)}"
        f" and {within_sql('bucket', spans, parameters)} and {selection.sql(is_text)}"
        f"{filter_sql(question.filters, parameters)}"
    )


def _served_sql(question: Question, served: ServedRows, spans: Sequence[Range]) -> str:
    """Return SQL for the same rows in the serving copy, with text encoded as numbers."""
    names = "".join(f", {column}" for column in columns_of(question.group_by))
    selection = counted_events(question).sql(served.is_one_of)
    return (
        f"select {MOMENT} as moment, type, audience, events, visits, new_people{names}"
        f" from {served.table} where {served.of_question(question)}"
        f" and {served.within(spans)} and {selection}"
    )


def count_days(roll_up: RollUp, question: Question, parts: Parts) -> Counted:
    """Return the sums of the full local days of `parts`, and the totals of its quarters.

    Raises:
        OtherZoneError: the roll-up uses another time zone.
    """
    counted: Counted = {}
    selection = counted_events(question)
    current = [one for one in parts.days if one.start >= question.current.start]
    before = [one for one in parts.days if one.start < question.current.start]
    cases: list[Case] = []
    if current:
        cases += cases_of_total(question, current)
        columns = columns_of(question.group_by)
        if columns:
            cases.append((current, dict.fromkeys(columns)))
    if before:
        cases.append((before, {"": None}))
    rows = [roll_up.sums(cases, selection)] if cases else []
    if parts.quarters:
        wanted = {QUARTER: quarters(parts.quarters)}
        rows.append(roll_up.sums([(days_around(parts.quarters), wanted)], selection))
    for day, dimension, value, *sums in chain(*rows):
        for place in places_of_total(question, day, dimension, value) or question.keys_of(
            dimension, value
        ):
            add(counted, question, place, sums)
    return counted


def places_of_total(
    question: Question, day: date | None, dimension: str, value: str
) -> list[tuple[str, str]]:
    """Return the places to which a total of the roll-up is added: total, point of the series, hour."""
    if day is not None:
        moment = local_midnight(day, question.zone)
    elif dimension == QUARTER:
        moment = moment_of(value)
    else:
        return []
    return places_of_moment(question, moment)


def places_of_moment(question: Question, moment: datetime) -> list[tuple[str, str]]:
    """Return the places to which an event at this moment is added: total, point and hour, or the comparison range."""
    if moment < question.current.start:
        return [(BEFORE, "")]
    places = [("total", ""), ("series", str(question.point_index(moment)))]
    if Dimension.HOUR_BY_WEEKDAY in question.group_by:
        local = moment.astimezone(question.zone)
        places.append((Dimension.HOUR_BY_WEEKDAY.value, f"{local.isoweekday()}-{local:%H}"))
    return places
