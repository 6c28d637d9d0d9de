"""Attentive: only people who consented are sent there, each event once, and nobody is greeted twice."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.integrations.attentive.config import AttentiveSettings
from runtime.settings import Settings
from tests.support.connections import Wires
from tests.twins.attentive import KEY, SOURCE, Attentive, attentive_twin


@pytest.fixture
def attentive() -> Iterator[Attentive]:
    with attentive_twin() as running:
        yield running


@pytest.fixture
def api_settings(api_settings: Settings, attentive: Attentive) -> Settings:
    """Use the twin as Attentive."""
    return api_settings.with_vendors(AttentiveSettings(ATTENTIVE_BASE_URL=attentive.url))


@pytest.fixture
def account(wires: Wires) -> dict[str, Any]:
    """Connect an account that gets scans and forms, and subscribes people."""
    made = wires(
        "integration-controller",
        action="connect",
        vendor="attentive",
        credentials={"api_key": KEY},
        settings={"sign_up_source_id": SOURCE},
        event_kinds=["scan", "submit"],
    )
    return dict(made["connection"])


def customer(wires: Wires, *channels: str, **facts: Any) -> str:
    made = str(wires("save-customer", **facts)["customer_id"])
    for channel in channels:
        yes = {"customer_id": made, "channel": channel, "decision": "given"}
        wires("record-consent", **yes, reason="Signed form")
    return made


def test_form_subscribes_consenting_people_once(
    wires: Wires, attentive: Attentive, account: dict[str, Any]
) -> None:
    assert account["account"] == "Harbor Coffee"
    ana = customer(wires, "sms", email="ana@example.com", phone="+14155550143")
    bob = customer(wires, email="bob@example.com")
    attentive.answers = [200, 0]  # it subscribed her, and the connection broke
    ids = wires.submit(2, customer_key=ana)
    wires.send()
    wires.submit(1, customer_key=bob)
    wires.send(after=timedelta(minutes=1))

    assert attentive.greeted == ["+14155550143"]
    assert set(attentive.events) == set(ids)
    event = attentive.events[ids[0]]
    assert (event["type"], event["user"]) == ("Sent a form", {"phone": "+14155550143"})
    assert wires("get-integration", vendor="attentive")["deliveries"] == {
        "delivered": 2,
        "skipped": 1,
    }


def test_withdrawn_consent_unsubscribes_without_a_message(
    wires: Wires, attentive: Attentive, account: dict[str, Any]
) -> None:
    ana = customer(wires, "sms", phone="+14155550143")
    attentive.subscribed = {"+14155550143"}
    no = {"customer_id": ana, "channel": "sms", "decision": "withdrawn"}
    wires("record-consent", **no, reason="By phone")
    wires.send()

    assert (attentive.subscribed, attentive.greeted) == (set(), [])


def test_outages_cause_no_lost_and_no_duplicate_events(
    wires: Wires, attentive: Attentive, account: dict[str, Any]
) -> None:
    ana = customer(wires, "email", email="ana@example.com")
    ids = wires.happen(5, customer_key=ana)
    attentive.answers = [500, 0, 429, 503, 0]
    for _ in range(10):
        wires.send(after=timedelta(minutes=10))

    assert set(attentive.events) == set(ids)


def test_custom_event_requires_consent(
    wires: Wires, client: TestClient, attentive: Attentive
) -> None:
    def send(status: int = 200, **body: Any) -> dict[str, Any]:
        answer = client.post("/v0/attentive-events", json=body, headers=wires.who.headers)
        assert answer.status_code == status, answer.text
        return dict(answer.json())

    event = {"type": "Booked a tasting", "properties": {"seats": 2}}
    assert send(409, **event, email="ana@example.com")["code"] == "not_connected"
    wires(
        "integration-controller",
        action="connect",
        vendor="attentive",
        credentials={"api_key": KEY},
        event_kinds=[],
    )
    customer(wires, "email", email="ana@example.com", phone="+14155550143")
    customer(wires, email="bob@example.com")
    sent = send(**event, phone="(415) 555-0143")
    again = send(**event, email="ana@example.com", event_id=sent["event_id"])
    assert (sent["sent"], again["event_id"]) == (True, sent["event_id"])
    assert [it["user"] for it in attentive.events.values()] == [{"email": "ana@example.com"}]
    assert send(**event, email="bob@example.com")["reason"] == "no_consent"
    assert send(**event, email="eve@example.com")["reason"] == "unknown_customer"

    assert send(422, **event)["errors"][0]["field"] == "email"
    assert send(422, **event, phone="none")["errors"][0]["field"] == "phone"
    assert send(422, type="a, b", email="ana@example.com")["errors"][0]["field"] == "type"
    attentive.answers = [0]
    assert send(503, **event, email="ana@example.com")["code"] == "vendor_not_reached"
