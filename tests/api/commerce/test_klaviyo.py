"""Klaviyo: only people who consented are sent there, each event once, and what it refuses is in the history."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.integrations.klaviyo.config import KlaviyoSettings
from runtime.settings import Settings
from tests.support.connections import Wires
from tests.twins.klaviyo import KEY, Klaviyo, klaviyo_twin


@pytest.fixture
def klaviyo() -> Iterator[Klaviyo]:
    with klaviyo_twin() as running:
        yield running


@pytest.fixture
def api_settings(api_settings: Settings, klaviyo: Klaviyo) -> Settings:
    """Use the twin as Klaviyo."""
    return api_settings.with_vendors(KlaviyoSettings(KLAVIYO_BASE_URL=klaviyo.url))


@pytest.fixture
def account(wires: Wires) -> dict[str, Any]:
    """Connect an account that gets scans, and forms for a list."""
    made = wires("klaviyo-integration", api_key=KEY, list_id="L2", event_kinds=["scan", "submit"])
    return dict(made)


def customer(wires: Wires, *, agreed: bool, **facts: Any) -> str:
    made = str(wires("save-customer", **facts)["customer_id"])
    if agreed:
        yes = {"customer_id": made, "channel": "email", "decision": "given"}
        wires("record-consent", **yes, reason="Signed form")
    return made


def test_key_is_verified_before_it_is_stored_and_never_returned(
    wires: Wires, klaviyo: Klaviyo
) -> None:
    refused = wires("klaviyo-integration", 422, api_key="pk_wrong_key_of_somebody")
    assert refused["errors"][0]["field"] == "credentials"
    assert "pk_wrong_key" not in str(refused)
    assert wires("get-klaviyo-lists", 409)["code"] == "not_connected"

    made = wires("klaviyo-integration", api_key=KEY)
    assert (made["account"], made["health"]) == ("Harbor Coffee", "good")
    assert KEY not in str(made)
    changed = wires("klaviyo-integration", list_id="L1")
    assert changed["connection_id"] == made["connection_id"]
    assert changed["settings"] == {"list_id": "L1", "profile_fields": {}, "event_names": {}}


def test_lists_and_segments_are_read_from_all_pages_and_lists_are_created(
    wires: Wires, client: TestClient, klaviyo: Klaviyo, account: dict[str, Any]
) -> None:
    lists = wires("get-klaviyo-lists")
    assert [it["name"] for it in lists["items"]] == ["News", "Spring", "VIPs"]
    assert wires("get-klaviyo-groups")["items"] == [{"id": "S1", "name": "Engaged"}]
    body = {"name": "Tasting club"}
    made = client.post("/v0/create-klaviyo-list", json=body, headers=wires.who.headers)
    assert made.json() == {"id": "L4", "name": "Tasting club"}
    assert klaviyo.lists["L4"] == "Tasting club"

    klaviyo.answers = [429]
    busy = client.post("/v1/get-klaviyo-lists", json={}, headers=wires.who.headers)
    assert (busy.status_code, busy.headers["retry-after"]) == (503, "8")


def test_only_events_of_consenting_people_are_sent_once_each(
    wires: Wires, klaviyo: Klaviyo, account: dict[str, Any]
) -> None:
    ana = customer(
        wires, agreed=True, email="ana@example.com", first_name="Ana", phone="+14155550143"
    )
    bob = customer(wires, agreed=False, email="bob@example.com")
    klaviyo.answers = [0]  # it accepted the first, and the connection broke
    (of_ana,) = wires.happen(customer_key=ana)
    wires.send()
    wires.happen(customer_key=bob)
    wires.happen()  # of nobody
    wires.send(after=timedelta(minutes=1))

    assert list(klaviyo.events) == [of_ana]
    event = klaviyo.events[of_ana]
    assert event["metric"]["data"]["attributes"]["name"] == "Scanned a code"
    # There is no consent for the number, so it is not sent.
    assert event["profile"]["data"]["attributes"] == {
        "email": "ana@example.com",
        "first_name": "Ana",
    }
    counts = wires("get-integration", vendor="klaviyo")["deliveries"]
    assert counts == {"delivered": 1, "skipped": 2}


def test_revoked_key_stops_the_connection_until_a_new_key_is_saved(
    wires: Wires, klaviyo: Klaviyo, account: dict[str, Any]
) -> None:
    ana = customer(wires, agreed=True, email="ana@example.com")
    klaviyo.keys = {"pk_new_key_of_the_account"}
    wires.happen(customer_key=ana)
    wires.send()
    broken = wires("get-integration", vendor="klaviyo")
    assert (broken["status"], broken["last_error"]["code"]) == ("broken", "credentials")
    assert KEY not in str(broken)

    again = wires("klaviyo-integration", api_key="pk_new_key_of_the_account")
    assert again["status"] == "connected"
    wires.send(after=timedelta(minutes=1))
    assert len(klaviyo.events) == 1


def test_outages_cause_no_lost_and_no_duplicate_events(
    wires: Wires, klaviyo: Klaviyo, account: dict[str, Any]
) -> None:
    ana = customer(wires, agreed=True, email="ana@example.com")
    ids = wires.happen(6, customer_key=ana)
    klaviyo.answers = [500, 0, 429, 503, 0, 502]
    for _ in range(12):
        wires.send(after=timedelta(minutes=10))

    assert set(klaviyo.events) == set(ids)
    assert wires("get-integration", vendor="klaviyo")["deliveries"] == {"delivered": 6}


def test_vendor_that_rejected_an_event_in_between_is_not_disabled_as_unavailable(
    wires: Wires, klaviyo: Klaviyo, account: dict[str, Any]
) -> None:
    ana = customer(wires, agreed=True, email="ana@example.com")
    for status, days in ((503, 0), (400, 1), (503, 7)):
        wires.happen(customer_key=ana)
        klaviyo.answers = [status, status]
        wires.send(after=timedelta(days=days))

    kept = wires("get-integration", vendor="klaviyo")
    assert (kept["status"], kept["health"]) == ("connected", "failing")


def test_withdrawn_consent_unsubscribes_the_person_at_klaviyo(
    wires: Wires, klaviyo: Klaviyo, account: dict[str, Any]
) -> None:
    ana = customer(wires, agreed=True, email="ana@example.com", phone="+14155550143")
    bob = customer(wires, agreed=False, email="bob@example.com")
    eve = customer(wires, agreed=True, email="eve@example.com")
    for it in (ana, bob, eve):  # people who never consented were never sent
        no = {"customer_id": it, "channel": "email", "decision": "withdrawn"}
        wires("record-consent", **no, reason="By phone")
    again = {"customer_id": eve, "channel": "email", "decision": "given"}
    wires("record-consent", **again, reason="Signed form")
    klaviyo.answers = [500]
    wires.send()
    wires.send(after=timedelta(minutes=1))

    no_mail = {"email": {"marketing": {"consent": "UNSUBSCRIBED"}}}
    assert klaviyo.unsubscribed == [{"email": "ana@example.com", "subscriptions": no_mail}]
    counts = wires("get-integration", vendor="klaviyo")["deliveries"]
    assert counts == {"delivered": 1, "skipped": 1}
    shown = wires("preview-integration-event", connection_id=account["connection_id"])
    assert shown["is_example"]
