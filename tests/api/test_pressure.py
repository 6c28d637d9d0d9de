"""A request that would have to wait too long for Postgres gets an error within three seconds, whatever it is."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from pydantic import SecretStr
from sqlalchemy import text
from starlette.testclient import TestClient

from api.db.session import Database, SessionDep
from api.db.visitor_pool import VisitorDatabase
from api.domains.codes.codes.state import CodesState
from api.domains.insights.analytics.state import AnalyticsState, EventLag
from api.kit.process_state import ProcessState
from api.kit.web_app import WebApp
from runtime.settings import Settings
from tests.support.browsers import BROWSER
from tests.support.calling import call
from tests.support.pages import PageMaker, form_block
from tests.support.people import Somebody
from tests.support.tcp_proxy import TcpProxy, running_proxy

AT_MOST_SECONDS = 3.0
FORM = {"first_name": "Ana", "email": "ana@example.com"}


@pytest.fixture
def proxy(settings: Settings) -> Iterator[TcpProxy]:
    """Yield the proxy between the app and its Postgres."""
    port = int(conninfo_to_dict(settings.database_url)["port"] or 0)
    with running_proxy(port) as running:
        yield running


@pytest.fixture
def api_settings(api_settings: Settings, proxy: TcpProxy) -> Settings:
    url = conninfo_to_dict(api_settings.database_url)
    through = f"postgresql://{url['user']}:{url['password']}@127.0.0.1:{proxy.port}/{url['dbname']}"
    assert make_conninfo(through)
    return api_settings.model_copy(update={"database_url_setting": SecretStr(through)})


@dataclass
class Shop:
    """A page with a form and a poll, and the clients that request them."""

    client: TestClient
    editor: Somebody
    code_id: str
    page_id: str
    poll_id: str

    def calls(self) -> dict[str, Callable[[], Any]]:
        """Return one request of each kind, by its name."""
        visitor = TestClient(self.client.app, headers=BROWSER, follow_redirects=False)
        visitor.portal = self.client.portal
        poll = {"code_id": self.code_id, "poll_id": self.poll_id, "choice": "tea"}
        seen = {"code_id": self.code_id, "action": "view", "page_id": self.page_id}
        owner = self.editor.headers
        return {
            "append-submit": lambda: visitor.post(
                "/v1/append-submit", json={"code_id": self.code_id, "fields": FORM}
            ),
            "append-vote": lambda: visitor.post("/v1/append-vote", json=poll),
            "poll page": lambda: visitor.post(
                f"/code/{self.code_id}/poll/{self.poll_id}", data={"choice": "tea"}
            ),
            "collect": lambda: visitor.post("/v1/collect", json={"events": [seen]}),
            "scan": lambda: visitor.get(f"/code/{self.code_id}"),
            "reading": lambda: self.client.get("/v1/me", headers=owner),
            "writing": lambda: self.client.post(
                "/v1/qr/update-code", json={"code_id": self.code_id, "name": "New"}, headers=owner
            ),
        }

    def empty_caches(self) -> None:
        """Drop the process's cached codes, so that it must query."""
        state = CodesState.of(self.client.app)  # type: ignore[arg-type]
        for cache in (state.codes, state.slugs):
            cache.invalidate()

    def ask(self, *names: str) -> dict[str, tuple[Any, float]]:
        """Make all these requests at once and return each response with its seconds, by name."""
        self.empty_caches()
        calls = {name: one for name, one in self.calls().items() if not names or name in names}
        with ThreadPoolExecutor(len(calls)) as pool:
            return dict(zip(calls, pool.map(_timed, calls.values()), strict=True))


def _timed(ask: Callable[[], Any]) -> tuple[Any, float]:
    began = time.monotonic()
    answer = ask()
    return answer, time.monotonic() - began


@pytest.fixture
def shop(client: TestClient, pages: PageMaker, editor: Somebody) -> Shop:
    code_id, page_id = pages.published(form_block())
    choices = [{"id": "tea", "label": "Tea"}, {"id": "milk", "label": "Milk"}]
    poll = call(client, editor, "create-poll", code_id=code_id, question="?", choices=choices)
    made = Shop(client, editor, code_id, page_id, poll["poll_id"])
    assert {name: response.status_code for name, (response, _) in made.ask().items()} == {
        **dict.fromkeys(made.calls(), 200),
        "poll page": 303,
    }
    return made


def assert_unavailable(answers: dict[str, tuple[Any, float]]) -> None:
    fields = {
        name: (it.status_code, "retry-after" in it.headers) for name, (it, _) in answers.items()
    }
    assert fields == dict.fromkeys(answers, (503, True))
    assert max(seconds for _, seconds in answers.values()) < AT_MOST_SECONDS + 1  # a busy machine


def test_unreachable_database_returns_503_until_it_is_back(shop: Shop, proxy: TcpProxy) -> None:
    proxy.cut()
    away = shop.ask()
    proxy.join()
    deadline = time.monotonic() + 20
    while (back := shop.ask("append-submit", "reading", "scan")) and any(
        answer.status_code != 200 for answer, _ in back.values()
    ):
        assert time.monotonic() < deadline

    assert_unavailable(away)


@contextmanager
def locked(settings: Settings, statement: str, *values: str) -> Iterator[None]:
    """Lock rows with the statement in another transaction."""
    with psycopg.connect(settings.database_url) as other:
        other.execute(statement, values)
        yield
        other.rollback()


def test_held_lock_makes_no_request_wait_long(shop: Shop, settings: Settings) -> None:
    with locked(settings, "lock table outbox, votes in access exclusive mode"):
        answers = shop.ask("append-submit", "append-vote", "poll page", "collect", "scan")
    with locked(settings, "select from codes where code_id = %s for update", shop.code_id):
        answers |= shop.ask("writing")

    assert_unavailable(answers)


def test_exhausted_connection_pool_makes_no_request_wait_long(shop: Shop, app: WebApp) -> None:
    pool = VisitorDatabase.of(app).pool

    async def take() -> list[Any]:
        return [await pool.getconn() for _ in range(pool.max_size)]

    async def give_back(taken: list[Any]) -> None:
        for one in taken:
            await pool.putconn(one)

    assert shop.client.portal
    taken = shop.client.portal.call(take)
    try:
        answers = shop.ask("append-submit", "append-vote", "poll page", "collect", "scan")
    finally:
        shop.client.portal.call(give_back, taken)

    assert_unavailable(answers)


def test_forms_and_votes_have_separate_permits(shop: Shop, app: WebApp) -> None:
    database = Database.of(app)
    borrowers = [object() for _ in range(int(database.for_admin.total_tokens))]

    async def fill() -> None:
        for one in borrowers:
            database.for_admin.acquire_on_behalf_of_nowait(one)

    async def empty() -> None:
        for one in borrowers:
            database.for_admin.release_on_behalf_of(one)

    assert shop.client.portal
    shop.client.portal.call(fill)
    try:
        admin = shop.ask("reading", "writing")
        visitors = shop.ask("append-submit", "append-vote", "collect", "scan")
    finally:
        shop.client.portal.call(empty)

    assert_unavailable(admin)
    assert {it.status_code for it, _ in visitors.values()} == {200}
    assert {it.status_code for it, _ in shop.ask("reading").values()} == {200}


def test_waiting_for_a_permit_shortens_the_remaining_request_deadline(
    shop: Shop, app: WebApp, settings: Settings
) -> None:
    """A request that got its permit after two seconds does not wait as long for a lock."""
    database = Database.of(app)
    borrowers = [object() for _ in range(int(database.for_admin.total_tokens))]
    portal = shop.client.portal
    assert portal

    async def fill() -> None:
        for one in borrowers:
            database.for_admin.acquire_on_behalf_of_nowait(one)

    async def empty() -> None:
        for one in borrowers:
            database.for_admin.release_on_behalf_of(one)

    portal.call(fill)
    with (
        locked(settings, "select from codes where code_id = %s for update", shop.code_id),
        ThreadPoolExecutor(1) as pool,
    ):
        asked = pool.submit(shop.ask, "writing")
        time.sleep(1.5)
        portal.call(empty)
        assert_unavailable(asked.result())


def test_session_terminated_by_the_server_returns_unavailable(
    app: WebApp, client: TestClient
) -> None:
    """A handler that computed for too long finds that its transaction was terminated."""

    @app.get("/v1/slow")
    def slow(session: SessionDep) -> None:
        session.execute(text("set local idle_in_transaction_session_timeout = '50ms'"))
        time.sleep(0.4)

    @app.get("/v1/ended")
    def ended(session: SessionDep) -> None:
        session.execute(text("select 1"))
        mine = session.connection().connection.driver_connection.info.backend_pid  # type: ignore[union-attr]
        with psycopg.connect(ProcessState.of(app).settings.database_url) as other:
            other.execute("select pg_terminate_backend(%s, 5000)", [mine])
        session.execute(text("select 1"))

    for path in ("/v1/slow", "/v1/ended"):
        answer = client.get(path)
        assert (answer.status_code, answer.headers.get("retry-after")) == (503, "2"), path


def test_too_slow_statement_returns_unavailable(app: WebApp, client: TestClient) -> None:
    @app.get("/v1/asleep")
    def asleep(session: SessionDep) -> None:
        session.execute(text("set local statement_timeout = '50ms'"))
        session.execute(text("select pg_sleep(5)"))

    assert client.get("/v1/asleep").status_code == 503


def test_no_transaction_is_open_while_the_lake_is_read(
    shop: Shop, app: WebApp, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []

    def look() -> None:
        with psycopg.connect(settings.database_url) as other:
            row = other.execute(
                "select count(*) from pg_stat_activity where application_name = 'waypost-api'"
                " and state like 'idle in transaction%%' and datname = current_database()"
            ).fetchone()
            seen.append(row[0] if row else -1)

    road: Any = EventLag.of(app).behind_seconds.__self__  # type: ignore[attr-defined]
    analytics = AnalyticsState.of(app).analytics
    read, tables = road._read, analytics.tables
    monkeypatch.setattr(road, "_read", lambda: (look(), read()))
    monkeypatch.setattr(analytics, "tables", lambda: (look(), tables())[1])

    call(shop.client, shop.editor, "analytics-freshness")

    assert seen == [0, 0]
