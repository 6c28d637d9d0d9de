"""Counts distinct visitors individually.

Visitors of finished arrival days are counted once and cached. Newer visitors are looked up among them and added only if
they are not there, so nobody is counted twice.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import duckdb

from warehouse.data_files import DataFile
from warehouse.date_ranges import Range
from warehouse.dimensions import DIMENSIONS
from warehouse.queries.bucket_sums import hour_sql, points_sql
from warehouse.queries.event_selection import is_text, scans
from warehouse.queries.history import around_changes, rows_sql
from warehouse.queries.language import AnyDimension, Dimension, Question, columns_of
from warehouse.queries.metric_sums import BEFORE
from warehouse.queries.result_cache import ResultCache, settled
from warehouse.queries.serving_copy import MOMENT, ServedRows, split
from warehouse.queries.sources import Parameters, Parts, Tables, cut, filter_sql, within_sql
from warehouse.queries.tail import STAGED
from warehouse.reader import between, of_organisation, unique

Place = tuple[str, str]


@dataclass
class People:
    """Distinct people by (part, key) as in `counts.Counted`."""

    by_place: dict[Place, int] = field(default_factory=dict)


def count_visitors(
    cursor: duckdb.DuckDBPyConnection,
    cache: ResultCache,
    question: Question,
    tables: Tables,
    staged: int,
) -> People:
    """Return the distinct visitors of both ranges."""
    people = People()
    for span in (question.current, question.previous):
        if span:
            people.by_place |= _of_span(cursor, cache, question, tables, span, staged)
    return people


def _of_span(
    cursor: duckdb.DuckDBPyConnection,
    cache: ResultCache,
    question: Question,
    tables: Tables,
    span: Range,
    staged: int,
) -> dict[Place, int]:
    parts = around_changes(question, cut(span))
    sources = _sources(cursor, question, tables)
    counting = _Counting(cursor, question, span, parts, sources)
    found = counting.old(cache)
    for place, people in counting.fresh(with_staged=staged > 0).items():
        found[place] = found.get(place, 0) + people
    return found


@dataclass(frozen=True)
class _Sources:
    """Sources of people: finished files, which are counted once (from the serving copy or Parquet), and growing
    files.
    """

    served: ServedRows | None
    over: Sequence[DataFile]
    growing: Sequence[DataFile]


def _sources(cursor: duckdb.DuckDBPyConnection, question: Question, tables: Tables) -> _Sources:
    over = settled(tables.people.files)
    held = {file.uri for file in over}
    growing = [file for file in tables.people.files if file.uri not in held]
    # The serving copy does not contain the names of validity periods.
    copy = None if question.validity_periods else tables.copy
    served, rest = split(copy, cursor, "people_15m", over)
    if served and served.rows >= sum(file.rows for file in rest):
        return _Sources(served, (), [*growing, *rest])
    return _Sources(None, over, growing)


@dataclass(frozen=True)
class _Counting:
    """Counts the people of one range: those in finished files, and additional ones in newer rows."""

    cursor: duckdb.DuckDBPyConnection
    question: Question
    span: Range
    parts: Parts
    sources: _Sources

    def old(self, cache: ResultCache) -> dict[Place, int]:
        """Return the people in finished files, cached."""
        parameters = Parameters()
        served = self.sources.served
        rows = self._old_rows(parameters)
        if not rows:
            return {}
        statement = f"""
            with {_points(self.question, self.span, parameters)} old as materialized ({rows})
            {_count_sql(self.question, self.span, "old", parameters, served)}
        """

        def read() -> list[tuple[str, str, int]]:
            counted = self.cursor.execute(statement, parameters.values).fetchall()
            return _spelled(served, counted) if served else counted

        counted = cache.get_or_read(statement, parameters.values, read)
        return {(part, key): people for part, key, people in counted}

    def fresh(self, *, with_staged: bool) -> dict[Place, int]:
        """Return the number of people in newer rows who are not in finished files."""
        parameters = Parameters()
        points = _points(self.question, self.span, parameters)
        sources = (
            mart_rows_sql(self.question, self.sources.growing, self.parts, parameters),
            staged_sql(self.question, self.parts, parameters) if with_staged else "",
        )
        rows = " union all ".join(source for source in sources if source)
        if not rows:
            return {}
        statement = f"""
            with {points} fresh as materialized ({rows}),
            old as materialized ({self._seen_before(parameters)}),
            either as (from fresh union all from old)
            select part, key, sum(people)::bigint from (
                {_count_sql(self.question, self.span, "either", parameters)}
                union all
                select part, key, -people from (
                    {_count_sql(self.question, self.span, "old", parameters)}
                )
            ) group by part, key
        """
        counted = self.cursor.execute(statement, parameters.values).fetchall()
        return {(part, key): people for part, key, people in counted}

    def _seen_before(self, parameters: Parameters) -> str:
        """Return SQL for finished rows of the visitors in `fresh`, with dimensions as text."""
        served = self.sources.served
        rows = self._old_rows(parameters)
        if not rows:
            return "from fresh where false"
        if served:
            again = f"{rows} and visitor in (select visitor from fresh)"
            return served.spelled(again, columns_of(self.question.group_by), "moment, visitor")
        return f"from ({rows}) where visitor in (select visitor from fresh)"

    def _old_rows(self, parameters: Parameters) -> str:
        """Return SQL for finished rows, or an empty string if there are none. Rows of the serving copy have numbers
        instead of text.
        """
        if self.sources.served:
            return _served_sql(self.question, self.sources.served, self.parts)
        return mart_rows_sql(self.question, self.sources.over, self.parts, parameters)


def _served_sql(question: Question, served: ServedRows, parts: Parts) -> str:
    """Like `mart_rows_sql`, but for the serving copy, with dimensions as numbers."""
    selection = scans(question).sql(served.is_one_of)
    return (
        f"select {MOMENT} as moment, visitor{_names(question)} from {served.table}"
        f" where {served.of_question(question)} and {served.within(parts.buckets)} and {selection}"
    )


def _spelled(
    served: ServedRows, counted: Iterable[tuple[str, str, int]]
) -> list[tuple[str, str, int]]:
    """Return the counted rows with text instead of numbers."""
    found = list(counted)
    coded: dict[str, str] = {
        one.value: one.column
        for one in Dimension
        if not one.is_of_codes and one.column in DIMENSIONS
    }
    texts = {
        part: served.texts(column, (int(key) for named, key, _ in found if named == part))
        for part, column in coded.items()
    }
    return [
        (part, texts[part][int(key)] if part in texts else key, people)
        for part, key, people in found
    ]


def _points(question: Question, span: Range, parameters: Parameters) -> str:
    """Return SQL for the table `points`, if a series is requested."""
    if span is not question.current:
        return ""
    return f"points as materialized ({points_sql(question, parameters)}),"


def mart_rows_sql(
    question: Question, files: Iterable[DataFile], parts: Parts, parameters: Parameters
) -> str:
    """Return SQL for rows (moment, visitor, dimensions) of these files in the buckets of `parts`."""
    chosen = of_organisation(
        unique(between(files, "bucket", one.start, one.end) for one in parts.buckets),
        question.org_id,
    )
    if not chosen:
        return ""
    return (
        f"select bucket as moment, visitor{_names(question)}"
        f" from {rows_sql(question.validity_periods, chosen, 'bucket', parameters)}"
        f" where org_id = {parameters.org_id(question)} and {scans(question).sql(is_text)}"
        f" and {within_sql('bucket', parts.buckets, parameters)}"
        f"{filter_sql(question.filters, parameters)}"
    )


def staged_sql(question: Question, parts: Parts, parameters: Parameters) -> str:
    """Return SQL for the same rows of the staged events that `parts` need."""
    return (
        f"select moment, visitor{_names(question)} from {STAGED}"
        f" where org_id = {parameters.org_id(question)} and {scans(question).sql(is_text)}"
        " and visitor is not null"
        f" and ({within_sql('moment', parts.edges, parameters)}"
        f" or (beyond_people and {within_sql('moment', parts.buckets, parameters)})"
        f" or (beyond_days and {within_sql('moment', parts.days + parts.quarters, parameters)}))"
    )


def _names(question: Question) -> str:
    return "".join(f", {name}" for name in columns_of(question.group_by))


def _count_sql(
    question: Question,
    span: Range,
    rows: str,
    parameters: Parameters,
    served: ServedRows | None = None,
) -> str:
    """Return SQL for rows (part, key, people) of the visitors in `rows`. `served` is set if their dimensions are
    numbers.
    """
    if span is not question.current:
        return (
            f"select '{BEFORE}' as part, '' as key, count(distinct visitor) as people from {rows}"
        )
    selects: Sequence[str] = [
        f"select 'total' as part, '' as key, count(distinct visitor) as people from {rows}",
        (
            "select 'series', place::varchar, count(distinct visitor)"
            f" from {rows} join points on bucket_of(moment) = points.bucket group by place"
        ),
        *(_by_dimension(question, one, rows, parameters, served) for one in question.group_by),
    ]
    return " union all ".join(selects)


def _by_dimension(
    question: Question,
    dimension: AnyDimension,
    rows: str,
    parameters: Parameters,
    served: ServedRows | None,
) -> str:
    """Return SQL for people by the keys of one dimension."""
    source = rows
    key = dimension.column if served else f"coalesce({dimension.column}, '')"
    if dimension is Dimension.HOUR_BY_WEEKDAY:
        key = hour_sql("moment", question, parameters)
    elif dimension.is_of_codes or (dimension is Dimension.CODE and question.validity_periods):
        is_group = dimension.is_of_codes
        groups = (
            question.code_groups.get(dimension, {}) if is_group else question.code_ids_by_period
        )
        codes, keys = (parameters.bind(list(part)) for part in (groups.keys(), groups.values()))
        named = (
            f"select unnest({codes}::varchar[]) as code_id, unnest({keys}::varchar[]) as group_key"
        )
        if served:
            named = served.coded(named, "code_id", "group_key")
        source = f"{rows} left join ({named}) using (code_id)"
        key = f"coalesce(group_key{'' if is_group else ', code_id'}, '')"
    return (
        f"select {parameters.bind(dimension.value)}::varchar, key::varchar, people from (select {key} as key,"
        f" count(distinct visitor) as people from {source} group by all)"
    )
