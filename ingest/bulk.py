"""The bulk loader: history that never was in the outbox goes straight into the lake, with positions.

It takes positions as the relay does (dense, with the same partition of a key) and commits them as the
lander does. For that it must be alone: it holds the locks of both, and everything published must have
landed before. A load has a name; run again under its name it does what is left, so a crash costs a
second run with the same batches and nothing else.
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
from ingest.outbox.cursor import Cursor, Highs, is_held, start_cursor
from ingest.processes import connect
from runtime.settings import Settings
from warehouse.lake import Lake, LakeTable
from warehouse.schemas import EVENTS

Numbers = NDArray[np.int32]
Positions = NDArray[np.int64]

CHUNK_ROWS = 500_000
GIVEN = [field for field in EVENTS if field.name not in {"partition", "pos", "day"}]
"""Columns that a batch must have; the rest is the loader's."""

log = structlog.get_logger(__name__)


class BulkLoadRefused(Exception):
    """The load cannot run now; the text says what to do."""


@dataclass(frozen=True)
class _Plan:
    name: str
    first_pos: int
    rows: int
    before: Highs
    after: Highs


def bulk_load(settings: Settings, name: str, batches: Iterable[pa.Table]) -> int:
    """Put the batches (columns of EVENTS but partition, pos and day) into the lake, once.

    Returns how many rows the load has; 0 when it had been finished before.

    The day of a row is the UTC day of its `received_at`; positions follow `received_at`. Everything is
    held in memory until it is written, about 300 bytes a row.

    Raises:
        BulkLoadRefused: a relay or lander runs, events are on their way, or the name was used for
            other rows.
    """
    events = Lake.from_settings(settings).events.ensure()
    with connect(settings) as connection, _alone(connection):
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
    """Kafka partition of each row, by the relay's own function, computed once for each key."""
    keys = pc.fill_null(rows["code_id"], rows["org_id"]).combine_chunks().dictionary_encode()
    if not len(keys):
        return np.empty(0, dtype=np.int32)
    of_key = np.array(
        [partition_of(key, count) for key in keys.dictionary.to_pylist()], dtype=np.int32
    )
    found: Numbers = of_key[keys.indices.to_numpy()]
    return found


@contextmanager
def _alone(connection: psycopg.Connection[Any]) -> Iterator[None]:
    for lock, who in ((RELAY_LOCK, "relay"), (LANDER_LOCK, "lander")):
        if not try_lock(connection, lock):
            raise BulkLoadRefused(f"a {who} or another bulk load runs; stop it first")
    yield


def _in_order(batches: Iterable[pa.Table]) -> pa.Table:
    schema = pa.schema(GIVEN)
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
    held: Mapping[int, int],
) -> _Plan:
    """Take the positions, in one transaction with the cursor's move past them."""
    other = connection.execute(
        "select name from bulk_loads where finished_at is null and name <> %s", [name]
    ).fetchone()
    if other:
        raise BulkLoadRefused(f"bulk load '{other[0]}' is not finished; run it again first")
    begun = connection.execute(
        "select first_pos, row_count, highs_before, highs_after from bulk_loads where name = %s",
        [name],
    ).fetchone()
    if begun:
        first_pos, rows, before, after = begun
        plan = _Plan(name, first_pos, rows, _numbers(before), _numbers(after))
        if rows != len(partitions) or _highs_after(plan, partitions) != plan.after:
            raise BulkLoadRefused(f"bulk load '{name}' was begun with other rows")
        return plan
    if not is_held(cursor.highs, held):
        raise BulkLoadRefused("events are on their way; let relay and lander finish first")
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
        # Going back beyond this load would give its numbers to other events.
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
    """Append what the lake lacks, in the order of positions, a chunk a commit."""
    positions = np.arange(plan.first_pos, plan.first_pos + plan.rows, dtype=np.int64)
    held = events.positions()
    for start in range(0, plan.rows, CHUNK_ROWS):
        part = slice(start, start + CHUNK_ROWS)
        reached = _reached(partitions[part], positions[part])
        if is_held(reached, held):
            continue
        after = {partition: held.get(partition, 0) for partition in reached}
        table = _completed(rows.slice(start, CHUNK_ROWS), partitions[part], positions[part])
        events.append(table, reached, after=after)
        held |= reached


def _completed(
    rows: pa.Table,
    partitions: Numbers,
    positions: Positions,
) -> pa.Table:
    own = {
        "day": pc.cast(rows["received_at"], pa.timestamp("us")).cast(pa.date32(), safe=False),
        "partition": pa.array(partitions),
        "pos": pa.array(positions),
    }
    columns = [own[name] if name in own else rows[name] for name in EVENTS.names]
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
