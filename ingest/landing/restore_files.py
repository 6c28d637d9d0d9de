"""Restores the events of damaged files from the outbox, each at its original position.

The outbox keeps three days in the order in which the relay numbered them, so positions can be counted back from the
relay's cursor. The intact files verify the count: if a single event differs, nothing is restored. A damaged file is
removed from the table only once its events have been restored. Until then, queries that read it fail, so no answer is
wrong. A restore may be repeated.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import psycopg
import pyarrow as pa
import pyarrow.dataset as ds

from ingest.contracts.codec import ContractError, decode
from ingest.contracts.envelope import Event
from ingest.contracts.topics import partition_of
from ingest.landing import dead_letters
from ingest.landing.batch import is_repeat
from ingest.landing.erased import ErasedIdentifiers
from ingest.landing.repeats import MEMORY_SECONDS, Repeats
from ingest.landing.rows import event_row, event_table
from ingest.locks import REPAIR_LOCK, try_lock
from ingest.outbox.cursor import Cursor, read_cursor
from warehouse.damage import Damaged, set_aside
from warehouse.datasets import dataset_of
from warehouse.lake import Lake, LakeTable

Span = tuple[int, int]
"""First and last position, both inclusive."""


VERIFIED_MARGIN = 1_000
"""Number of positions before and after the damaged files that are compared for verification."""


class CannotRestore(Exception):
    """The outbox and the lake contradict each other, or another repair is running. Nothing was changed."""


@dataclass
class RestoredEvents:
    """Result of a restore."""

    restored: int = 0
    lost: list[Span] = field(default_factory=list)
    set_aside: list[str] = field(default_factory=list)

    @property
    def lost_count(self) -> int:
        """Number of positions that could not be restored."""
        return sum(last - first + 1 for first, last in self.lost)


@dataclass(frozen=True)
class _Numbered:
    pos: int
    event_id: str
    key: str
    payload: bytes


def restore_events(
    connection: psycopg.Connection[Any], lake: Lake, damaged: Sequence[Damaged]
) -> RestoredEvents:
    """Replace these files of the event table with the events that the outbox still has.

    The connection uses the role of the event pipeline and autocommit. The relay and landers may run.

    Raises:
        CannotRestore: nothing was changed.
    """
    if not try_lock(connection, REPAIR_LOCK):
        raise CannotRestore("another repair is running")
    events = lake.events
    cursor = read_cursor(connection) or Cursor()
    lake_positions = events.positions()
    highest = max(lake_positions.values(), default=0)
    spans = _spans(damaged, highest)
    wider = _joined(
        (max(first - VERIFIED_MARGIN, 1), min(last + VERIFIED_MARGIN, highest))
        for first, last in spans
    )
    whole = _WholeFiles(events, damaged)
    present = {pos: event_id for span in wider for pos, event_id in whole.ids(span)}
    known = _numbered(connection, cursor, wider)
    for one in known:
        if present.get(one.pos, one.event_id) != one.event_id:
            raise CannotRestore(
                f"position {one.pos} is {present[one.pos]} in the lake and {one.event_id} in the"
                " outbox; restore the files from a backup"
            )
    letters = dead_letters.positions(connection)
    known = [one for one in known if _is_within(one.pos, spans)]
    missing = [one for one in known if one.pos not in present and one.pos not in letters]
    landed = [
        one
        for one in missing
        if one.pos <= lake_positions.get(partition_of(one.key, cursor.partitions), 0)
    ]
    erased = ErasedIdentifiers()
    with erased.locked(connection):
        rows = erased.strip(_rows(landed, cursor.partitions, whole))
        done = RestoredEvents(restored=len(rows))
        done.set_aside = set_aside(lake, damaged, event_table(rows))
    young = {one.pos for one in known}
    done.lost = _in_spans(
        pos
        for first, last in spans
        for pos in range(first, last + 1)
        if pos not in present and pos not in letters and pos not in young
    )
    return done


def _spans(damaged: Iterable[Damaged], highest: int) -> list[Span]:
    """Return the position ranges of the files according to their statistics, sorted and without overlaps."""
    return _joined(
        (one.file.stats.get("min.pos") or 1, one.file.stats.get("max.pos") or highest)
        for one in damaged
    )


def _joined(spans: Iterable[Span]) -> list[Span]:
    joined: list[Span] = []
    for first, last in sorted(spans):
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(last, joined[-1][1]))
        else:
            joined.append((first, last))
    return joined


_BACKWARDS = """
select event_id::text, key, payload from outbox
where (outbox.xid, outbox.seq) <= (%s::xid8, %s)
order by outbox.xid desc, outbox.seq desc
offset %s limit %s
"""


def _numbered(
    connection: psycopg.Connection[Any], cursor: Cursor, spans: Sequence[Span]
) -> list[_Numbered]:
    """Return the outbox rows at these positions, counted back from the cursor. Positions of bulk loads are skipped
    because they have no outbox rows.
    """
    loads = connection.execute("select first_pos, first_pos + row_count - 1 from bulk_loads")
    bulk = [(int(first), int(last)) for first, last in loads.fetchall()]
    found = []
    for first, last in spans:
        upto = min(last, cursor.pos)
        wanted = [pos for pos in range(upto, first - 1, -1) if not _is_within(pos, bulk)]
        newer = cursor.pos - upto - sum(_overlap((upto + 1, cursor.pos), one) for one in bulk)
        rows = connection.execute(
            _BACKWARDS, [str(cursor.xid), cursor.seq, newer, len(wanted)], binary=True
        )
        found += [
            _Numbered(pos, event_id, key, bytes(payload))
            for pos, (event_id, key, payload) in zip(wanted, rows, strict=False)
        ]
    return sorted(found, key=lambda one: one.pos)


def _is_within(pos: int, spans: Iterable[Span]) -> bool:
    return any(first <= pos <= last for first, last in spans)


def _overlap(one: Span, other: Span) -> int:
    return max(min(one[1], other[1]) - max(one[0], other[0]) + 1, 0)


def _rows(
    landed: Sequence[_Numbered], partitions: int, whole: "_WholeFiles"
) -> list[tuple[Any, ...]]:
    """Return the events as rows, each with the repeat verdict that it had when it first landed."""
    decoded: list[tuple[int, Event, int]] = []
    for one in landed:
        try:
            event = decode(one.payload)
        except ContractError:  # it was never in the lake
            continue
        decoded.append((one.pos, event, partition_of(one.key, partitions)))
    if not decoded:
        return []
    since = min(event.received_at for _, event, _ in decoded) - timedelta(
        seconds=2 * MEMORY_SECONDS
    )
    memories: dict[int, Repeats] = {}
    before = whole.scans(since, max(pos for pos, _, _ in decoded))
    scan = next(before, None)
    rows = []
    for pos, event, partition in decoded:
        while scan is not None and scan["pos"] < pos:
            memories.setdefault(scan["partition"], Repeats()).is_repeat(
                scan["code_id"], scan["visitor_id"], scan["occurred_at"], scan["received_at"]
            )
            scan = next(before, None)
        repeat = is_repeat(event, memories.setdefault(partition, Repeats()))
        rows.append(event_row(event, partition, pos, is_duplicate=repeat))
    return rows


class _WholeFiles:
    """The event table without its damaged files."""

    def __init__(self, events: LakeTable, damaged: Iterable[Damaged]) -> None:
        left_out = {one.path for one in damaged}
        dataset = dataset_of(events)
        files = [one for one in dataset.get_fragments() if one.path.lstrip("/") not in left_out]
        self._rows = ds.FileSystemDataset(files, dataset.schema, dataset.format, dataset.filesystem)

    def ids(self, span: Span) -> Iterator[tuple[int, str]]:
        """Yield the position and ID of each event in the span."""
        within = (ds.field("pos") >= span[0]) & (ds.field("pos") <= span[1])
        for batch in self._rows.to_batches(columns=["pos", "event_id"], filter=within):
            yield from zip(batch["pos"].to_pylist(), batch["event_id"].to_pylist(), strict=True)

    def scans(self, since: Any, before_pos: int) -> Iterator[Mapping[str, Any]]:
        """Yield the scans received since then, in order of position."""
        wanted = (
            (ds.field("day") >= since.date())
            & (ds.field("received_at") >= pa.scalar(since, pa.timestamp("us", tz="UTC")))
            & (ds.field("type") == "scan")
            & (ds.field("pos") < before_pos)
        )
        columns = ["pos", "partition", "code_id", "visitor_id", "occurred_at", "received_at"]
        yield from self._rows.to_table(columns=columns, filter=wanted).sort_by("pos").to_pylist()


def _in_spans(positions: Iterable[int]) -> list[Span]:
    spans: list[Span] = []
    for pos in positions:
        if spans and spans[-1][1] == pos - 1:
            spans[-1] = (spans[-1][0], pos)
        else:
            spans.append((pos, pos))
    return spans
