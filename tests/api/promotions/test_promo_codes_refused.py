"""Promo codes that cannot be imported are named and leave the lock unchanged."""

import pytest
from starlette.testclient import TestClient

from tests.support.people import Somebody
from tests.support.promos import Locks


@pytest.fixture
def locks(client: TestClient, editor: Somebody) -> Locks:
    return Locks(client, editor)


def test_lock_turns_on_after_an_import_without_valid_codes(
    locks: Locks,
) -> None:
    code_id = locks.page()

    nothing = locks.call("create_promo_code", qr_id=code_id, promo_codes=["no", "Grüße"])
    locks.call("promo_lock/set_lock", qr_id=code_id, message="Members only")
    first = locks.call("create_promo_code", qr_id=code_id, promo_code="Summer 10")

    assert (nothing["created"], nothing["batch"], nothing["refused_total"]) == (0, None, 2)
    assert first["lock"]["enabled"] is True
    assert len(locks.call("promo_lock/get_lock", qr_id=code_id)["batches"]) == 1


@pytest.mark.parametrize(
    ("promo_code", "message"),
    [
        ("abc", "must have 4 to 32 letters and digits"),
        ("  ", "must have 4 to 32 letters and digits"),
        ("summer-10", "already exists in this lock"),
    ],
)
def test_single_invalid_promo_code_is_refused(
    locks: Locks, client: TestClient, editor: Somebody, promo_code: str, message: str
) -> None:
    code_id = locks.page()
    locks.call("create_promo_code", qr_id=code_id, promo_code="Summer 10")

    answer = client.post(
        "/v1/create_promo_code",
        headers=editor.headers,
        json={"qr_id": code_id, "promo_code": promo_code},
    )

    assert answer.status_code == 422, answer.text
    assert [(it["field"], it["message"]) for it in answer.json()["errors"]] == [
        ("promo_code", message)
    ]


def test_child_keeps_following_its_base_when_its_list_is_refused(
    locks: Locks, client: TestClient, editor: Somebody
) -> None:
    base, _ = locks.locked()
    made = client.post(
        "/v1/clone-multiple", headers=editor.headers, json={"code_id": base, "data": [{}]}
    )
    child = made.json()["codes"][0]["code_id"]

    locks.call("create_promo_code", qr_id=child, promo_codes=["no"])

    assert locks.call("promo_lock/get_lock", qr_id=child)["lock_of"] == base
