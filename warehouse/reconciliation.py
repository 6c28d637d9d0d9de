"""The lake's and the marts' side of the reconciliation by hour.

*Made*: the hour that an event's id names, which the outbox knows too. *Happened*: the hour of
`occurred_at`, by which marts are kept; there the lake is counted up to the mart's positions. Asked are the
marts that lose no event: `activity_15m` of all but misses, `missed_paths` of these, and every mart that
keeps its family's events one by one.
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
"""The mart that counts every event but misses."""
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
    """One hour on all sides."""

    hour: datetime
    outbox: int | None
    """Events made in this hour, as the outbox has them; None if it keeps that hour no longer."""
    lake: int
    """Events made in this hour that landed."""
    marts: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """By mart: events that happened in this hour, of those that it covers, and how many it counts."""

    @property
    def happened(self) -> int:
        """Events that happened in this hour, as the lake has them."""
        return self.marts.get(MART, (0, 0))[0]

    @property
    def mart(self) -> int:
        """The same as `activity_15m` counts them."""
        return self.marts.get(MART, (0, 0))[1]

    @property
    def differences(self) -> list[str]:
        """What does not agree."""
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
    """The hours since then of which lake or marts have something, their outbox unknown.

    Bulk loads, which no outbox knew, are not *made*.
    """
    if not lake.events.exists():
        return {}
    day: date = since.date() - timedelta(days=1)
    asked = {"since": since, "since_day": day}
    made: dict[datetime, int] = {}
    happened: dict[tuple[datetime, str], int] = {}
    counted: dict[tuple[datetime, str], int] = {}
    with BuildSession(lake, {}) as session:
        # The marts first: what is built in the meantime is then beyond the positions on both sides.
        positions = []
        for name in asked_marts():
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
        statements = " union all ".join(_counted(name) for name in asked_marts())
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
                for name in asked_marts()
            },
        )
        for hour in hours
    }


def asked_marts() -> list[str]:
    """The marts that lose no event."""
    facts = [name for name, model in marts().items() if model.unique == ("pos",)]
    return [MART, MISSES, *facts]


def _families() -> Iterator[tuple[str, str | None]]:
    for name in asked_marts():
        yield name, None if name == MART else marts()[name].families[0]


def _counted(name: str) -> str:
    at = "bucket" if name in (MART, MISSES) else "occurred_at"
    measure = {MART: "sum(events)", MISSES: "sum(times)"}.get(name, "count(*)")
    return _COUNTED.format(mart=name, at=at, measure=measure)
