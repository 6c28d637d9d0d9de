"""The calls of visitors' pages and other systems: append-scan, collect, get-identifier."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from limits import parse
from starlette.testclient import TestClient

from api.domains.visits.visits import router
from api.domains.visits.visits.router import PER_ADDRESS
from api.kit.process_state import ProcessState
from api.kit.web_app import WebApp
from ingest.contracts.use import UseRecorded
from runtime.settings import Settings
from tests.support.browsers import IPHONE
from tests.support.people import Org
from tests.support.visits import Outbox, make_code

pytestmark = pytest.mark.one_database

PERSON = {"User-Agent": IPHONE, "Accept-Language": "en-GB"}
NewCode = Callable[..., str]


@pytest.fixture
def new_code(settings: Settings, org: Org) -> NewCode:
    """`new_code(**columns)` → id of a code of the test's organisation."""
    return lambda **columns: make_code(settings.database_url, org.org_id, **columns)


def ago(**span: float) -> str:
    return (datetime.now(UTC) - timedelta(**span)).isoformat()


def test_scan_reported_by_another_system_is_recorded(
    client: TestClient, new_code: NewCode, outbox: Outbox
) -> None:
    code_id = new_code()

    answer = client.post(
        "/v1/append-scan",
        json={
            "code_id": code_id,
            "occurred_at": ago(days=2),
            "user_agent": IPHONE,
            "referrer": "https://news.example/a",
            "language": "fr-CA",
            "utm_source": "poster",
        },
        headers={"User-Agent": "python-requests/2"},
    )

    assert answer.status_code == 200
    (scan,) = outbox.scans()
    assert answer.json() == {"event_id": str(scan.event_id), "outcome": "redirect"}
    assert scan.data.method == "POST"
    assert scan.received_at - scan.occurred_at > timedelta(days=1)
    assert (scan.context.device, scan.context.referrer, scan.context.language) == (
        "phone",
        "news.example",
        "fr-CA",
    )
    assert scan.verdicts.is_bot is False
    assert scan.visitor.kind == "daily"


def test_reporting_program_without_a_visitor_user_agent_is_a_bot(
    client: TestClient, new_code: NewCode, outbox: Outbox
) -> None:
    client.post("/v1/append-scan", json={"code_id": new_code()}, headers={"User-Agent": "curl/8"})

    assert outbox.scans()[0].verdicts.is_bot is True


@pytest.mark.parametrize(
    ("occurred_at", "is_kept_as_sent"),
    [(ago(days=6), True), (ago(days=30), False), (ago(minutes=-3), True), (ago(hours=-5), False)],
    ids=["late", "ancient", "a little early", "future"],  # the same in every worker of the run
)
def test_wrong_client_clock_is_corrected_to_the_time_of_receipt(
    client: TestClient, new_code: NewCode, outbox: Outbox, occurred_at: str, is_kept_as_sent: bool
) -> None:
    answer = client.post(
        "/v1/append-scan", json={"code_id": new_code(), "occurred_at": occurred_at}, headers=PERSON
    )

    assert answer.status_code == 200
    (scan,) = outbox.scans()
    assert (scan.occurred_at == datetime.fromisoformat(occurred_at)) is is_kept_as_sent
    assert (scan.occurred_at == scan.received_at) is not is_kept_as_sent


@pytest.mark.parametrize(
    ("change", "status", "field"),
    [
        ({"code_id": "zzzzzzzzzz"}, 404, None),
        ({"code_id": "../../etc"}, 404, None),
        ({"code_id": ""}, 422, "code_id"),
        ({"code_id": "x" * 65}, 422, "code_id"),
        ({"code_id": None}, 422, "code_id"),
        ({"occurred_at": "1900-01-01T00:00:00Z"}, 422, "occurred_at"),
        ({"occurred_at": "3000-01-01T00:00:00Z"}, 422, "occurred_at"),
        ({"occurred_at": "yesterday"}, 422, "occurred_at"),
        ({"occurred_at": "2026-11-20T10:00:00"}, 422, "occurred_at"),
        ({"user_agent": "x" * 10_001}, 422, "user_agent"),
        ({"utm_source": "a\x00b"}, 422, ""),
    ],
)
def test_invalid_scan_is_refused_and_records_nothing(
    client: TestClient,
    new_code: NewCode,
    outbox: Outbox,
    change: dict[str, Any],
    status: int,
    field: str | None,
) -> None:
    answer = client.post("/v1/append-scan", json={"code_id": new_code(), **change}, headers=PERSON)

    assert answer.status_code == status
    problem = answer.json()
    assert problem["error"] is True
    if field is not None:
        assert [error["field"] for error in problem["errors"]] == [field]
    assert outbox.payloads() == []


def test_too_large_body_and_invalid_json_are_refused(client: TestClient, outbox: Outbox) -> None:
    huge = client.post("/v1/append-scan", json={"code_id": "x" * 1_200_000})
    broken = client.post(
        "/v1/collect", content=b"{not json", headers={"Content-Type": "application/json"}
    )

    assert huge.status_code == 413
    assert broken.status_code == 400
    assert outbox.payloads() == []


def test_long_user_agent_is_truncated(
    client: TestClient, new_code: NewCode, outbox: Outbox
) -> None:
    client.post("/v1/append-scan", json={"code_id": new_code(), "user_agent": "x" * 9_999})

    assert len(outbox.scans()[0].context.user_agent or "") == 512


def test_batch_is_recorded_in_one_commit_and_invalid_events_are_named(
    client: TestClient, new_code: NewCode, outbox: Outbox
) -> None:
    code_id = new_code(type="page", destination=None)
    events = [
        {"code_id": code_id},
        {
            "code_id": code_id,
            "action": "click",
            "block_id": "button",
            "target": "https://a.example/b?mail=x",
        },
        {"code_id": code_id, "action": "duration", "duration_ms": 5300, "occurred_at": ago(days=3)},
        {"code_id": "zzzzzzzzzz"},
        {"code_id": code_id, "action": "dance"},
        {"code_id": code_id, "duration_ms": -1},
        {"code_id": code_id, "occurred_at": "1900-01-01T00:00:00Z"},
        {"code_id": code_id, "target": "a\x00b"},
        "nonsense",
    ]

    page = f"https://qr.example/code/{code_id}?utm_source=poster"
    answer = client.post("/v1/collect", json={"events": events}, headers=PERSON | {"Referer": page})

    assert answer.status_code == 200
    body = answer.json()
    assert (body["accepted"], body["rejected"]) == (3, 6)
    assert [(error["index"], error["field"]) for error in body["errors"]] == [
        (3, "code_id"),
        (4, "action"),
        (5, "duration_ms"),
        (6, "occurred_at"),
        (7, ""),
        (8, ""),
    ]
    kept = outbox.events()
    assert [(event.type, event.version) for event in kept] == [("view", 3), ("use", 1), ("use", 1)]
    used = [event.data for event in kept if isinstance(event, UseRecorded)]
    assert [(it.action, it.target, it.duration_ms) for it in used] == [
        ("click", "https://a.example/b", None),
        ("duration", None, 5300),
    ]
    assert (kept[0].context.referrer, kept[0].context.utm_source) == (None, "poster")
    assert outbox.transactions() == 1


@pytest.mark.parametrize("count", [0, 101])
def test_batch_has_1_to_100_events(
    client: TestClient, new_code: NewCode, outbox: Outbox, count: int
) -> None:
    answer = client.post("/v1/collect", json={"events": [{"code_id": new_code()}] * count})

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == "events"
    assert outbox.payloads() == []


def test_visitor_identifier_is_created_on_request_and_stays_the_same(client: TestClient) -> None:
    first = client.post("/v1/get-identifier", json={}, headers=PERSON)
    second = client.post("/v1/get-identifier", json={}, headers=PERSON)

    assert first.json()["identifier"]
    assert first.headers["set-cookie"].startswith("wp_visitor=")
    assert second.json() == first.json()
    assert "set-cookie" not in second.headers


def test_visitor_who_refuses_gets_no_identifier_and_loses_the_cookie(client: TestClient) -> None:
    client.post("/v1/get-identifier", json={}, headers=PERSON)
    client.cookies.set("wp_consent", "refused")

    answer = client.post("/v1/get-identifier", json={}, headers=PERSON)

    assert answer.json() == {"identifier": None}
    assert "Max-Age=0" in answer.headers["set-cookie"]


def test_too_many_calls_from_one_address_get_429(client: TestClient) -> None:
    limits = ProcessState.of(client.app).rate_limits  # type: ignore[attr-defined]
    for _ in range(PER_ADDRESS.amount - 1):
        limits.hit(PER_ADDRESS, "/v1/get-identifier", "testclient")

    assert client.post("/v1/get-identifier").status_code == 200
    slowed = client.post("/v1/get-identifier")
    assert slowed.status_code == 429
    assert int(slowed.headers["retry-after"]) > 0


def test_page_events_are_rate_limited_across_all_addresses(
    app: WebApp, client: TestClient, new_code: NewCode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(router, "EVENTS_IN_ALL", parse("5 per minute"))
    elsewhere = TestClient(app, headers=PERSON, client=("203.0.113.9", 50_000))
    elsewhere.portal = client.portal
    batch = {"events": [{"code_id": new_code(), "action": "view"}] * 3}

    first, second = (it.post("/v1/collect", json=batch) for it in (client, elsewhere))

    assert (first.status_code, second.status_code) == (200, 429)
    assert int(second.headers["retry-after"]) > 0
