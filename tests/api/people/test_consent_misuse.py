"""Consents requested by somebody else, expired links, and a refusal that must outlast everything."""

from datetime import timedelta

import psycopg
import pytest
from limits import parse
from starlette.testclient import TestClient

from api.domains.people.consents.links import preference_path, preference_token
from api.domains.people.customers.sealing import Sealer
from runtime.settings import Settings
from tests.api.people.consent_ledger import Decided, Ledger
from tests.api.people.test_consents import (
    ANA,
    BEN,
    PHONE,
    customer_of,
    hidden,
    published_sign_up,
    send,
)
from tests.support.member_calls import Calls
from tests.support.people import Org, Somebody
from tests.support.promos import MovableClock

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def clock(movable_clock: MovableClock) -> MovableClock:
    """Return a clock that a test only moves within the past, because jobs use the real time."""
    movable_clock.move(hours=-1)
    return movable_clock


@pytest.fixture
def sign_up(client: TestClient, owner: Somebody) -> str:
    return published_sign_up(client, owner)


def mailed_link(settings: Settings, org: Org, customer_id: str, email: str) -> str:
    """Return the path in an email to this address."""
    index = Sealer.of(settings).index(org.org_id, "email", email)
    token = preference_token(settings.secret_key, org.org_id, customer_id, "email", index)
    return preference_path(org.org_id, token)


def test_withdrawal_on_merged_profiles_outlasts_the_merge(call: Calls, clock: MovableClock) -> None:
    ana, twin = call.add(email=ANA), call.add(email=BEN)
    call.say(twin, "given")
    clock.move(minutes=1)
    merged = call("merge-customers", keep=ana, merge=twin)["merges"][0]

    call.say(ana, "withdrawn")

    assert call.ledger(ana) == [("email", "withdrawn", "staff"), ("email", "given", "staff")]
    call("undo-customer-merge", merge_id=merged["merge_id"])
    assert call.reason(ana) == call.reason(twin) == "withdrawn"
    assert call.ledger(ana) == [("email", "withdrawn", "staff")]


def test_saving_preferences_neither_confirms_nor_refuses_pending_requests(
    call: Calls, visitor: TestClient, sign_up: str, clock: MovableClock
) -> None:
    ana = call.add(email=ANA)
    call.say(ana, "withdrawn")
    clock.move(minutes=1)
    send(visitor, sign_up, email=ANA, news=True)
    call.mails()
    path = call.link()
    page = visitor.get(path).text
    assert " checked" not in page
    clock.move(minutes=1)

    for on in ([], ["email.marketing"]):
        visitor.post(path, data={"shown": hidden(page, "shown"), "on": on})

    assert [it[1] for it in call.ledger(ana)] == ["requested", "withdrawn"]
    assert call.reason(ana) == "pending"


def test_person_who_first_typed_an_address_cannot_overrule_its_owner(
    call: Calls, client: TestClient, visitor: TestClient, sign_up: str, clock: MovableClock
) -> None:
    send(visitor, sign_up, email=ANA, news=True)
    ana = customer_of(call, ANA)
    call.mails()
    path = call.link()
    page = client.get(path).text
    clock.move(minutes=1)
    client.post(path, data={"confirm": hidden(page, "confirm")})
    assert call.reason(ana) is None
    clock.move(minutes=1)
    client.post(path, data={"all": "no"})
    clock.move(hours=1)

    send(visitor, sign_up, email=ANA, news=True)

    assert call.reason(ana) == "pending"
    assert call.ledger(ana)[0] == ("email", "requested", "form")


def test_link_to_a_former_address_can_only_unsubscribe(
    call: Calls, visitor: TestClient, api_settings: Settings, org: Org, clock: MovableClock
) -> None:
    ana = call.add(email=ANA)
    path = mailed_link(api_settings, org, ana, ANA)
    assert visitor.get(path).status_code == 200
    call("save-customer", customer_id=ana, email=BEN)
    call.say(ana, "given")
    clock.move(minutes=1)

    assert visitor.get(path).status_code == visitor.get(f"{path}/unsubscribe").status_code == 404
    for sent in ({"shown": "email.marketing"}, {"all": "no"}):
        assert visitor.post(path, data=sent).status_code == 404
    assert call.reason(ana) is None
    clicked = visitor.post(f"{path}/unsubscribe", data=ONE_CLICK)

    assert (clicked.status_code, "You are unsubscribed" in clicked.text) == (200, True)
    assert hidden(clicked.text, "shown") == []
    assert call.reason(ana) == "withdrawn"


def test_confirmation_emails_are_requested_only_where_they_can_be_sent(
    call: Calls, visitor: TestClient, sign_up: str, clock: MovableClock, api_settings: Settings
) -> None:
    ben = call.add(phone=PHONE)
    send(visitor, sign_up, email=BEN, phone=PHONE, news=True)
    assert call.reason(ben, "sms") == "pending"
    with psycopg.connect(api_settings.database_url) as connection:
        assert connection.execute("select count(*) from consent_mails").fetchone() == (0,)

    on = {"shown": "email.marketing", "on": "email.marketing"}
    cleo = call.add(email="cleo@mail.example")
    call.say(cleo, "withdrawn", purpose="service")
    visitor.post(call.page_of(cleo), data=on)
    assert call.mails() == [], "a no to everything that the organisation sends"

    ana = call.add(email=ANA)
    path = call.page_of(ana)
    assert visitor.post(path, data=on).headers["location"].endswith("done=mail")
    clock.move(minutes=1)
    visitor.post(path, data={"all": "no"})
    clock.move(minutes=1)
    again = visitor.post(path, data=on).headers["location"]
    assert again.endswith("done=saved"), "one mail in ten minutes"
    assert call.reason(ana) == "pending"

    call("import-suppressions", name="Old system", text=ANA)
    assert call.mails() == [], "put on a list before the mail was sent"
    assert refusals(call) == ["suppressed", "withdrawn"]
    clock.move(minutes=20)
    visitor.post(path, data={"all": "no"})
    clock.move(minutes=1)
    assert visitor.post(path, data=on).headers["location"].endswith("done=saved")
    assert call.mails() == []


def refusals(call: Calls) -> list[str]:
    """Return why confirmation emails were not sent, latest first."""
    items = call("list-messages", source="confirmation", state=["refused"])["items"]
    return [it["reason"] for it in items]


def test_any_number_of_consent_requests_can_be_confirmed(
    call: Calls, visitor: TestClient, api_settings: Settings, org: Org, clock: MovableClock
) -> None:
    ana = call.add(email=ANA)
    ledger = Ledger(api_settings, org)
    for _ in range(51):
        at = clock() - timedelta(hours=1)
        ledger.record(ana, Decided("email", "marketing", "requested", at))
    path = mailed_link(api_settings, org, ana, ANA)
    waiting = hidden(visitor.get(path).text, "confirm")
    assert len(waiting) == 50
    clock.move(minutes=1)

    assert visitor.post(path, data={"confirm": waiting}).status_code == 303

    assert call.reason(ana) is None
    assert hidden(visitor.get(path).text, "confirm") == []


def test_one_click_requests_from_a_mail_provider_are_limited_only_per_link(
    call: Calls,
    visitor: TestClient,
    api_settings: Settings,
    org: Org,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("api.domains.people.consents.public.PER_ADDRESS", parse("2 per minute"))
    paths = [
        mailed_link(api_settings, org, call.add(email=email), email)
        for email in (ANA, BEN, "cy@example.com")
    ]
    clicks = [visitor.post(f"{it}/unsubscribe", data=ONE_CLICK).status_code for it in paths]
    assert clicks == [200, 200, 200]
    assert [visitor.get(it).status_code for it in paths] == [200, 200, 429]
    assert visitor.post(f"{paths[0][:-2]}x/unsubscribe", data=ONE_CLICK).status_code == 429
