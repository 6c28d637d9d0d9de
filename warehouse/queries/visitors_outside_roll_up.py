"""Visitors that the daily roll-up does not cover: outside full days, or after its last build."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import duckdb
from pyroaring import BitMap

from warehouse.bitmaps import PROVISIONAL_FROM, bitmap_from
from warehouse.queries.counts import places_of_moment
from warehouse.queries.language import Question, columns_of
from warehouse.queries.serving_copy import split
from warehouse.queries.sources import Parameters, Parts, Tables, read_sql
from warehouse.queries.visitors import Place, mart_rows_sql, staged_sql
from warehouse.reader import of_organisation

_TABLE = "visitor_outside_roll_up"
"""Temporary table of the cursor. Columns: moment, number and the dimensions."""


def visitors_outside_roll_up(
    cursor: duckdb.DuckDBPyConnection,
    question: Question,
    tables: Tables,
    parts: Parts,
    staged: int,
) -> Iterator[tuple[Place, BitMap]]:
    """Yield visitors by place, in the buckets and edges of `parts` and in the tail of its days.

    Visitors without a number get a provisional one, which is unique within this answer.
    """
    parameters = Parameters()
    sources = (
        mart_rows_sql(question, tables.people.files, parts, parameters),
        staged_sql(question, parts, parameters) if staged else "",
    )
    rows = " union all ".join(source for source in sources if source)
    if not rows:
        return
    names = columns_of(question.group_by)
    columns = "".join(f", scanned.{name}" for name in names)
    cursor.execute(
        f"""
        create or replace temp table {_TABLE} as
        with scanned as materialized (select distinct * from ({rows})),
        visitor as materialized (select distinct visitor from scanned),
        known as materialized ({_numbers_sql(cursor, question, tables, parameters)}),
        numbered as (
            from known
            union all
            select visitor, cast({PROVISIONAL_FROM - 1} + row_number() over () as integer)
            from visitor anti join known using (visitor)
        )
        select scanned.moment, numbered.number{columns}
        from scanned inner join numbered using (visitor)
        """,
        parameters.values,
    )
    yield from _by_moment(cursor, question)
    for name in names:
        found = cursor.execute(
            f"select coalesce({name}, ''), list(number) from {_TABLE}"
            " where moment >= $start group by all",
            {"start": question.current.start},
        )
        for value, people in _sets(found):
            for place in question.keys_of(name, value):
                yield place, people


def _by_moment(
    cursor: duckdb.DuckDBPyConnection, question: Question
) -> Iterator[tuple[Place, BitMap]]:
    """Yield totals, points of the series and hours. Within 15 minutes only the first point of the series can begin."""
    start = question.current.start
    found = cursor.execute(
        f"select moment < $start, epoch(bucket_of(moment))::bigint, list(number) from {_TABLE} group by 1, 2",
        {"start": start},
    )
    for is_before, seconds, people in _sets(found):
        moment = datetime.fromtimestamp(seconds, tz=start.tzinfo)
        for place in places_of_moment(question, moment if is_before else max(moment, start)):
            yield place, people


def _sets(found: duckdb.DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
    """Yield the rows with the list of numbers in the last column replaced by a bitmap."""
    rows = found.to_arrow_table().combine_chunks()
    keys = [column.to_pylist() for column in rows.columns[:-1]]
    for place in range(rows.num_rows):
        numbers = rows.columns[-1][place].values.to_numpy(zero_copy_only=False)
        yield (*(values[place] for values in keys), bitmap_from(numbers))


def _numbers_sql(
    cursor: duckdb.DuckDBPyConnection, question: Question, tables: Tables, parameters: Parameters
) -> str:
    """Return SQL for rows (visitor, number) of visitors in `visitor` that have a number."""
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
