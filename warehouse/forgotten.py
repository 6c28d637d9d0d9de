"""Up to when the lake has forgotten each organisation's events, so that nothing rebuilds what it lost.

Once raw events are gone, totals made of them can only be kept. Whoever replaces rows of marts by what
raw events say leaves those alone that are older.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

import pyarrow as pa
import pyarrow.compute as pc
from deltalake.exceptions import TableNotFoundError

from warehouse.lake import Lake, LakeTable
from warehouse.schemas import TIMESTAMP

_SCHEMA = pa.schema(
    [
        pa.field("org_id", pa.string(), nullable=False),
        pa.field("before", TIMESTAMP, nullable=False),
        pa.field("first_day", pa.date32(), nullable=False),
    ]
)
TIMES = ("bucket", "occurred_at", "first_seen_at", "local_day")
"""Columns that say when a row of a mart happened; each mart has one of them."""


@dataclass(frozen=True)
class Horizon:
    """Events before this moment are gone; `first_day` is the local day that begins with it."""

    before: datetime
    first_day: date

    def edge_of(self, column: str) -> date | datetime:
        """What a value of this column is compared with."""
        return self.first_day if column == "local_day" else self.before


def forgotten(lake: Lake) -> dict[str, Horizon]:
    """Before when each organisation's events are gone; who forgot nothing is left out."""
    try:
        rows = _table(lake).handle().to_pyarrow_table().to_pylist()
    except TableNotFoundError:
        return {}
    return {row["org_id"]: Horizon(row["before"], row["first_day"]) for row in rows}


def note_forgotten(lake: Lake, horizons: Mapping[str, Horizon]) -> None:
    """Keep that these organisations' events are gone, or about to be; a horizon never moves back."""
    table = _table(lake).ensure()
    known = forgotten(lake)
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
        table.replace(pa.Table.from_pylist(rows, schema=_SCHEMA), "true")


def time_column(schema: pa.Schema) -> str:
    """The column that says when a row of the mart happened."""
    return next(name for name in TIMES if name in schema.names)


def literal(value: str) -> str:
    """A text inside a predicate of Delta."""
    return "'" + value.replace("'", "''") + "'"


def before_sql(column: str, org_id: str, horizon: Horizon) -> str:
    """True for the organisation's rows that lie before the horizon; Delta and DuckDB read it alike."""
    edge = literal(horizon.edge_of(column).isoformat())
    return f"org_id = {literal(org_id)} and {column} < {edge}"


def kept_sql(schema: pa.Schema, horizons: Mapping[str, Horizon]) -> str:
    """` and not (…)` that leaves out what raw events cannot give again."""
    column = time_column(schema)
    return "".join(
        f" and not ({before_sql(column, org, one)})" for org, one in sorted(horizons.items())
    )


def still_known(rows: pa.Table, horizons: Mapping[str, Horizon]) -> pa.Table:
    """The rows less those of events before the horizon, which may have come again, late."""
    column = time_column(rows.schema)
    for org, horizon in horizons.items():
        old = pc.and_(pc.equal(rows["org_id"], org), _before(rows, column, horizon))
        rows = rows.filter(pc.invert(old))
    return rows


def lost(rows: pa.Table, horizons: Mapping[str, Horizon]) -> pa.Table:
    """The rows of events before the horizon."""
    column = time_column(rows.schema)
    parts = [
        rows.filter(pc.and_(pc.equal(rows["org_id"], org), _before(rows, column, horizon)))
        for org, horizon in horizons.items()
    ]
    return pa.concat_tables([rows.slice(0, 0), *parts])


def _before(rows: pa.Table, column: str, horizon: Horizon) -> pa.ChunkedArray:
    edge = pa.scalar(horizon.edge_of(column), rows.schema.field(column).type)
    return pc.less(rows[column], edge)


def _table(lake: Lake) -> LakeTable:
    return lake.table("forgotten", _SCHEMA, [])
