"""Opening a code: what the visitor gets and what is stored, on real Postgres."""

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx2
import psycopg
import pytest
from starlette.testclient import TestClient

from api.apps.web import create_app
from api.db.visitor_pool import VisitorDatabase
from api.domains.codes.codes.types import RESERVED_WORDS
from api.domains.visits.visits.scan_middleware import code_in_path
from api.domains.visits.visits.state import VisitsState
from api.kit.web_app import WebApp
from ingest.contracts.codec import decode, encode
from ingest.verdicts.rules import VERDICT_VERSION
from runtime.settings import Settings
from tests.support.browsers import IPHONE
from tests.support.people import Org
from tests.support.visits import Outbox, make_code

pytestmark = pytest.mark.one_database

PERSON = {"User-Agent": IPHONE, "Accept-Language": "en-GB,en;q=0.8"}


@pytest.fixture
def new_code(settings: Settings, org: Org) -> Callable[..., str]:
    """`new_code(type=…, **columns)` → id of a code of the test's organisation."""
    return lambda **columns: make_code(settings.database_url, org.org_id, **columns)


def test_scan_is_redirected_and_recorded_exactly_once(
    client: TestClient, new_code: Callable[..., str], outbox: Outbox
) -> None:
    code_id = new_code()

    answer = client.get(
        f"/code/{code_id}?utm_source=poster&utm_campaign=autumn",
        headers=PERSON | {"Referer": "https://www.news.example/a?b=c"},
    )

    assert answer.status_code == 302
    assert answer.headers["location"] == "https://harbor.example/menu"
    assert answer.headers["cache-control"] == "no-store"
    (scan,) = outbox.scans()
    assert (scan.org_id, scan.code_id, scan.key) == (scan.org_id, code_id, code_id)
    assert str(scan.event_id) == answer.headers["x-request-id"]
    assert (scan.data.outcome, scan.data.method, scan.data.rule) == ("redirect", "GET", None)
    assert scan.visitor.kind == "cookie"
    context = scan.context.model_dump(exclude_none=True)
    assert context == {
        "device": "phone",
        "system": "iOS",
        "browser": "Safari",
        "language": "en-GB",
        "referrer": "news.example",
        "utm_source": "poster",
        "utm_campaign": "autumn",
        "user_agent": IPHONE,
    }
    assert scan.verdicts.model_dump(exclude_none=True) == {
        "version": VERDICT_VERSION,
        "is_bot": False,
        "is_preview": False,
    }
    assert scan.occurred_at == scan.received_at


def test_recorded_event_matches_its_contract_encoding(
    client: TestClient, new_code: Callable[..., str], outbox: Outbox
) -> None:
    code_id = new_code(base_code_id=new_code())
    for headers in (PERSON, {"User-Agent": "curl/8"}, PERSON | {"Sec-GPC": "1"}):
        client.get(f"/code/{code_id}?utm_term=%F0%9F%8D%B0", headers=headers)

    for payload in outbox.payloads():
        assert json.loads(payload) == json.loads(encode(decode(payload)))


def test_short_url_and_trailing_slash_resolve_to_the_same_code(
    client: TestClient, new_code: Callable[..., str], outbox: Outbox
) -> None:
    code_id = new_code()

    assert client.get(f"/{code_id}", headers=PERSON).status_code == 302
    assert client.get(f"/code/{code_id}/", headers=PERSON).status_code == 302
    assert client.get(f"/{code_id}/", headers=PERSON).status_code == 302
    assert len(outbox.scans()) == 3


def test_reserved_words_are_never_codes() -> None:
    for word in RESERVED_WORDS:
        assert code_in_path(f"/{word}") is None
        assert code_in_path(f"/{word.upper()}") is None
    for path in ("/", "/admin/my-codes", "/auth/login", "/code/note/abcdefghij", "/v1/collect"):
        assert code_in_path(path) is None


def test_no_code_can_shadow_a_product_path(app: WebApp) -> None:
    for route in app.routes:
        first = getattr(route, "path", "/").split("/")[1]
        assert "{" in first or code_in_path(f"/{first}") is None, first


def test_page_is_shown_completely_without_scripts(
    client: TestClient, new_code: Callable[..., str], outbox: Outbox
) -> None:
    content = {
        "title": "Hello <b>you</b>",
        "text": "First\nline\n\nSecond",
        "button_label": "Order",
        "button_url": "https://harbor.example/order",
    }
    code_id = new_code(type="page", destination=None, content=content)

    answer = client.get(f"/code/{code_id}", headers=PERSON)

    assert answer.status_code == 200
    assert "Hello &lt;b&gt;you&lt;/b&gt;" in answer.text
    assert "<b>you" not in answer.text
    assert "First<br>line" in answer.text
    assert 'href="https://harbor.example/order"' in answer.text
    assert f'data-code-id="{code_id}"' in answer.text
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert outbox.scans()[0].data.outcome == "page"


@pytest.mark.parametrize(
    ("columns", "status", "heading"),
    [
        ({"deleted_at": datetime.now(UTC)}, 410, "no longer in use"),
        ({"state": "paused"}, 404, "This code is paused"),
        ({"active_from": datetime.now(UTC) + timedelta(days=1)}, 404, "You are early"),
        ({"active_until": datetime.now(UTC) - timedelta(days=1)}, 410, "has ended"),
        ({"type": "wall", "destination": None}, 404, "Nothing here yet"),
    ],
)
def test_each_refusal_is_recorded_and_shows_a_page_or_the_owners_fallback(
    client: TestClient,
    new_code: Callable[..., str],
    outbox: Outbox,
    columns: dict[str, Any],
    status: int,
    heading: str,
) -> None:
    refused = new_code(**columns)
    elsewhere = new_code(**columns, fallback_url="https://fallback.example/")

    page = client.get(f"/code/{refused}", headers=PERSON)
    fallback = client.get(f"/code/{elsewhere}", headers=PERSON)

    assert page.status_code == status
    assert heading in page.text
    assert fallback.headers["location"] == "https://fallback.example/"
    assert [scan.data.outcome for scan in outbox.scans()] == ["refused", "fallback"]


@pytest.mark.parametrize(
    "path",
    [
        "/code/zzzzzzzzzz",
        "/zzzzzzzzzz",
        "/code/x",
        "/code/" + "a" * 5000,
        "/code/a%00b",
        "/code/%F0",
    ],
)
def test_unknown_or_malformed_code_gets_a_friendly_404_and_records_nothing(
    client: TestClient, outbox: Outbox, path: str
) -> None:
    answer = client.get(path, headers=PERSON)

    assert answer.status_code == 404
    assert "We don’t know this code" in answer.text
    assert outbox.payloads() == []


def test_only_get_and_head_open_a_code(
    client: TestClient, new_code: Callable[..., str], outbox: Outbox
) -> None:
    code_id = new_code()

    assert client.post(f"/code/{code_id}").status_code == 405
    assert outbox.payloads() == []
    head = client.head(f"/code/{code_id}", headers=PERSON)
    assert (head.status_code, head.content) == (302, b"")
    assert "set-cookie" not in head.headers
    (scan,) = outbox.scans()
    assert (scan.data.method, scan.verdicts.bot_reason) == ("HEAD", "head")


def test_visitor_is_recognised_by_the_cookie(
    client: TestClient, new_code: Callable[..., str], outbox: Outbox
) -> None:
    code_id = new_code()

    first = client.get(f"/code/{code_id}", headers=PERSON)
    second = client.get(f"/code/{code_id}", headers=PERSON)

    assert "wp_visitor=" in first.headers["set-cookie"]
    assert "HttpOnly" in first.headers["set-cookie"]
    assert "set-cookie" not in second.headers
    assert len({scan.visitor.id for scan in outbox.scans()}) == 1


@pytest.mark.parametrize("no", [{"Cookie": "wp_consent=refused"}, {"Sec-GPC": "1"}, {"DNT": "1"}])
def test_visitor_who_refuses_gets_no_cookie(
    client: TestClient, new_code: Callable[..., str], outbox: Outbox, no: dict[str, str]
) -> None:
    answer = client.get(f"/code/{new_code()}", headers=PERSON | no)

    assert "set-cookie" not in answer.headers
    assert outbox.scans()[0].visitor.kind == "daily"


@pytest.mark.parametrize(
    "headers",
    [
        {"User-Agent": "x" * 10_000},
        {"User-Agent": "Mozilla\x01\x7f/5.0"},
        {"Cookie": "wp_visitor=broken; =; ;;"},
        {"Cookie": "wp_visitor=" + "f" * 64},
        {"Cookie": "a" * 7000},
        {"Referer": "https://[broken"},
        {"Accept-Language": ";;;q=,*"},
        {"X-Forwarded-For": "not, an, address"},
    ],
)
def test_odd_headers_do_not_affect_the_redirect(
    client: TestClient, new_code: Callable[..., str], outbox: Outbox, headers: dict[str, str]
) -> None:
    answer = client.get(f"/code/{new_code()}?utm_source=%00%ff", headers=PERSON | headers)

    assert answer.status_code == 302
    (scan,) = outbox.scans()
    assert b"\\u0000" not in outbox.payloads()[0]
    assert len(scan.context.user_agent or "") <= 512


def test_place_is_derived_from_the_ip_address_which_is_not_stored(
    app: WebApp, new_code: Callable[..., str], outbox: Outbox
) -> None:
    with TestClient(app, client=("127.0.0.1", 4711), follow_redirects=False) as behind_proxy:
        if VisitsState.of(app).scans.geo.missing:
            pytest.skip("the IP tables are not installed; run make setup")
        behind_proxy.get(f"/code/{new_code()}", headers=PERSON | {"X-Forwarded-For": "81.2.69.142"})

    assert outbox.scans()[0].context.country == "GB"
    assert b"81.2.69" not in outbox.payloads()[0]


def test_code_change_is_seen_by_every_process(
    settings: Settings, client: TestClient, new_code: Callable[..., str]
) -> None:
    code_id = new_code()
    with TestClient(create_app(settings), follow_redirects=False) as other:
        for middleware in (client, other):
            assert (
                middleware.get(f"/code/{code_id}").headers["location"]
                == "https://harbor.example/menu"
            )

        with psycopg.connect(settings.database_url) as connection:
            connection.execute(
                "update codes set destination = 'https://harbor.example/new' where code_id = %s",
                [code_id],
            )

        for middleware in (client, other):
            _until(
                lambda middleware=middleware: (
                    middleware.get(f"/code/{code_id}").headers["location"]  # type: ignore[misc]
                    == "https://harbor.example/new"
                )
            )


def test_visits_continue_after_postgres_dropped_every_connection(
    settings: Settings, client: TestClient, new_code: Callable[..., str]
) -> None:
    code_id = new_code()
    client.get(f"/code/{code_id}")
    changes = VisitorDatabase.of(client.app).changes  # type: ignore[arg-type]
    _until(lambda: changes.is_listening)

    with psycopg.connect(settings.database_url, autocommit=True) as connection:
        connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        )

    _until(lambda: not changes.is_listening)
    _until(lambda: changes.is_listening)
    assert [client.get(f"/code/{code_id}").status_code for _ in range(20)] == [302] * 20


def test_two_hundred_concurrent_scans_share_few_inserts(
    client: TestClient, new_code: Callable[..., str], outbox: Outbox
) -> None:
    code_id = new_code()

    async def visit_all() -> list[int]:
        transport = httpx2.ASGITransport(app=client.app)
        async with httpx2.AsyncClient(
            transport=transport, base_url="http://waypost.example"
        ) as many:
            answers = await asyncio.gather(
                *(many.get(f"/code/{code_id}", headers=PERSON) for _ in range(200))
            )
        return [answer.status_code for answer in answers]

    statuses = client.portal.call(visit_all)  # type: ignore[union-attr]

    assert set(statuses) == {302}
    scans = outbox.scans()
    assert len({scan.event_id for scan in scans}) == 200
    assert outbox.transactions() <= 20


def test_postgres_outage_is_shown_to_the_visitor_and_records_no_scan(
    settings: Settings, tmp_path: Path
) -> None:
    away = settings.model_copy(
        update={
            "database_url_setting": _secret(
                "postgresql://nobody@127.0.0.1:9/none?connect_timeout=1"
            )
        }
    )
    app = create_app(away)
    with TestClient(app, follow_redirects=False) as client:
        answer = client.get("/code/abcdefghij", headers=PERSON)

    assert answer.status_code == 503
    assert answer.headers["retry-after"]
    assert "One moment" in answer.text


def _secret(value: str) -> Any:
    return Settings.model_validate(
        {"DATABASE_URL": value, "var_dir": "/nonexistent"}
    ).database_url_setting


def _until(holds: Callable[[], bool], patience: float = 30) -> None:
    end = datetime.now(UTC) + timedelta(seconds=patience)
    while not holds():
        assert datetime.now(UTC) < end, "it never became true"
