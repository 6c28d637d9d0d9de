"""An erasure stores the reason for its request, and nothing in it that identifies the customer."""

import pytest
from starlette.testclient import TestClient

from tests.support.calling import call
from tests.support.people import MakeMember, Org, Somebody


@pytest.fixture
def admin(org: Org, make_member: MakeMember) -> Somebody:
    return make_member(org, "admin")


def test_reason_is_stored_with_the_erasure_receipt(client: TestClient, admin: Somebody) -> None:
    customer = call(client, admin, "save-customer", first_name="Ana", last_name="Silva")
    who = {"customer_id": customer["customer_id"]}

    call(client, admin, "erase-person", **who, reason=" Asked by letter ")
    call(client, admin, "erase-person", **who, reason="Asked again")

    (erasure,) = call(client, admin, "list-erasures")["items"]
    assert erasure["reason"] == "Asked by letter"


@pytest.mark.parametrize(
    "reason",
    [
        "Ana SILVA asked for it",
        "mail of ana@example.com",
        "called from +14155550123",
        "Number {number}",
    ],
)
def test_reason_that_names_the_customer_is_refused(
    client: TestClient, admin: Somebody, reason: str
) -> None:
    customer = call(
        client,
        admin,
        "save-customer",
        first_name="Ana",
        last_name="Silva",
        email="ana@example.com",
        phone="+1 415 555 0123",
    )

    refused = call(
        *(client, admin, "erase-person", 422),
        customer_id=customer["customer_id"],
        reason=reason.format(number=customer["number"]),
    )

    assert [it["field"] for it in refused["errors"]] == ["reason"]
    assert call(client, admin, "list-erasures")["total"] == 0


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501, "two\nlines"])
def test_empty_or_overlong_reason_is_refused(
    client: TestClient, admin: Somebody, reason: str
) -> None:
    customer = call(client, admin, "save-customer", first_name="Ana")

    call(*(client, admin, "erase-person", 422), customer_id=customer["customer_id"], reason=reason)
