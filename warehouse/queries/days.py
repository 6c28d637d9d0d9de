"""The daily roll-up: sums and bitmaps of people for full local days, and totals of any 15 minutes.

Rows of finished arrival days are summed once and cached, while those of today are read each time.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import duckdb
from pyroaring import BitMap

from warehouse.bitmaps import unite
from warehouse.date_ranges import Range, local_midnight
from warehouse.queries.event_selection import EventSelection
from warehouse.queries.language import Dimension, Question
from warehouse.queries.result_cache import ResultCache, settled
from warehouse.queries.roll_up_rows import InCopy, InFiles, RollUpRows
from warehouse.queries.roll_up_sums import Case
from warehouse.queries.serving_copy import split
from warehouse.queries.sources import Tables, dates_of
from warehouse.reader import of_organisation, unique

QUARTER = "bucket"
"""The dimension of the roll-up whose values are 15-minute buckets, named by their start in UTC."""

BYTES_OF_A_ROW = 300
"""Approximate size of a cached row."""

BYTES_OF_A_CONTAINER = 64
"""Approximate overhead per bitmap container of 65,536 numbers."""

VisitorSet = tuple[date | None, str, str, BitMap]
"""Local day of a total, dimension, value, and the people who scanned."""


ZONES_APART = timedelta(days=2)
"""Maximum difference between the local days of one moment in two time zones."""


class OtherZoneError(Exception):
    """The daily roll-up uses another time zone than the question."""


class RollUp:
    """The roll-up for one question."""

    def __init__(
        self,
        cursor: duckdb.DuckDBPyConnection,
        cache: ResultCache,
        question: Question,
        tables: Tables,
    ) -> None:
        self.cursor = cursor
        self.cache = cache
        self._question = question
        self._tables = tables

    def sums(self, cases: Sequence[Case], selection: EventSelection) -> Iterator[tuple[Any, ...]]:
        """Yield rows (local day, dimension, value, type, audience, events, visits, new people).

        The day is set only for totals. Totals of the adjacent days are read only to check the time zone, because in
        another zone these events may be on a day outside the range.

        Raises:
            OtherZoneError: the roll-up uses another time zone.
        """
        totals = [
            dates_of(one, self._question) for days, wanted in cases if "" in wanted for one in days
        ]
        around: Case = ([_widened(one) for days, _ in cases for one in days], {"": None})
        for rows in self._rows([*cases, around]):
            statement = f"""
                select {rows.KEYS}, type, audience, sum(events)::bigint, sum(visits)::bigint,
                    sum(new_people)::bigint, bool_and({rows.zone_is(self._question.zone.key)})
                from {rows.rows_sql([*cases, around])} and {selection.sql(rows.is_one_of)}
                group by all
            """
            for *row, same_zone in self._read(rows, statement, rows.spelled):
                if not same_zone:
                    raise OtherZoneError
                day, dimension = row[:2]
                if dimension or any(first <= day < end for first, end in totals):
                    yield tuple(row)

    def visitor_sets(
        self, cases: Sequence[Case], selection: EventSelection
    ) -> Iterator[VisitorSet]:
        """Yield the visitors by local day of a total, dimension and value. Bitmaps are shared and must not be
        modified.
        """
        for rows in self._rows(cases):
            statement = f"""
                select {rows.KEYS}, list(people)
                from {rows.rows_sql(cases)} and {selection.sql(rows.is_one_of)}
                and people is not null group by all
            """

            def make(found: list[Any], rows: RollUpRows = rows) -> list[VisitorSet]:
                spelled = rows.spelled_keys(found)
                return [(day, name, value, unite(blobs)) for day, name, value, blobs in spelled]

            yield from self._read(rows, statement, make, _weight)

    def days_of_values(
        self, dimension: str, ever: Range, selection: EventSelection
    ) -> Iterator[tuple[str, date, list[date], list[int]]]:
        """Yield rows (value, last day in `ever`, days in the question's range, events on these days). Values may
        repeat. A last day long before the range may be in another time zone.

        Raises:
            OtherZoneError: the roll-up uses another time zone around the question's range.
        """
        cases: list[Case] = [([ever], {dimension: None})]
        for rows in self._rows(cases):
            chosen = f"{rows.by_day().rows_sql(cases)} and {selection.sql(rows.is_one_of)}"
            first, after = (
                rows.bound.bind(day) for day in dates_of(self._question.current, self._question)
            )
            shown = f"filter (local_day >= {first} and local_day < {after})"
            near = rows.bound.bind(
                dates_of(self._question.current, self._question)[0] - ZONES_APART
            )
            statement = f"""
                select null as no_day, dimension, value, max(local_day), list(local_day) {shown},
                    list(events) {shown}, bool_and(same_zone or local_day < {near})
                from (
                    select local_day, dimension, value, sum(events)::bigint as events,
                        bool_and({rows.zone_is(self._question.zone.key)}) as same_zone
                    from {chosen} group by all
                ) group by dimension, value
            """
            for _, _, value, last, days, events, same_zone in self._read(
                rows, statement, rows.spelled_keys, _weight_of_days
            ):
                if not same_zone:
                    raise OtherZoneError
                if value:
                    yield value, last, days or [], events or []

    def events(self, spans: Sequence[Range]) -> int:
        """Return the approximate number of events on the days of these spans."""
        cases: list[Case] = [(days_around(spans), {"": None})]
        total = 0
        for rows in self._rows(cases):
            chosen = rows.rows_sql(cases)
            statement = f"select sum(events)::bigint from {chosen}"
            ((found,),) = self._read(rows, statement, list)
            total += found or 0
        return total

    def _rows(self, cases: Sequence[Case]) -> list[RollUpRows]:
        """Return the sources of rows: the serving copy, other finished files, and growing files."""
        dates = (dates_of(one, self._question) for days, _ in cases for one in days)
        mart = self._tables.activity_day
        found = unique(mart.between("local_day", first, end) for first, end in dates)
        over = {file.uri for file in settled(mart.files)}
        chosen = of_organisation(found, self._question.org_id)
        finished = [file for file in chosen if file.uri in over]
        served, rest = split(self._tables.copy, self.cursor, "activity_day", finished)
        growing = [file for file in chosen if file.uri not in over]
        sources: list[RollUpRows] = [InCopy(self._question, served)] if served else []
        sources += [InFiles(self._question, tuple(rest), may_recall=True)] if rest else []
        sources += [InFiles(self._question, tuple(growing), may_recall=False)] if growing else []
        return sources

    def _read(
        self,
        rows: RollUpRows,
        statement: str,
        make: Callable[[list[Any]], list[Any]],
        weigh: Callable[[list[Any]], int] = len,
    ) -> list[Any]:
        def read() -> list[Any]:
            return make(self.cursor.execute(statement, rows.bound.values).fetchall())

        if not rows.may_recall:
            return read()
        return self.cache.get_or_read(statement, rows.bound.values, read, weigh)


def _widened(span: Range) -> Range:
    return Range(span.start - ZONES_APART, span.end + ZONES_APART)


def _weight_of_days(rows: list[Any]) -> int:
    """Return their size in cached rows. A day and its number take an eighth of a row."""
    return len(rows) + sum(len(row[4] or ()) for row in rows) // 8


def _weight(visitor_sets: list[VisitorSet]) -> int:
    """Return their size in cached rows."""
    return (
        len(visitor_sets) + sum(_bytes_of(people) for *_, people in visitor_sets) // BYTES_OF_A_ROW
    )


def _bytes_of(people: BitMap) -> int:
    known = people.get_statistics()
    return (
        known["n_bytes_array_containers"]
        + known["n_bytes_run_containers"]
        + known["n_bytes_bitset_containers"]
        + known["n_containers"] * BYTES_OF_A_CONTAINER
    )


def quarters(spans: Iterable[Range]) -> list[str]:
    """Return all 15-minute buckets of these spans, as values of the roll-up."""
    found = []
    for span in spans:
        moment = span.start
        while moment < span.end:
            found.append(f"{moment:%Y-%m-%d %H:%M:%S}")
            moment += timedelta(minutes=15)
    return found


def moment_of(quarter: str) -> datetime:
    """Return when a 15-minute bucket begins."""
    return datetime.fromisoformat(f"{quarter}+00:00")


def days_around(spans: Iterable[Range]) -> list[Range]:
    """Return spans that cover all local days that the given spans touch."""
    return [Range(span.start, span.end + timedelta(days=1)) for span in spans]


def cases_of_total(question: Question, days: Sequence[Range]) -> list[Case]:
    """Return the totals of these days: of the full day if it belongs to one place, otherwise of its 15-minute
    buckets.
    """
    if Dimension.HOUR_BY_WEEKDAY in question.group_by:
        return [(days, {QUARTER: None})]
    if question.edges_are_days:
        return [(days, {"": None})]
    whole: list[Range] = []
    cut: list[Range] = []
    cut_days = _days_with_edges(question)
    for span in days:
        start = span.start
        for one in cut_days:
            if not span.start <= one.start < span.end:
                continue
            if start < one.start:
                whole.append(Range(start, one.start))
            if cut and cut[-1].end == one.start:
                cut[-1] = Range(cut[-1].start, one.end)
            else:
                cut.append(one)
            start = one.end
        if start < span.end:
            whole.append(Range(start, span.end))
    return [(some, {name: None}) for name, some in (("", whole), (QUARTER, cut)) if some]


def _days_with_edges(question: Question) -> list[Range]:
    """Return the local days within which a point of the series begins, in order."""
    zone = question.zone
    dates = sorted({edge.astimezone(zone).date() for edge in question.edges})
    days = [
        Range(local_midnight(one, zone), local_midnight(one + timedelta(days=1), zone))
        for one in dates
    ]
    return [
        one
        for one in days
        if question.point_index(one.start)
        != question.point_index(one.end - timedelta(microseconds=1))
    ]
