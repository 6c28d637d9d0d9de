"""Text messages through Twilio: sent, refused, without a response; and passcodes of forms sent with them."""

import re
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from pydantic import SecretStr, ValidationError
from starlette.testclient import TestClient

from api.apps.web import create_app
from api.domains.content.forms.verification.state import VerificationState
from api.integrations.ports.sms_sender import PhoneRefused, SmsUnavailable
from api.integrations.twilio.adapter import TwilioSms
from api.integrations.twilio.config import TwilioSettings
from api.kit.process_state import ProcessState
from runtime.settings import Settings
from tests.support.app_state import change_state
from tests.support.browsers import BROWSER
from tests.support.pages import PageMaker, field, form_block
from tests.support.people import MakeMember, MakeOrg, Somebody
from tests.support.waiting import eventually
from tests.twins.twilio import ACCOUNT, SERVICE, TOKEN, Twilio, running_twilio

PHONE = "+12125550100"
BODY = "918273 is your code for Harbor."


@pytest.fixture
def twilio() -> Iterator[Twilio]:
    with running_twilio() as running:
        yield running


@pytest.fixture
def account(twilio: Twilio) -> TwilioSettings:
    """Return an account at Twilio."""
    return TwilioSettings(
        account_sid=ACCOUNT,
        auth_token=SecretStr(TOKEN),
        messaging_service_sid=SERVICE,
        base_url=twilio.url,
    )


@pytest.fixture
def with_twilio(api_settings: Settings, account: TwilioSettings) -> Settings:
    """Return the settings of an installation that sends through Twilio."""
    return api_settings.with_vendors(account)


@pytest.fixture
def sending(with_twilio: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(with_twilio), headers=BROWSER, follow_redirects=False) as started:
        yield started


def test_message_is_sent_by_the_messaging_service_or_from_a_number(
    account: TwilioSettings, twilio: Twilio
) -> None:
    TwilioSms(account).send("org", PHONE, BODY)
    of_a_number = {"messaging_service_sid": None, "sender": "+12125550199"}
    TwilioSms(account.model_copy(update=of_a_number)).send("org", PHONE, BODY)

    assert twilio.messages == [
        {"To": PHONE, "Body": BODY, "MessagingServiceSid": SERVICE},
        {"To": PHONE, "Body": BODY, "From": "+12125550199"},
    ]


@pytest.mark.parametrize("code", [21211, 21217, 21408, 21610, 21612, 21614])
def test_number_that_accepts_no_texts_raises_phone_refused(
    account: TwilioSettings, twilio: Twilio, code: int
) -> None:
    twilio.refused_with = (400, code)

    with pytest.raises(PhoneRefused):
        TwilioSms(account).send("org", PHONE, BODY)


@pytest.mark.parametrize("refusal", [(400, 21603), (401, 20003), (429, 20429), (503, 20503)])
def test_twilio_rejection_is_reported_as_unavailable(
    account: TwilioSettings, twilio: Twilio, refusal: tuple[int, int]
) -> None:
    twilio.refused_with = refusal

    with pytest.raises(SmsUnavailable):
        TwilioSms(account).send("org", PHONE, BODY)


def test_wrong_token_broken_response_timeout_and_refused_connection_are_unavailable(
    account: TwilioSettings, twilio: Twilio
) -> None:
    wrong = account.model_copy(update={"auth_token": SecretStr("other")})
    nobody = account.model_copy(update={"base_url": "http://127.0.0.1:9"})
    with pytest.raises(SmsUnavailable):
        TwilioSms(wrong).send("org", PHONE, BODY)
    twilio.is_broken = True
    with pytest.raises(SmsUnavailable):
        TwilioSms(account).send("org", PHONE, BODY)
    twilio.is_broken, twilio.waits = False, 1.0
    with pytest.raises(SmsUnavailable):
        TwilioSms(account, seconds=0.1).send("org", PHONE, BODY)
    with pytest.raises(SmsUnavailable):
        TwilioSms(nobody).send("org", PHONE, BODY)


def test_token_number_and_text_are_not_logged(
    account: TwilioSettings,
    twilio: Twilio,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level("DEBUG")
    TwilioSms(account).send("org", PHONE, BODY)
    twilio.refused_with = (400, 21211)
    with pytest.raises(PhoneRefused) as refused:
        TwilioSms(account).send("org", PHONE, BODY)

    printed = capsys.readouterr()
    text = caplog.text + printed.out + printed.err + repr(refused.value)
    assert "21211" in text
    for secret in (TOKEN, PHONE, PHONE[1:], "918273"):
        assert secret not in text


def test_passcode_sent_by_twilio_verifies_the_number(
    sending: TestClient, twilio: Twilio, editor: Somebody
) -> None:
    assert sending.post("/v1/get-field-options", json={}, headers=editor.headers).json()[
        "can_confirm"
    ]
    sent = verify(sending, editor)
    passcode = re.match(r"(\d{6}) is your code", twilio.messages[0]["Body"])
    assert passcode
    checked = verify(sending, editor, code=passcode.group(1))

    assert (sent.status_code, sent.json()["state"]) == (200, "sent")
    assert twilio.messages[0]["To"] == PHONE
    assert (checked.status_code, checked.json()["state"]) == (200, "verified")


def test_passcode_that_was_not_sent_can_be_requested_again_at_once(
    sending: TestClient, twilio: Twilio, editor: Somebody
) -> None:
    twilio.refused_with = (503, 20503)
    away = verify(sending, editor)
    twilio.refused_with = (400, 21614)
    no_mobile = verify(sending, editor)
    twilio.refused_with = None
    sent = verify(sending, editor)

    assert (away.status_code, away.json()["code"]) == (503, "sms_not_available")
    assert no_mobile.status_code == 422
    assert no_mobile.json()["errors"][0]["field"] == "phone"
    assert no_mobile.json()["errors"][0]["code"] == "takes_no_texts"
    assert (sent.status_code, sent.json()["state"]) == (200, "sent")


def test_slow_sms_provider_delays_no_other_request(
    sending: TestClient,
    twilio: Twilio,
    editor: Somebody,
    make_org: MakeOrg,
    make_member: MakeMember,
) -> None:
    """More requests for a passcode than there are connections; no other request waits for the provider."""
    settings = ProcessState.of(sending.app).settings  # type: ignore[arg-type]
    slots = VerificationState.of(sending.app).sending_slots  # type: ignore[arg-type]
    twilio.gate.clear()
    asking = [make_member(make_org(), "editor") for _ in range(12)]
    assert len(asking) > settings.database_pool_size
    with ThreadPoolExecutor(len(asking)) as pool:
        sent = [pool.submit(verify, sending, who) for who in asking]
        eventually(lambda: slots.statistics().tasks_waiting > 0)
        other = sending.post("/v1/get-org-data", json={}, headers=editor.headers)
        over = [one.done() for one in sent]
        twilio.gate.set()
        answers = [one.result() for one in sent]

    assert other.status_code == 200
    assert not any(over)
    states = Counter(answer.status_code for answer in answers)
    assert states.keys() <= {200, 503}
    assert states[200] == len(twilio.messages) > 0


def test_incomplete_twilio_account_is_refused_at_startup() -> None:
    with pytest.raises(ValidationError, match="TWILIO_AUTH_TOKEN"):
        TwilioSettings(account_sid=ACCOUNT)
    with pytest.raises(ValidationError, match="TWILIO_MESSAGING_SERVICE_SID or TWILIO_FROM"):
        TwilioSettings(account_sid=ACCOUNT, auth_token=SecretStr(TOKEN))


def verify(client: TestClient, who: Somebody, **more: str) -> Any:
    body = {"phone": PHONE} | more
    return client.post("/v1/phone_number_verification", json=body, headers=who.headers)


def test_without_script_page_shows_refused_number_and_accepts_a_passcode(
    sending: TestClient, twilio: Twilio, editor: Somebody
) -> None:
    """An installation in production: with the account, the builder's forms may request a passcode."""
    settings = ProcessState.of(sending.app).settings  # type: ignore[arg-type]
    production = settings.model_copy(update={"environment": "production"})
    change_state(sending.app, ProcessState, settings=production)
    pages = PageMaker(sending, editor.headers)
    phone = field("phone", required=True, confirm=True)
    code_id, _ = pages.published(form_block(field("first_name", required=True), phone))

    def submit(**typed: str) -> Any:
        form = {"form_id": "sign-up", "first_name": "Ana", "phone": PHONE, **typed}
        return sending.post(f"/code/{code_id}/submit", data=form)

    twilio.refused_with = (400, 21610)
    refused = submit()
    twilio.refused_with = None
    asked = submit()
    passcode = twilio.messages[0]["Body"][:6]
    taken = submit(phone_code=passcode)

    assert refused.status_code == 422
    assert "This phone number cannot receive our text messages." in refused.text
    assert "We sent a code to your phone" in asked.text
    assert taken.status_code == 303
