"""The table itself: permissions, day partitions, and the number of waiting rows."""

import asyncio
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import psycopg
import pytest
from psycopg import errors
from sqlalchemy import create_engine, make_url
from sqlalchemy.orm import Session

from ingest.contracts.codec import decode
from ingest.outbox import insert_many, record
from ingest.outbox.cursor import (
    CannotRewind,
    Cursor,
    read_cursor,
    rewind,
    save_cursor,
    start_cursor,
)
from ingest.outbox.metrics import read_lag
from ingest.outbox.partitions import drop_landed_days, ensure_ahead
from ingest.processes import connect
from runtime.settings import Settings
from tests.support.events import insert_events, make_scan


def test_event_recorded_in_a_session_is_as_durable_as_its_transaction(
    settings: Settings,
) -> None:
    url = make_url(settings.database_url_as("waypost_visitor"))
    engine = create_engine(url.set(drivername="postgresql+psycopg"))
    kept, undone = make_scan(1), make_scan(2)

    with Session(engine) as session:
        record(session, kept)
        session.commit()
        record(session, undone)
        session.rollback()
    engine.dispose()

    with psycopg.connect(settings.database_url) as owner:
        (payload,) = owner.execute("select payload from outbox").fetchall()
    assert decode(payload[0]) == kept


def test_events_of_one_statement_keep_their_order(settings: Settings) -> None:
    scans = [make_scan(number) for number in range(100)]

    async def write() -> None:
        url = settings.database_url_as("waypost_visitor")
        async with await psycopg.AsyncConnection.connect(url) as connection:
            await insert_many(connection, scans)

    asyncio.run(write())

    with psycopg.connect(settings.database_url) as owner:
        rows = owner.execute("select event_id from outbox order by seq").fetchall()
    assert [event_id for (event_id,) in rows] == [scan.event_id for scan in scans]


@pytest.mark.parametrize("role", ["waypost_app", "waypost_visitor"])
@pytest.mark.parametrize(
    "statement",
    [
        "update outbox set key = ''",
        "delete from outbox",
        "delete from relay_cursor",
        "select * from dead_letters",
        "select outbox_drop_day(date '2000-01-01')",
    ],
)
def test_recording_roles_can_do_nothing_else_to_the_outbox(
    settings: Settings, role: str, statement: str
) -> None:
    with (
        psycopg.connect(settings.database_url_as(role)) as connection,  # type: ignore[arg-type]
        pytest.raises(errors.InsufficientPrivilege),
    ):
        connection.execute(statement)


def test_visitor_role_cannot_read_events(settings: Settings) -> None:
    with (
        psycopg.connect(settings.database_url_as("waypost_visitor")) as connection,
        pytest.raises(errors.InsufficientPrivilege),
    ):
        connection.execute("select * from outbox")


def test_events_are_readable_only_by_their_own_organisation(settings: Settings) -> None:
    insert = "insert into outbox (event_id, org_id, key, payload) values (gen_random_uuid(), %s, 'k', '')"
    with psycopg.connect(settings.database_url) as owner:
        for org_id in ("org_a", "org_b"):
            owner.execute(insert, [org_id])

    with psycopg.connect(settings.database_url_as("waypost_app")) as connection:
        before = connection.execute("select org_id from outbox").fetchall()
        connection.execute("select set_config('app.org_id', 'org_a', true)")
        of_one = connection.execute("select org_id from outbox").fetchall()

    assert before == []
    assert of_one == [("org_a",)]


def test_admin_role_records_only_for_its_own_organisation(settings: Settings) -> None:
    insert = "insert into outbox (event_id, org_id, key, payload) values (gen_random_uuid(), %s, 'k', '')"
    with psycopg.connect(settings.database_url_as("waypost_app")) as connection:
        connection.execute("select set_config('app.org_id', 'org_a', true)")
        connection.execute(insert, ["org_a"])
        with pytest.raises(errors.InsufficientPrivilege):
            connection.execute(insert, ["org_b"])


def test_relay_cannot_access_business_tables(settings: Settings) -> None:
    with connect(settings) as connection, pytest.raises(errors.InsufficientPrivilege):
        connection.execute("select * from organizations")


def today() -> date:
    return datetime.now(UTC).date()


def test_day_partitions_are_created_ahead_once(settings: Settings) -> None:
    with connect(settings) as connection:
        later = today() + timedelta(days=10)

        assert ensure_ahead(connection, later) == [later + timedelta(days=n) for n in range(4)]
        assert ensure_ahead(connection, later) == []


def _old_row(settings: Settings, day: date) -> None:
    with psycopg.connect(settings.database_url) as owner:
        owner.execute(
            "insert into outbox (day, event_id, org_id, key, payload)"
            " values (%s, gen_random_uuid(), 'o', 'k', '')",
            [day],
        )


def _at_the_end(settings: Settings) -> Callable[[], Cursor]:
    def move() -> Cursor:
        with connect(settings) as connection:
            start_cursor(connection, 1)
            row = connection.execute(
                "select max(outbox.xid)::text, max(outbox.seq) from outbox"
            ).fetchone()
            assert row is not None
            cursor = Cursor(pos=1, xid=int(row[0]), seq=row[1], highs={0: 1})
            save_cursor(connection, cursor)
            return cursor

    return move


def test_old_day_partition_is_dropped_once_its_events_are_in_the_lake(settings: Settings) -> None:
    old = today() - timedelta(days=5)
    with connect(settings) as connection:
        ensure_ahead(connection, old - timedelta(days=3))
    _old_row(settings, old)
    _at_the_end(settings)()

    with connect(settings) as connection:
        assert old not in drop_landed_days(connection, {}, today())
        assert old in drop_landed_days(connection, {0: 1}, today())
        rows = connection.execute("select 1 from outbox").fetchall()
    assert rows == []


def test_rows_without_a_partition_are_also_deleted_once_every_follower_has_passed_them(
    settings: Settings,
) -> None:
    old = today() - timedelta(days=400)
    _old_row(settings, old)
    end = _at_the_end(settings)()

    with connect(settings) as connection, psycopg.connect(settings.database_url) as owner:
        for name, seq in (("fast", end.seq), ("slow", end.seq - 1)):
            owner.execute(
                "insert into outbox_followers (name, xid, seq) values (%s, %s::text::xid8, %s)",
                [name, end.xid, seq],
            )
        owner.commit()
        assert drop_landed_days(connection, {0: 1}, today()) == []
        owner.execute("update outbox_followers set seq = %s", [end.seq])
        owner.commit()
        assert drop_landed_days(connection, {0: 1}, today()) == [old]
        assert connection.execute("select 1 from outbox").fetchall() == []


def test_recent_day_partition_is_kept_even_if_its_events_are_in_the_lake(
    settings: Settings,
) -> None:
    _old_row(settings, today() - timedelta(days=3))
    _old_row(settings, today() - timedelta(days=2))
    _at_the_end(settings)()

    with connect(settings) as connection:
        assert drop_landed_days(connection, {0: 99}, today()) == []
        with pytest.raises(psycopg.Error, match="younger"):
            connection.execute("select outbox_drop_day(%s)", [today() - timedelta(days=2)])


def test_lag_counts_events_waiting_in_outbox_and_landing(settings: Settings) -> None:
    insert_events(settings.database_url_as("waypost_visitor"), [make_scan(n) for n in range(3)])
    with connect(settings) as connection:
        start_cursor(connection, 1)
        before = read_lag(connection, {})
        _at_the_end(settings)()
        published = read_lag(connection, {})
        landed = read_lag(connection, {0: 1})

    assert (before.outbox.depth, before.landing.depth) == (3, 0)
    assert before.outbox.age_seconds > 0
    assert (published.outbox.depth, published.landing.depth) == (0, 1)
    assert landed.landing.depth == 0


def test_rewind_finds_the_newest_checkpoint_covered_by_the_lake(settings: Settings) -> None:
    with connect(settings) as connection:
        start_cursor(connection, 2)
        for pos in (10, 20, 30):
            save_cursor(connection, Cursor(pos, pos, pos, 2, {0: pos, 1: pos - 1}))
        cursor = read_cursor(connection)
        assert cursor is not None

        assert rewind(connection, cursor, {0: 25, 1: 19}).pos == 20
        assert rewind(connection, cursor, {0: 25, 1: 18}).pos == 10
        assert rewind(connection, cursor, {}).pos == 0
        connection.execute("delete from relay_checkpoints where pos < 20")
        with pytest.raises(CannotRewind):
            rewind(connection, cursor, {0: 5})
