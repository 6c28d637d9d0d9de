"""Different people of a span: exact while that is cheap, by sketch above.

Exact is a count of distinct visitors over `people_15m` and raw events. Above `EXACT_SCANS` scans it
is DuckDB's HLL over the same rows; an estimate below 10,000 is counted again exactly.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import duckdb

from warehouse import sketches
from warehouse.date_ranges import Range
from warehouse.queries.counts import series_sql
from warehouse.queries.language import Dimension, Question
from warehouse.queries.sources import Parameters, Tables, mart_rows, raw_rows

EXACT_SCANS = 150_000
EXACT_PEOPLE = 10_000


@dataclass(frozen=True)
class People:
    """Distinct people by (part, key) as in `counts.Counted`, how they were counted, and how well."""

    by_part: dict[tuple[str, str], int]
    method: str
    error: float


def count_people(
    cursor: duckdb.DuckDBPyConnection,
    question: Question,
    tables: Tables,
    span: Range,
    *,
    scans: int,
    detailed: bool,
) -> People:
    """People of `span`; `scans` is how many scans there are, which decides the method."""
    if scans <= EXACT_SCANS:
        return People(
            _count(cursor, question, tables, span, "count(distinct visitor)", detailed),
            "exact",
            0.0,
        )
    estimated = _count(cursor, question, tables, span, "approx_count_distinct(visitor)", detailed)
    if estimated.get(("total", ""), 0) < EXACT_PEOPLE:
        return People(
            _count(cursor, question, tables, span, "count(distinct visitor)", detailed),
            "exact",
            0.0,
        )
    return People(estimated, "hll", sketches.RELATIVE_ERROR)


def _count(
    cursor: duckdb.DuckDBPyConnection,
    question: Question,
    tables: Tables,
    span: Range,
    distinct: str,
    detailed: bool,
) -> dict[tuple[str, str], int]:
    dimensions = question.group_by if detailed else ()
    parameters = Parameters()
    parts = list(_visitor_rows(question, tables, span, dimensions, parameters))
    if not parts:
        return {}
    rows = " union all ".join(f"({part})" for part in parts)
    selects = [f"select 'total' as part, '' as key, {distinct} as people from rows"]
    if detailed:
        buckets = series_sql("select distinct moment from rows", question.edges, parameters)
        selects.append(
            f"select 'series', place::varchar, {distinct} from rows"
            f" join ({buckets}) as placed on rows.moment = placed.moment group by place"
        )
    selects += [
        f"select '{one.value}', coalesce({one.column}, ''), {distinct} from rows"
        f" group by coalesce({one.column}, '')"
        for one in dimensions
    ]
    statement = f"with rows as materialized ({rows}) " + " union all ".join(selects)
    found = cursor.execute(statement, parameters.values).fetchall()
    return {(part, key): int(people) for part, key, people in found}


def _visitor_rows(
    question: Question,
    tables: Tables,
    span: Range,
    dimensions: Sequence[Dimension],
    parameters: Parameters,
) -> Iterator[str]:
    names = "".join(f", {dimension.column}" for dimension in dimensions)
    wanted = "type = 'scan'" + ("" if question.include_bots else " and audience = 'human'")
    columns = f"bucket as moment, visitor{names}"
    mart = mart_rows(question, tables.people, span, columns, parameters)
    if mart:
        yield f"{mart} and {wanted}"
    raw = raw_rows(question, tables, tables.people, span, dimensions, parameters)
    if raw:
        yield (
            f"select bucket_of(moment) as moment, visitor{names} from ({raw})"
            f" where {wanted} and visitor is not null"
        )
