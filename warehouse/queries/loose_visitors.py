"""Visitors beside the daily roll-up, by their numbers: who scanned outside whole days, and since it was built."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import duckdb
from pyroaring import BitMap

from warehouse.bitmaps import PROVISIONAL_FROM, bitmap_from
from warehouse.queries.counts import places_of_moment
from warehouse.queries.language import Question, columns_of
from warehouse.queries.served import split
from warehouse.queries.sources import Parameters, Parts, Tables, read_sql
from warehouse.queries.visitors import Place, kept_sql, staged_sql
from warehouse.reader import of_organisation

_LOOSE = "loose_visitor"
"""Temporary table of the cursor. Columns: moment, number and the dimensions."""


def loose_visitors(
    cursor: duckdb.DuckDBPyConnection,
    question: Question,
    tables: Tables,
    parts: Parts,
    staged: int,
) -> Iterator[tuple[Place, BitMap]]:
    """Who scanned in the buckets and edges of `parts`, and beyond what the roll-up holds of its days, by place.

    Visitors whom no build has numbered yet get numbers of their own, which nobody else has in this answer.
    """
    parameters = Parameters()
    sources = (
        kept_sql(question, tables.people.files, parts, parameters),
        staged_sql(question, parts, parameters) if staged else "",
    )
    rows = " union all ".join(source for source in sources if source)
    if not rows:
        return
    names = columns_of(question.group_by)
    columns = "".join(f", loose.{name}" for name in names)
    cursor.execute(
        f"""
        create or replace temp table {_LOOSE} as
        with loose as materialized (select distinct * from ({rows})),
        visitor as materialized (select distinct visitor from loose),
        known as materialized ({_numbers_sql(cursor, question, tables, parameters)}),
        numbered as (
            from known
            union all
            select visitor, cast({PROVISIONAL_FROM - 1} + row_number() over () as integer)
            from visitor anti join known using (visitor)
        )
        select loose.moment, numbered.number{columns}
        from loose inner join numbered using (visitor)
        """,
        parameters.values,
    )
    yield from _by_moment(cursor, question)
    for name in names:
        found = cursor.execute(
            f"select coalesce({name}, ''), list(number) from {_LOOSE}"
            " where moment >= $start group by all",
            {"start": question.current.start},
        )
        for value, people in _sets(found):
            for place in question.keys_of(name, value):
                yield place, people


def _by_moment(
    cursor: duckdb.DuckDBPyConnection, question: Question
) -> Iterator[tuple[Place, BitMap]]:
    """Totals, points of the series and hours; a point never begins within 15 minutes but the first."""
    start = question.current.start
    found = cursor.execute(
        f"select moment < $start, epoch(bucket_of(moment))::bigint, list(number) from {_LOOSE} group by 1, 2",
        {"start": start},
    )
    for is_before, seconds, people in _sets(found):
        moment = datetime.fromtimestamp(seconds, tz=start.tzinfo)
        for place in places_of_moment(question, moment if is_before else max(moment, start)):
            yield place, people


def _sets(found: duckdb.DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
    """Rows whose last column is a list of numbers, with the set in its place."""
    rows = found.to_arrow_table().combine_chunks()
    keys = [column.to_pylist() for column in rows.columns[:-1]]
    for place in range(rows.num_rows):
        numbers = rows.columns[-1][place].values.to_numpy(zero_copy_only=False)
        yield (*(values[place] for values in keys), bitmap_from(numbers))


def _numbers_sql(
    cursor: duckdb.DuckDBPyConnection, question: Question, tables: Tables, parameters: Parameters
) -> str:
    """Rows (visitor, number) of those in `visitor` whom a build has numbered."""
    files = of_organisation(tables.numbers.files, question.org_id)
    served, rest = split(tables.copy, cursor, "visitor_numbers", files)
    sources = []
    if served:
        sources.append(f"{served.table} where {served.of_organisation(question.org_id)}")
    if rest:
        org = parameters.org_id(question)
        sources.append(f"{read_sql(rest, parameters)} where org_id = {org}")
    if not sources:
        return "select 0::bigint as visitor, 0::integer as number where false"
    return " union all ".join(
        f"select visitor, number from {source} and visitor in (from visitor)" for source in sources
    )
