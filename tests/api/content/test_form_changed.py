"""Forms that changed between being opened and being sent: nobody consents to a text that they did not read."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from api.kit.web_app import WebApp
from tests.support.browsers import BROWSER
from tests.support.pages import PageMaker, field, form_block, page_data
from tests.support.people import Somebody

ANA = {"first_name": "Ana", "email": "ana@example.com"}
SEEN = "I agree to be written to,\nby post."


@pytest.fixture
def pages(client: TestClient, editor: Somebody) -> PageMaker:
    return PageMaker(client, editor.headers)


@pytest.fixture
def visitor(app: WebApp, client: TestClient) -> TestClient:
    browser = TestClient(app, headers=BROWSER, follow_redirects=False)
    browser.portal = client.portal  # one event loop, as in a web process
    return browser


def kept(pages: PageMaker, code_id: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pages.call("/v1/get-submit-data", {"code_id": code_id})["items"]
    return found


def publish(pages: PageMaker, page_id: str, *blocks: dict[str, Any], **root: Any) -> None:
    pages.call("/v1/update-page", {"page_id": page_id, "blocks": page_data(*blocks, **root)})
    pages.publish(page_id)


def test_changed_consent_text_is_not_accepted_without_being_seen(
    pages: PageMaker, visitor: TestClient
) -> None:
    code_id, page_id = pages.published(form_block(consent_text=SEEN))
    body = {"code_id": code_id, "fields": ANA, "consent": True, "consent_shown": SEEN}
    publish(pages, page_id, form_block(consent_text="I agree to be called at night."))

    refused = visitor.post("/v1/append-submit", json=body)
    without_script = visitor.post(
        f"/code/{code_id}/submit",
        data={**ANA, "form_id": "sign-up", "consent": "true", "consent_shown": SEEN},
    )

    assert refused.status_code == 422
    assert [(it["field"], it["code"]) for it in refused.json()["errors"]] == [
        ("consent", "consent_changed")
    ]
    assert without_script.status_code == 422
    assert 'value="Ana"' in without_script.text
    assert kept(pages, code_id) == []


def test_consent_is_stored_with_the_text_that_was_seen(
    pages: PageMaker, visitor: TestClient
) -> None:
    german = {"de": {"form-1.consent_text": "Ich stimme zu."}}
    code_id, page_id = pages.published(form_block(consent_text=SEEN))
    publish(pages, page_id, form_block(consent_text=SEEN), language="en", translations=german)

    lines = [SEEN.replace("\n", "\r\n"), "Ich stimme zu.", None]
    answers = [
        visitor.post(
            "/v1/append-submit",
            json={
                "code_id": code_id,
                "fields": {**ANA, "email": f"ana{number}@example.com"},
                "consent": True,
                "consent_shown": shown,
            },
        )
        for number, shown in enumerate(lines)
    ]

    assert [answer.status_code for answer in answers] == [200] * 3, answers[0].text
    consents = {(it["consent"]["text"], it["consent"]["language"]) for it in kept(pages, code_id)}
    assert consents == {(SEEN, "en"), ("Ich stimme zu.", "de")}


def test_question_added_meanwhile_is_shown_with_the_entered_answers(
    pages: PageMaker, visitor: TestClient
) -> None:
    code_id, page_id = pages.published(form_block(field("first_name"), field("email", "email")))
    publish(pages, page_id, form_block(field("first_name"), field("city", required=True)))

    answer = visitor.post(f"/code/{code_id}/submit", data={**ANA, "form_id": "sign-up"})

    assert answer.status_code == 422
    assert 'value="Ana"' in answer.text
    assert 'id="form-1-city-error">Please fill this in.' in answer.text
    assert kept(pages, code_id) == []
