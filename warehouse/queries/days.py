"""The daily roll-up: sums and bitmaps of people of whole local days, and totals of any 15 minutes.

Rows of arrival days that are over are summed once and remembered; those of today are read each time.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import duckdb
from pyroaring import BitMap

from warehouse.bitmaps import unite
from warehouse.date_ranges import Range, local_midnight
from warehouse.queries.language import Dimension, Question
from warehouse.queries.memory import Memory, settled
from warehouse.queries.roll_up_rows import InCopy, InFiles, RollUpRows
from warehouse.queries.roll_up_sums import Case
from warehouse.queries.seen import Seen
from warehouse.queries.served import split
from warehouse.queries.sources import Tables, dates_of
from warehouse.reader import of_organisation, unique

QUARTER = "bucket"
"""The dimension of the roll-up whose values are 15 minutes, as their start in UTC."""

BYTES_OF_A_ROW = 300
"""What a remembered row takes, about."""

BYTES_OF_A_CONTAINER = 64
"""What a stretch of 65,536 numbers takes beside them, about."""

Crowd = tuple[date | None, str, str, BitMap]
"""Local day of a total, dimension, value, and the people who scanned."""


ZONES_APART = timedelta(days=2)
"""Local days of one moment differ by at most so much from zone to zone."""


class OtherZoneError(Exception):
    """The daily roll-up stands in another zone than the question."""


class RollUp:
    """The roll-up as one question sees it."""

    def __init__(
        self,
        cursor: duckdb.DuckDBPyConnection,
        memory: Memory,
        question: Question,
        tables: Tables,
    ) -> None:
        self.cursor = cursor
        self.memory = memory
        self._question = question
        self._tables = tables

    def sums(self, cases: Sequence[Case], seen: Seen) -> Iterator[tuple[Any, ...]]:
        """Rows (local day, dimension, value, type, audience, events, visits, new people).

        The day is told for totals only. Totals of the days around are read for their zone alone: in
        another one these events may all stand on a day that was not asked for.

        Raises:
            OtherZoneError: the roll-up is kept in another zone.
        """
        totals = [
            dates_of(one, self._question) for days, wanted in cases if "" in wanted for one in days
        ]
        around: Case = ([_widened(one) for days, _ in cases for one in days], {"": None})
        for rows in self._rows([*cases, around]):
            statement = f"""
                select {rows.KEYS}, type, audience, sum(events)::bigint, sum(visits)::bigint,
                    sum(new_people)::bigint, bool_and({rows.zone_is(self._question.zone.key)})
                from {rows.rows_sql([*cases, around])} and {seen.sql(rows.is_one_of)}
                group by all
            """
            for *row, same_zone in self._read(rows, statement, rows.spelled):
                if not same_zone:
                    raise OtherZoneError
                day, dimension = row[:2]
                if dimension or any(first <= day < end for first, end in totals):
                    yield tuple(row)

    def crowds(self, cases: Sequence[Case], seen: Seen) -> Iterator[Crowd]:
        """Who scanned, by local day of a total, dimension and value. Bitmaps are shared: never change one."""
        for rows in self._rows(cases):
            statement = f"""
                select {rows.KEYS}, list(people)
                from {rows.rows_sql(cases)} and {seen.sql(rows.is_one_of)}
                and people is not null group by all
            """

            def make(found: list[Any], rows: RollUpRows = rows) -> list[Crowd]:
                spelled = rows.spelled_keys(found)
                return [(day, name, value, unite(blobs)) for day, name, value, blobs in spelled]

            yield from self._read(rows, statement, make, _weight)

    def events(self, spans: Sequence[Range]) -> int:
        """About how many events of any kind there are on the days of these spans."""
        cases: list[Case] = [(days_around(spans), {"": None})]
        total = 0
        for rows in self._rows(cases):
            chosen = rows.rows_sql(cases)
            statement = f"select sum(events)::bigint from {chosen}"
            ((found,),) = self._read(rows, statement, list)
            total += found or 0
        return total

    def _rows(self, cases: Sequence[Case]) -> list[RollUpRows]:
        """The rows that may answer: the copy's, those of other days that are over, and the rest."""
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
        return self.memory.recall(statement, rows.bound.values, read, weigh)


def _widened(span: Range) -> Range:
    return Range(span.start - ZONES_APART, span.end + ZONES_APART)


def _weight(crowds: list[Crowd]) -> int:
    """As how many remembered rows these count."""
    return len(crowds) + sum(_bytes_of(people) for *_, people in crowds) // BYTES_OF_A_ROW


def _bytes_of(people: BitMap) -> int:
    known = people.get_statistics()
    return (
        known["n_bytes_array_containers"]
        + known["n_bytes_run_containers"]
        + known["n_bytes_bitset_containers"]
        + known["n_containers"] * BYTES_OF_A_CONTAINER
    )


def quarters(spans: Iterable[Range]) -> list[str]:
    """Every 15 minutes of these spans, as values of the roll-up."""
    found = []
    for span in spans:
        moment = span.start
        while moment < span.end:
            found.append(f"{moment:%Y-%m-%d %H:%M:%S}")
            moment += timedelta(minutes=15)
    return found


def moment_of(quarter: str) -> datetime:
    """When a quarter of an hour begins."""
    return datetime.fromisoformat(f"{quarter}+00:00")


def days_around(spans: Iterable[Range]) -> list[Range]:
    """The local days that the spans touch, as spans whose dates hold them."""
    return [Range(span.start, span.end + timedelta(days=1)) for span in spans]


def cases_of_total(question: Question, days: Sequence[Range]) -> list[Case]:
    """Totals of these days: of a day as a whole where all of it counts in one place, else by its quarters."""
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
    """The local days in the midst of which a point of the series begins, in their order."""
    zone = question.zone
    dates = sorted({edge.astimezone(zone).date() for edge in question.edges})
    days = [
        Range(local_midnight(one, zone), local_midnight(one + timedelta(days=1), zone))
        for one in dates
    ]
    return [
        one
        for one in days
        if question.place_of(one.start) != question.place_of(one.end - timedelta(microseconds=1))
    ]
