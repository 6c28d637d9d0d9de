"""One-time passcodes: which are sent, which are accepted, and which are not."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.content.forms.verification.state import VerificationState
from api.integrations.sms_sender import sms_senders
from runtime.settings import Settings
from tests.support.app_state import change_state
from tests.support.people import Org, Somebody
from tests.support.waiting import eventually

PHONE = "+12125550100"


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, **by: float) -> None:
        self.now += timedelta(**by)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def code_id(client: TestClient, editor: Somebody) -> str:
    made = client.post(
        "/v1/qr/create-code",
        headers=editor.headers,
        json={"name": "Menu", "type": "redirect", "destination": "https://example.com/"},
    )
    return str(made.json()["code_id"])


def ask(client: TestClient, code_id: str, phone: str = PHONE, code: str | None = None) -> Any:
    body = {"code_id": code_id, "phone": phone} | ({"code": code} if code else {})
    return client.post("/v1/phone_number_verification", json=body)


def sent(client: TestClient, admin: Somebody) -> list[Any]:
    answer = client.post("/v1/get-sandbox-messages", json={}, headers=admin.headers)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["items"])


def passcode(client: TestClient, admin: Somebody) -> str:
    found = re.match(r"(\d{6}) is your code", sent(client, admin)[0]["body"])
    assert found
    return found.group(1)


def wrong(right: str) -> str:
    return f"{(int(right) + 1) % 1_000_000:06d}"


def test_sent_passcode_verifies_the_number(
    client: TestClient, code_id: str, admin: Somebody
) -> None:
    asked = ask(client, code_id, "(212) 555-0100")
    assert (asked.status_code, asked.json()["state"]) == (200, "sent")
    assert asked.json()["phone"] == PHONE
    right = passcode(client, admin)
    assert right not in asked.text

    assert ask(client, code_id, code=wrong(right)).json()["tries_left"] == 4
    verified = ask(client, code_id, code=right).json()
    proof = verified.pop("proof")
    assert proof.startswith("ver_")
    assert verified | {"message": ""} == {
        "state": "verified",
        "verified": True,
        "message": "",
        "phone": PHONE,
        "expires_at": None,
        "resend_after": None,
        "tries_left": None,
    }
    after_a_lost_response = ask(client, code_id, code=right).json()
    assert after_a_lost_response["proof"] == proof


@pytest.mark.parametrize(
    "as_typed",
    [
        lambda right: f" {right[:3]} {right[3:]} ",
        lambda right: f"{right[:3]}-{right[3:]}",
        lambda right: "".join(chr(0x0660 + int(digit)) for digit in right),
        lambda right: "".join(chr(0xFF10 + int(digit)) for digit in right),
    ],
    ids=["spaces", "hyphen", "arabic", "full-width"],
)
def test_passcode_is_read_as_people_type_it(
    client: TestClient, code_id: str, admin: Somebody, as_typed: Callable[[str], str]
) -> None:
    ask(client, code_id)
    right = passcode(client, admin)

    assert ask(client, code_id, code=as_typed(right)).json()["state"] == "verified"


def test_five_wrong_attempts_invalidate_even_the_correct_passcode(
    client: TestClient, code_id: str, admin: Somebody
) -> None:
    ask(client, code_id)
    right = passcode(client, admin)

    states = [ask(client, code_id, code=wrong(right)).json() for _ in range(5)]

    assert [one["tries_left"] for one in states] == [4, 3, 2, 1, 0]
    assert ask(client, code_id, code=right).json()["state"] == "expired"


def test_concurrent_attempts_are_counted_individually(
    client: TestClient, code_id: str, admin: Somebody
) -> None:
    ask(client, code_id)
    guess = wrong(passcode(client, admin))

    with ThreadPoolExecutor(10) as pool:
        states = list(pool.map(lambda _: ask(client, code_id, code=guess).json(), range(20)))

    assert sum(one["state"] == "wrong" for one in states) == 5
    assert sum(one["state"] == "expired" for one in states) == 15


def test_passcode_is_valid_for_ten_minutes(
    client: TestClient, code_id: str, admin: Somebody, clock: Clock
) -> None:
    ask(client, code_id)
    clock.move(minutes=10)

    assert ask(client, code_id, code=passcode(client, admin)).json()["state"] == "expired"


def test_another_passcode_can_be_requested_after_half_a_minute(
    client: TestClient, code_id: str, admin: Somebody, clock: Clock
) -> None:
    ask(client, code_id)
    first = passcode(client, admin)
    refused = ask(client, code_id)
    assert (refused.status_code, refused.json()["code"]) == (429, "code_sent_already")
    assert 0 < int(refused.headers["Retry-After"]) <= 31

    clock.move(seconds=31)
    assert ask(client, code_id).status_code == 200

    second = passcode(client, admin)
    assert len(sent(client, admin)) == 2
    if first != second:
        assert ask(client, code_id, code=first).json()["state"] == "wrong"
    assert ask(client, code_id, code=second).json()["verified"]


def test_two_concurrent_requests_send_one_passcode(
    client: TestClient, code_id: str, admin: Somebody
) -> None:
    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(lambda _: ask(client, code_id).status_code, range(8)))

    assert sorted(statuses) == [200] + [429] * 7
    assert len(sent(client, admin)) == 1


def test_number_gets_at_most_ten_passcodes_a_day(
    client: TestClient, code_id: str, clock: Clock
) -> None:
    for _ in range(10):
        assert ask(client, code_id).status_code == 200
        clock.move(minutes=1)

    refused = ask(client, code_id)

    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_codes")
    clock.move(days=1)
    assert ask(client, code_id).status_code == 200


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({"phone": "call me"}, "phone", "not_phone"),
        ({"phone": "12"}, "phone", "not_phone"),
        ({"phone": "+1 212 555 0100 ext. 5"}, "phone", "not_phone"),
        ({"phone": PHONE, "code": "12345"}, "code", "string_pattern_mismatch"),
        ({"phone": PHONE, "code": "A12345"}, "code", "string_pattern_mismatch"),
        ({}, "phone", "missing"),
    ],
)
def test_invalid_input_is_named(
    client: TestClient, code_id: str, body: dict[str, str], field: str, code: str
) -> None:
    answer = client.post("/v1/phone_number_verification", json={"code_id": code_id} | body)

    assert answer.status_code == 422
    assert (field, code) in {(one["field"], one["code"]) for one in answer.json()["errors"]}


@pytest.mark.parametrize(
    ("body", "media_type", "status"),
    [
        (b"", "application/json", 422),
        (b"[1]", "application/json", 422),
        (b"{", "application/json", 400),
        (b"abc", "text/plain", 415),
    ],
)
def test_empty_body_is_refused(
    client: TestClient, body: bytes, media_type: str, status: int
) -> None:
    headers = {"Content-Type": media_type}
    answer = client.post("/v1/phone_number_verification", content=body, headers=headers)

    assert answer.status_code == status, answer.text


def test_logged_in_member_requests_a_passcode_for_their_organisation(
    client: TestClient, editor: Somebody
) -> None:
    path = "/v1/phone_number_verification"

    stranger = client.post(path, json={"phone": PHONE})
    member = client.post(path, json={"phone": PHONE}, headers=editor.headers)

    assert stranger.status_code == 422
    assert [it["field"] for it in stranger.json()["errors"]] == ["code_id"]
    assert (member.status_code, member.json()["state"]) == (200, "sent")


def test_closed_code_sends_no_message(
    client: TestClient, code_id: str, editor: Somebody, admin: Somebody
) -> None:
    paused = {"code_id": code_id, "state": "paused"}
    assert client.post("/v1/qr/update-code", json=paused, headers=editor.headers).is_success

    eventually(lambda: client.get(f"/code/{code_id}").status_code == 404)

    refused = ask(client, code_id)

    assert (refused.status_code, refused.json()["code"]) == (409, "code_not_open")
    assert sent(client, admin) == []


def test_neither_number_nor_passcode_is_stored_in_plain_text(
    client: TestClient, code_id: str, admin: Somebody, settings: Settings
) -> None:
    ask(client, code_id)
    right = passcode(client, admin)

    with psycopg.connect(settings.database_url) as connection:
        rows = str(connection.execute("select * from phone_verifications").fetchall())

    assert "2125550100" not in rows
    assert right not in rows


def test_passcode_passes_the_message_gate_and_is_not_sent_after_a_stop(
    client: TestClient, code_id: str, admin: Somebody, settings: Settings, org: Org, clock: Clock
) -> None:
    """Its row says that it was sent, but contains nothing of its text."""
    ask(client, code_id)
    with psycopg.connect(settings.database_url) as connection:
        rows = connection.execute(
            "select source, purpose, state, content_sealed, sending_at is null from messages"
            " where org_id = %s",
            [org.org_id],
        ).fetchall()
    stop = {"phone": PHONE, "text": "STOP"}
    stopped = client.post("/v1/reply-in-sandbox", json=stop, headers=admin.headers)
    clock.move(minutes=1)
    refused = ask(client, code_id)
    start = client.post(
        "/v1/reply-in-sandbox", json=stop | {"text": "START"}, headers=admin.headers
    )
    again = ask(client, code_id)

    assert rows == [("passcode", "service", "delivered", None, False)]
    assert stopped.status_code == start.status_code == 200
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (422, "takes_no_texts")
    assert again.status_code == 200
    texts = [it["body"] for it in sent(client, admin)]
    assert len([it for it in texts if "is your code" in it]) == 2


def test_production_without_a_provider_reports_it(
    api_settings: Settings, client: TestClient, code_id: str
) -> None:
    production = api_settings.model_copy(update={"environment": "production"})
    change_state(client.app, VerificationState, sms_sender=sms_senders(production))

    answer = ask(client, code_id)

    assert (answer.status_code, answer.json()["code"]) == (503, "sms_not_available")
