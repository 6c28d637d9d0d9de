"""Retention horizons: the time before which each organisation's events are deleted.

Totals of deleted events cannot be recomputed, so rebuilds leave rows before the horizon unchanged.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from deltalake.exceptions import TableNotFoundError

from warehouse.lake import Lake, LakeTable

if TYPE_CHECKING:
    import pyarrow as pa

TIMES = ("bucket", "occurred_at", "first_seen_at", "local_day")
"""Time columns of marts. Each mart has one of them."""


@dataclass(frozen=True)
class Horizon:
    """The moment before which events are deleted. `first_day` is the local day that begins with it."""

    before: datetime
    first_day: date

    def edge_of(self, column: str) -> date | datetime:
        """Return the value with which this column is compared."""
        return self.first_day if column == "local_day" else self.before


def read_horizons(lake: Lake) -> dict[str, Horizon]:
    """Return the horizon of each organisation that has one."""
    try:
        rows = _table(lake).handle().to_pyarrow_table().to_pylist()
    except TableNotFoundError:
        return {}
    return {row["org_id"]: Horizon(row["before"], row["first_day"]) for row in rows}


def record_horizons(lake: Lake, horizons: Mapping[str, Horizon]) -> None:
    """Store these horizons before events are deleted. A horizon never moves back."""
    import pyarrow as pa

    table = _table(lake).ensure()
    known = read_horizons(lake)
    merged = known | {
        org: horizon
        for org, horizon in horizons.items()
        if org not in known or known[org].before < horizon.before
    }
    if merged != known:
        rows = [
            {"org_id": org, "before": one.before, "first_day": one.first_day}
            for org, one in sorted(merged.items())
        ]
        table.replace(pa.Table.from_pylist(rows, schema=table.schema), "true")


def time_column(schema: "pa.Schema") -> str:
    """Return the time column of the mart."""
    return next(name for name in TIMES if name in schema.names)


def literal(value: str) -> str:
    """Return a string literal for a Delta predicate."""
    return "'" + value.replace("'", "''") + "'"


def before_sql(column: str, org_id: str, horizon: Horizon) -> str:
    """Return the predicate for the organisation's rows before the horizon, valid in Delta and DuckDB."""
    edge = literal(horizon.edge_of(column).isoformat())
    return f"org_id = {literal(org_id)} and {column} < {edge}"


def rebuildable_sql(schema: "pa.Schema", horizons: Mapping[str, Horizon]) -> str:
    """Return ` and not (…)`, which excludes rows that cannot be rebuilt from raw events."""
    column = time_column(schema)
    return "".join(
        f" and not ({before_sql(column, org, one)})" for org, one in sorted(horizons.items())
    )


def from_horizon_on(rows: "pa.Table", horizons: Mapping[str, Horizon]) -> "pa.Table":
    """Return the rows without those before the horizon, which late events may have added again."""
    import pyarrow.compute as pc

    column = time_column(rows.schema)
    for org, horizon in horizons.items():
        old = pc.and_(pc.equal(rows["org_id"], org), _before(rows, column, horizon))
        rows = rows.filter(pc.invert(old))
    return rows


def before_horizon(rows: "pa.Table", horizons: Mapping[str, Horizon]) -> "pa.Table":
    """Return the rows before the horizon."""
    import pyarrow as pa
    import pyarrow.compute as pc

    column = time_column(rows.schema)
    parts = [
        rows.filter(pc.and_(pc.equal(rows["org_id"], org), _before(rows, column, horizon)))
        for org, horizon in horizons.items()
    ]
    return pa.concat_tables([rows.slice(0, 0), *parts])


def _before(rows: "pa.Table", column: str, horizon: Horizon) -> "pa.ChunkedArray":
    import pyarrow as pa
    import pyarrow.compute as pc

    edge = pa.scalar(horizon.edge_of(column), rows.schema.field(column).type)
    return pc.less(rows[column], edge)


def _table(lake: Lake) -> LakeTable:
    from warehouse.schemas import HORIZONS

    return lake.table("forgotten", HORIZONS, [])
