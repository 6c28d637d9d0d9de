"""The bulk loader, which writes historical events directly into the lake, bypassing the outbox.

It assigns positions like the relay (dense, with the same partition for a key) and commits like the lander. It therefore
takes the locks of both, and requires that everything published has landed. A load has a name: running it again with the
same name and batches continues after a crash.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import psycopg
import pyarrow as pa
import pyarrow.compute as pc
import structlog
from numpy.typing import NDArray
from psycopg.types.json import Jsonb

from ingest.contracts.topics import partition_of
from ingest.locks import LANDER_LOCK, RELAY_LOCK, try_lock
from ingest.outbox.cursor import Cursor, Highs, is_landed, start_cursor
from ingest.processes import connect
from runtime.settings import Settings
from warehouse.lake import Lake, LakeTable
from warehouse.schemas import EVENTS

Numbers = NDArray[np.int32]
Positions = NDArray[np.int64]

CHUNK_ROWS = 500_000
LOADED_FIELDS = [field for field in EVENTS if field.name not in {"partition", "pos", "day"}]
"""Columns that a batch must have; the loader fills the others."""

log = structlog.get_logger(__name__)


class BulkLoadRefused(Exception):
    """The load cannot run now. The message explains what to do."""


@dataclass(frozen=True)
class _Plan:
    name: str
    first_pos: int
    rows: int
    before: Highs
    after: Highs


def bulk_load(settings: Settings, name: str, batches: Iterable[pa.Table]) -> int:
    """Write the batches (columns of EVENTS without partition, pos and day) to the lake, once.

    Return the number of rows, or 0 if the load had already finished.

    The day of a row is the UTC day of its `received_at`, and positions follow `received_at`. All rows are in memory
    until they are written, at about 300 bytes each.

    Raises:
        BulkLoadRefused: a relay or lander is running, published events have not landed yet, or the name was used for
            other rows.
    """
    events = Lake.from_settings(settings).events.ensure()
    with connect(settings) as connection, _exclusive(connection):
        finished = connection.execute(
            "select 1 from bulk_loads where name = %s and finished_at is not null", [name]
        ).fetchone()
        if finished:
            return 0
        cursor = start_cursor(connection, settings.kafka_partitions)
        rows = _in_order(batches)
        partitions = partitions_of(rows, cursor.partitions)
        plan = _reserve(connection, name, cursor, partitions, events.positions())
        _write(events, plan, rows, partitions)
        connection.execute("update bulk_loads set finished_at = now() where name = %s", [name])
    log.info("bulk load finished", load=name, rows=plan.rows)
    return plan.rows


def partitions_of(rows: pa.Table, count: int) -> Numbers:
    """Return the Kafka partition of each row, computed as in the relay, once per key."""
    keys = pc.fill_null(rows["code_id"], rows["org_id"]).combine_chunks().dictionary_encode()
    if not len(keys):
        return np.empty(0, dtype=np.int32)
    of_key = np.array(
        [partition_of(key, count) for key in keys.dictionary.to_pylist()], dtype=np.int32
    )
    partitions: Numbers = of_key[keys.indices.to_numpy()]
    return partitions


@contextmanager
def _exclusive(connection: psycopg.Connection[Any]) -> Iterator[None]:
    try:
        for lock, process in ((RELAY_LOCK, "relay"), (LANDER_LOCK, "lander")):
            if not try_lock(connection, lock):
                raise BulkLoadRefused(f"a {process} or another bulk load is running; stop it first")
        yield
    finally:
        # A busy server may notice only later that the session has ended.
        if not connection.broken:
            connection.rollback()
            connection.execute("select pg_advisory_unlock_all()")


def _in_order(batches: Iterable[pa.Table]) -> pa.Table:
    schema = pa.schema(LOADED_FIELDS)
    rows = pa.concat_tables(
        [batch.select(schema.names).cast(schema) for batch in batches] or [schema.empty_table()]
    )
    order = pc.sort_indices(
        rows, sort_keys=[("received_at", "ascending"), ("event_id", "ascending")]
    )
    return rows.take(order)


def _reserve(
    connection: psycopg.Connection[Any],
    name: str,
    cursor: Cursor,
    partitions: Numbers,
    lake_positions: Mapping[int, int],
) -> _Plan:
    """Reserve the positions and move the cursor past them, in one transaction."""
    other = connection.execute(
        "select name from bulk_loads where finished_at is null and name <> %s", [name]
    ).fetchone()
    if other:
        raise BulkLoadRefused(f"bulk load '{other[0]}' is not finished; run it again first")
    started = connection.execute(
        "select first_pos, row_count, highs_before, highs_after from bulk_loads where name = %s",
        [name],
    ).fetchone()
    if started:
        first_pos, rows, before, after = started
        plan = _Plan(name, first_pos, rows, _numbers(before), _numbers(after))
        if rows != len(partitions) or _highs_after(plan, partitions) != plan.after:
            raise BulkLoadRefused(f"bulk load '{name}' was started with other rows")
        return plan
    if not is_landed(cursor.highs, lake_positions):
        raise BulkLoadRefused(
            "published events have not landed yet; let relay and lander finish first"
        )
    plan = _Plan(name, cursor.pos + 1, len(partitions), dict(cursor.highs), {})
    after = _highs_after(plan, partitions)
    with connection.transaction():
        connection.execute(
            "insert into bulk_loads (name, first_pos, row_count, highs_before, highs_after)"
            " values (%s, %s, %s, %s, %s)",
            [name, plan.first_pos, plan.rows, _json(plan.before), _json(after)],
        )
        connection.execute(
            "update relay_cursor set pos = %s, highs = %s, updated_at = now()",
            [cursor.pos + plan.rows, _json(after)],
        )
        # A rewind to a checkpoint before this load would assign its positions to other events.
        connection.execute("delete from relay_checkpoints")
        connection.execute(
            "insert into relay_checkpoints (pos, xid, seq, highs)"
            " select pos, relay_cursor.xid, seq, highs from relay_cursor"
        )
    return _Plan(name, plan.first_pos, plan.rows, plan.before, after)


def _write(
    events: LakeTable,
    plan: _Plan,
    rows: pa.Table,
    partitions: Numbers,
) -> None:
    """Append the rows that the lake lacks in the order of their positions, with one commit per chunk."""
    positions = np.arange(plan.first_pos, plan.first_pos + plan.rows, dtype=np.int64)
    lake_positions = events.positions()
    for start in range(0, plan.rows, CHUNK_ROWS):
        part = slice(start, start + CHUNK_ROWS)
        reached = _reached(partitions[part], positions[part])
        if is_landed(reached, lake_positions):
            continue
        after = {partition: lake_positions.get(partition, 0) for partition in reached}
        table = _completed(rows.slice(start, CHUNK_ROWS), partitions[part], positions[part])
        events.append(table, reached, after=after)
        lake_positions |= reached


def _completed(
    rows: pa.Table,
    partitions: Numbers,
    positions: Positions,
) -> pa.Table:
    filled = {
        "day": pc.cast(rows["received_at"], pa.timestamp("us")).cast(pa.date32(), safe=False),
        "partition": pa.array(partitions),
        "pos": pa.array(positions),
    }
    columns = [filled[name] if name in filled else rows[name] for name in EVENTS.names]
    table = pa.table(columns, names=EVENTS.names).cast(EVENTS)
    return table.take(
        pc.sort_indices(table, sort_keys=[("day", "ascending"), ("pos", "ascending")])
    )


def _highs_after(plan: _Plan, partitions: Numbers) -> Highs:
    positions = np.arange(plan.first_pos, plan.first_pos + len(partitions), dtype=np.int64)
    return plan.before | _reached(partitions, positions)


def _reached(
    partitions: Numbers,
    positions: Positions,
) -> Highs:
    return {
        int(number): int(positions[partitions == number].max()) for number in np.unique(partitions)
    }


def _json(highs: Highs) -> Jsonb:
    return Jsonb({str(partition): pos for partition, pos in highs.items()})


def _numbers(highs: Mapping[str, int]) -> Highs:
    return {int(partition): pos for partition, pos in highs.items()}
