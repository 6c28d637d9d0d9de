"""Outbox, lake and marts by hour: they match, or the difference is reported with its place and size."""

import time
from datetime import UTC, datetime, timedelta
from random import getrandbits
from typing import Any
from uuid import UUID

import psycopg
import pytest

from pipelines.reconciliation import doctor, hours_reconciled, read_hours, unexplained
from pipelines.resources import OperationalResource
from runtime.settings import Settings
from tests.pipelines.events import ZONES, land, make_event
from warehouse.builds.activity import build_activity
from warehouse.builds.tables import mart_table
from warehouse.lake import Lake
from warehouse.reconciliation import HOUR


def made(at: datetime) -> UUID:
    """Return a UUIDv7 of this moment."""
    return UUID(int=int(at.timestamp() * 1000) << 80 | 7 << 76 | 2 << 62 | getrandbits(62))


def record(settings: Settings, at: datetime) -> UUID:
    event_id = made(at)
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into outbox (event_id, org_id, key, payload, recorded_at, day)"
            " values (%s, 'org_a', 'code_a', %s, %s, %s)",
            [event_id, str(event_id).encode(), at, at.date()],
        )
    return event_id


def landed(pos: int, event_id: UUID, at: datetime, **fields: Any) -> dict[str, Any]:
    return make_event(
        pos, event_id=str(event_id), occurred_at=at, received_at=at, day=at.date(), **fields
    )


@pytest.fixture
def now() -> datetime:
    return datetime.fromtimestamp(time.time(), UTC).replace(minute=30, second=0, microsecond=0)


def test_hourly_counts_agree_until_an_event_is_lost_or_counted_twice(
    settings: Settings, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    lake = Lake.from_settings(settings)
    record(settings, now - 9 * HOUR)
    at = [now - HOUR * ago + timedelta(minutes=n) for n, ago in enumerate((5, 5, 4, 3, 1, 0))]
    ids = [record(settings, moment) for moment in at]
    land(
        lake,
        *(landed(n + 1, ids[n], at[n]) for n in range(4)),
        landed(5, ids[4], at[4] - 2 * HOUR),
        landed(6, made(at[1]), at[1], is_demo=True),
    )
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into bulk_loads (name, first_pos, row_count, highs_before, highs_after)"
            " values ('demo', 6, 1, '{}', '{}')"
        )
    build_activity(lake, ZONES)

    hours = read_hours(settings, now, 7)
    (before, *_) = read_hours(settings, now, 11)

    assert (before.outbox, before.lake, before.differences) == (None, 0, [])
    assert [(one.outbox, one.lake) for one in hours] == [
        *((0, 0), (2, 2), (1, 1), (1, 1), (0, 0), (1, 1), (1, 0))
    ]
    assert [(one.happened, one.mart) for one in hours] == [
        *((0, 0), (3, 3), (1, 1), (2, 2), (0, 0), (0, 0), (0, 0))
    ]
    assert hours[-1].differences == ["outbox 1, lake 0"]
    assert unexplained(hours, now) == []
    assert [finding.state for finding in doctor(settings)] == ["ok"] * 3

    record(settings, at[2])
    mart = mart_table(lake, "activity_15m")
    mart.append(mart.handle().to_pyarrow_table().slice(0, 1), {7: 1})

    wrong = unexplained(read_hours(settings, now, 7), now)
    assert {one.hour for one in wrong} >= {hours[2].hour}
    assert [text for one in wrong for text in one.differences if "outbox" in text] == [
        "outbox 2, lake 1"
    ]
    assert any("marts" in text for one in wrong for text in one.differences)
    monkeypatch.setattr(OperationalResource, "settings", lambda _: settings)
    result: Any = hours_reconciled(operational=OperationalResource())
    assert not result.passed
    # In addition to these, the hour of the oldest row, which never landed.
    assert int(str(result.metadata["hours_that_differ"].value)) == len(wrong) + 1


def test_marts_of_event_families_and_of_misses_are_compared_too(
    settings: Settings, now: datetime
) -> None:
    lake = Lake.from_settings(settings)
    at = now - 3 * HOUR
    missed = {"type": "miss", "code_id": None, "data": '{"host":"go.example","path":"/old"}'}
    lines: list[dict[str, Any]] = [
        {"type": "order", "amount_cents": 5},
        {"type": "vote"},
        missed,
        missed,
    ]
    land(lake, *(landed(n + 1, made(at), at, **more) for n, more in enumerate(lines)))
    build_activity(lake, ZONES)

    (hour, *_) = read_hours(settings, now, 4)

    expected = {"activity_15m": (2, 2), "missed_paths": (2, 2), "orders": (1, 1), "votes": (1, 1)}
    assert {name: counts for name, counts in hour.marts.items() if counts != (0, 0)} == expected
    assert [it for it in hour.differences if "marts" in it] == []

    land(lake, landed(5, made(at), at, type="vote"))
    (beyond, *_) = read_hours(settings, now, 4)
    mart_table(lake, "orders").delete("true")
    votes = mart_table(lake, "votes")
    votes.append(votes.handle().to_pyarrow_table().select(votes.schema.names), {})
    (wrong, *_) = read_hours(settings, now, 4)

    assert beyond.marts == hour.marts
    assert [it for it in wrong.differences if "marts" in it] == [
        "lake 1, marts.orders 0",
        "lake 1, marts.votes 2",
    ]
