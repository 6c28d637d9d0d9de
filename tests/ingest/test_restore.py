"""Yesterday's Postgres restored beside today's lake."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from pydantic import SecretStr

from api.db.roles import make_roles
from ingest.outbox.relay import RelayStopped
from ingest.outbox.restore import ProcessesRunning
from ingest.processes import reconcile_after_restore
from runtime.embedded.kafka import EmbeddedKafka
from runtime.embedded.postgres import EmbeddedPostgres, binaries
from runtime.embedded.process import free_port
from tests.support.events import Road
from tests.support.waiting import eventually


def rewritten(road: Road, *statements: str) -> None:
    with psycopg.connect(road.settings.database_url) as owner:
        for statement in statements:
            owner.execute(statement)


YESTERDAY = """
update relay_cursor set (pos, xid, seq, highs) =
  (select pos, xid, seq, highs from relay_checkpoints order by pos limit 1)
"""


def test_restore_of_an_older_postgres_stops_the_relay_until_reconciled(
    dark_road: Road, broker: EmbeddedKafka
) -> None:
    relay, lander = dark_road.relay(), dark_road.lander()
    kept = dark_road.record_scans(40)
    dark_road.wait_landed(40)
    with pytest.raises(ProcessesRunning):
        reconcile_after_restore(dark_road.settings)
    relay.stop()
    lander.stop()
    lost = [str(scan.event_id) for scan in kept[30:]]
    rewritten(
        dark_road,
        YESTERDAY,
        "delete from relay_checkpoints where pos > (select pos from relay_cursor)",
        f"delete from outbox where event_id = any('{{{','.join(lost)}}}'::uuid[])",
    )
    fresh = dark_road.record_scans(25, start=100)

    refused = dark_road.relay()
    eventually(lambda: refused.failure is not None)
    assert isinstance(refused.failure, RelayStopped)
    dark_road.forget(refused)
    settled = reconcile_after_restore(dark_road.settings)
    broker.kill()
    broker.start()
    dark_road.relay()
    dark_road.lander()
    dark_road.wait_landed(65)

    assert (settled.pos, settled.waiting) == (40, 25)
    dark_road.assert_exact([*kept, *fresh])


def test_dump_restored_on_another_server_loses_no_event(
    dark_road: Road, broker: EmbeddedKafka, tmp_path: Path
) -> None:
    relay, lander = dark_road.relay(), dark_road.lander()
    scans = dark_road.record_scans(40)
    dark_road.wait_landed(40)
    relay.stop()
    lander.stop()
    scans += dark_road.record_scans(20, start=40)
    far = "(xid::text::numeric + 1000000000)::text::xid8"  # as on a server that is years old
    rewritten(
        dark_road,
        f"update outbox set xid = {far}",
        f"update relay_cursor set xid = {far}",
        f"update relay_checkpoints set xid = {far}",
    )

    with another_server(tmp_path / "another") as server:
        dump, before = tmp_path / "waypost.dump", dark_road.settings
        dark_road.settings = before.model_copy(
            update={"database_url_setting": SecretStr(server.url())}
        )
        assert len(make_roles(dark_road.settings)) == 4
        client("pg_dump", "--format=custom", f"--file={dump}", before.database_url)
        client("pg_restore", "--no-owner", "--exit-on-error", f"--dbname={server.url()}", str(dump))
        scans += dark_road.record_scans(20, start=60)

        refused = dark_road.relay()
        eventually(lambda: refused.failure is not None)
        dark_road.forget(refused)
        reconcile_after_restore(dark_road.settings)
        broker.kill()
        broker.start()
        relay, lander = dark_road.relay(), dark_road.lander()
        dark_road.wait_landed(80)

        dark_road.assert_exact(scans)
        relay.stop()
        lander.stop()


@contextmanager
def another_server(folder: Path) -> Iterator[EmbeddedPostgres]:
    """Yield an unused Postgres server."""
    server = EmbeddedPostgres(folder, free_port(), "another")
    server.start()
    try:
        yield server
    finally:
        server.stop()


def client(program: str, *arguments: str) -> None:
    """Run one of Postgres' own programs."""
    subprocess.run([binaries() / program, *arguments], check=True)


def test_relay_that_died_before_saving_is_not_taken_for_a_restore(dark_road: Road) -> None:
    relay, lander = dark_road.relay(), dark_road.lander()
    scans = dark_road.record_scans(40)
    dark_road.wait_landed(40)
    relay.stop()
    lander.stop()
    rewritten(dark_road, YESTERDAY)

    dark_road.relay()
    scans += dark_road.record_scans(10, start=40)
    dark_road.lander()
    dark_road.wait_landed(50)

    dark_road.assert_exact(scans)
