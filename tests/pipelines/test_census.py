"""The census: what the lake must contain according to Postgres."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg.types.json import Jsonb

from ingest.outbox.census import Census, take_census
from runtime.settings import Settings

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.fixture
def owner(settings: Settings) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        yield connection


@pytest.fixture
def events(settings: Settings) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
    """Yield a connection with the pipelines' permissions on the outbox."""
    with psycopg.connect(settings.database_url_as("waypost_events"), autocommit=True) as found:
        yield found


Connection = psycopg.Connection[tuple[object, ...]]


def write(owner: Connection, seq: int, recorded_at: datetime = NOON) -> UUID:
    event_id = uuid4()
    owner.execute(
        "insert into outbox (seq, xid, event_id, org_id, key, payload, recorded_at)"
        " values (%s, '5', %s, 'org_a', 'code_a', '', %s)",
        [seq, event_id, recorded_at],
    )
    return event_id


def publish(owner: Connection, pos: int, seq: int, highs: dict[str, int]) -> None:
    owner.execute(
        "insert into relay_checkpoints (pos, xid, seq, highs) values (%s, '5', %s, %s)",
        [pos, seq, Jsonb(highs)],
    )


def test_census_is_empty_when_nothing_is_published(events: Connection) -> None:
    assert take_census(events, {}) == Census()


def test_horizon_is_the_newest_checkpoint_fully_in_the_lake(
    owner: Connection, events: Connection
) -> None:
    for seq in range(1, 7):
        write(owner, seq)
    publish(owner, 2, 2, {"0": 2})
    publish(owner, 4, 4, {"0": 2, "1": 4})
    publish(owner, 6, 6, {"0": 6, "1": 4})

    assert take_census(events, {0: 1}).horizon is None
    assert take_census(events, {0: 2}).horizon == 2
    census = take_census(events, {0: 3, 1: 4})
    assert (census.horizon, census.outbox_rows) == (4, 4)
    assert take_census(events, {0: 6, 1: 9}).horizon == 6


def test_running_bulk_load_holds_back_the_horizon(owner: Connection, events: Connection) -> None:
    publish(owner, 2, 2, {"0": 2})
    publish(owner, 102, 2, {"0": 102})
    owner.execute(
        "insert into bulk_loads (name, first_pos, row_count, highs_before, highs_after)"
        " values ('demo', 3, 100, '{}', '{}')"
    )
    assert take_census(events, {0: 102}).horizon == 2

    owner.execute("update bulk_loads set finished_at = now()")
    census = take_census(events, {0: 102})
    assert (census.horizon, census.bulk_loads) == (102, ((3, 100),))


def test_dead_letters_up_to_the_horizon_are_listed(owner: Connection, events: Connection) -> None:
    publish(owner, 5, 5, {"0": 5})
    for pos in (3, 9):
        owner.execute(
            "insert into dead_letters (pos, partition, reason, detail, key, payload)"
            " values (%s, 0, 'unknown version', '', '', '')",
            [pos],
        )

    assert take_census(events, {0: 5}).dead_letters == {3}


def test_anchor_is_an_hour_younger_than_the_oldest_outbox_rows_that_may_be_dropped(
    owner: Connection, events: Connection
) -> None:
    write(owner, 1)
    write(owner, 2, NOON + timedelta(minutes=59))
    anchor = write(owner, 3, NOON + timedelta(minutes=61))
    write(owner, 4, NOON + timedelta(minutes=62))
    write(owner, 5, NOON + timedelta(minutes=63))
    publish(owner, 4, 4, {"0": 4})

    census = take_census(events, {0: 4})

    assert (census.anchor, census.anchored_rows, census.outbox_rows) == (anchor, 2, 4)
