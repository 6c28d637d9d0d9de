"""A full disk: nothing is written, everything is reported, and the app recovers on its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.apps.shell import ShellState
from api.jobs.worker import wait_for_room
from api.kit.process_state import ProcessState
from api.kit.web_app import WebApp
from api.objects.store import objects_of
from runtime.disk_space import DiskSpace, LowDiskError
from runtime.settings import Settings
from tests.support.app_state import change_state
from tests.support.browsers import BROWSER
from tests.support.calling import call
from tests.support.pages import PageMaker, form_block
from tests.support.people import Org, Somebody

FORM = {"first_name": "Ana", "email": "ana@example.com"}


class Disk:
    """The free space, as the test sets it."""

    def __init__(self) -> None:
        self.free = 2**40

    def look(self, _: Path) -> int:
        return self.free

    @contextmanager
    def full(self) -> Iterator[None]:
        self.free = 0
        yield
        self.free = 2**40


@pytest.fixture
def disk(app: WebApp) -> Disk:
    """Return the app's disk, which is checked on each request."""
    disk = Disk()
    ticks = iter(range(10**9))
    space = DiskSpace([Path("/var")], 500, free=disk.look, clock=lambda: float(next(ticks)))
    change_state(app, ProcessState, disk_space=space)
    change_state(app, ShellState, readiness=Always())
    return disk


class Always:
    """Caches no readiness."""

    def get(self, judge: Any) -> Any:
        return judge()


def count(settings: Settings) -> int:
    with psycopg.connect(settings.database_url) as connection:
        row = connection.execute("select count(*) from outbox").fetchone()
    return int(row[0]) if row else -1


def test_writes_stop_while_disk_is_low_and_resume_afterwards(
    disk: Disk,
    client: TestClient,
    editor: Somebody,
    visitor: TestClient,
    pages: PageMaker,
    settings: Settings,
    people: Any,
    org: Org,
) -> None:
    code_id, page_id = pages.published(form_block())
    choices = [{"id": "tea", "label": "Tea"}, {"id": "milk", "label": "Milk"}]
    poll = call(client, editor, "create-poll", code_id=code_id, question="?", choices=choices)
    vote = {"code_id": code_id, "poll_id": poll["poll_id"], "choice": "tea"}
    seen = {"events": [{"code_id": code_id, "action": "view", "page_id": page_id}]}
    unused_key = {"authorization": f"Bearer {people.key(org, 'viewer')}"}
    rename = {"code_id": code_id, "name": "New"}

    def writes() -> dict[str, Any]:
        key = {"idempotency-key": "once"}
        return {
            "form": visitor.post("/v1/append-submit", json={"code_id": code_id, "fields": FORM}),
            "vote": visitor.post("/v1/append-vote", json=vote),
            "collect": visitor.post("/v1/collect", json=seen),
            "collect once": visitor.post("/v1/collect", json=seen, headers=key),
            "scan": visitor.get(f"/code/{code_id}", headers=BROWSER),
            "append-scan": visitor.post("/v1/append-scan", json={"code_id": code_id}),
            "admin": client.post("/v1/qr/update-code", json=rename, headers=editor.headers),
        }

    before = count(settings)
    with disk.full():
        low = writes()
        reads = {
            "me": client.get("/v1/me", headers=editor.headers),
            "with a key": client.get("/v1/me", headers=unused_key),
            "numbers": client.post("/v1/analytics-freshness", headers=editor.headers),
        }
        ready = client.get("/readyz")
        written = count(settings) - before
    after = writes()

    assert {name: it.status_code for name, it in low.items()} == dict.fromkeys(low, 503)
    assert [name for name, it in low.items() if "retry-after" not in it.headers] == []
    assert low["admin"].json()["code"] == "read_only"
    assert written == 0
    assert {name: it.status_code for name, it in reads.items()} == dict.fromkeys(reads, 200)
    assert reads["numbers"].json()["is_read_only"] is True
    assert ready.status_code == 503
    assert ready.json()["checks"]["disk"]["ok"] is False
    assert "0 MB are free" in ready.json()["checks"]["disk"]["detail"]
    assert {name: it.status_code for name, it in after.items()} == dict.fromkeys(after, 200)
    assert call(client, editor, "analytics-freshness")["is_read_only"] is False
    assert client.get("/readyz").status_code == 200


def test_upload_is_refused_before_it_is_stored_if_disk_is_low(
    disk: Disk, app: WebApp, settings: Settings, tmp_path: Path
) -> None:
    low = settings.model_copy(update={"disk_floor_mb": 10**9, "var_dir": tmp_path / "low"})
    with pytest.raises(LowDiskError):
        objects_of(low).put("org/org_a/file", b"data", "text/plain")


def test_readiness_reports_that_visitor_events_cannot_be_written(
    disk: Disk, client: TestClient, visitor: TestClient, code: str, settings: Settings
) -> None:
    """As if Postgres' own disk were full: it can be read but not written."""
    visitor.get(f"/code/{code}")
    with psycopg.connect(settings.database_url, autocommit=True) as owner:
        owner.execute(
            "create function full_disk() returns trigger language plpgsql as"
            " $$ begin raise exception using errcode = '53100', message = 'disk full'; end $$"
        )
        owner.execute(
            "create trigger full_disk before insert on outbox"
            " for each statement execute function full_disk()"
        )
        refused = visitor.get(f"/code/{code}")
        away = client.get("/readyz")
        owner.execute("drop trigger full_disk on outbox")
        again = visitor.get(f"/code/{code}")

    assert (refused.status_code, again.status_code) == (503, 302)
    assert (away.status_code, away.json()["checks"]["writing"]["ok"]) == (503, False)
    assert client.get("/readyz").status_code == 200


def test_job_waits_until_there_is_disk_space() -> None:
    disk, waited = Disk(), []
    ticks = iter(range(10**9))
    space = DiskSpace([Path("/var")], 500, free=disk.look, clock=lambda: float(next(ticks)))
    disk.free = 0

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        disk.free = 2**40 if len(waited) == 3 else 0

    wait_for_room(space, sleep)

    assert len(waited) == 3
