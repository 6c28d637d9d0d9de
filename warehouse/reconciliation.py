"""The counts of the lake and the marts for the hourly reconciliation.

*Made* refers to the hour in an event's ID, which the outbox knows too. *Happened* refers to the hour of `occurred_at`,
which marts use. For it, the lake is counted up to the mart's positions. Only marts that lose no event are checked:
`activity_15m` for everything except misses, `missed_paths` for misses, and every mart that stores the events of its
family individually.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

import pyarrow as pa

from warehouse.builds.session import BuildSession
from warehouse.builds.tables import mart_table
from warehouse.lake import Lake
from warehouse.models.catalogue import marts
from warehouse.schemas import EVENTS

HOUR = timedelta(hours=1)
MART = "activity_15m"
"""The mart that counts every event except misses."""
MISSES = "missed_paths"

_POSITION = pa.schema([("mart", pa.string()), ("partition", pa.int32()), ("upto", pa.int64())])
_LOAD = pa.schema([("first_pos", pa.int64()), ("row_count", pa.int64())])
_FAMILY = pa.schema([("mart", pa.string()), ("type", pa.string())])

_MADE = """
select
  to_timestamp(('0x' || replace(substr(event_id, 1, 13), '-', ''))::bigint // 3600000 * 3600) as hour,
  count(distinct event_id) as made
from lake.events
left join build.load as load on pos >= load.first_pos and pos < load.first_pos + load.row_count
where day >= $since_day and substr(event_id, 15, 1) = '7' and load.first_pos is null
group by 1
having hour >= $since
"""

_HAPPENED = """
select date_trunc('hour', event.occurred_at) as hour, family.mart, count(*) as events
from lake.events as event
inner join build.family as family
  on (
    event.type = family.type
    and family_of(event.type, event.version, event.data) = family.type
  ) or (family.type is null and event.type <> 'miss')
inner join build.position as position
  on position.mart = family.mart and position.partition = event.partition
  and event.pos <= position.upto
where event.day >= $since_day and event.occurred_at >= $since
  and (
    event.type <> 'miss'
    or (json_extract_string(event.data, 'host') is not null
      and json_extract_string(event.data, 'path') is not null)
  )
group by all
"""

_COUNTED = """
select date_trunc('hour', {at}) as hour, '{mart}' as mart, cast({measure} as bigint) as events
from marts.{mart}
where day >= $since_day and {at} >= $since
group by 1
"""


@dataclass(frozen=True)
class Hour:
    """The counts of one hour on all sides."""

    hour: datetime
    outbox: int | None
    """Events made in this hour according to the outbox; None if it no longer has that hour."""
    lake: int
    """Events made in this hour that landed."""
    marts: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """By mart: the number of events that happened in this hour within its positions, and the number that it counts."""

    @property
    def happened(self) -> int:
        """Return the number of events that happened in this hour, according to the lake."""
        return self.marts.get(MART, (0, 0))[0]

    @property
    def mart(self) -> int:
        """Return the same number according to `activity_15m`."""
        return self.marts.get(MART, (0, 0))[1]

    @property
    def differences(self) -> list[str]:
        """Return the counts that do not agree."""
        found = []
        if self.outbox is not None and self.outbox != self.lake:
            found.append(f"outbox {self.outbox:,}, lake {self.lake:,}")
        found += [
            f"lake {happened:,}, marts.{name} {counted:,}"
            for name, (happened, counted) in sorted(self.marts.items())
            if happened != counted
        ]
        return found


def hours_of_lake(
    lake: Lake, since: datetime, bulk_loads: Iterable[tuple[int, int]] = ()
) -> dict[datetime, Hour]:
    """Return the hours since then for which the lake or marts have counts, with unknown outbox counts.

    Bulk loads bypass the outbox and do not count as *made*.
    """
    if not lake.events.exists():
        return {}
    day: date = since.date() - timedelta(days=1)
    asked = {"since": since, "since_day": day}
    made: dict[datetime, int] = {}
    happened: dict[tuple[datetime, str], int] = {}
    counted: dict[tuple[datetime, str], int] = {}
    with BuildSession(lake, {}) as session:
        # Marts are opened first, so that what is built in the meantime is beyond the positions on
        # both sides.
        positions = []
        for name in lossless_marts():
            table = mart_table(lake, name)
            handle = table.ensured()
            positions += [(name, n, pos) for n, pos in table.positions(handle=handle).items()]
            files = [it for it in table.files(handle) if it.stats["max.day"] >= day]
            session.show(f"marts.{name}", table.schema, files)
        events = [file for file in lake.events.files() if file.partition["day"] >= day]
        session.give("build.position", _POSITION, positions)
        session.give("build.family", _FAMILY, _families())
        session.give("build.load", _LOAD, bulk_loads)
        session.show("lake.events", EVENTS, events)
        for row in session.query(_MADE, asked).to_pylist():
            made[row["hour"]] = row["made"]
        for row in session.query(_HAPPENED, asked).to_pylist():
            happened[row["hour"], row["mart"]] = row["events"]
        statements = " union all ".join(_counted(name) for name in lossless_marts())
        for row in session.query(statements, asked).to_pylist():
            counted[row["hour"], row["mart"]] = row["events"]
    hours = {*made, *(hour for hour, _ in (*happened, *counted))}
    return {
        hour: Hour(
            hour,
            None,
            made.get(hour, 0),
            {
                name: (happened.get((hour, name), 0), counted.get((hour, name), 0))
                for name in lossless_marts()
            },
        )
        for hour in hours
    }


def lossless_marts() -> list[str]:
    """Return the marts that lose no event."""
    facts = [name for name, model in marts().items() if model.unique == ("pos",)]
    return [MART, MISSES, *facts]


def _families() -> Iterator[tuple[str, str | None]]:
    for name in lossless_marts():
        yield name, None if name == MART else marts()[name].families[0]


def _counted(name: str) -> str:
    at = "bucket" if name in (MART, MISSES) else "occurred_at"
    measure = {MART: "sum(events)", MISSES: "sum(times)"}.get(name, "count(*)")
    return _COUNTED.format(mart=name, at=at, measure=measure)
