"""Logins at vendors: completed once, by the person who started them; tokens are refreshed before they expire and
revoked at the end.
"""

import concurrent.futures
from datetime import timedelta

import psycopg
import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.support.connections import Wires
from tests.support.people import MakeMember, MakeOrg, Org, Somebody
from tests.support.shops import begin, connect, settle, with_shopify
from tests.twins.shopify import CLIENT_SECRET, Shopify, sign

HOUR = timedelta(hours=1)


@pytest.fixture
def api_settings(api_settings: Settings, shopify: Shopify) -> Settings:
    """Use the twin as Shopify, where this installation has an app."""
    return with_shopify(api_settings, shopify)


@pytest.fixture
def stranger(make_org: MakeOrg, make_member: MakeMember) -> Somebody:
    """Return an admin of another organisation."""
    return make_member(make_org("Northwind Books"), "admin")


def test_login_can_be_finished_only_once(wires: Wires, shopify: Shopify) -> None:
    back = shopify.log_in(begin(wires))
    made = wires("finish-integration", query=back)
    assert (made["account"], made["health"]) == ("Harbor Coffee", "good")
    assert "write_discounts" in made["scopes"]
    assert wires("finish-integration", 409, query=back)["code"] == "attempt_ended"
    again = wires(
        "integration-controller", 409, action="connect", vendor="shopify", credentials={"shop": "x"}
    )
    assert again["code"] == "already_connected"


def test_only_the_member_who_started_a_login_can_finish_it(
    wires: Wires, shopify: Shopify, client: TestClient, stranger: Somebody
) -> None:
    back = shopify.log_in(begin(wires))
    theirs = client.post("/v1/finish-integration", json={"query": back}, headers=stranger.headers)
    assert theirs.json()["code"] == "attempt_ended"
    assert wires("finish-integration", query=back)["status"] == "connected"


def test_forged_login_response_of_a_shop_is_refused(wires: Wires, shopify: Shopify) -> None:
    shopify.shops["other"] = shopify.shops["harbor"]
    for change in (
        lambda back: {**back, "hmac": "0" * 64},
        lambda back: {**back, "code": "forged"},
        lambda back: sign({**_unsigned(back), "shop": "other.myshopify.com"}),
        lambda back: sign({**_unsigned(back), "timestamp": "1700000000"}),
        lambda back: sign({**_unsigned(back), "error": "access_denied"}),
    ):
        back = change(shopify.log_in(begin(wires)))
        assert wires("finish-integration", 422, query=back)["code"] == "invalid"
    assert not shopify.given


def _unsigned(back: dict[str, str]) -> dict[str, str]:
    return {name: it for name, it in back.items() if name != "hmac"}


def test_login_expires_after_ten_minutes(wires: Wires, shopify: Shopify) -> None:
    back = shopify.log_in(begin(wires))
    with psycopg.connect(wires.settings.database_url) as owner:
        owner.execute("update connection_attempts set expires_at = now()")
    assert wires("finish-integration", 409, query=back)["code"] == "attempt_ended"


def test_shop_belongs_to_one_organisation(
    wires: Wires, shopify: Shopify, client: TestClient, stranger: Somebody
) -> None:
    connect(wires, shopify)
    theirs = Wires(client, stranger, wires.settings, wires.engine)
    back = shopify.log_in(begin(theirs))
    assert theirs("finish-integration", 409, query=back)["code"] == "connected_elsewhere"


def test_tokens_are_refreshed_before_they_expire(wires: Wires, shopify: Shopify) -> None:
    connect(wires, shopify)
    first = shopify.tokens["harbor"][0]
    settle(wires)
    assert shopify.tokens["harbor"][0] == first
    settle(wires, after=timedelta(minutes=51))
    assert shopify.tokens["harbor"][0] != first
    assert wires("integration-controller", action="test", vendor="shopify")["connection"]
    history = wires(
        "list-integration-requests",
        connection_id=wires("get-integration", vendor="shopify")["connection_id"],
    )
    assert {it["purpose"] for it in history["items"]} == {"test", "refresh"}


def test_refresh_token_is_used_once_by_concurrent_requests(wires: Wires, shopify: Shopify) -> None:
    connect(wires, shopify)
    with psycopg.connect(wires.settings.database_url) as owner:
        owner.execute("update connections set refresh_at = now(), expires_at = now()")
    shopify.requests.clear()
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        tests = [
            pool.submit(wires, "integration-controller", action="test", vendor="shopify")
            for _ in range(3)
        ]
        assert all(it.result()["connection"]["health"] == "good" for it in tests)
    assert shopify.requests.count("oauth/access_token") == 1


def test_login_revoked_at_the_vendor_stops_the_connection_until_a_new_login(
    wires: Wires, shopify: Shopify
) -> None:
    made = connect(wires, shopify)
    shopify.refresh_tokens["harbor"] = "revoked"
    settle(wires, after=HOUR)
    broken = wires("get-integration", vendor="shopify")
    assert (broken["status"], broken["last_error"]["code"]) == ("broken", "credentials")

    url = wires("integration-controller", action="connect", connection_id=made["connection_id"])
    back = shopify.log_in(url["authorization_url"])
    assert wires("finish-integration", query=back)["status"] == "connected"


def test_removed_shop_is_revoked_at_the_vendor_and_deleted_locally(
    wires: Wires, shopify: Shopify
) -> None:
    connect(wires, shopify)
    wires("integration-controller", action="disconnect", vendor="shopify")
    shopify.answers = [503]
    settle(wires)
    assert shopify.tokens
    settle(wires, after=timedelta(minutes=1))
    assert not shopify.tokens
    with psycopg.connect(wires.settings.database_url) as owner:
        found = owner.execute("select 1 from connections where vendor = 'shopify'").fetchall()
    assert not found


def test_shops_of_a_closed_organisation_are_revoked(
    wires: Wires, shopify: Shopify, client: TestClient, make_member: MakeMember, org: Org
) -> None:
    connect(wires, shopify)
    owner = make_member(org, "owner")
    closed = client.delete(f"/v1/organization?confirm={org.slug}", headers=owner.headers)
    assert closed.status_code == 200
    settle(wires)
    assert not shopify.tokens
    with psycopg.connect(wires.settings.database_url) as owner_connection:
        asked = "select 1 from connections where org_id = %s"
        assert owner_connection.execute(asked, [org.org_id]).fetchall() == []


def test_no_secret_is_stored_in_plain_text(wires: Wires, shopify: Shopify) -> None:
    connect(wires, shopify)
    settle(wires, after=HOUR)
    shown = str(wires("list-integrations"))
    with psycopg.connect(wires.settings.database_url) as owner:
        kept = str(
            [
                owner.execute(f"select t::text from {table} t").fetchall()
                for table in (
                    "connections",
                    "connection_attempts",
                    "connection_requests",
                    "incoming_webhooks",
                )
            ]
        )
    for secret in (CLIENT_SECRET, *shopify.given):
        assert secret not in shown
        assert secret not in kept
