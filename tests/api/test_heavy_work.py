"""Heavy calls of one organisation delay nobody else and occupy no database connection."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx2 as httpx
import psycopg
import pytest
from limits import parse
from PIL import Image
from prometheus_client import REGISTRY
from sqlalchemy import text
from sqlalchemy.pool import QueuePool
from starlette.testclient import TestClient

from api.auth.member import EditorDep
from api.auth.roles import Role
from api.db.offload import OffloadDep
from api.db.routing import ApiRouter
from api.db.session import Database, SessionDep
from api.domains.codes.codes import picture_service
from api.domains.codes.qr_images import service
from api.kit.web_app import WebApp
from runtime.settings import Settings
from tests.support.people import Org, People, Somebody
from tests.support.pictures import picture
from tests.support.visits import make_code
from tests.support.waiting import eventually
from tests.support.web import served
from tests.support.worker_tasks import generate_when_let, hold

OF_ORGANIZATION = 8


def tasks(state: str) -> float:
    return REGISTRY.get_sample_value(f"waypost_worker_tasks_{state}") or 0.0


def done(task: str) -> float:
    fields = {"task": task, "outcome": "done"}
    return REGISTRY.get_sample_value("waypost_worker_task_seconds_count", fields) or 0.0


def pid_beside(path: Path) -> int:
    beside = path.with_name(f"{path.name}.pid")
    eventually(lambda: beside.exists() and bool(beside.read_text()))
    return int(beside.read_text())


def has_ended(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.fixture
def address(app: WebApp, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Yield the address of the app on a real port; it generates pictures when the test lets it."""
    monkeypatch.setattr(service, "generate", generate_when_let)
    with served(app) as running:
        yield running


class Caller:
    """Calls the running app as a person, with a new connection for each call."""

    def __init__(self, address: str, who: Somebody) -> None:
        self._address = address
        self._headers = who.headers

    def me(self) -> httpx.Response:
        return httpx.get(f"{self._address}/v1/me", headers=self._headers, timeout=30)

    def draw(self, path: Path, timeout: float = 90) -> httpx.Response:
        body = {"content": str(path), "format": "svg"}
        url = f"{self._address}/v1/gen-qr"
        return httpx.post(url, json=body, headers=self._headers, timeout=timeout)


def test_renderings_of_one_organisation_block_no_other_and_hold_no_connection(
    address: str, app: WebApp, people: People, org: Org, tmp_path: Path
) -> None:
    harbor = Caller(address, people.member(org, Role.VIEWER))
    northwind = Caller(address, people.member(people.org(), Role.VIEWER))
    go, other = tmp_path / "go", tmp_path / "other"
    other.touch()
    with ThreadPoolExecutor(OF_ORGANIZATION) as together:
        drawings = [together.submit(harbor.draw, go) for _ in range(OF_ORGANIZATION)]
        eventually(lambda: tasks("running") + tasks("waiting") == OF_ORGANIZATION)

        me, theirs, ninth = northwind.me(), northwind.draw(other), harbor.draw(go)

        pool = Database.of(app).engine.pool
        assert isinstance(pool, QueuePool)
        assert pool.checkedout() == 0
        assert not any(it.done() for it in drawings)
        go.touch()

    assert (me.status_code, theirs.status_code) == (200, 200)
    assert (ninth.status_code, ninth.json()["code"]) == (429, "too_many_at_once")
    assert int(ninth.headers["retry-after"]) > 0
    assert [it.result().status_code for it in drawings] == [200] * OF_ORGANIZATION
    eventually(lambda: tasks("running") + tasks("waiting") == 0)


def test_client_disconnect_frees_the_worker(
    address: str, people: People, org: Org, tmp_path: Path
) -> None:
    caller, never, now = Caller(address, people.member(org)), tmp_path / "never", tmp_path / "now"
    now.touch()
    with ThreadPoolExecutor(1) as alone:
        with suppress(httpx.TimeoutException):
            alone.submit(caller.draw, never, 3).result()
        pid = pid_beside(never)

        eventually(lambda: has_ended(pid))

        assert tasks("running") == 0
        assert caller.draw(now).status_code == 200


def test_killed_worker_returns_503_worker_lost(
    address: str, people: People, org: Org, tmp_path: Path
) -> None:
    caller, never, now = Caller(address, people.member(org)), tmp_path / "never", tmp_path / "now"
    now.touch()
    with ThreadPoolExecutor(1) as alone:
        lost: Future[httpx.Response] = alone.submit(caller.draw, never)
        os.kill(pid_beside(never), signal.SIGKILL)

    answer = lost.result()
    assert (answer.status_code, answer.json()["code"]) == (503, "worker_lost")
    assert int(answer.headers["retry-after"]) > 0
    assert caller.draw(now).status_code == 200


def test_write_after_heavy_work_happens_once_per_idempotency_key(
    app: WebApp, people: People, org: Org, settings: Settings, tmp_path: Path
) -> None:
    """The key is locked in the transaction that writes, although the transaction before has ended."""
    router, go = ApiRouter(), tmp_path / "go"

    @router.post("/v1/hold-then-write")
    def hold_then_write(me: EditorDep, offload: OffloadDep, session: SessionDep) -> dict[str, str]:
        offload.run(me.org_id, hold, str(go))
        session.execute(text("update organizations set name = name || '!'"))
        return {"done": "yes"}

    app.include_router(router)
    headers = {**people.member(org, Role.EDITOR).headers, "Idempotency-Key": "once"}
    with served(app) as address, ThreadPoolExecutor(2) as together:
        url = f"{address}/v1/hold-then-write"
        both = []
        for begun in (1, 2):
            both.append(together.submit(httpx.post, url, headers=headers, timeout=90))
            eventually(lambda: tasks("running") + tasks("waiting") == begun)  # noqa: B023
        go.touch()
        result = sorted(it.result().status_code for it in both)
        again = httpx.post(url, headers=headers, timeout=90)
    with psycopg.connect(settings.database_url) as connection:
        names = connection.execute("select name from organizations").fetchall()

    assert result in ([200, 200], [200, 409])
    assert again.headers["idempotency-replayed"] == "true"
    assert names == [(f"{org.name}!",)]


def large_picture(client: TestClient, code_id: str, **query: Any) -> Any:
    return client.get(f"/v1/code-picture/{code_id}.png", params=query)


def sides(png: bytes) -> tuple[int, int]:
    with Image.open(BytesIO(png)) as opened:
        return opened.size


def test_large_qr_picture_is_rendered_once(
    client: TestClient, settings: Settings, org: Org
) -> None:
    code_id, before = make_code(settings.database_url, org.org_id), done("draw")

    first = large_picture(client, code_id, size=1260)
    again = large_picture(client, code_id, size=1290)

    assert (first.status_code, again.status_code) == (200, 200)
    assert first.content == again.content
    assert sides(first.content) == (1300, 1300)  # sizes come in steps
    assert done("draw") == before + 1


def test_large_picture_size_is_rounded_up_to_whole_millimetres(
    client: TestClient, settings: Settings, org: Org
) -> None:
    code_id = make_code(settings.database_url, org.org_id)

    asked = large_picture(client, code_id, width_mm=104.2)
    small = large_picture(client, code_id, width_mm=50.5)

    assert sides(asked.content) == (1240, 1240)  # 105 mm at 300 dpi
    assert sides(small.content) == (596, 596)


def test_large_pictures_are_rate_limited_across_callers_except_cached_ones(
    client: TestClient, settings: Settings, org: Org, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_service, "LARGE_IN_ALL", parse("1 per minute"))
    code_id = make_code(settings.database_url, org.org_id)

    lines = [large_picture(client, code_id, size=size) for size in (1300, 1400, 1300)]

    assert [it.status_code for it in lines] == [200, 429, 200]
    assert int(lines[1].headers["retry-after"]) > 0


def test_files_and_checks_are_made_outside_the_web_process(
    client: TestClient, people: People, org: Org
) -> None:
    headers = people.member(org, Role.EDITOR).headers
    tasks_of = ("write_export", "render", "check_delivered", "re_encode")
    before = {task: done(task) for task in tasks_of}
    slip = {"name": "Coupon", "width_mm": 60, "height_mm": 30, "elements": []}

    made = client.post(
        "/v1/slip", json={"action": "create_slip", "updated_data": slip}, headers=headers
    )
    lines = [
        client.post("/v1/export-csv", json={"from": "customers"}, headers=headers),
        client.post(
            "/v1/print-slip",
            json={"slip_id": made.json()["slip_id"], "copies": 1},
            headers=headers,
        ),
        client.post("/v1/check-picture", json={"content": "x"}, headers=headers),
        client.post("/v1/upload-image", files={"file": ("a.png", picture())}, headers=headers),
    ]

    assert [it.status_code for it in lines] == [200] * 4, [it.text for it in lines]
    assert {task: done(task) - before[task] for task in tasks_of} == dict.fromkeys(tasks_of, 1)


def test_large_row_imports_are_checked_outside_the_web_process(
    client: TestClient, people: People, org: Org, settings: Settings
) -> None:
    headers = people.member(org, Role.EDITOR).headers
    base = make_code(settings.database_url, org.org_id)
    tasks_of = ("check_children", "check_imports")
    before = {task: done(task) for task in tasks_of}

    def check(rows: int) -> list[dict[str, Any]]:
        table = "".join(f"Table {n},https://harbor.example/{n}\n" for n in range(rows))
        imported = {"source": "csv", "csv": f"name,destination\n{table}", "preview": True}
        cloned = {"code_id": base, "data": [{"tags": ["", "bar"]}] * rows, "preview": True}
        return [
            client.post(f"/v1/{path}", json=body, headers=headers).json()
            for path, body in (("import-codes", imported), ("clone-multiple", cloned))
        ]

    few = check(3)
    in_requests = {task: done(task) - before[task] for task in tasks_of}
    many = check(301)

    assert in_requests == dict.fromkeys(tasks_of, 0)
    assert {task: done(task) - before[task] for task in tasks_of} == dict.fromkeys(tasks_of, 1)
    for rows, (imported, cloned) in ((3, few), (301, many)):
        assert (imported["count"], len(cloned["errors"])) == (rows, rows)
    assert many[1]["errors"][-1]["field"] == "data[300].tags.0"
