"""Limits and counting rules on real Postgres: exact under concurrency, and only for people."""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx2
import psycopg
import pytest
from psycopg.types.json import Jsonb
from starlette.testclient import TestClient

from api.apps.web import create_app
from runtime.settings import Settings
from tests.support.calling import call
from tests.support.people import Org, Somebody
from tests.support.visit_cases import leads_to, rules_of
from tests.support.visits import Outbox, make_code
from tests.support.waiting import eventually

pytestmark = pytest.mark.one_database

PERSON = {
    "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Safari/604.1",
    "Accept": "text/html",
    "Accept-Language": "en-GB",
}


@pytest.fixture
def new_code(settings: Settings, org: Org) -> Callable[..., str]:
    """`new_code(rules, **columns)` → id of a redirect code of the test's organisation."""

    def make(*rules: dict[str, Any], **columns: Any) -> str:
        kept = Jsonb([rule.model_dump(mode="json") for rule in rules_of(*rules)])
        return make_code(settings.database_url, org.org_id, rules=kept, **columns)

    return make


def counted(settings: Settings, code_id: str) -> Any:
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute(
            "select coalesce((select scans from code_counters where code_id = %s), 0),"
            " (select count(*) from code_visitors where code_id = %s)",
            [code_id, code_id],
        ).fetchone()


async def visit_all(app: Any, code_id: str, times: int) -> list[int]:
    transport = httpx2.ASGITransport(app=app)
    async with httpx2.AsyncClient(transport=transport, base_url="http://waypost.example") as many:
        answers = await asyncio.gather(
            *(many.get(f"/code/{code_id}", headers=PERSON) for _ in range(times))
        )
    return [answer.status_code for answer in answers]


def test_scan_limit_is_exact_across_two_processes(
    settings: Settings, client: TestClient, new_code: Callable[..., str], outbox: Outbox
) -> None:
    code_id = new_code(scan_limit=100)

    with TestClient(create_app(settings), follow_redirects=False) as other:
        halves = [
            middleware.portal.start_task_soon(visit_all, middleware.app, code_id, 90)  # type: ignore[union-attr]
            for middleware in (client, other)
        ]
        statuses = Counter(status for half in halves for status in half.result(60))

    assert statuses == {302: 100, 410: 80}
    assert counted(settings, code_id)[0] == 100
    outcomes = Counter(scan.data.outcome for scan in outbox.scans())
    assert outcomes == {"redirect": 100, "refused": 80}


def test_bots_and_previews_use_up_no_limit(
    settings: Settings, client: TestClient, new_code: Callable[..., str]
) -> None:
    code_id = new_code(scan_limit=1, visitor_limit=1)

    for headers in (
        {"User-Agent": "curl/8"},
        {"User-Agent": "WhatsApp/2.23"},
        PERSON | {"Sec-Purpose": "prefetch"},
    ):
        assert client.get(f"/code/{code_id}", headers=headers).status_code == 302
    client.head(f"/code/{code_id}", headers=PERSON)
    assert counted(settings, code_id) == (0, 0)

    assert client.get(f"/code/{code_id}", headers=PERSON).status_code == 302
    assert client.get(f"/code/{code_id}", headers={"User-Agent": "curl/8"}).status_code == 410


def test_each_visitor_has_their_own_limit_and_then_gets_the_fallback(
    client: TestClient, new_code: Callable[..., str]
) -> None:
    code_id = new_code(visitor_limit=2, fallback_url="https://fallback.example/")

    first = [client.get(f"/code/{code_id}", headers=PERSON) for _ in range(3)]
    client.cookies.clear()
    somebody_else = client.get(f"/code/{code_id}", headers=PERSON)

    assert [answer.headers["location"] for answer in first] == [
        "https://harbor.example/menu",
        "https://harbor.example/menu",
        "https://fallback.example/",
    ]
    assert somebody_else.headers["location"] == "https://harbor.example/menu"


def test_reset_scan_limit_counts_from_that_moment(
    settings: Settings, client: TestClient, editor: Somebody, new_code: Callable[..., str]
) -> None:
    base = new_code(scan_limit=1, visitor_limit=50)
    codes = (base, new_code(base_code_id=base))

    def opened() -> list[int]:
        return [client.get(f"/code/{code}", headers=PERSON).status_code for code in codes]

    def scans() -> list[int]:
        return [counted(settings, code)[0] for code in codes]

    assert [opened(), opened()] == [[302, 302], [410, 410]]
    call(client, editor, "qr/update-code", code_id=base, scan_limit=None)
    call(client, editor, "qr/update-code", code_id=base, scan_limit=1)

    assert [counted(settings, code) for code in codes] == [(0, 1), (0, 1)]
    assert opened() == [302, 302]
    eventually(lambda: opened() == [410, 410])
    before = scans()
    call(client, editor, "qr/update-code", code_id=base, scan_limit=90)
    assert scans() == before
    assert min(before) > 0


def test_reset_visitor_limit_forgets_all_earlier_visitors(
    settings: Settings, client: TestClient, editor: Somebody, new_code: Callable[..., str]
) -> None:
    code_id = new_code(visitor_limit=1, scan_limit=50)
    assert client.get(f"/code/{code_id}", headers=PERSON).status_code == 302

    call(client, editor, "qr/update-code", code_id=code_id, visitor_limit=None)
    call(client, editor, "qr/update-code", code_id=code_id, visitor_limit=1)

    assert counted(settings, code_id) == (1, 0)


@pytest.mark.parametrize("enabled", [True, False])
def test_count_survives_a_limit_reset_while_a_rule_uses_it(
    settings: Settings,
    client: TestClient,
    editor: Somebody,
    new_code: Callable[..., str],
    enabled: bool,
) -> None:
    first = leads_to("first", {"kind": "total_scans", "op": "at_most", "value": 5})
    code_id = new_code(first | {"enabled": enabled}, scan_limit=9)
    client.get(f"/code/{code_id}", headers=PERSON)

    call(client, editor, "qr/update-code", code_id=code_id, scan_limit=None)
    call(client, editor, "qr/update-code", code_id=code_id, scan_limit=9)

    assert counted(settings, code_id)[0] == 1


def test_visitor_limit_and_scan_limit_show_different_messages(
    client: TestClient, new_code: Callable[..., str]
) -> None:
    of_one, of_all = new_code(visitor_limit=1), new_code(scan_limit=1)

    first, second = (
        [client.get(f"/code/{code_id}", headers=PERSON) for _ in range(2)][-1]
        for code_id in (of_one, of_all)
    )

    assert (first.status_code, second.status_code) == (410, 410)
    assert "You have been here before" in first.text
    assert "All gone" in second.text


def test_rules_can_depend_on_the_visit_number(
    client: TestClient, new_code: Callable[..., str], outbox: Outbox
) -> None:
    code_id = new_code(
        leads_to("welcome", {"kind": "visit_number", "value": 1}),
        leads_to("again", {"kind": "visit_number", "op": "at_least", "value": 2}),
    )

    places = [client.get(f"/code/{code_id}", headers=PERSON).headers["location"] for _ in range(3)]

    assert places == ["https://welcome.example/", *["https://again.example/"] * 2]
    assert [scan.data.rule for scan in outbox.scans()] == ["r0", "r1", "r1"]


def test_exactly_five_of_many_concurrent_visits_are_the_first_five(
    client: TestClient, new_code: Callable[..., str], outbox: Outbox
) -> None:
    code_id = new_code(leads_to("first", {"kind": "total_scans", "op": "at_most", "value": 5}))

    client.portal.call(visit_all, client.app, code_id, 60)  # type: ignore[union-attr]

    assert Counter(scan.data.rule for scan in outbox.scans()) == {"r0": 5, None: 55}


def test_refused_visit_is_not_counted(
    settings: Settings, client: TestClient, new_code: Callable[..., str]
) -> None:
    refuse = {"outcome": {"type": "refuse", "message": "Not <today>"}}
    code_id = new_code(refuse, scan_limit=5)

    answer = client.get(f"/code/{code_id}", headers=PERSON)

    assert answer.status_code == 403
    assert "Not &lt;today&gt;" in answer.text
    assert counted(settings, code_id) == (0, 0)


def test_codes_without_limits_have_no_counter(
    settings: Settings, client: TestClient, new_code: Callable[..., str]
) -> None:
    code_id = new_code(leads_to("phones", {"kind": "device", "values": ["phone"]}))

    answer = client.get(f"/code/{code_id}", headers=PERSON)

    assert answer.headers["location"] == "https://phones.example/"
    assert counted(settings, code_id) == (0, 0)


def test_stock_is_the_number_of_remaining_one_time_codes(
    settings: Settings, org: Org, client: TestClient, new_code: Callable[..., str]
) -> None:
    base = make_code(settings.database_url, org.org_id)
    for state in ("issued", "opened", "void"):
        make_code(settings.database_url, org.org_id, base_code_id=base, one_time_state=state)
    two_left = {"kind": "stock", "subject_id": base, "op": "is", "value": 2}
    nobodys = {"kind": "stock", "subject_id": "nothing", "op": "at_least", "value": 0}
    code_id = new_code(leads_to("never", nobodys), leads_to("left", two_left))

    answer = client.get(f"/code/{code_id}", headers=PERSON)

    assert answer.headers["location"] == "https://left.example/"


def test_rule_recognises_a_customer_by_tag(
    settings: Settings, org: Org, client: TestClient, new_code: Callable[..., str], outbox: Outbox
) -> None:
    code_id = new_code(leads_to("gold", {"kind": "customer_tag", "values": ["gold"]}))
    assert "harbor" in client.get(f"/code/{code_id}", headers=PERSON).headers["location"]
    visitor = outbox.scans()[0].visitor.id
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into customers (customer_id, org_id, tags) values ('cus_1', %s, '{Gold}')",
            [org.org_id],
        )
        connection.execute(
            "insert into customer_visitors (org_id, visitor_id, customer_id) values (%s, %s, 'cus_1')",
            [org.org_id, visitor],
        )
    unproven = client.get(f"/code/{code_id}", headers=PERSON)
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("update customer_visitors set is_proven = true")

    answer = client.get(f"/code/{code_id}", headers=PERSON)

    assert "harbor" in unproven.headers["location"]
    assert answer.headers["location"] == "https://gold.example/"
