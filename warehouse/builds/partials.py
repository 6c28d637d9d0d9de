"""Partials: rows of one key from several slices, and their sums."""

from collections import Counter
from collections.abc import Iterator
from datetime import date

import pyarrow as pa
import pyarrow.compute as pc

from warehouse.builds.session import BuildSession
from warehouse.builds.spool import Spool
from warehouse.models.catalogue import Column, Model

SUMMED_IN_MEMORY = 3_000_000
"""Days with more rows are not summed, because a sum is computed in memory."""

_EXPRESSIONS = {
    "sum": "cast(sum({0}) as bigint) as {0}",
    "any": "bool_or({0}) as {0}",
    "min": "min({0}) as {0}",
    "max": "max({0}) as {0}",
    "bitmap": "case when count({0}) > 1 then bitmap_union(list({0}) filter (where {0} is not null))"
    " else any_value({0}) end as {0}",
}


def sum_statement(model: Model, source: str) -> str:
    """Return a statement that sums the partials in `source` to one row per key."""

    def chosen(column: Column) -> str:
        return _EXPRESSIONS.get(column.role or "", "{0}").format(column.name)

    columns = ", ".join(chosen(column) for column in model.columns)
    return f"select {columns} from {source} group by {', '.join(model.columns_with('key'))}"


class Partials:
    """Rows of one mart by arrival day, spooled slice by slice."""

    def __init__(self, model: Model, spool: Spool) -> None:
        self._model = model
        self._spool = spool
        self._rows: Counter[date] = Counter()
        self._slices: Counter[date] = Counter()

    def put(self, rows: pa.Table) -> None:
        """Add the rows of a slice."""
        for day, some in _by_day(rows):
            self._spool.put(self._part(day), some)
            self._rows[day] += some.num_rows
            self._slices[day] += 1

    def take(self, session: BuildSession) -> tuple[int, pa.RecordBatchReader]:
        """Return the number of rows, and all rows in the form that compaction would leave: one per key and arrival day,
        in the mart's own order. They are read through the session, which must stay open in the meantime.
        """
        whole = f"build.{self._model.name}"
        session.give(whole, self._model.schema, ())
        columns = ", ".join(column.name for column in self._model.columns)
        for day, rows in sorted(self._rows.items()):
            is_summed = self._slices[day] > 1 and rows <= SUMMED_IN_MEMORY
            statement = (
                sum_statement(self._model, "given_rows")
                if is_summed
                else f"select {columns} from given_rows"
            )
            kept = self._spool.take(self._part(day), self._model.schema)
            session.add(whole, kept, statement)
        order = ", ".join(self._model.sorted_by)
        count = int(session.query(f"select count(*) as n from {whole}")["n"][0].as_py())
        stream = session.stream(
            f"select {columns} from {whole} order by {order}", self._model.schema
        )
        return count, stream

    def _part(self, day: date) -> str:
        return f"{self._model.name}-{day.isoformat()}"


def _by_day(rows: pa.Table) -> Iterator[tuple[date, pa.Table]]:
    days = rows["day"].unique().to_pylist()
    for day in days:
        yield day, rows if len(days) == 1 else rows.filter(pc.equal(rows["day"], pa.scalar(day)))
