"""The gate: who gets a message and who does not, decided twice; each message once to each person."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from api.domains.messaging.messages import dispatching, sending
from api.domains.messaging.messages.carriers import Outcome, Outgoing
from api.domains.messaging.messages.gate_decisions import is_younger
from api.domains.messaging.messages.types import MessageRequest
from api.domains.people.consents.types import (
    Channel,
    Purpose,
)
from api.integrations.ports.mail_sender import Mail
from tests.api.messaging.gates import Gate
from tests.api.people.consent_ledger import Decided, Ledger
from tests.support.member_calls import Calls
from tests.support.people import Org

NOW = datetime(2026, 11, 20, 15, tzinfo=UTC)
ANA, BEN, CARA = (("Ana", "+14155550143"), ("Ben", "+14155550144"), ("Cara", "+14155550145"))


def person(call: Calls, ledger: Ledger, name: str, phone: str, **more: object) -> str:
    """Create a person with a number and an email address who consented to news on both."""
    email = f"{name.lower()}@example.com"
    customer_id = call.add(first_name=name, phone=phone, email=email, **more)
    at = datetime.now(UTC) - timedelta(days=1)
    for channel in ("sms", "email"):
        ledger.record(customer_id, Decided(channel, "marketing", "given", at))  # type: ignore[arg-type]
    return customer_id


def news(customer_id: str, channel: Channel = "sms", **more: object) -> MessageRequest:
    return MessageRequest(customer_id, channel, "marketing", "Pumpkin spice is back", **more)  # type: ignore[arg-type]


class Recorded:
    """A carrier that accepts everything, and does what the test requests with the next batch."""

    name = "recorded"

    def __init__(self) -> None:
        self.taken: list[Outgoing] = []
        self.next: list[str] = []

    def hand_over(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        kind = self.next.pop(0) if self.next else "sent"
        if kind == "later":
            return [Outcome(it.message_id, "later", "status 503") for it in messages]
        self.taken += messages
        if kind == "crash":
            raise ConnectionAbortedError
        return [Outcome(it.message_id, kind, provider_id=it.message_id) for it in messages]  # type: ignore[arg-type]

    def look_up(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        taken = {it.message_id for it in self.taken}
        return [
            Outcome(it.message_id, "sent" if it.message_id in taken else "later") for it in messages
        ]


def test_message_is_sent_once_to_consenting_people_and_refused_with_a_reason_for_others(
    call: Calls, gate: Gate, ledger: Ledger
) -> None:
    ana = person(call, ledger, *ANA)
    ben = call.add(first_name="Ben", phone=BEN[1])
    cara = call.add(first_name="Cara")

    first = gate.queue(news(ana), news(ben), news(cara), news("cus_nobody"))
    again = gate.queue(news(ana), news(cara))
    gate.dispatch()
    gate.queue(news(ana))
    gate.dispatch()

    assert [(it.state, it.reason) for it in first] == [
        *(("queued", ""), ("refused", "no_consent"), ("refused", "no_address")),
        ("refused", "gone"),
    ]
    assert [it.message_id for it in again] == [first[0].message_id, first[2].message_id]
    assert not any(it.is_new for it in again)
    messages = call("get-sandbox-messages")["items"]
    assert [(it["recipient"], it["body"]) for it in messages] == [(ANA[1], "Pumpkin spice is back")]
    assert sorted(it.state for it in gate.rows()) == [
        *("delivered", "refused", "refused", "refused")
    ]


def test_consent_withdrawn_between_queueing_and_sending_prevents_sending(
    call: Calls, gate: Gate, ledger: Ledger
) -> None:
    ana, ben = person(call, ledger, *ANA), person(call, ledger, *BEN)
    gate.queue(news(ana), news(ben), news(ana, "email"), source_id="cmp_2")
    assert ledger.keyword(ANA[1], "STOP")
    gate.move(minutes=1)

    gate.dispatch()

    assert {(it.customer_id, it.state, it.reason) for it in gate.rows()} == {
        (ana, "refused", "withdrawn"),
        (ben, "delivered", ""),
    }


def test_quiet_hours_defer_or_refuse_messages(call: Calls, gate: Gate, ledger: Ledger) -> None:
    ana, ben = person(call, ledger, *ANA), person(call, ledger, *BEN)
    local = gate.now.astimezone(UTC)
    start, end = local - timedelta(hours=1), local + timedelta(hours=2)
    hours = {"quiet_from": f"{start:%H:%M}", "quiet_until": f"{end:%H:%M}"}
    call("save-contact-rules", **hours)
    with psycopg.connect(call.settings.database_url) as connection:
        connection.execute("update customers set time_zone = 'UTC'")

    waits, skipped = gate.queue(news(ana), news(ben, skips_quiet=True))
    gate.dispatch()

    assert (waits.state, waits.reason) == ("queued", "quiet_hours")
    assert gate.now + timedelta(minutes=100) < waits.due_at <= end
    assert (skipped.state, skipped.reason) == ("refused", "quiet_hours")
    assert call("get-sandbox-messages")["items"] == []
    gate.move(hours=2)
    gate.dispatch()
    assert [it["recipient"] for it in call("get-sandbox-messages")["items"]] == [ANA[1]]


def test_frequency_cap_across_campaigns_and_minimum_age_are_enforced(
    call: Calls, gate: Gate, ledger: Ledger
) -> None:
    ana = person(call, ledger, *ANA)
    ben = person(call, ledger, *BEN, birthday=f"{gate.now.year - 17}-01-01")
    call("save-contact-rules", 422, cap_messages=2)
    limits = {"cap_messages": 2, "cap_days": 7, "min_age": 18}
    call("save-contact-rules", **limits)
    assert limits.items() <= call("save-contact-rules").items(), "what is left out stays"
    for campaign in ("cmp_1", "cmp_2", "cmp_3"):
        gate.queue(news(ana), news(ben), source_id=campaign)
    service = MessageRequest(ana, "sms", "service", "Your table is ready")
    gate.queue(service, source="single", source_id="msg_1")

    gate.dispatch()

    of_ana = sorted((it.state, it.reason) for it in gate.rows() if it.customer_id == ana)
    assert of_ana == [("delivered", "")] * 3 + [("refused", "capped")]
    assert {it.reason for it in gate.rows() if it.customer_id == ben} == {"too_young"}
    gate.move(days=8)
    gate.queue(news(ana), source_id="cmp_4")
    gate.dispatch()
    assert sorted(it.state for it in gate.rows() if it.customer_id == ana) == [
        *["delivered"] * 4,
        "refused",
    ]


def test_rejected_message_is_retried_and_possibly_accepted_message_is_looked_up(
    call: Calls, gate: Gate, ledger: Ledger
) -> None:
    ana = person(call, ledger, *ANA)
    carrier = Recorded()
    carrier.next = ["later", "later", "crash"]
    gate.queue(news(ana))
    gate.dispatch({"sms": carrier})
    (row,) = gate.rows()
    assert (row.state, row.reason, row.tries) == ("queued", "status 503", 1)
    assert row.due_at > gate.now
    gate.dispatch({"sms": carrier})
    assert gate.rows()[0].tries == 1, "it waits"
    gate.move(minutes=1)
    gate.dispatch({"sms": carrier})
    gate.move(minutes=2)

    with pytest.raises(ConnectionAbortedError):
        gate.dispatch({"sms": carrier})
    assert gate.states() == [("sending", "")]
    gate.dispatch({"sms": carrier})
    assert gate.states() == [("sending", "")], "another worker may have it"
    gate.move(minutes=3)
    gate.dispatch({"sms": carrier})

    assert gate.states() == [("sent", "")]
    assert len(carrier.taken) == 1


def test_emails_of_a_killed_worker_are_in_doubt_only_if_their_sending_began(
    call: Calls, gate: Gate, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Server:
        """Kills the worker on the second email."""

        def __init__(self) -> None:
            self.taken: list[str] = []

        @contextmanager
        def connection(self) -> Iterator[Callable[[Mail], None]]:
            yield self.send

        def send(self, mail: Mail) -> None:
            self.taken.append(mail.to)
            if len(self.taken) == 2:
                raise ConnectionAbortedError

    server = Server()
    monkeypatch.setattr(sending, "outgoing_mail_sender", lambda _settings: server)
    monkeypatch.setattr(dispatching, "HANDED_OVER_AT_ONCE", 1)
    gate.queue(
        *(news(person(call, ledger, *it), "email", subject="Cake") for it in (ANA, BEN, CARA))
    )
    with pytest.raises(ConnectionAbortedError):
        gate.dispatch()
    gate.move(minutes=3)
    gate.dispatch()
    gate.move(minutes=1)
    gate.dispatch()

    unsure = "It is unknown whether the mail server accepted the message."
    assert sorted(gate.states()) == [("failed", unsure), ("sent", ""), ("sent", "")]
    assert len(server.taken) == len(set(server.taken)) == 3


def test_message_sent_to_a_merged_profile_is_not_sent_again(
    call: Calls, gate: Gate, ledger: Ledger
) -> None:
    ana, twin = person(call, ledger, *ANA), person(call, ledger, "Twin", CARA[1])
    gate.queue(news(twin))
    gate.dispatch()
    call("merge-customers", keep=ana, merge=twin)

    merged, kept = gate.queue(news(twin, step="2"), news(ana))

    assert merged.reason == "merged"
    assert kept.reason == "already"


def test_address_without_a_customer_gets_only_service_messages(
    call: Calls, gate: Gate, ledger: Ledger
) -> None:
    def to(phone: str, purpose: Purpose) -> MessageRequest:
        return MessageRequest(None, "sms", purpose, "123456 is your code", address=phone)

    person(call, ledger, *BEN)
    code, offer, stopped = (
        gate.queue(request, source="passcode", source_id=name)[0]
        for name, request in (
            ("p1", to(ANA[1], "service")),
            ("p2", to(ANA[1], "marketing")),
            ("p3", to(BEN[1], "service")),
        )
    )
    ledger.keyword(BEN[1], "STOP")
    gate.move(minutes=1)
    gate.dispatch()

    assert (code.state, offer.reason, stopped.state) == ("queued", "no_consent", "queued")
    assert {(it.source_id, it.state, it.reason) for it in gate.rows()} == {
        ("p1", "delivered", ""),
        ("p2", "refused", "no_consent"),
        ("p3", "refused", "withdrawn"),
    }


def test_erased_person_gets_nothing_and_leaves_no_message(
    call: Calls, gate: Gate, ledger: Ledger, org: Org
) -> None:
    ana = person(call, ledger, *ANA)
    gate.queue(news(ana))
    with psycopg.connect(call.settings.database_url) as connection:
        connection.execute("select set_config('app.org_id', %s, true)", [org.org_id])
        connection.execute("select erase_person(%s, '{}', '{}', '{}')", [[ana]])

    gate.dispatch()

    assert gate.rows() == []
    assert call("get-sandbox-messages")["items"] == []


def test_minimum_age_is_checked_against_the_birthday() -> None:
    today = datetime(2026, 11, 28, tzinfo=UTC).date()
    ages = [
        is_younger(birthday, 18, today)
        for birthday in ("2008-11-28", "2008-11-29", "2009-01-01", "--01-01", None, "2008-02-29")
    ]
    assert ages == [False, True, True, False, False, False]


def test_held_messages_queue_no_job(call: Calls, ledger: Ledger, gate: Gate) -> None:
    gate.queue(news(person(call, ledger, *ANA)))
    gate.hold("cmp_1", is_held=True)
    assert not gate.is_due()
    gate.hold("cmp_1", is_held=False)
    assert gate.is_due()
