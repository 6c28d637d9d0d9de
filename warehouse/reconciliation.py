"""The lake's and the marts' side of the reconciliation by hour.

*Made*: the hour that an event's id names, which the outbox knows too. *Happened*: the hour of
`occurred_at`, by which marts are kept; there the lake is counted up to the mart's positions.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

import pyarrow as pa

from warehouse.builds.session import BuildSession
from warehouse.builds.tables import mart_table
from warehouse.lake import Lake
from warehouse.models.catalogue import get_model
from warehouse.schemas import EVENTS

HOUR = timedelta(hours=1)
MART = "activity_15m"
"""The mart that counts every event."""

_POSITION = pa.schema([("partition", pa.int32()), ("upto", pa.int64())])
_LOAD = pa.schema([("first_pos", pa.int64()), ("row_count", pa.int64())])

_LAKE = """
with event as (
  select
    event.*,
    date_trunc('hour', occurred_at) as happened,
    case when substr(event_id, 15, 1) = '7' and load.first_pos is null then to_timestamp(
      ('0x' || replace(substr(event_id, 1, 13), '-', ''))::bigint // 3600000 * 3600) end as made,
    pos <= coalesce(position.upto, -1) as is_built
  from lake.events as event
  left join build.position as position on event.partition = position.partition
  left join build.load as load
    on event.pos >= load.first_pos and event.pos < load.first_pos + load.row_count
  where event.day >= $since_day
)
select made as hour, count(distinct event_id) as made, 0 as happened, 0 as built from event
where made >= $since group by 1
union all
select happened, 0, count(*) filter (where is_built), 0 from event
where happened >= $since group by 1
union all
select date_trunc('hour', bucket), 0, 0, cast(sum(events) as bigint) from marts.activity_15m
where day >= $since_day and bucket >= $since group by 1
"""


@dataclass(frozen=True)
class Hour:
    """One hour on all sides."""

    hour: datetime
    outbox: int | None
    """Events made in this hour, as the outbox has them; None where it keeps that hour no longer."""
    lake: int
    """Events made in this hour that landed."""
    happened: int
    """Events that happened in this hour, of those that the mart covers."""
    mart: int
    """The same as the mart counts them."""

    @property
    def differences(self) -> list[str]:
        """What does not agree."""
        found = []
        if self.outbox is not None and self.outbox != self.lake:
            found.append(f"outbox {self.outbox:,}, lake {self.lake:,}")
        if self.happened != self.mart:
            found.append(f"lake {self.happened:,}, marts {self.mart:,}")
        return found


def hours_of_lake(
    lake: Lake, since: datetime, bulk_loads: Iterable[tuple[int, int]] = ()
) -> dict[datetime, tuple[int, int, int]]:
    """Made, happened and built by hour since then; bulk loads, which no outbox knew, are not *made*."""
    if not lake.events.exists():
        return {}
    mart = mart_table(lake, MART).ensure()
    # The mart first: what is built meanwhile is then beyond the positions on both sides.
    handle = mart.handle()
    files, positions = mart.files(handle), mart.positions(handle=handle)
    day: date = since.date() - timedelta(days=1)
    events = [file for file in lake.events.files() if file.partition["day"] >= day]
    totals: dict[datetime, list[int]] = {}
    with BuildSession(lake, {}) as session:
        session.give("build.position", _POSITION, positions.items())
        session.give("build.load", _LOAD, bulk_loads)
        session.show("lake.events", EVENTS, events)
        session.show(f"marts.{MART}", get_model(f"marts.{MART}").schema, files)
        rows = session.query(_LAKE, {"since": since, "since_day": day}).to_pylist()
    for row in rows:
        known = totals.setdefault(row["hour"], [0, 0, 0])
        for place, name in enumerate(("made", "happened", "built")):
            known[place] += row[name]
    return {hour: (made, happened, built) for hour, (made, happened, built) in totals.items()}
