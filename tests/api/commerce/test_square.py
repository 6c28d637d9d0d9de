"""Square: connected by a login, with the messages that old clients know; points are given once."""

from collections.abc import Iterator
from typing import Any

import pytest

from api.domains.commerce.connections.token_refresh import settle_connections
from api.integrations.square.config import SquareSettings
from runtime.settings import Settings
from tests.support.connections import Wires
from tests.twins.square import CLIENT_ID, CLIENT_SECRET, Square, square_twin


@pytest.fixture
def square() -> Iterator[Square]:
    with square_twin() as running:
        yield running


@pytest.fixture
def api_settings(api_settings: Settings, square: Square) -> Settings:
    """Use the twin as Square."""
    return api_settings.with_vendors(
        SquareSettings(
            SQUARE_CLIENT_ID=CLIENT_ID,
            SQUARE_CLIENT_SECRET=CLIENT_SECRET,
            SQUARE_BASE_URL=square.url,
        )
    )


def log_in(wires: Wires, square: Square) -> dict[str, Any]:
    asked = wires("square-auth", org_id=wires.who.org_id)
    back = square.log_in(asked["url"])
    return dict(wires("finish-integration", query=back))


def test_login_is_requested_until_a_valid_token_exists(wires: Wires, square: Square) -> None:
    missing = wires("square-auth", 422)
    assert (missing["message"], missing["errors"][0]["field"]) == (
        "Organization ID is required",
        "org_id",
    )
    asked = wires("square-auth", org_id=wires.who.org_id)
    assert not asked["has_valid_token"]
    refused = square.log_in(asked["url"], agrees=False)
    assert "cancelled" in wires("finish-integration", 422, query=refused)["detail"]

    made = log_in(wires, square)
    assert (made["vendor"], made["account"]) == ("square", "Harbor Coffee")
    held = wires("square-auth", org_id=wires.who.org_id)
    assert (held["has_valid_token"], held["url"]) == (True, None)

    square.answers = [0]
    silent = wires("square-auth", 503, org_id=wires.who.org_id)
    assert silent["message"]
    square.token = None  # the owner revoked it at Square
    again = wires("square-auth", org_id=wires.who.org_id)
    assert not again["has_valid_token"]
    renewed = wires("finish-integration", query=square.log_in(again["url"]))
    assert (renewed["connection_id"], renewed["status"]) == (made["connection_id"], "connected")
    assert not [it for it in square.given if it in str((made, held, again, renewed))]


def test_loyalty_customers_orders_and_products_are_read(wires: Wires, square: Square) -> None:
    assert wires("square-operations", 409, operation="catalog")["code"] == "not_connected"
    log_in(wires, square)

    found = wires("square-operations", operation="loyalty", phone="(415) 555-0143")["loyalty"]
    assert (found["balance"], found["lifetime_points"]) == (120, 300)
    nobody = wires("square-operations", operation="loyalty", phone="+14155550199")
    assert nobody["loyalty"] is None
    first = wires("square-operations", operation="customers")
    rest = wires("square-operations", operation="customers", cursor=first["cursor"])
    names = [it["name"] for it in first["customers"] + rest["customers"]]
    assert (names, rest["cursor"]) == (["Ana", "Bob", "Eve"], None)
    one = wires("square-operations", operation="customers", email="BOB@example.com")
    assert [it["id"] for it in one["customers"]] == ["C1"]
    (order,) = wires("square-operations", operation="orders")["orders"]
    assert (order["amount_cents"], order["currency"]) == (1250, "USD")
    (product,) = wires("square-operations", operation="catalog")["products"]
    assert (product["name"], product["amount_cents"]) == ("Flat white", 450)
    wrong = wires("square-operations", 422, operation="loyalty")
    assert wrong["errors"][0]["field"] == "phone"


def test_points_are_given_once_per_idempotency_key(wires: Wires, square: Square) -> None:
    log_in(wires, square)
    give = {"operation": "add_points", "phone": "+14155550143", "points": 30}
    assert wires("square-operations", 422, **give)["errors"][0]["field"] == "idempotency_key"
    square.answers = [200, 200, 0]  # they were given, and the connection broke
    wires("square-operations", 503, **give, idempotency_key="visit-1")
    again = wires("square-operations", **give, idempotency_key="visit-1")

    assert again["loyalty"]["balance"] == 150


def test_removing_the_connection_revokes_its_tokens(wires: Wires, square: Square) -> None:
    made = log_in(wires, square)
    wires("integration-controller", action="disconnect", connection_id=made["connection_id"])
    settle_connections(wires.settings, wires.engine)

    assert square.token is None
