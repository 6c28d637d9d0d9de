"""Promo codes that cannot be taken: said, and nothing of the lock changed by them."""

import pytest
from starlette.testclient import TestClient

from tests.support.people import Somebody
from tests.support.promos import Locks


@pytest.fixture
def locks(client: TestClient, editor: Somebody) -> Locks:
    return Locks(client, editor)


def test_a_list_of_which_nothing_is_taken_does_not_keep_the_lock_from_closing(
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
    ("promo_code", "said"),
    [
        ("abc", "must have 4 to 32 letters and digits"),
        ("  ", "must have 4 to 32 letters and digits"),
        ("summer-10", "is a promo code of this lock already"),
    ],
)
def test_one_promo_code_that_cannot_be_taken_is_refused(
    locks: Locks, client: TestClient, editor: Somebody, promo_code: str, said: str
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
        ("promo_code", said)
    ]


def test_a_child_goes_on_with_its_bases_lock_when_its_list_is_refused(
    locks: Locks, client: TestClient, editor: Somebody
) -> None:
    base, _ = locks.locked()
    made = client.post(
        "/v1/clone-multiple", headers=editor.headers, json={"code_id": base, "data": [{}]}
    )
    child = made.json()["codes"][0]["code_id"]

    locks.call("create_promo_code", qr_id=child, promo_codes=["no"])

    assert locks.call("promo_lock/get_lock", qr_id=child)["lock_of"] == base
