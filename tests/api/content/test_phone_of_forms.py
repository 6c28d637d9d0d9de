"""Forms that accept a phone only with the passcode sent to it: decided by the server, once."""

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.auth.roles import Role
from api.domains.content.forms.verification.errors import takes_no_texts
from api.domains.content.forms.verification.service import VerificationService
from api.domains.content.pages import form_router
from api.kit.process_state import ProcessState
from runtime.settings import Settings
from tests.api.content.test_phone_verification import Clock, passcode, sent, wrong
from tests.support.app_state import change_state
from tests.support.pages import PageMaker, field, form_block, page_data
from tests.support.people import People, Somebody

PHONE, AS_TYPED = "+12125550100", "(212) 555-0100"
NAME = field("first_name", required=True)
CONFIRMED = field("phone", required=True, confirm=True)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def page(pages: PageMaker) -> dict[str, str]:
    """Return a page that verifies phones: its code and its ID."""
    code_id, page_id = pages.published(form_block(NAME, CONFIRMED))
    return {"code_id": code_id, "page_id": page_id}


def verify(client: TestClient, page: dict[str, str], phone: str, code: str | None = None) -> Any:
    body = {**page, "phone": phone, **({"code": code} if code else {})}
    return client.post("/v1/phone_number_verification", json=body)


def proven(client: TestClient, page: dict[str, str], admin: Somebody, phone: str = PHONE) -> str:
    assert verify(client, page, phone).status_code == 200
    return str(verify(client, page, phone, passcode(client, admin)).json()["proof"])


def submit(client: TestClient, page: dict[str, str], proof: str | None, **fields: Any) -> Any:
    answers = {"first_name": "Ana", "phone": AS_TYPED, **fields}
    return client.post("/v1/append-submit", json={**page, "fields": answers, "phone_proof": proof})


def refused(answer: Any) -> list[tuple[str, str]]:
    assert answer.status_code == 422, answer.text
    return [(it["field"], it["code"]) for it in answer.json()["errors"]]


UNCONFIRMED = [("fields.phone", "unconfirmed")]


def test_form_is_accepted_once_with_a_verification_of_its_phone_number(
    client: TestClient, page: dict[str, str], pages: PageMaker, admin: Somebody
) -> None:
    assert refused(submit(client, page, None)) == UNCONFIRMED
    proof = proven(client, page, admin)

    assert refused(submit(client, page, proof, phone="+12125550199")) == UNCONFIRMED
    assert refused(submit(client, page, f"{proof}0")) == UNCONFIRMED
    assert refused(submit(client, page, proof, first_name="")) == [("fields.first_name", "missing")]
    assert submit(client, page, proof).status_code == 200
    assert refused(submit(client, page, proof)) == UNCONFIRMED
    assert pages.call("/v1/get-submit-data", {"code_id": page["code_id"]})["total"] == 1


def test_only_one_of_many_concurrent_uses_of_a_verification_is_accepted(
    client: TestClient, page: dict[str, str], admin: Somebody
) -> None:
    proof = proven(client, page, admin)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: submit(client, page, proof).status_code, range(8)))

    assert sorted(answers) == [200] + [422] * 7


def test_repeated_submission_gets_the_first_response(
    client: TestClient, page: dict[str, str], admin: Somebody
) -> None:
    body = {
        **page,
        "fields": {"first_name": "Ana", "phone": PHONE},
        "phone_proof": proven(client, page, admin),
        "submission_key": "a-key-of-its-own",
    }

    first, again = (client.post("/v1/append-submit", json=body) for _ in range(2))

    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json()["submission_id"] == again.json()["submission_id"]


def test_verification_is_valid_for_half_an_hour_and_until_the_next_passcode(
    client: TestClient, page: dict[str, str], admin: Somebody, clock: Clock
) -> None:
    old = proven(client, page, admin)
    clock.move(minutes=31)
    assert refused(submit(client, page, old)) == UNCONFIRMED
    replaced = proven(client, page, admin)
    clock.move(seconds=31)
    verify(client, page, PHONE)
    assert refused(submit(client, page, replaced)) == UNCONFIRMED


def test_verification_of_another_organisation_is_not_accepted(
    client: TestClient, page: dict[str, str], admin: Somebody, people: People
) -> None:
    stranger = people.member(people.org("Northwind Books"), Role.EDITOR)
    other = PageMaker(client, stranger.headers)
    code_id, page_id = other.published(form_block(NAME, CONFIRMED))

    proof = proven(client, page, admin)

    elsewhere = {"code_id": code_id, "page_id": page_id}
    assert refused(submit(client, elsewhere, proof)) == UNCONFIRMED


def test_page_without_code_verifies_phones_and_form_without_phone_sends_no_passcode(
    client: TestClient, pages: PageMaker, admin: Somebody
) -> None:
    alone, quiet = (
        pages.page(form_block(NAME, asked)) for asked in (CONFIRMED, field("phone", "phone"))
    )
    for page_id in (alone, quiet):
        pages.publish(page_id)

    refused_to_send = verify(client, {"page_id": quiet}, PHONE)
    assert refused_to_send.status_code == 404
    assert sent(client, admin) == []
    proof = proven(client, {"page_id": alone}, admin)
    assert submit(client, {"page_id": alone}, proof).status_code == 200


def test_optional_phone_left_empty_requires_no_passcode(
    client: TestClient, pages: PageMaker
) -> None:
    code_id, _ = pages.published(form_block(NAME, {**CONFIRMED, "required": False}))

    assert submit(client, {"code_id": code_id}, None, phone="").status_code == 200


def _plain(client: TestClient, page: dict[str, str], **inputs: str) -> Any:
    form = {"form_id": "sign-up", "first_name": "Ana", "phone": AS_TYPED, **inputs}
    return client.post(f"/code/{page['code_id']}/submit", data=form)


def test_without_script_a_number_that_accepts_no_texts_gets_its_own_message(
    client: TestClient, page: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise takes_no_texts()

    monkeypatch.setattr(VerificationService, "send", refuse)
    words = {"takes_no_texts": "Keine SMS an diese Nummer.", "invalid": "wrong"}
    monkeypatch.setattr(form_router, "words_of", lambda *_: words)

    answer = _plain(client, page)

    assert answer.status_code == 422
    assert 'role="alert"><p>Keine SMS an diese Nummer.</p>' in answer.text


def test_without_script_passcode_is_sent_entered_and_limited(
    client: TestClient, page: dict[str, str], pages: PageMaker, admin: Somebody, clock: Clock
) -> None:
    incomplete = _plain(client, page, first_name="")
    assert (incomplete.status_code, sent(client, admin)) == (422, [])

    asked = _plain(client, page)
    assert asked.status_code == 422
    assert "We sent a code to your phone" in asked.text
    assert re.search(r'name="phone"[^>]*value="\(212\) 555-0100"', asked.text)
    again = _plain(client, page)
    assert "We sent a code to your phone" in again.text
    assert len(sent(client, admin)) == 1

    right = passcode(client, admin)
    for typed in (wrong(right), "12345", wrong(right)):
        assert "This code is not correct." in _plain(client, page, phone_code=typed).text
    taken = _plain(client, page, phone_code=f"{right[:3]} {right[3:]}")
    assert taken.status_code == 303
    assert pages.call("/v1/get-submit-data", {"code_id": page["code_id"]})["total"] == 1
    used = _plain(client, page, phone_code=right)
    assert (used.status_code, "has expired" in used.text) == (422, True)


def test_without_script_five_wrong_attempts_invalidate_a_passcode(
    client: TestClient, page: dict[str, str], admin: Somebody
) -> None:
    _plain(client, page)
    right = passcode(client, admin)

    for _ in range(5):
        assert "This code is not correct." in _plain(client, page, phone_code=wrong(right)).text

    late = _plain(client, page, phone_code=right)
    assert (late.status_code, "has expired" in late.text) == (422, True)


@pytest.mark.parametrize(
    ("fields", "place", "message"),
    [
        ([field("email", "email", confirm=True)], "[1]", "only a phone"),
        ([CONFIRMED, field("mobile", "phone", confirm=True)], "[2]", "confirms one"),
        ([field("phone_code")], "[1]", "must not be named"),
    ],
)
def test_unverifiable_phone_field_is_reported_with_its_location(
    pages: PageMaker, fields: list[dict[str, Any]], place: str, message: str
) -> None:
    body = {"name": "Landing", "blocks": page_data(form_block(*fields))}
    answer = pages.call("/v1/gen-page", body, status=422)
    assert message in str(answer["errors"])
    assert place in str(answer["errors"])


def test_without_provider_a_form_that_requires_a_passcode_is_not_published(
    client: TestClient, pages: PageMaker, api_settings: Settings
) -> None:
    page_id = pages.page(form_block(NAME, CONFIRMED))
    assert pages.call("/v1/get-field-options", {})["can_confirm"] is True

    production = api_settings.model_copy(update={"environment": "production"})
    change_state(client.app, ProcessState, settings=production)
    assert pages.call("/v1/get-field-options", {})["can_confirm"] is False
    publish = {"page_id": page_id, "action": "publish"}
    refusal = pages.call("/v1/update-page", publish, status=422)

    assert [(it["field"], it["code"]) for it in refusal["errors"]] == [
        ("blocks.content[0].props.fields[2].confirm", "no_provider")
    ]
