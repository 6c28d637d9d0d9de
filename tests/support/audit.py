"""Postgres, lake and marts compared: the same events, each once."""

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass
from datetime import UTC, datetime

import psycopg
import pyarrow.compute as pc

from ingest.contracts.codec import decode
from ingest.contracts.topics import partition_of
from ingest.landing.batch import is_repeat
from ingest.landing.repeats import Repeats
from runtime.settings import Settings
from warehouse.builds.tables import mart_table
from warehouse.lake import Lake


@dataclass(frozen=True)
class Audit:
    """The compared numbers."""

    events: int
    amount_cents: int
    repeats: int


def audit(settings: Settings, acknowledged: Set[str], partitions: int = 4) -> Audit:
    """Compare everything with a plain count over the outbox.

    Raises:
        AssertionError: something is missing, duplicated, out of order or counted wrongly.
    """
    with psycopg.connect(settings.database_url) as connection:
        payloads = connection.execute(
            "select payload from outbox order by outbox.xid, outbox.seq"
        ).fetchall()
    events = [decode(payload) for (payload,) in payloads]
    ids = [str(event.event_id) for event in events]
    assert len(set(ids)) == len(ids)
    assert acknowledged <= set(ids), "Postgres lost what it had acknowledged"

    memories = {number: Repeats() for number in range(partitions)}
    numbers = [partition_of(event.key, partitions) for event in events]
    repeats = [
        is_repeat(event, memories[number]) for event, number in zip(events, numbers, strict=True)
    ]
    amounts = [getattr(event.data, "amount_cents", None) for event in events]

    lake = Lake.from_settings(settings)
    rows = lake.events.handle().to_pyarrow_table().sort_by("pos")
    assert rows["pos"].to_pylist() == list(range(1, len(events) + 1)), "positions are not dense"
    assert rows["event_id"].to_pylist() == ids, "not the order of commits"
    assert rows["partition"].to_pylist() == numbers
    assert rows["amount_cents"].to_pylist() == amounts
    assert rows["is_duplicate"].to_pylist() == repeats

    expected: Counter[tuple[str, str, str, datetime]] = Counter()
    money: Counter[str] = Counter()
    visits: Counter[str] = Counter()
    for event, amount, repeat in zip(events, amounts, repeats, strict=True):
        seconds = int(event.occurred_at.timestamp()) // 900 * 900
        bucket = datetime.fromtimestamp(seconds, UTC)
        expected[event.org_id, str(event.code_id), event.type, bucket] += 1
        money[event.org_id] += amount or 0
        visits[event.org_id] += event.type == "scan" and not repeat
    _compare_marts(lake, expected, money, visits)
    return Audit(len(events), sum(money.values()), sum(repeats))


def _compare_marts(
    lake: Lake,
    expected: Counter[tuple[str, str, str, datetime]],
    money: Counter[str],
    visits: Counter[str],
) -> None:
    mart = mart_table(lake, "activity_15m")
    assert mart.positions() == lake.events.positions(), "the mart has not seen everything"
    activity = mart.handle().to_pyarrow_table()
    found: Counter[tuple[str, str, str, datetime]] = Counter()
    columns = ("org_id", "code_id", "type", "bucket", "events")
    for org_id, code_id, kind, bucket, events in zip(
        *(activity[name].to_pylist() for name in columns), strict=True
    ):
        found[org_id, code_id, kind, bucket.replace(tzinfo=UTC)] += events
    assert found == expected, "the mart counts other events"
    for org_id, cents in money.items():
        own = activity.filter(pc.equal(activity["org_id"], org_id))
        assert (pc.sum(own["amount_cents"]).as_py() or 0) == cents
        assert pc.sum(own["visits"]).as_py() == visits[org_id]
