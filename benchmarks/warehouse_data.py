"""A lake of any size: some days go through the pipeline's own build, then SQL repeats them in time.

Each repeat is the base moved on by a whole number of days: the same visitors come again, so that the first
time makes them new and later ones find them known. Zones are those of the base's days without clock
changes. The result is laid out as maintenance leaves it: one sorted file a month, the newest day apart, and a
serving copy.
"""

import shutil
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import duckdb
import pyarrow as pa

from benchmarks import dashboard_data as data
from warehouse.builds.activity import build_activity
from warehouse.builds.compaction import compact_marts, vacuum_lake
from warehouse.builds.tables import mart_table
from warehouse.lake import Lake, LakeTable
from warehouse.reader import connect
from warehouse.serving.writing import write_copy

BASE_DAYS = 18
LAST_DAY = date(2026, 11, 21)
NOW = datetime(2026, 11, 21, 23, 52, tzinfo=UTC)
"""The moment that the questions are asked, with no round time, as it is in life."""
EVENTS_A_DAY = 10_000_000 // data.DAYS
MARTS = ("visitors", "activity_15m", "people_15m", "activity_day")
"""What the dashboard reads."""
TAIL = 2_000
FIXED_ZONES = {
    "America/New_York": "Etc/GMT+4",
    "Europe/London": "Etc/GMT-1",
    "Australia/Sydney": "Etc/GMT-10",
}


def zones() -> dict[str, str]:
    """Zone by organisation, none with clock changes."""
    return {org: FIXED_ZONES.get(zone, zone) for org, zone in data.zones().items()}


def make_base(lake: Lake) -> None:
    """Land and build `BASE_DAYS` days."""
    table = lake.events.ensure()
    for number, arrived in enumerate(data.days(EVENTS_A_DAY * data.DAYS), start=1):
        if number > BASE_DAYS:
            break
        table.append(arrived, reached(arrived))
        if number % 6 == 0:
            build_activity(lake, data.zones())
            print(f"  built up to day {number}", flush=True)
    compact_marts(lake)


def repeat(base: Lake, into: Lake, times: int, connection: duckdb.DuckDBPyConnection) -> int:
    """Fill `into` with `times` repeats of the base, the last of which ends on `LAST_DAY`; returns the events."""
    step = BASE_DAYS * EVENTS_A_DAY
    positions = dict.fromkeys(range(data.PARTITIONS), times * step - 1)
    for name in MARTS:
        source, table = mart_table(base, name), mart_table(into, name).ensure()
        if name == "visitors":
            rows = _query(connection, source, f"select * from base where first_pos < {step}")
            table.append(rows.cast(table.schema), positions)
            continue
        for month, days in _months(times):
            for first, last in _files(month, days):
                sql = _moved(name, source, first, last, times)
                rows = _query(connection, source, sql).cast(table.schema)
                between = f"day >= '{first}' and day <= '{last}'"
                table.replace(rows, f"month = '{month}' and {between}", positions)
        print(f"  {name} done", flush=True)
    table = into.events.ensure()
    for _, days in _months(times):
        for day in days:
            sql = _moved("events", base.events, day, day, times)
            rows = _query(connection, base.events, sql).cast(table.schema)
            table.replace(rows, f"day = '{day}'", positions if day == LAST_DAY else None)
    tail = f"""
        select * replace (pos + {times * step} as pos, 'tail-' || pos as event_id,
            date '{LAST_DAY}' as day, timestamptz '{NOW}' - interval 1 minute as occurred_at,
            timestamptz '{NOW}' as received_at)
        from base where pos < {TAIL}
    """
    rows = _query(connection, base.events, tail).cast(table.schema)
    table.append(rows, reached(rows))
    return times * step


def _months(times: int) -> Iterator[tuple[date, list[date]]]:
    every = [LAST_DAY - timedelta(days=back) for back in range(times * BASE_DAYS)][::-1]
    for month in sorted({day.replace(day=1) for day in every}):
        yield month, [day for day in every if day.replace(day=1) == month]


def _files(month: date, days: Sequence[date]) -> list[tuple[date, date]]:
    """First and last day of each file: the newest day has one of its own."""
    if LAST_DAY in days and len(days) > 1:
        return [(days[0], days[-2]), (LAST_DAY, LAST_DAY)]
    return [(days[0], days[-1])]


def _moved(name: str, table: LakeTable, first: date, last: date, times: int) -> str:
    """SQL: the base's rows moved to the days from `first` to `last`."""
    shown = []
    names = table.schema.names
    for number in range(times):
        by = (LAST_DAY - data.FIRST_DAY).days - BASE_DAYS + 1 - (times - 1 - number) * BASE_DAYS
        moved = {"day": f"cast(day + {by} as date)"}
        moved |= {one: f"{one} + to_days({by})" for one in ("bucket", "occurred_at", "received_at")}
        moved["local_day"] = f"cast(local_day + {by} as date)"
        moved["month"] = f"cast(date_trunc('month', day + {by}) as date)"
        moved["value"] = (
            "case when dimension = 'bucket' then cast(cast(value as timestamp)"
            f" + to_days({by}) as varchar) else value end"
        )
        zone = " ".join(f"when '{old}' then '{new}'" for old, new in FIXED_ZONES.items())
        moved["zone"] = f"case zone {zone} else zone end"
        moved["pos"] = f"pos + {number * BASE_DAYS * EVENTS_A_DAY}"
        moved["event_id"] = f"event_id || '-{number}'"
        if number:
            moved |= {"new_people": "0::bigint", "is_new": "false"}
        columns = ", ".join(f"{moved[one]} as {one}" if one in moved else one for one in names)
        until = data.FIRST_DAY + timedelta(days=BASE_DAYS)
        low, high = (max(one - timedelta(days=by), data.FIRST_DAY) for one in (first, last))
        if low < until and last - timedelta(days=by) >= data.FIRST_DAY:
            shown.append(
                f"select {columns} from base where day >= date '{low}' and day <= date '{high}'"
                f" and day < date '{until}'"
            )
    order = {
        "activity_15m": "org_id, bucket, code_id",
        "people_15m": "org_id, bucket, code_id",
        "activity_day": "org_id, dimension, type, audience, local_day",
        "events": "pos",
    }[name]
    return f"select * from ({' union all '.join(shown)}) order by {order}"


def _query(connection: duckdb.DuckDBPyConnection, table: LakeTable, sql: str) -> pa.Table:
    uris = ", ".join(f"'{file.uri}'" for file in table.files())
    connection.execute(
        f"create or replace temp view base as from read_parquet([{uris}], hive_partitioning = true)"
    )
    return connection.execute(sql).to_arrow_table().select(table.schema.names)


def reached(rows: pa.Table) -> dict[int, int]:
    """The last position of these events in each partition."""
    tops = rows.group_by("partition").aggregate([("pos", "max")]).to_pylist()
    return {row["partition"]: row["pos_max"] for row in tops}


def lake_of(events: int, folder: Path) -> Lake:
    """The lake of about `events` events in `folder`, made if it is not there."""
    base = Lake(str(folder / "warehouse-base"))
    if not (folder / "warehouse-base" / "ready").exists():
        shutil.rmtree(base.root, ignore_errors=True)
        make_base(base)
        (folder / "warehouse-base" / "ready").touch()
    times = max(1, round(events / (BASE_DAYS * EVENTS_A_DAY)))
    lake = Lake(str(folder / f"warehouse-{times}"))
    if not (folder / f"warehouse-{times}" / "ready").exists():
        shutil.rmtree(lake.root, ignore_errors=True)
        with connect(lake, memory_limit="2GB") as connection:
            connection.execute(f"set temp_directory = '{folder}/spill'")
            repeat(base, lake, times, connection)
        vacuum_lake(lake)
        (folder / f"warehouse-{times}" / "ready").touch()
    write_copy(lake, datetime.now(UTC), memory_limit="2GB")
    return lake
