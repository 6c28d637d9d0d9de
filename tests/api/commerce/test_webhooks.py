"""Outgoing webhooks: signed as the standard requires, retried until they arrive, and never sent to a private
network.
"""

import json
import logging
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from sqlalchemy.orm import Session

from api.domains.commerce.connections.repository import claim_next
from api.domains.messaging.owner_alerts.detection import detect_broken_connections, queue_due
from ingest.contracts.envelope import Verdicts
from tests.api.messaging.test_owner_alerts import sandbox_messages, send_queued
from tests.support.connections import Wires
from tests.support.people import People, Somebody
from tests.twins.webhook_receiver import Receiver

HOURS = timedelta(hours=1)


@pytest.fixture
def endpoint(wires: Wires, receiver: Receiver) -> dict[str, Any]:
    """Connect an endpoint that gets scans."""
    made: dict[str, Any] = wires(
        "integration-controller",
        action="connect",
        vendor="webhooks",
        name="Our CRM",
        settings={"url": receiver.url},
        event_kinds=["scan"],
    )
    receiver.secrets = [made["secret"]]
    return dict(made["connection"])


def deliveries(wires: Wires, endpoint: dict[str, Any], **body: Any) -> list[dict[str, Any]]:
    found = wires(
        "list-integration-deliveries",
        connection_id=endpoint["connection_id"],
        pageSize=100,
        **body,
    )
    return list(found["items"])


def test_events_arrive_signed_once_and_in_the_documented_format(
    wires: Wires, endpoint: dict[str, Any], receiver: Receiver
) -> None:
    ids = wires.happen(3)
    wires.send()

    assert [it.message_id for it in receiver.received] == ids
    assert receiver.forged == 0
    first = receiver.received[0].body
    assert first["type"] == "scan"
    assert first["data"]["event_id"] == ids[0]
    assert first["data"]["context"] == {"country": "US", "device": "phone"}
    assert "visitor" not in json.dumps(first)
    wires.send()
    assert len(receiver.received) == 3
    assert {it["state"] for it in deliveries(wires, endpoint)} == {"delivered"}
    read = wires("get-integration", vendor="webhooks")
    assert (read["health"], read["deliveries"]) == ("good", {"delivered": 3})
    requests = wires("list-integration-requests", connection_id=endpoint["connection_id"])
    assert [it["outcome"] for it in requests["items"]] == ["ok"] * 3


def test_other_event_kinds_bots_and_other_organisations_are_not_sent(
    wires: Wires, endpoint: dict[str, Any], receiver: Receiver
) -> None:
    wires.happen(1, verdicts=Verdicts(version=1, is_bot=True, bot_reason="agent"))
    wires.happen(1, is_demo=True)
    wires("update-integration", connection_id=endpoint["connection_id"], event_kinds=["submit"])
    wires.happen(1)
    wires.send()

    assert not receiver.received


def test_events_from_before_a_connection_are_not_sent(
    wires: Wires, endpoint: dict[str, Any], receiver: Receiver
) -> None:
    created_at = datetime.fromisoformat(endpoint["created_at"])

    wires.happen(1, received_at=created_at - timedelta(seconds=1))
    # An order of last year that a shop reports now is a new event.
    reported = wires.happen(1, occurred_at=created_at - timedelta(days=365), received_at=created_at)
    wires.send()

    assert [it.message_id for it in receiver.received] == reported


def test_failing_endpoint_is_retried_and_other_endpoints_continue(
    wires: Wires, endpoint: dict[str, Any], receiver: Receiver
) -> None:
    receiver.answers = [500]
    ids = wires.happen(2)
    wires.send()

    assert not receiver.received
    read = wires("get-integration", connection_id=endpoint["connection_id"])
    assert (read["health"], read["last_error"]["code"]) == ("failing", "down")
    wires.send(after=timedelta(seconds=2))
    assert receiver.ids() == {ids[1]}  # the failing one does not delay the next
    wires.send(after=timedelta(seconds=10))
    assert receiver.ids() == set(ids)
    assert wires("get-integration", vendor="webhooks")["health"] == "good"


def test_event_accepted_before_a_connection_failure_is_resent_with_the_same_id(
    wires: Wires, endpoint: dict[str, Any], receiver: Receiver
) -> None:
    receiver.answers = [0]
    (event_id,) = wires.happen()
    wires.send()
    wires.send(after=HOURS)

    assert [it.message_id for it in receiver.received] == [event_id, event_id]


def test_busy_endpoint_gets_no_requests_during_its_requested_delay(
    wires: Wires, endpoint: dict[str, Any], receiver: Receiver
) -> None:
    receiver.answers, receiver.headers = [429], {"retry-after": "120"}
    wires.happen()
    wires.send()

    assert wires.send(after=timedelta(seconds=110)) == 0
    wires.send(after=timedelta(seconds=20))
    assert len(receiver.received) == 1


def test_delivery_is_set_aside_after_three_days_and_can_be_sent_again(
    wires: Wires, endpoint: dict[str, Any], receiver: Receiver
) -> None:
    receiver.answers = [500] * 60
    wires.happen(2)
    for _ in range(20):
        wires.send(after=6 * HOURS)
    states = [it["state"] for it in deliveries(wires, endpoint)]

    assert states == ["set_aside", "set_aside"]
    receiver.answers = []
    again = {"connection_id": endpoint["connection_id"]}
    assert wires("retry-integration-deliveries", **again)["count"] == 2
    wires.send(after=HOURS)
    assert len(receiver.received) == 2
    assert deliveries(wires, endpoint, state=["set_aside"]) == []


def test_endpoint_is_disabled_after_a_week_of_failures_until_resumed(
    wires: Wires, endpoint: dict[str, Any], receiver: Receiver
) -> None:
    receiver.answers = [500] * 200
    for _ in range(9):
        wires.happen()
        for _ in range(4):
            wires.send(after=6 * HOURS)
    read = wires("get-integration", vendor="webhooks")
    assert (read["status"], read["last_error"]["code"]) == ("disabled", "disabled")
    wires.happen()  # nothing is recorded for it

    receiver.answers = []
    resumed = wires("integration-controller", action="resume", vendor="webhooks")
    assert resumed["connection"]["health"] == "good"
    (event_id,) = wires.happen()
    wires.send(after=HOURS)
    assert event_id in receiver.ids()


def test_owners_get_one_email_when_an_endpoint_stops(
    wires: Wires, endpoint: dict[str, Any], receiver: Receiver, owner: Somebody
) -> None:
    receiver.answers = [410]
    wires.happen()
    wires.send()
    now = datetime.now(UTC)
    assert detect_broken_connections(wires.engine, now) == 1
    assert detect_broken_connections(wires.engine, now) == 0
    queue_due(wires.engine, now)
    send_queued(wires.settings, wires.engine, now)

    (mail,) = [
        it
        for it in sandbox_messages(wires.client, owner)
        if it["subject"].startswith("The integration “Our CRM” has stopped")
    ]
    assert f"/admin/integrations/{endpoint['connection_id']}" in mail["body"]


def test_removed_endpoint_marks_the_connection_as_broken(
    wires: Wires, endpoint: dict[str, Any], receiver: Receiver
) -> None:
    receiver.answers = [410]
    wires.happen(2)
    wires.send()
    read = wires("get-integration", vendor="webhooks")

    assert (read["status"], read["last_error"]["status"]) == ("broken", 410)
    assert len(deliveries(wires, endpoint, state=["waiting"])) == 2
    wires("integration-controller", action="resume", vendor="webhooks")  # tries it first
    wires.send(after=HOURS)
    assert len(receiver.received) == 3  # the test message and both events


def test_paused_connection_sends_nothing_and_loses_nothing(
    wires: Wires, endpoint: dict[str, Any], receiver: Receiver
) -> None:
    paused = wires("integration-controller", action="pause", vendor="webhooks")
    wires.happen()
    wires.send()
    assert (paused["connection"]["health"], receiver.received) == ("paused", [])

    wires("integration-controller", action="resume", vendor="webhooks")
    wires.send()
    assert len(receiver.received) == 1


def test_organisations_alternate_with_at_most_two_connections_processed_at_once(
    wires: Wires, receiver: Receiver, people: People
) -> None:
    other = Wires(
        wires.client, people.member(people.org("Northwind"), "admin"), wires.settings, wires.engine
    )
    for who, count in ((wires, 4), (other, 1)):
        for number in range(count):
            where = {"url": f"{receiver.url}?{number}"}
            body = {"vendor": "webhooks", "settings": where, "event_kinds": ["scan"]}
            who("integration-controller", action="connect", **body)
        who.happen()
    ours, now, claimed = {wires.who.org_id, other.who.org_id}, datetime.now(UTC), []
    with Session(wires.engine) as session, session.begin():
        while claim := claim_next(session, now, now + HOURS):
            claimed += [claim[0]] if claim[0] in ours else []

    assert set(claimed[:2]) == ours
    assert sorted(claimed, key=claimed.count) == [other.who.org_id, *[wires.who.org_id] * 2]


def test_both_secrets_sign_for_a_day_after_a_rotation(
    wires: Wires, endpoint: dict[str, Any], receiver: Receiver
) -> None:
    rotated = wires("rotate-integration-secret", connection_id=endpoint["connection_id"])
    assert rotated["secret"] != receiver.secrets[0]
    receiver.secrets.append(rotated["secret"])  # each webhook must match both
    wires.happen()
    wires.send()

    assert (len(receiver.received), receiver.forged) == (1, 0)


def test_test_event_returns_the_response_of_the_endpoint(
    wires: Wires, endpoint: dict[str, Any], receiver: Receiver
) -> None:
    wires("integration-controller", action="test", vendor="webhooks")
    assert receiver.received[0].body["type"] == "test"

    receiver.answers = [500]
    receiver.text = f"broken for anna@example.com with {receiver.secrets[0]}"
    problem = wires("integration-controller", 503, action="test", vendor="webhooks")
    assert "Its answer: broken for •••••• with ••••••" in problem["message"]
    kept = wires("list-integration-requests", connection_id=endpoint["connection_id"])["items"]
    assert [(it["purpose"], it["outcome"]) for it in kept] == [("test", "down"), ("test", "ok")]


@pytest.mark.parametrize(
    ("url", "field"),
    [
        ("http://example.com/hook", "settings.url"),
        ("https://user:pass@example.com/", "settings.url"),
        ("ftp://example.com", "settings.url"),
        ("not a url", "settings.url"),
    ],
)
def test_unsafe_endpoint_addresses_are_refused(wires: Wires, url: str, field: str) -> None:
    problem = wires(
        "integration-controller",
        422,
        action="connect",
        vendor="webhooks",
        settings={"url": url},
    )

    assert problem["errors"][0]["field"] == field


def test_secrets_never_appear_in_plain_text(
    wires: Wires,
    endpoint: dict[str, Any],
    receiver: Receiver,
    caplog: pytest.LogCaptureFixture,
) -> None:
    secret = receiver.secrets[0]
    receiver.answers, receiver.text = [500], secret
    with caplog.at_level(logging.DEBUG):
        wires.happen(2)
        wires.send()
        answers = [
            wires("get-integration", vendor="webhooks"),
            wires("list-integrations"),
            deliveries(wires, endpoint),
        ]
    with psycopg.connect(wires.settings.database_url) as owner:
        tables = owner.execute(
            "select tablename from pg_tables where schemaname = 'public'"
        ).fetchall()
        stored = [
            name
            for (name,) in tables
            if owner.execute(
                f'select 1 from "{name}" t where t::text like %s limit 1', [f"%{secret[6:]}%"]
            ).fetchone()
        ]

    assert secret[6:] not in json.dumps(answers) + caplog.text
    assert stored == []


def test_vendor_without_configured_app_lists_its_missing_settings(wires: Wires) -> None:
    vendors = {it["vendor"]: it for it in wires("list-integrations")["vendors"]}
    assert vendors["webhooks"]["is_ready"]
    assert not vendors["shopify"]["is_ready"]
    assert "SHOPIFY_CLIENT_ID" in vendors["shopify"]["missing_settings"]
    refused = wires(
        "integration-controller",
        409,
        action="connect",
        vendor="shopify",
        credentials={"shop": "harbor"},
    )
    assert refused["code"] == "not_set_up"
    assert "SHOPIFY_CLIENT_SECRET" in refused["detail"]
