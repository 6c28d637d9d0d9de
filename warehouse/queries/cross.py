"""Two dimensions at once: the numbers for every pair of their values, with people counted individually.

They are read from the 15-minute marts and the events beyond them, in the same parts as any filtered answer.
"""

from dataclasses import dataclass
from datetime import datetime

import duckdb

from warehouse.queries.analytics import Analytics, metrics_of, tail_events
from warehouse.queries.bucket_sums import hour_sql
from warehouse.queries.budget import refuse_too_much
from warehouse.queries.counts import stored_rows_sql
from warehouse.queries.days import RollUp
from warehouse.queries.history import around_changes
from warehouse.queries.language import AnyDimension, Dimension, Metrics, Question, QuestionError
from warehouse.queries.metric_sums import Counted, add
from warehouse.queries.result_cache import ResultCache
from warehouse.queries.sources import Parameters, Parts, Tables, cut
from warehouse.queries.tail import stage
from warehouse.queries.visitors import People, mart_rows_sql, staged_sql

MAX_CELLS = 10_000
"""Maximum number of value pairs in one table. Nobody reads more, and a browser would struggle to show them."""


@dataclass(frozen=True)
class Cell:
    """A pair of values. The empty string stands for an unknown value."""

    key: str
    other: str
    metrics: Metrics


@dataclass(frozen=True)
class CrossAnswer:
    """The non-empty cells, those with most scans first."""

    cells: tuple[Cell, ...]
    as_of: datetime | None
    tail_events: int


def cross_table(analytics: Analytics, question: Question) -> CrossAnswer:
    """Return the numbers for each pair of values of the question's two dimensions, without its comparison range.

    Raises:
        QuestionError: there are not exactly two dimensions, too many pairs, or too many rows to read.
    """
    if len(question.group_by) != 2:
        raise QuestionError("group_by", "A cross table is of two different dimensions")
    return analytics.read(lambda cursor, tables: _answer(analytics, question, cursor, tables))


def _answer(
    analytics: Analytics, question: Question, cursor: duckdb.DuckDBPyConnection, tables: Tables
) -> CrossAnswer:
    parts = around_changes(question, cut(question.current))
    refuse_too_much(question, tables, parts, RollUp(cursor, ResultCache(), question, tables))
    dimensions = {*question.group_by, *(one.dimension for one in question.filters)}
    staged = stage(cursor, question, tables, parts, sorted(dimensions))
    counted = _sums(cursor, question, tables, parts, staged)
    people = People(_people(cursor, question, tables, parts, staged))
    cells = [Cell(*pair, metrics_of(counted, people, pair)) for pair in counted]
    cells.sort(key=lambda one: (-one.metrics.scans, -one.metrics.views, one.key, one.other))
    return CrossAnswer(
        tuple(cells), analytics.as_of(cursor, question.org_id, tables), tail_events(tables)
    )


def _sums(
    cursor: duckdb.DuckDBPyConnection,
    question: Question,
    tables: Tables,
    parts: Parts,
    staged: int,
) -> Counted:
    parameters = Parameters()
    rows = stored_rows_sql(question, tables.activity.files, parts, parameters, staged)
    if not rows:
        return {}
    cursor.execute(
        "create or replace temp table cross_cell as"
        f" select {_keys_sql(question, parameters)}, type, audience, sum(events)::bigint as events,"
        " sum(visits)::bigint as visits, sum(new_people)::bigint as new_people"
        f" from ({rows}) as fact {_joins_sql(question, parameters)} group by all",
        parameters.values,
    )
    pairs = "select distinct one, other from cross_cell"
    ((found,),) = cursor.execute(f"select count(*) from ({pairs})").fetchall()
    if found > MAX_CELLS:
        raise QuestionError(
            "group_by",
            f"This table would have {found:,} cells, and at most {MAX_CELLS:,} are shown."
            " Filter, or take a dimension with fewer values.",
        )
    counted: Counted = {}
    for one, other, *sums in cursor.execute("from cross_cell").fetchall():
        add(counted, question, (one, other), sums)
    return counted


def _people(
    cursor: duckdb.DuckDBPyConnection,
    question: Question,
    tables: Tables,
    parts: Parts,
    staged: int,
) -> dict[tuple[str, str], int]:
    parameters = Parameters()
    sources = (
        mart_rows_sql(question, tables.people.files, parts, parameters),
        staged_sql(question, parts, parameters) if staged else "",
    )
    rows = " union all ".join(source for source in sources if source)
    if not rows:
        return {}
    statement = (
        f"select {_keys_sql(question, parameters)}, count(distinct visitor)"
        f" from ({rows}) as fact {_joins_sql(question, parameters)} group by all"
    )
    found = cursor.execute(statement, parameters.values).fetchall()
    return {(one, other): people for one, other, people in found}


def _keys_sql(question: Question, parameters: Parameters) -> str:
    one, other = (
        _key_sql(question, dimension, name, parameters)
        for dimension, name in zip(question.group_by, ("one", "other"), strict=True)
    )
    return f"{one} as one, {other} as other"


def _key_sql(question: Question, dimension: AnyDimension, name: str, parameters: Parameters) -> str:
    if dimension is Dimension.HOUR_BY_WEEKDAY:
        return hour_sql("fact.moment", question, parameters)
    if dimension.is_of_codes:
        return f"coalesce(group_of_{name}.value, '')"
    if _is_cut(question, dimension):
        return f"coalesce(group_of_{name}.value, fact.code_id, '')"
    return f"coalesce(fact.{dimension.column}, '')"


def _joins_sql(question: Question, parameters: Parameters) -> str:
    """Return SQL that joins the groups of each code to the rows."""
    text = ""
    for dimension, name in zip(question.group_by, ("one", "other"), strict=True):
        if not (dimension.is_of_codes or _is_cut(question, dimension)):
            continue
        known = (
            question.code_groups.get(dimension, {})
            if dimension.is_of_codes
            else question.code_ids_by_period
        )
        codes, values = (parameters.bind(list(part)) for part in (known.keys(), known.values()))
        text += (
            f" left join (select unnest({codes}::varchar[]) as code_id,"
            f" unnest({values}::varchar[]) as value) as group_of_{name}"
            f" on fact.code_id = group_of_{name}.code_id"
        )
    return text


def _is_cut(question: Question, dimension: AnyDimension) -> bool:
    """Return whether codes appear under the names of their validity periods."""
    return dimension is Dimension.CODE and bool(question.validity_periods)
