"""Times that clients send: within the years of a calendar, and returned in UTC from the first response on."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.support.calling import call
from tests.support.people import Somebody

pytestmark = pytest.mark.one_database

CODE = {"name": "Menu", "type": "redirect", "destination": "https://harbor.example/menu"}
POLL = {"question": "Tea?", "choices": [{"id": "y", "label": "Yes"}, {"id": "n", "label": "No"}]}
TOO_FAR = ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "1899-12-30T00:00:00Z")


@pytest.mark.parametrize("moment", TOO_FAR)
@pytest.mark.parametrize(
    ("path", "field", "rest"),
    [
        ("qr/create-code", "active_from", CODE),
        ("qr/update-code", "active_until", {}),
        ("create-poll", "closes_at", POLL),
        ("promo_lock/create_promo_code", "ends_at", {"amount": 1}),
        ("promo_lock/set_master_key", "expires_at", {"key": "a long enough key"}),
        ("save-annotation", "starts_at", {"text": "Fair"}),
        ("get-analytics", "from", {"to": "2026-12-01T00:00:00Z"}),
    ],
)
def test_time_outside_the_calendar_is_refused(
    client: TestClient, owner: Somebody, path: str, field: str, rest: dict[str, Any], moment: str
) -> None:
    code_id = call(client, owner, "qr/create-code", **CODE)["code_id"]
    body = {"code_id": code_id, "qr_id": code_id, **rest, field: moment}

    answer = client.post(f"/v1/{path}", json=body, headers=owner.headers)

    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"] == [
        {
            "field": field,
            "message": "must be between 1900-01-01 and 9998-12-31",
            "code": "value_error",
        }
    ]
    assert call(client, owner, "get-all-qr-codes")["total"] == 1


@pytest.mark.parametrize("moment", ["1900-01-01T00:00:00+14:00", "9998-12-31T23:59:59-12:00"])
def test_first_and_last_day_of_the_calendar_are_stored(
    client: TestClient, editor: Somebody, moment: str
) -> None:
    code_id = call(client, editor, "qr/create-code", **CODE, active_until=moment)["code_id"]

    assert call(client, editor, "qr/get-code", code_id=code_id)["active_until"] is not None


def test_update_returns_the_time_as_it_is_read_later(client: TestClient, editor: Somebody) -> None:
    code_id = call(client, editor, "qr/create-code", **CODE)["code_id"]

    changed = call(
        client, editor, "qr/update-code", code_id=code_id, active_from="2026-01-01T10:00:00+05:30"
    )

    assert changed["active_from"] == "2026-01-01T04:30:00Z"
    assert changed == call(client, editor, "qr/get-code", code_id=code_id)
