"""Consents: what counts, what is pending, what every sender gets, and that none of it changes later."""

import re
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.api.people.consent_ledger import Ledger
from tests.api.rendering.test_right_to_left import english_in
from tests.support.jobs import run_jobs
from tests.support.member_calls import Calls, preference_link
from tests.support.pages import PageMaker, field, form_block
from tests.support.people import MakeMember, Org, People, Somebody
from tests.support.promos import MovableClock

ANA, BEN = "ana@example.com", "ben@example.com"
PHONE = "+14155550143"
TEXT = "I agree to get news by mail and text message."


@pytest.fixture
def clock(movable_clock: MovableClock) -> MovableClock:
    return movable_clock


def published_sign_up(client: TestClient, owner: Somebody) -> str:
    """Return a code whose page has a form with a consent checkbox."""
    news = field("news", "checkbox", consent_channels=["email", "sms"])
    form = form_block(
        field("first_name"),
        field("email", "email"),
        field("phone", "phone"),
        {**news, "input_display_name": TEXT},
    )
    return PageMaker(client, owner.headers).published(form)[0]


@pytest.fixture
def sign_up(client: TestClient, owner: Somebody) -> str:
    return published_sign_up(client, owner)


def send(visitor: TestClient, code_id: str, **fields: object) -> None:
    body = {"code_id": code_id, "fields": {"first_name": "Ana", **fields}}
    answer = visitor.post("/v1/append-submit", json=body)
    assert answer.status_code == 200, answer.text


def customer_of(call: Calls, text: str) -> str:
    return str(call("get-customers", filter=text)["items"][0]["customer_id"])


def hidden(page: str, name: str) -> list[str]:
    return re.findall(rf'name="{name}" value="([^"]+)"', page)


def test_form_consent_counts_once_it_is_confirmed_by_email(
    call: Calls, visitor: TestClient, sign_up: str, clock: MovableClock
) -> None:
    send(visitor, sign_up, email=ANA, phone=PHONE)
    ana = customer_of(call, ANA)
    assert call.ledger(ana) == []

    send(visitor, sign_up, email=ANA, phone=PHONE, news=True)

    assert call.reason(ana) == call.reason(ana, "sms") == "pending"
    (mail,) = call.mails()
    assert mail["recipient"] == ANA
    assert TEXT in mail["body"]
    assert TEXT in mail["html"]
    (message,) = call("list-messages", source="confirmation")["items"]
    assert (message["customer_id"], message["purpose"], message["state"]) == (
        ana,
        "service",
        "delivered",
    )
    stored = preference_link(message["content"])
    assert stored != call.link()
    assert hidden(visitor.get(stored).text, "confirm") == [], "members read what is stored"
    shown = visitor.get(call.link())
    assert (shown.status_code, TEXT in shown.text) == (200, True)
    assert call.reason(ana) == "pending", "opening a link changes nothing"

    clock.move(minutes=1)
    visitor.post(stored, data={"confirm": hidden(shown.text, "confirm")})
    assert call.reason(ana) == "pending", "its opener may be anybody"
    confirmed = visitor.post(call.link(), data={"confirm": hidden(shown.text, "confirm")})

    assert confirmed.status_code == 303
    assert "this is confirmed" in visitor.get(confirmed.headers["location"]).text
    assert call.reason(ana) is None
    assert call.reason(ana, "sms") == "pending", "the link came to the address, not to the phone"
    assert call.reason(ana, purpose="feedback") == "no_consent"
    entry = call("get-customer-consents", customer_id=ana)["entries"][0]
    assert (entry["text"], entry["source"], entry["recorded_by"]) == (TEXT, "mail_link", "person")
    assert (entry["code_id"], entry["page_version"]) == (sign_up, 1)
    assert entry["event_id"]
    visitor.post(call.link(), data={"confirm": hidden(shown.text, "confirm")})
    assert [it for it in call.ledger(ana) if it[2] == "mail_link"] == [
        ("email", "given", "mail_link")
    ]

    clock.move(days=1)
    send(visitor, sign_up, email=ANA, news=True)
    assert ("email", "given", "form") in call.ledger(ana), "browser and address are proven"


def test_other_visitor_who_types_an_address_changes_nothing(
    call: Calls, visitor: TestClient, sign_up: str, clock: MovableClock
) -> None:
    ana = call.add(email=ANA, phone=PHONE)
    call.say(ana, "withdrawn")
    call.say(ana, "given", "sms")
    clock.move(minutes=1)

    for _ in range(6):
        send(visitor, sign_up, email=ANA, phone="+14155550199", news=True)

    assert call.reason(ana, "sms") is None
    assert call.reason(ana) == "pending"
    assert len(call.mails()) == 1, "one mail in ten minutes"
    assert len(call.ledger(ana)) == 4, "a request that waits is there once"
    path = call.link()
    clock.move(days=8)
    page = visitor.get(path).text
    assert "Please confirm" not in page
    ids = [it["entry_id"] for it in call("get-customer-consents", customer_id=ana)["entries"][:12]]
    visitor.post(path, data={"confirm": ids})
    assert call.reason(ana) == "withdrawn"
    for wrong in (path.replace("/cus", "/cut"), path[:-12] + "x", "/preferences/org_x/y"):
        assert visitor.get(wrong).status_code == 404
        assert visitor.post(wrong, data={"all": "no"}).status_code == 404


def test_consent_for_a_verified_number_counts_at_once(
    call: Calls, client: TestClient, visitor: TestClient, owner: Somebody
) -> None:
    form = form_block(
        field("phone", "phone", confirm=True, required=True),
        consent_text=TEXT,
        consent_channels=["sms"],
    )
    code_id, page_id = PageMaker(client, owner.headers).published(form)
    body = {"code_id": code_id, "phone": PHONE}
    visitor.post("/v1/phone_number_verification", json=body)
    message = call("get-sandbox-messages")["items"][0]["body"]
    verified = visitor.post("/v1/phone_number_verification", json=body | {"code": message[:6]})
    sent = visitor.post(
        "/v1/append-submit",
        json={
            "code_id": code_id,
            "page_id": page_id,
            "fields": {"phone": PHONE},
            "consent": True,
            "phone_proof": verified.json()["proof"],
        },
    )
    assert sent.status_code == 200, sent.text
    ben = customer_of(call, PHONE)

    assert call.ledger(ben) == [("sms", "given", "passcode")]
    assert call.reason(ben, "sms") is None
    assert call.reason(ben) == "no_address"
    call("save-customer", customer_id=ben, phone="+14155550188")
    assert call.reason(ben, "sms") == "other_address"


def test_preference_page_works_without_login_or_script(
    call: Calls, visitor: TestClient, org: Org, clock: MovableClock
) -> None:
    ana = call.add(email=ANA, phone=PHONE)
    call.say(ana, "given", "sms")
    path = call.page_of(ana)
    clock.move(minutes=1)
    page = visitor.get(f"{path}?lang=de")
    assert 'lang="de"' in page.text
    assert "<script>" not in page.text
    assert page.headers["cache-control"] == "no-store"
    arabic = visitor.get(f"{path}?lang=ar").text
    assert ('<html lang="ar" dir="rtl">' in arabic, english_in(arabic)) == (True, [])
    assert org.name in page.text
    assert ANA not in page.text
    assert hidden(page.text, "shown") == ["email.marketing", "sms.marketing"]

    shown = {"shown": ["email.marketing", "sms.marketing", "no.such"]}
    saved = visitor.post(f"{path}?lang=de", data={**shown, "on": ["email.marketing"]})

    assert saved.headers["location"].endswith("?lang=de&done=mail")
    assert call.reason(ana, "sms") == "withdrawn"
    assert call.reason(ana) == "pending", "a copied link proves no address"
    mail = call.mails()[0]
    assert (mail["recipient"], mail["subject"]) == (ANA, f"Bitte bestätigen – {org.name}")
    confirm = visitor.get(call.link()).text
    clock.move(minutes=1)
    visitor.post(call.link(), data={"confirm": hidden(confirm, "confirm")})
    assert call.reason(ana) is None
    clock.move(minutes=1)
    visitor.post(call.link(), data={**shown, "on": []})
    assert call.reason(ana) == "withdrawn"
    clock.move(minutes=1)
    visitor.post(call.link(), data={**shown, "on": ["email.marketing"]})
    assert call.reason(ana) is None, "the link came to the address"
    assert call.ledger(ana)[0] == ("email", "given", "preferences")


def test_one_click_unsubscribes_at_once_and_permanently(
    call: Calls, visitor: TestClient, clock: MovableClock
) -> None:
    ana = call.add(email=ANA, phone=PHONE)
    for channel in ("email", "sms"):
        call.say(ana, "given", channel)
    clock.move(minutes=1)
    path = f"{call.page_of(ana)}/unsubscribe"
    assert visitor.get(path).status_code == 200
    assert call.reason(ana) is None

    clicked = visitor.post(path, data={"List-Unsubscribe": "One-Click"})

    assert (clicked.status_code, "You are unsubscribed" in clicked.text) == (200, True)
    assert call.reason(ana) == call.reason(ana, "sms") == "withdrawn"
    assert call.reason(ana, purpose="service") is None
    assert call.ledger(ana)[0][1:] == ("withdrawn", "one_click")


def test_members_record_consents_with_a_reason_and_programs_are_recorded_as_programs(
    call: Calls,
    client: TestClient,
    people: People,
    org: Org,
    viewer: Somebody,
    clock: MovableClock,
) -> None:
    ana = call.add(email=ANA)
    answer = call.say(ana, "given", text="News by mail", decided_at="2026-01-31T10:00:00Z")
    entry = answer["entries"][0]
    assert (entry["source"], entry["recorded_by"], entry["reason"]) == (
        "staff",
        "staff",
        "Signed form",
    )
    assert (entry["text"], entry["member"] != "", entry["decided_at"][:10]) == (
        "News by mail",
        True,
        "2026-01-31",
    )
    (standing,) = answer["standings"]
    assert (standing["state"], standing["may_contact"]) == ("given", True)
    body = {"customer_id": ana, "channel": "email", "decision": "withdrawn", "reason": "Asked us"}
    for source, recorded_by in ((None, "api"), ("import", "import")):
        headers = {"Authorization": f"Bearer {people.key(org)}"}
        answer = client.post(
            "/v1/record-consent", json={**body, "source": source}, headers=headers
        ).json()
        assert answer["entries"][0]["recorded_by"] == recorded_by
    assert call.reason(ana) == "withdrawn"
    clock.move(minutes=1)
    call.say(ana, "given", confirm=True)
    assert call.reason(ana) == "pending"
    assert call.mails()[0]["recipient"] == ANA
    read = client.post(
        "/v1/get-customer-consents", json={"customer_id": ana}, headers=viewer.headers
    )
    assert read.json()["preference_url"] is None
    assert client.post("/v1/record-consent", json=body, headers=viewer.headers).status_code == 403
    for wrong in (
        {"channel": "sms", "decision": "given"},
        {"decided_at": "2999-01-01T00:00:00Z"},
        {"confirm": True},
        {"reason": " "},
        {"channel": "smoke"},
    ):
        call("record-consent", 422, **{**body, **wrong})


def test_database_refuses_changes_to_the_consent_ledger(
    call: Calls, api_settings: Settings, client: TestClient, org: Org, make_member: MakeMember
) -> None:
    ana = call.add(email=ANA)
    call.say(ana, "given")
    with psycopg.connect(api_settings.database_url, autocommit=True) as connection:
        for statement in (
            "update consent_entries set decision = 'withdrawn'",
            "delete from consent_entries",
        ):
            with pytest.raises(psycopg.errors.RestrictViolation):
                connection.execute(statement)
        connection.execute("set role waypost_app")
        for statement in ("update consent_texts set text = ''", "delete from consent_texts"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement)
    admin = make_member(org, "admin")
    asked = client.post("/v1/erase-person", json={"customer_id": ana}, headers=admin.headers).json()
    path = call.page_of(ana)
    run_jobs(api_settings)
    assert call("get-job", job_id=asked["job_id"])["state"] == "done"
    assert client.get(path).status_code == 404
    call("may-contact", 404, customer_id=ana, channel="email")
    moment = datetime.now(UTC)
    assert Ledger(api_settings, org).decide(ana, "email", "service", moment).reason == "gone"
    with psycopg.connect(api_settings.database_url) as connection:
        assert connection.execute("select count(*) from consent_entries").fetchone() == (0,)


def test_stop_by_text_message_withdraws_consent(
    call: Calls, api_settings: Settings, org: Org, clock: MovableClock
) -> None:
    ben = call.add(phone=PHONE)
    call.say(ben, "given", "sms", decided_at=(datetime.now(UTC) - timedelta(days=1)).isoformat())

    assert Ledger(api_settings, org).keyword(PHONE, "STOP")

    clock.move(hours=1)
    assert call.reason(ben, "sms") == call.reason(ben, "sms", purpose="service") == "withdrawn"
    assert call.ledger(ben)[0][2] == "keyword"
    assert not Ledger(api_settings, org).keyword("+14155550111", "STOP")
