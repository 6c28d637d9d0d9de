"""Sums of 15-minute rows: totals, series and breakdowns, or the totals of the comparison range."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from warehouse.queries.language import Dimension, Question, columns_of
from warehouse.queries.metric_sums import BEFORE, Counted, add
from warehouse.queries.result_cache import ResultCache
from warehouse.queries.serving_copy import ServedRows
from warehouse.queries.sources import Parameters, bucket_from, bucket_of


def points_sql(question: Question, parameters: Parameters) -> str:
    """Return SQL for rows (bucket, place) that assign each bucket of the current range to a point of the series."""
    starts = [bucket_of(question.current.start)]
    starts += [bucket_from(edge) for edge in question.edges[1:]]
    ends = [*starts[1:], question.current.end]
    first, until = (parameters.bind(list(moments)) for moments in (starts, ends))
    return f"""
        select unnest(range(start, until, interval 15 minutes)) as bucket, place
        from (
            select unnest({first}) as start, unnest({until}) as until,
                unnest(range({len(starts)})) as place
        )
    """


def hour_sql(moment: str, question: Question, parameters: Parameters) -> str:
    """Return SQL for the local weekday (1 is Monday) and hour of a moment, as `1-09`."""
    local = f"timezone({parameters.bind(question.zone.key)}, {moment})"
    return f"isodow({local}) || '-' || lpad(hour({local})::varchar, 2, '0')"


@dataclass(frozen=True)
class Reading:
    """How statements are executed."""

    cursor: duckdb.DuckDBPyConnection
    cache: ResultCache | None = None
    """Set if the rows never change."""
    served: ServedRows | None = None
    """Set if text is encoded as numbers."""

    def rows(self, statement: str, parameters: Parameters) -> list[Any]:
        """Return the rows (dimension's column, value, type, audience, …) of the statement, as text."""

        def read() -> list[Any]:
            found = self.cursor.execute(statement, parameters.values).fetchall()
            return self.served.spelled_rows(found) if self.served else found

        return self.cache.get_or_read(statement, parameters.values, read) if self.cache else read()


def sum_everything(
    reading: Reading, question: Question, rows: str, parameters: Parameters
) -> Counted:
    """Return totals, series and breakdowns of these rows, computed in one statement."""
    columns = columns_of(question.group_by)
    names, hour = "".join(f", {column}" for column in columns), ""
    if Dimension.HOUR_BY_WEEKDAY in question.group_by:
        columns.append(Dimension.HOUR_BY_WEEKDAY.column)
        hour = f", {hour_sql('sums.moment', question, parameters)} as {columns[-1]}"
    sets = ", ".join(f"(is_before, kind, audience, {name})" for name in ("place", *columns))
    statement = f"""
        with points as materialized ({points_sql(question, parameters)}),
        fact as (
            select points.place, sums.moment < {parameters.bind(question.current.start)} as is_before,
                sums.type as kind, sums.audience, sums.events, sums.visits, sums.new_people{names}{hour}
            from ({rows}) as sums
            left join points on bucket_of(sums.moment) = points.bucket
        )
        select {_which(columns)}, kind, audience, sum(events), sum(visits), sum(new_people),
            is_before, place
        from fact group by grouping sets ({sets})
    """
    counted: Counted = {}
    for which, value, *sums, is_before, place in reading.rows(statement, parameters):
        if which is not None:
            if not is_before:
                for named in question.keys_of(which, value or ""):
                    add(counted, question, named, sums)
        elif is_before:
            add(counted, question, (BEFORE, ""), sums)
        else:
            add(counted, question, ("total", ""), sums)
            add(counted, question, ("series", str(place or 0)), sums)
    return counted


def sum_before(reading: Reading, question: Question, rows: str, parameters: Parameters) -> Counted:
    """Return only totals, for rows of the comparison range."""
    counted: Counted = {}
    statement = (
        "select null, null, type, audience, sum(events), sum(visits), sum(new_people)"
        f" from ({rows}) group by type, audience"
    )
    for _, _, *sums in reading.rows(statement, parameters):
        add(counted, question, (BEFORE, ""), list(sums))
    return counted


def _which(columns: Sequence[str]) -> str:
    """Return SQL for the columns that identify the grouping set of a row: its dimension and value."""
    if not columns:
        return "null as which, null as value"
    cases = " ".join(f"when grouping({name}) = 0 then '{name}'" for name in columns)
    values = " ".join(f"when grouping({name}) = 0 then {name}::varchar" for name in columns)
    return f"case {cases} end as which, case {values} end as value"
