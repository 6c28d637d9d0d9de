"""Different visitors, counted one by one.

Who came on arrival days that are over is counted once and remembered. Who came since adds only where they
had not been before: those few are looked up among the old ones, which counts nobody again.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import duckdb

from warehouse.data_files import DataFile
from warehouse.date_ranges import Range
from warehouse.queries.counts import BEFORE, hour_sql, points_sql
from warehouse.queries.history import around_changes, rows_sql
from warehouse.queries.language import GROUPS_OF_CODES, Dimension, Question, columns_of
from warehouse.queries.memory import Memory, settled
from warehouse.queries.sources import Parameters, Parts, Tables, cut, filter_sql, within_sql
from warehouse.queries.tail import STAGED
from warehouse.reader import between, of_organisation, unique

Place = tuple[str, str]


@dataclass
class People:
    """Distinct people by (part, key) as in `counts.Counted`, how they were counted, and how well."""

    by_place: dict[Place, int] = field(default_factory=dict)
    method: str = "exact"
    error: float = 0.0


def exact(
    cursor: duckdb.DuckDBPyConnection,
    memory: Memory,
    question: Question,
    tables: Tables,
    staged: int,
) -> People:
    """Distinct visitors of both ranges."""
    people = People()
    for span in (question.current, question.previous):
        if span:
            people.by_place |= _of_span(cursor, memory, question, tables, span, staged)
    return people


def _of_span(
    cursor: duckdb.DuckDBPyConnection,
    memory: Memory,
    question: Question,
    tables: Tables,
    span: Range,
    staged: int,
) -> dict[Place, int]:
    parts = around_changes(question, cut(span))
    over = settled(tables.people.files)
    held = {file.uri for file in over}
    growing = [file for file in tables.people.files if file.uri not in held]
    found: dict[Place, int] = {}

    parameters = Parameters()
    old = kept_sql(question, over, parts, parameters)
    if old:
        statement = f"""
            with {_points(question, span, parameters)} old as materialized ({old})
            {_count_sql(question, span, "old", parameters)}
        """

        def read() -> list[tuple[str, str, int]]:
            return cursor.execute(statement, parameters.values).fetchall()

        for part, key, people in memory.recall(statement, parameters.values, read):
            found[part, key] = people

    bound = Parameters()
    points = _points(question, span, bound)
    sources = (
        kept_sql(question, growing, parts, bound),
        staged_sql(question, parts, bound) if staged else "",
    )
    fresh = " union all ".join(source for source in sources if source)
    if fresh:
        old = kept_sql(question, over, parts, bound)
        met = f"from ({old}) where visitor in (select visitor from fresh)" if old else ""
        statement = f"""
            with {points} fresh as materialized ({fresh}),
            old as materialized ({met or "from fresh where false"}),
            either as (from fresh union all from old)
            select part, key, sum(people)::bigint from (
                {_count_sql(question, span, "either", bound)}
                union all
                select part, key, -people from ({_count_sql(question, span, "old", bound)})
            ) group by part, key
        """
        for part, key, people in cursor.execute(statement, bound.values).fetchall():
            found[part, key] = found.get((part, key), 0) + people
    return found


def _points(question: Question, span: Range, parameters: Parameters) -> str:
    """The table `points`, where a series is asked for."""
    if span is not question.current:
        return ""
    return f"points as materialized ({points_sql(question, parameters)}),"


def scans_sql(question: Question) -> str:
    """Events that people are counted of, as SQL."""
    return "type = 'scan'" + ("" if question.include_bots else " and audience = 'human'")


def kept_sql(
    question: Question, files: Iterable[DataFile], parts: Parts, parameters: Parameters
) -> str:
    """Rows (moment, visitor and the dimensions) of these files of people in the buckets of `parts`."""
    chosen = of_organisation(
        unique(between(files, "bucket", one.start, one.end) for one in parts.buckets),
        question.org_id,
    )
    if not chosen:
        return ""
    return (
        f"select bucket as moment, visitor{_names(question)}"
        f" from {rows_sql(question, chosen, 'bucket', parameters)}"
        f" where org_id = {parameters.org_id(question)} and {scans_sql(question)}"
        f" and {within_sql('bucket', parts.buckets, parameters)}"
        f"{filter_sql(question.filters, parameters)}"
    )


def staged_sql(question: Question, parts: Parts, parameters: Parameters) -> str:
    """The same rows of the staged events that `parts` need."""
    return (
        f"select moment, visitor{_names(question)} from {STAGED}"
        f" where org_id = {parameters.org_id(question)} and {scans_sql(question)}"
        " and visitor is not null"
        f" and ({within_sql('moment', parts.edges, parameters)}"
        f" or (beyond_people and {within_sql('moment', parts.buckets, parameters)})"
        f" or (beyond_days and {within_sql('moment', parts.days + parts.quarters, parameters)}))"
    )


def _names(question: Question) -> str:
    return "".join(f", {name}" for name in columns_of(question.group_by))


def _count_sql(question: Question, span: Range, rows: str, parameters: Parameters) -> str:
    """Rows (part, key, people) of the visitors in `rows`."""
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
        *(_by_dimension(question, one, rows, parameters) for one in question.group_by),
    ]
    return " union all ".join(selects)


def _by_dimension(
    question: Question, dimension: Dimension, rows: str, parameters: Parameters
) -> str:
    """People by the keys of one dimension."""
    source, key = rows, f"coalesce({dimension.column}, '')"
    if dimension is Dimension.HOUR_BY_WEEKDAY:
        key = hour_sql("moment", question, parameters)
    elif dimension in GROUPS_OF_CODES or (dimension is Dimension.CODE and question.stretches):
        is_group = dimension in GROUPS_OF_CODES
        groups = (
            question.code_groups.get(dimension, {}) if is_group else question.codes_of_stretches
        )
        codes, keys = (parameters.bind(list(part)) for part in (groups.keys(), groups.values()))
        source = (
            f"{rows} left join (select unnest("
            f"{codes}::varchar[]) as code_id, unnest({keys}::varchar[]) as group_key) using (code_id)"
        )
        key = f"coalesce(group_key{'' if is_group else ', code_id'}, '')"
    return f"select '{dimension.value}', {key}, count(distinct visitor) from {source} group by all"
