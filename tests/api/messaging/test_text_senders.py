"""The senders of texts: names by country, messaging services and their registration, and the rate per second."""

from datetime import timedelta
from typing import Any

import pytest

from api.auth.roles import Role
from api.domains.messaging.messages.dispatching import Dispatcher
from api.domains.messaging.senders.countries import NEVER, REGISTERED, rule_of
from api.domains.messaging.senders.reading import RESTED
from api.integrations.twilio.client import TwilioHttp
from tests.api.messaging.gates import Gate
from tests.api.messaging.test_gate import ANA, BEN, news, person
from tests.api.messaging.test_text_provider import (  # noqa: F401 — fixtures
    OURS,
    Phones,
    account,
    call,
    clock,
    gate,
    ledger,
    twilio,
)
from tests.api.people.consent_ledger import Ledger
from tests.support.people import People
from tests.twins.twilio import Twilio

GERMAN, INDIAN = ("Dora", "+4915112345678"), ("Esha", "+919812345678")


def number_of(call: Phones, phone: str = "+17755550101") -> dict[str, Any]:  # noqa: F811
    """Buy a number for the organisation and return it."""
    bought: dict[str, Any] = call("twilio/purchase-number", phone=phone)
    return bought


def froms(twilio: Twilio) -> dict[str, str]:  # noqa: F811
    """Return the sender of each recipient's message."""
    return {it["To"]: it.get("From") or it["MessagingServiceSid"] for it in twilio.messages}


def test_sender_name_is_used_where_the_country_allows_it_and_the_number_elsewhere(
    call: Phones,  # noqa: F811
    gate: Gate,  # noqa: F811
    ledger: Ledger,  # noqa: F811
    twilio: Twilio,  # noqa: F811
) -> None:
    phone = number_of(call)["phone"]
    refused = call("save-sender-name", 422, country="US", name="Harbor")
    assert [it["field"] for it in refused["errors"]] == ["country"]
    for name in ("Hä", "123456", "Harbor Coffee", "a!b"):
        call("save-sender-name", 422, country="DE", name=name)
    call("save-sender-name", 422, country="ZZ", name="Harbor")
    call("save-sender-name", country="DE", name="Harbor")
    waiting = call("save-sender-name", country="IN", name="HARBOR")
    assert [(it["country"], it["is_used"]) for it in waiting["items"]] == [
        ("DE", True),
        ("IN", False),
    ]
    people = [person(call, ledger, *it) for it in (ANA, GERMAN, INDIAN)]
    gate.queue(*(news(it) for it in people))
    gate.dispatch()
    assert froms(twilio) == {ANA[1]: phone, GERMAN[1]: "Harbor", INDIAN[1]: phone}

    call("save-sender-name", country="IN", name="HARBOR", is_registered=True)
    twilio.refused_senders["Harbor"] = 21612
    gate.move(minutes=1)
    gate.queue(*(news(it) for it in people), source_id="cmp_2")
    gate.dispatch()
    assert froms(twilio) == {ANA[1]: phone, GERMAN[1]: phone, INDIAN[1]: "HARBOR"}
    assert {it.state for it in gate.rows()} == {"sent"}

    assert call("remove-sender-name", country="IN")["total"] == 1
    call("remove-sender-name", 404, country="IN")


def test_messaging_service_is_created_once_and_reports_its_registration(
    call: Phones,  # noqa: F811
    gate: Gate,  # noqa: F811
    ledger: Ledger,  # noqa: F811
    twilio: Twilio,  # noqa: F811
) -> None:
    assert call("make-messaging-service", 409)["code"] == "service_needs_number"
    first = number_of(call)
    twilio.goes_silent = True
    assert call("make-messaging-service", 503)["code"] == "numbers_not_available"
    made = call("make-messaging-service", per_second=3)
    assert call("make-messaging-service", per_second=5)["service_id"] == made["service_id"]
    ((sid, service),) = twilio.services.items()
    assert (made["service_id"], made["numbers"]) == (sid, 1)
    assert made["registration"] == {"brand": "missing", "campaign": "missing", "problems": []}
    second = number_of(call, "+14155550102")
    assert len(service["numbers"]) == 2
    assert [it["in_service"] for it in call("list-numbers")["items"]] == [True, True]

    problem = {"error_code": 30909, "description": "No opt-in is described."}
    service["campaigns"] = [
        {"brand_registration_sid": "BN1", "campaign_status": "FAILED", "errors": [problem]}
    ]
    read = call("get-messaging-service")
    assert (read["per_second"], read["registration"]) == (
        5,
        {
            "brand": "approved",
            "campaign": "refused",
            "problems": ["No opt-in is described. (30909)"],
        },
    )
    gate.queue(news(person(call, ledger, *ANA)))
    gate.dispatch()
    assert froms(twilio) == {ANA[1]: sid}
    twilio.refused_senders[sid] = 21703
    gate.queue(news(person(call, ledger, *BEN)))
    gate.dispatch()
    assert froms(twilio)[BEN[1]] in (first["phone"], second["phone"])
    twilio.is_broken = True
    assert call("get-messaging-service", 503)["code"] == "numbers_not_available"


def test_sender_keeps_its_rate_across_workers(
    call: Phones,  # noqa: F811
    gate: Gate,  # noqa: F811
    ledger: Ledger,  # noqa: F811
    twilio: Twilio,  # noqa: F811
) -> None:
    """After a pause, ten seconds' worth of messages is sent at once, whichever of two workers takes it; then a second's
    worth per second. Messages that people wait for go first, and segments count.
    """
    number = number_of(call)
    call("set-number-rate", 422, number_id=number["number_id"], per_second=0)
    call("set-number-rate", 404, number_id="num_x", per_second=2)
    (shown,) = call("set-number-rate", number_id=number["number_id"], per_second=2)["items"]
    assert shown["per_second"] == 2
    people = [person(call, ledger, f"P{it}", f"+1415555{it:04}") for it in range(1000, 1030)]
    gate.queue(*(news(it) for it in people))
    at_once = 2 * int(RESTED.total_seconds())
    workers: list[Dispatcher] = [gate.dispatcher(), gate.dispatcher()]
    for worker in workers:
        worker.run()
    assert len(twilio.messages) == at_once
    call("send-sms", phone="+14155559999", text="x" * 161)
    gate.move(seconds=2)
    gate.dispatch()
    # One message of two segments, which people wait for; then nothing until its share of the rate
    # has passed.
    assert froms(twilio).keys() - {f"+1415555{it}" for it in range(1000, 1030)} == {"+14155559999"}
    sent = len(twilio.messages)
    assert at_once < sent <= at_once + 4
    assert gate.paced_jobs() == 1, "each would queue the next one"
    for _ in range(4):
        gate.move(seconds=2)
        gate.dispatch()
    assert len(twilio.messages) == len(people) + 1
    assert {it.state for it in gate.rows()} == {"sent"}


def test_country_rules_for_sender_names() -> None:
    assert not NEVER & REGISTERED
    assert [rule_of(it) for it in ("US", "IN", "DE")] == ["never", "registered", "free"]


@pytest.mark.parametrize(
    ("base", "asked"),
    [
        ("https://api.twilio.com", "https://pricing.twilio.com/v1/x?a=1"),
        ("http://127.0.0.1:9", "http://127.0.0.1:9/v1/x?a=1"),
    ],
)
def test_each_host_of_the_provider_is_requested_directly(
    base: str, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    http = TwilioHttp(base, timedelta(seconds=1).total_seconds())
    urls: list[str] = []
    monkeypatch.setattr(http._client, "request", lambda _method, url: urls.append(url))
    http.request("GET", "https://pricing.twilio.com/v1/x?a=1")
    assert urls == [asked]


def test_reply_to_the_shared_number_is_visible_only_to_organisations_that_texted_the_sender(
    call: Phones,  # noqa: F811
    twilio: Twilio,  # noqa: F811
    people: People,
) -> None:
    others = people.member(people.org("Other Coffee"), Role.ADMIN)
    other = Phones(call.client, others, call.settings)
    call("send-sms", phone=ANA[1], text="Your table is ready")
    other("send-sms", phone=BEN[1], text="Your table is ready")

    assert call.text(ANA[1], "On my way, the door code is 4711") == 200
    assert call.text(ANA[1], "STOP") == 200

    assert [it["phone"] for it in call("list-conversations")["items"]] == [ANA[1]]
    assert other("list-conversations")["items"] == []
    refused = other("send-sms", phone=ANA[1], text="Hello")
    assert refused["reason"] == "suppressed", "the provider blocks the number for everybody"


def test_number_of_the_installation_is_not_for_sale(
    call: Phones,  # noqa: F811
    twilio: Twilio,  # noqa: F811
) -> None:
    twilio.bought[OURS] = "PN00000000000000000000000000000001"

    refused = call("twilio/purchase-number", 409, phone=OURS)

    assert refused["code"] == "number_not_for_sale"
    assert call("list-numbers")["items"] == []
