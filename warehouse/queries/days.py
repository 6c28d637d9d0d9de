"""The daily roll-up: sums and sketches of whole local days, and totals of any 15 minutes.

Rows of arrival days that are over are summed once and remembered; those of today are read each time.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

import datasketches
import duckdb

from warehouse.data_files import DataFile
from warehouse.date_ranges import Range
from warehouse.queries.language import Dimension, Question
from warehouse.queries.memory import Memory, settled
from warehouse.queries.sources import Parameters, Tables, dates_of, read_sql
from warehouse.reader import of_organisation, unique
from warehouse.sketches import LG_K

QUARTER = "bucket"
"""The dimension of the roll-up whose values are 15 minutes, as their start in UTC."""

SKETCH_WEIGHT = 14
"""As how many remembered rows a sketch of 4 kB counts."""

Sketch = tuple[date | None, str, str, datasketches.hll_sketch]
Wanted = Mapping[str, Collection[str] | None]
"""Values by dimension of the roll-up; None stands for all of them."""
Case = tuple[Sequence[Range], Wanted]
"""Local days, and what of them."""

_KEYS = """
                select case when dimension = '' then local_day end as local_day, dimension,
                    coalesce(value, '') as value"""


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

    def sums(self, cases: Sequence[Case], seen: str) -> Iterator[tuple[Any, ...]]:
        """Rows (local day, dimension, value, type, audience, events, visits, new people).

        The day is told for totals only. `seen`: which events count, as SQL. Totals of the days around are
        read for their zone alone: in another one these events may all stand on a day that was not asked for.

        Raises:
            OtherZoneError: the roll-up is kept in another zone.
        """
        totals = [
            dates_of(one, self._question) for days, wanted in cases if "" in wanted for one in days
        ]
        around: Case = ([_widened(one) for days, _ in cases for one in days], {"": None})
        for files, may_recall in self._files([*cases, around]):
            parameters = Parameters()
            zone = parameters.bind(self._question.zone.key)
            statement = f"""
                {_KEYS}, type, audience, sum(events)::bigint, sum(visits)::bigint,
                    sum(new_people)::bigint, bool_and(zone = {zone})
                {self._rows_sql(files, [*cases, around], parameters)} and {seen} group by all
            """
            for *row, same_zone in self._read(statement, parameters, list, may_recall):
                if not same_zone:
                    raise OtherZoneError
                day, dimension = row[:2]
                if dimension or any(first <= day < end for first, end in totals):
                    yield tuple(row)

    def sketches(self, cases: Sequence[Case], seen: str) -> Iterator[Sketch]:
        """(local day of a total, dimension, value, sketch of the people who scanned)."""
        for files, may_recall in self._files(cases):
            parameters = Parameters()
            statement = f"""
                {_KEYS}, list(people_hll)
                {self._rows_sql(files, cases, parameters)} and {seen}
                and people_hll is not null group by all
            """
            yield from self._read(statement, parameters, _united, may_recall, SKETCH_WEIGHT)

    def events(self, spans: Sequence[Range]) -> int:
        """About how many events of any kind there are on the days of these spans."""
        cases: list[Case] = [(days_around(spans), {"": None})]
        total = 0
        for files, may_recall in self._files(cases):
            parameters = Parameters()
            statement = f"select sum(events)::bigint {self._rows_sql(files, cases, parameters)}"
            ((found,),) = self._read(statement, parameters, list, may_recall)
            total += found or 0
        return total

    def _files(self, cases: Sequence[Case]) -> list[tuple[list[DataFile], bool]]:
        """Files that may hold these rows: those of days that are over, to be remembered; the others."""
        dates = (dates_of(one, self._question) for days, _ in cases for one in days)
        mart = self._tables.activity_day
        found = unique(mart.between("local_day", first, end) for first, end in dates)
        over = {file.uri for file in settled(mart.files)}
        chosen = of_organisation(found, self._question.org_id)
        parts = (
            ([file for file in chosen if file.uri in over], True),
            ([file for file in chosen if file.uri not in over], False),
        )
        return [part for part in parts if part[0]]

    def _read(
        self,
        statement: str,
        parameters: Parameters,
        make: Callable[[list[Any]], list[Any]],
        may_recall: bool,
        weight: int = 1,
    ) -> list[Any]:
        def read() -> list[Any]:
            return make(self.cursor.execute(statement, parameters.values).fetchall())

        if not may_recall:
            return read()
        return self.memory.recall(statement, parameters.values, read, weight)

    def _rows_sql(self, files: Sequence[DataFile], cases: Sequence[Case], bound: Parameters) -> str:
        tests = []
        for days, wanted in cases:
            within = " or ".join(
                f"(local_day >= {bound.bind(first)} and local_day < {bound.bind(end)})"
                for first, end in (dates_of(one, self._question) for one in days)
            )
            for dimension, values in wanted.items():
                test = f"dimension = {bound.bind(dimension)} and ({within})"
                if values is not None:
                    test += f" and list_contains({bound.bind(sorted(values))}, coalesce(value, ''))"
                tests.append(f"({test})")
        dimensions = sorted({name for _, wanted in cases for name in wanted})
        return (
            f"from {read_sql(files, bound)} where org_id = {bound.org_id(self._question)}"
            f" and dimension in (select unnest({bound.bind(dimensions)}))"
            f" and ({' or '.join(tests)})"
        )


def _widened(span: Range) -> Range:
    return Range(span.start - ZONES_APART, span.end + ZONES_APART)


def _united(rows: list[Any]) -> list[Any]:
    """Each list of sketches as one."""
    found = []
    for *keys, blobs in rows:
        if len(blobs) == 1:
            found.append((*keys, datasketches.hll_sketch.deserialize(blobs[0])))
            continue
        union = datasketches.hll_union(LG_K)
        for blob in blobs:
            union.update(datasketches.hll_sketch.deserialize(blob))
        found.append((*keys, union.get_result(datasketches.tgt_hll_type.HLL_8)))
    return found


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


def needs_quarters(question: Question) -> bool:
    """Whether totals by day are too coarse for the series or the breakdowns."""
    return not question.edges_are_days or Dimension.HOUR_BY_WEEKDAY in question.group_by
