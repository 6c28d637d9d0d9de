"""Events of erased people land without identifiers, and an erasure waits for events that are about to land."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from ingest.landing.erased import ErasedIdentifiers, digest_of
from ingest.landing.rows import COLUMNS, event_row
from ingest.locks import ERASURE_LOCK
from runtime.settings import Settings
from tests.support.events import make_scan

ORG = make_scan(0).org_id


@pytest.fixture
def landing(settings: Settings) -> psycopg.Connection:
    with psycopg.connect(settings.database_url, autocommit=True) as owner:
        owner.execute(
            "insert into organizations (org_id, slug, name) values (%s, 'slug', 'Name')", [ORG]
        )
    return psycopg.connect(settings.database_url_as("waypost_events"), autocommit=True)


def erase(settings: Settings, name: str) -> None:
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into erased_identifiers (org_id, digest) values (%s, %s)",
            [ORG, digest_of(ORG, name)],
        )


def test_only_erased_visitors_lose_their_identifier(
    settings: Settings, landing: psycopg.Connection
) -> None:
    scans = [make_scan(number) for number in range(2)]
    rows = [event_row(scan, 0, pos, is_duplicate=False) for pos, scan in enumerate(scans)]
    visitor = COLUMNS.index("visitor_id")
    rows = [(*row[:visitor], f"who_{pos}", *row[visitor + 1 :]) for pos, row in enumerate(rows)]
    names = ErasedIdentifiers()
    with landing, names.locked(landing):
        assert names.strip(rows) == rows
        erase(settings, "who_0")
    again = psycopg.connect(settings.database_url_as("waypost_events"), autocommit=True)
    with again, names.locked(again):
        first, second = names.strip(rows)

    assert second == rows[1]
    changed = {name for name, old, new in zip(COLUMNS, rows[0], first, strict=True) if old != new}
    assert "visitor_id" in changed
    assert first[visitor] is None
    assert changed.isdisjoint({"pos", "event_id", "org_id", "code_id", "occurred_at", "type"})


def test_erasure_waits_for_a_batch_that_is_about_to_land(
    settings: Settings, landing: psycopg.Connection
) -> None:
    order: list[str] = []

    def wait() -> None:
        with psycopg.connect(settings.database_url_as("waypost_app")) as connection:
            connection.execute("select pg_advisory_xact_lock(%s)", [ERASURE_LOCK])
            order.append("erased")

    with ThreadPoolExecutor(1) as thread, landing:
        with ErasedIdentifiers().locked(landing):
            waiting = thread.submit(wait)
            order.append("landed")
        waiting.result(timeout=30)

    assert order == ["landed", "erased"]
