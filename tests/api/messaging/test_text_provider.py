"""Texts through Twilio's twin: receipts in any order, timeouts, STOP and START, replies and answers to them."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import SecretStr
from starlette.testclient import TestClient

from api.apps.web import create_app
from api.domains.messaging.inbox.keywords import STOP, meaning_of
from api.domains.messaging.messages import sending
from api.integrations.ports.sms_sender import SmsUncertain
from api.integrations.twilio.adapter import TwilioSms
from api.integrations.twilio.config import TwilioSettings
from api.integrations.twilio.webhooks import TwilioWebhooks
from runtime.settings import Settings
from tests.api.messaging.gates import Gate
from tests.api.messaging.test_gate import ANA, BEN, news, person
from tests.api.people.consent_ledger import Ledger
from tests.support.browsers import BROWSER
from tests.support.member_calls import Calls
from tests.support.people import Org, Somebody
from tests.support.promos import MovableClock
from tests.twins.twilio import ACCOUNT, SERVICE, TOKEN, Twilio, running_twilio, signed

INBOUND = "/v1/twilio/inbound"
OURS = "+12125550199"


@pytest.fixture
def clock(movable_clock: MovableClock) -> MovableClock:
    return movable_clock


@pytest.fixture
def twilio() -> Iterator[Twilio]:
    with running_twilio() as running:
        yield running


@pytest.fixture
def account(twilio: Twilio) -> TwilioSettings:
    token = SecretStr(TOKEN)
    return TwilioSettings(
        account_sid=ACCOUNT, auth_token=token, messaging_service_sid=SERVICE, base_url=twilio.url
    )


class Phones(Calls):
    """An installation that sends through Twilio, and the webhooks from Twilio."""

    def post(self, url: str, form: dict[str, str], **headers: str) -> int:
        base = self.settings.base_url.rstrip("/")
        sent = headers or signed(url, form)
        return self.client.post(url.removeprefix(base), data=form, headers=sent).status_code

    def text(self, phone: str, body: str, sid: str = "") -> int:
        """Send a message from a person to the organisation."""
        form = {"MessageSid": sid or f"SM{random.getrandbits(64)}", "From": phone, "To": OURS}
        url = f"{self.settings.base_url.rstrip('/')}{INBOUND}"
        return self.post(url, form | {"Body": body})


@pytest.fixture
def call(
    api_settings: Settings, account: TwilioSettings, clock: MovableClock, admin: Somebody
) -> Iterator[Phones]:
    settings = api_settings.with_vendors(account)
    app = create_app(settings, clock)
    with TestClient(app, headers=BROWSER, follow_redirects=False) as client:
        yield Phones(client, admin, settings)


@pytest.fixture
def ledger(call: Phones, org: Org) -> Ledger:
    return Ledger(call.settings, org)


@pytest.fixture
def gate(call: Phones, org: Org, clock: MovableClock) -> Gate:
    return Gate(call.settings, org, clock())


def test_receipts_in_any_order_only_advance_the_status_and_failures_have_a_text(
    call: Phones, gate: Gate, ledger: Ledger, twilio: Twilio
) -> None:
    ana, ben = person(call, ledger, *ANA), person(call, ledger, *BEN)
    gate.queue(news(ana), news(ben))
    gate.dispatch()
    first, second = sorted(twilio.rows, key=lambda sid: str(twilio.rows[sid]["to"]))
    receipts = [twilio.goes_on(first, it) for it in ("sending", "sent", "delivered")]
    failed = twilio.goes_on(second, "undelivered", 30005)

    for url, form in (*reversed(receipts), *receipts, failed, failed):
        assert call.post(url, form) == 204

    states = {(it.customer_id, it.state, it.reason, it.provider_id) for it in gate.rows()}
    assert states == {
        (ana, "delivered", "", first),
        (ben, "undelivered", "The number is not in service. (30005)", second),
    }
    gate.move(minutes=11)
    gate.dispatch()
    assert {(it.cost_micros, it.currency, it.segments) for it in gate.rows()} == {(7900, "USD", 1)}


def test_slow_worker_sends_no_message_that_another_worker_took_over(
    call: Phones,
    gate: Gate,
    ledger: Ledger,
    account: TwilioSettings,
    twilio: Twilio,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The provider takes minutes for the first of two messages; meanwhile another worker claims both."""
    monkeypatch.setattr(sending, "AT_ONCE", 1)
    gate.queue(news(person(call, ledger, *ANA)), news(person(call, ledger, *BEN)))
    send = TwilioSms.send

    def slow(self: TwilioSms, *args: Any, **more: Any) -> Any:
        taken = send(self, *args, **more)
        monkeypatch.setattr(TwilioSms, "send", send)
        gate.move(minutes=3)
        gate.dispatch()
        return taken

    monkeypatch.setattr(TwilioSms, "send", slow)
    gate.dispatch()
    for _ in range(3):
        gate.move(minutes=1)
        gate.dispatch()
    assert [it.state for it in gate.rows()] == ["sent", "sent"]
    assert sorted(it["To"] for it in twilio.messages) == [ANA[1], BEN[1]]


def test_possibly_accepted_message_is_looked_up_and_not_sent_again(
    call: Phones, gate: Gate, ledger: Ledger, twilio: Twilio
) -> None:
    ana, ben = person(call, ledger, *ANA), person(call, ledger, *BEN)
    twilio.goes_silent = True
    gate.queue(news(ana), source_id="cmp_1")
    gate.dispatch()
    gate.queue(news(ana), source_id="cmp_2")
    gate.dispatch()
    twilio.is_broken = True
    gate.queue(news(ben), source_id="cmp_3")
    gate.dispatch()
    states = {(it.source_id, it.state) for it in gate.rows()}
    assert states == {("cmp_1", "unknown"), ("cmp_2", "sent"), ("cmp_3", "unknown")}
    twilio.is_broken = False
    gate.move(minutes=6)

    gate.dispatch()
    gate.move(minutes=2)
    gate.dispatch()

    assert {(it.source_id, it.state) for it in gate.rows()} == {
        *(("cmp_1", "sent"), ("cmp_2", "sent"), ("cmp_3", "sent"))
    }
    assert len({it.provider_id for it in gate.rows()}) == 3
    assert sorted(it["To"] for it in twilio.messages) == [ANA[1], ANA[1], BEN[1]]


def test_busy_or_unavailable_provider_is_retried(
    call: Phones, gate: Gate, ledger: Ledger, twilio: Twilio
) -> None:
    gate.queue(news(person(call, ledger, *ANA)))
    for refused in ((429, 20429), (503, 20503)):
        twilio.refused_with = refused
        gate.dispatch()
        assert gate.rows()[0].state == "queued"
        gate.move(minutes=2)
    twilio.refused_with = None
    gate.dispatch()

    assert (gate.rows()[0].state, len(twilio.messages)) == ("sent", 1)


def test_stop_known_only_to_the_provider_counts_as_stop(
    call: Phones, gate: Gate, ledger: Ledger, twilio: Twilio, clock: MovableClock
) -> None:
    ana, ben = person(call, ledger, *ANA), person(call, ledger, *BEN)
    twilio.stopped.add(ANA[1])
    gate.queue(news(ana), news(ben))
    gate.dispatch()
    (sid,) = twilio.rows
    assert call.post(*twilio.goes_on(sid, "undelivered", 21610)) == 204

    clock.move(minutes=1)
    assert call.reason(ana, "sms") == call.reason(ben, "sms") == "withdrawn"
    assert call.reason(ana, "email") is None
    reasons = {it.reason for it in gate.rows()}
    assert reasons == {"The receiver answered STOP. (21610)"}


def test_stop_and_start_apply_at_once_and_a_free_text_wish_waits_for_a_member(
    call: Phones, gate: Gate, ledger: Ledger, twilio: Twilio, clock: MovableClock, owner: Somebody
) -> None:
    ana = person(call, ledger, *ANA)
    call("send-sms", phone="+14155550199", text="Your order is ready")

    assert call.text(ANA[1], " Stop  all ", "SM1") == 200
    assert call.text(ANA[1], " Stop  all ", "SM1") == 200
    clock.move(minutes=1)
    assert call.reason(ana, "sms") == call.reason(ana, "sms", purpose="service") == "withdrawn"
    assert call.ledger(ana)[0][2] == "keyword"
    refused = call("send-sms", customer_id=ana, text="Hello")
    assert refused["reason"] in ("suppressed", "withdrawn")

    call.text(ANA[1], "START")
    clock.move(minutes=1)
    assert call.reason(ana, "sms") is None
    assert call.reason(ana, "sms", purpose="feedback") == "withdrawn"

    call.text("+14155550199", "please don't text me, wrong person")
    stranger, of_ana = (
        call("list-conversations", only_flagged=True)["items"],
        call("list-conversations", is_open=False)["items"],
    )
    assert [(it["phone"], it["unread"], it["is_flagged"]) for it in stranger] == [
        ("+14155550199", 1, True)
    ]
    assert [(it["name"], it["customer_id"]) for it in of_ana] == [("Ana", ana)]
    talk = stranger[0]["conversation_id"]
    call("change-conversation", conversation_id=talk, assigned_to=owner.user_id)
    call("save-canned-answer", name="Sorry", text="Sorry! You will get no more of them.")
    (canned,) = call("list-canned-answers")["items"]
    answered = call("answer-conversation", conversation_id=talk, text=canned["text"])
    assert answered["sent"]["status"] == "sent"
    lines = call("open-conversation", conversation_id=talk)["lines"]
    assert [(it["is_ours"], it["kind"]) for it in lines] == [
        *((True, "reply"), (False, "opt_out_request"), (True, "reply"))
    ]
    call.text("+14155550199", "STOP")
    clock.move(minutes=1)
    again = call("answer-conversation", conversation_id=talk, text="Bye")
    assert (again["sent"]["status"], again["sent"]["reason"]) == ("refused", "suppressed")


def test_conversation_of_a_merged_profile_belongs_to_the_kept_profile(
    call: Phones, ledger: Ledger, clock: MovableClock
) -> None:
    """It has the name of the kept profile, is found by it, can be answered, and its earlier messages stay readable."""
    kept = call.add(first_name="Anna", last_name="Silva", email="anna@example.com")
    twin = person(call, ledger, *ANA)
    call("send-sms", customer_id=twin, text="Your order is ready")
    call.text(ANA[1], "Thank you!")
    call("merge-customers", keep=kept, merge=twin)

    (found,) = call("list-conversations", filter="silva")["items"]
    assert (found["customer_id"], found["name"]) == (kept, "Anna Silva")
    assert found["last_text"] == "Thank you!"
    talk = found["conversation_id"]
    clock.move(minutes=1)
    answered = call("answer-conversation", conversation_id=talk, text="See you!")
    assert answered["sent"]["status"] == "sent"
    call.text(ANA[1], "Bye")
    lines = call("open-conversation", conversation_id=talk)["lines"]
    assert [it["text"] for it in lines if not it["is_ours"]] == ["Thank you!", "Bye"]
    call("opt-out-conversation", conversation_id=talk)
    clock.move(minutes=1)
    assert call.reason(kept, "sms") == "withdrawn"


def test_inbox_filters_and_counts_conversations_and_records_reads(
    call: Phones, ledger: Ledger, clock: MovableClock, owner: Somebody
) -> None:
    ana = person(call, ledger, *ANA)
    call("send-sms", phone="+14155550199", text="Your order is ready")
    call.text(ANA[1], "Please take me off your list")
    call.text("+14155550199", "When do you open?")

    assert call("count-conversations") == {
        "open": 2,
        "unread": 2,
        "mine": 0,
        "unassigned": 2,
        "flagged": 1,
    }

    def phones(**wanted: Any) -> list[str]:
        return sorted(it["phone"] for it in call("list-conversations", **wanted)["items"])

    assert phones(filter="an") == phones(only_flagged=True) == [ANA[1]]
    assert phones(filter="(415) 555-0199") == ["+14155550199"]
    assert phones(filter="0199") == phones(only_mine=True) == []
    assert phones(is_open=None, only_unread=True) == phones(only_unassigned=True)
    of_ana, other = (
        call("list-conversations", filter=it)["items"][0] for it in (ANA[1], "+14155550199")
    )
    talk = of_ana["conversation_id"]
    hello = (
        "Hello {{customer.first_name|there}}, {{field.none}}greetings from {{organization.name}}"
    )
    answer = call("save-canned-answer", name="Hello", text=hello)["answer_id"]
    unknown = call("save-canned-answer", 422, name="Nope", text="Hi {{customer.nope}}")
    assert unknown["errors"][0]["code"] == "unknown_placeholder"
    written = call("write-canned-answer", conversation_id=talk, answer_id=answer)
    assert written["text"].startswith("Hello Ana, greetings from ")
    assert written["missing"] == ["field.none"]
    stranger = call(
        "write-canned-answer", conversation_id=other["conversation_id"], answer_id=answer
    )
    assert stranger["text"].startswith("Hello there, ")

    thread = call("opt-out-conversation", conversation_id=talk)
    call("opt-out-conversation", conversation_id=other["conversation_id"])
    clock.move(minutes=1)
    assert (thread["conversation"]["is_flagged"], thread["conversation"]["unread"]) == (False, 0)
    assert call.reason(ana, "sms") == call.reason(ana, "sms", purpose="service") == "withdrawn"
    assert call.ledger(ana)[0][2] == "staff"
    for one in (talk, other["conversation_id"]):
        refused = call("answer-conversation", conversation_id=one, text="Bye")["sent"]
        assert refused["status"] == "refused"


def test_request_without_valid_provider_signature_is_refused(
    call: Phones, gate: Gate, ledger: Ledger, twilio: Twilio, account: TwilioSettings
) -> None:
    gate.queue(news(person(call, ledger, *ANA)))
    gate.dispatch()
    url, form = twilio.goes_on(next(iter(twilio.rows)), "delivered")
    header = signed(url, form)["X-Twilio-Signature"]

    assert call.post(url, form, **{"X-Twilio-Signature": "x"}) == 403
    changed = form | {"MessageStatus": "failed"}
    assert call.post(url, changed, **{"X-Twilio-Signature": header}) == 403
    assert gate.rows()[0].state == "sent"
    webhooks, chooses = TwilioWebhooks(account), random.Random(7)
    assert webhooks.is_signed(url, form, header)
    for _ in range(2_000):
        place = chooses.randrange(len(header))
        letter = chooses.choice("ABCDEFGHabcdefgh0123456789+/=")
        wrong = f"{header[:place]}{letter}{header[place + 1 :]}"
        assert wrong == header or not webhooks.is_signed(url, form, wrong)
        name = chooses.choice(list(form))
        at = chooses.randrange(len(form[name]))
        other = form | {name: f"{form[name][:at]}~{form[name][at + 1 :]}"}
        assert not webhooks.is_signed(url, other, header)
        at = chooses.randrange(url.index("/v1") + 1, len(url))
        assert not webhooks.is_signed(f"{url[:at]}~{url[at + 1 :]}", form, header)
    assert not webhooks.is_signed(url, form | {"More": "1"}, header)
    assert not webhooks.is_signed(url, dict(list(form.items())[1:]), header)


def test_number_is_bought_once_and_sends_texts(
    call: Phones, gate: Gate, ledger: Ledger, twilio: Twilio, clock: MovableClock
) -> None:
    offer = call("twilio/fetch-available-numbers", area_code="775")
    (found,) = offer["items"]
    assert (offer["monthly_micros"], offer["currency"]) == (1_150_000, "USD")
    assert found == {"phone": "+17755550101", "country": "US", "place": "Reno, NV"}
    twilio.goes_silent = True
    away = call("twilio/purchase-number", 503, phone=found["phone"])
    assert away["code"] == "numbers_not_available"

    bought = call("twilio/purchase-number", phone_number=found["phone"])
    again = call("twilio/purchase-number", phone=found["phone"])
    gone = call("twilio/purchase-number", 409, phone="+17755550109")

    assert bought == again == call("list-numbers")["items"][0]
    assert gone["code"] == "number_not_for_sale"
    assert len(twilio.bought) == len(call("list-numbers")["items"]) == 1
    clock.move(minutes=1)
    second = call("twilio/purchase-number", phone="+14155550102")
    assert (bought["is_default"], second["is_default"]) == (True, False)
    chosen = call("choose-number", number_id=second["number_id"])["items"]
    assert [it["phone"] for it in chosen] == [second["phone"], bought["phone"]]
    call("choose-number", 404, number_id="num_x")
    call("choose-number", number_id=bought["number_id"])
    assert twilio.reported_to[found["phone"]].endswith(INBOUND)
    gate.queue(news(person(call, ledger, *ANA)))
    gate.dispatch()
    (message,) = twilio.messages
    assert (message["From"], "MessagingServiceSid" in message) == (found["phone"], False)


def test_keywords_in_replies_are_recognised() -> None:
    assert {meaning_of(it.lower()) for it in STOP} == {"stop"}
    heard: dict[str, Any] = {
        "Stop texting me": "opt_out_request",
        "arrêt": "stop",
        "un stop": "start",
        "yes": "start",
        "Info ": "help",
        "When do you open?": "reply",
        "Don’t text me": "opt_out_request",
        "endless": "reply",
    }
    assert {text: meaning_of(text) for text in heard} == heard


def test_broken_connection_is_not_a_refusal(account: TwilioSettings, twilio: Twilio) -> None:
    twilio.goes_silent = True
    with pytest.raises(SmsUncertain):
        TwilioSms(account).send("org", ANA[1], "Hello")
    assert len(twilio.rows) == 1
