"""Forms that visitors send: validated, stored once, with one customer, and nothing shown to people who only know an
email address.
"""

import uuid
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.kit.web_app import WebApp
from ingest.contracts.codec import decode
from runtime.settings import Settings
from tests.support.browsers import BROWSER
from tests.support.pages import PageMaker, field, form_block
from tests.support.people import Org, Somebody

ANA = {"first_name": "Ana", "email": "ana@example.com", "phone": "(415) 555-2671"}


def rows(settings: Settings, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute(query).fetchall()


def send(client: TestClient, code_id: str, **body: Any) -> Any:
    return client.post("/v1/append-submit", json={"code_id": code_id, "fields": ANA, **body})


def test_submission_creates_a_customer_and_emits_its_event(
    pages: PageMaker, visitor: TestClient, api_settings: Settings
) -> None:
    code_id, page_id = pages.published(form_block(consent_text="I agree."))

    answer = send(visitor, code_id, consent=True)

    assert answer.status_code == 200, answer.text
    assert answer.json()["success_text"] == "Thank you!"
    assert answer.json()["welcome_back"] is False
    kept = pages.call("/v1/get-submit-data", {"code_id": code_id, "pageSize": 5})
    assert kept["total"] == 1
    only = kept["items"][0]
    assert only["fields"] == {
        "first_name": "Ana",
        "email": "ana@example.com",
        "phone": "+14155552671",
    }
    assert (only["email"], only["phone"], only["first_name"]) == (
        "ana@example.com",
        "+14155552671",
        "Ana",
    )
    assert only["consent"]["text"] == "I agree."
    payload = rows(api_settings, "select payload from outbox")[-1][0]
    event = decode(bytes(payload))
    assert (event.type, event.code_id, event.page_id) == ("submit", code_id, page_id)
    assert event.customer_key == only["customer_id"]
    assert event.data.fields == ("first_name", "email", "phone")
    assert event.data.consents == (only["consent"]["text_hash"],)
    assert b"ana" not in bytes(payload).lower().replace(b'"language":', b"")
    stored = rows(api_settings, "select sealed from submissions")[0][0]
    assert "Ana" not in stored


def test_nothing_is_stored_without_consent(pages: PageMaker, visitor: TestClient) -> None:
    code_id, _ = pages.published(form_block(consent_text="I agree."))

    answer = send(visitor, code_id)

    assert answer.status_code == 422
    assert [(it["field"], it["code"]) for it in answer.json()["errors"]] == [("consent", "missing")]
    assert pages.call("/v1/get-submit-data", {"code_id": code_id})["total"] == 0


def test_published_fields_apply_instead_of_draft_or_browser_fields(
    pages: PageMaker, visitor: TestClient
) -> None:
    shown = form_block(
        field("kind", "select", options=["Private", "Company"], required=True),
        field("company", required=True, show_if={"field": "kind", "equals": "Company"}),
    )
    code_id, page_id = pages.published(shown)
    draft = {"root": {"props": {}}, "content": [form_block(field("other", required=True))]}
    pages.call("/v1/update-page", {"page_id": page_id, "blocks": draft})

    wrong = send(visitor, code_id, fields={"kind": "Company", "is_admin": True})
    right = send(visitor, code_id, fields={"kind": "Private", "company": "hidden", "x": "y"})

    assert [it["field"] for it in wrong.json()["errors"]] == ["fields.company"]
    assert right.status_code == 200
    kept = pages.call("/v1/get-submit-data", {"code_id": code_id})["items"][0]
    assert kept["fields"] == {"kind": "Private"}


def test_many_concurrent_submissions_create_one_customer(
    pages: PageMaker, visitor: TestClient, api_settings: Settings
) -> None:
    code_id, _ = pages.published()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: send(visitor, code_id), range(8)))

    assert [answer.status_code for answer in answers] == [200] * 8
    assert len({answer.json()["submission_id"] for answer in answers}) == 8
    assert {answer.json()["welcome_back"] for answer in answers} == {False}
    new = rows(api_settings, "select is_new_customer, is_proven from submissions order by 1 desc")
    assert new == [(True, True)] + [(False, False)] * 7
    assert rows(api_settings, "select count(*) from customers") == [(1,)]
    assert rows(api_settings, "select count(*) from submissions") == [(8,)]


def test_email_and_phone_of_two_people_remain_two_customers(
    pages: PageMaker, visitor: TestClient, api_settings: Settings
) -> None:
    code_id, _ = pages.published()
    send(visitor, code_id)
    visitor.cookies.clear()
    send(visitor, code_id, fields={**ANA, "first_name": "Ben", "email": "ben@example.com"})
    visitor.cookies.clear()

    send(visitor, code_id, fields={"first_name": "Ana", "email": "ANA@example.com "})

    listed = pages.call("/v1/get-customers", {"sort": "name"})["items"]
    known = [(it["email"], it["phone"], it["first_name"]) for it in listed]
    assert known == [("ana@example.com", "+14155552671", "Ana"), ("ben@example.com", None, "Ben")]


def test_duplicate_submission_is_stored_once(
    pages: PageMaker, visitor: TestClient, api_settings: Settings
) -> None:
    code_id, _ = pages.published()
    key = uuid.uuid4().hex

    with ThreadPoolExecutor(6) as pool:
        answers = list(
            pool.map(lambda _: send(visitor, code_id, submission_key=key).json(), range(6))
        )

    assert all(answer == answers[0] for answer in answers)
    assert rows(api_settings, "select count(*) from submissions") == [(1,)]
    assert rows(api_settings, "select count(*) from outbox") == [(1,)]


def test_idempotency_key_is_valid_only_for_the_same_answers(
    pages: PageMaker, visitor: TestClient
) -> None:
    code_id, _ = pages.published()
    body = {"code_id": code_id, "fields": ANA}
    key = {"Idempotency-Key": "first-form"}

    first = visitor.post("/v0/submit_user_data", headers=key, json=body)
    again = visitor.post("/v0/submit_user_data", headers=key, json=body)
    other = visitor.post(
        "/v0/submit_user_data", headers=key, json={**body, "fields": {**ANA, "first_name": "Eve"}}
    )

    assert first.json() == again.json()
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")


def test_closed_code_accepts_no_submissions(pages: PageMaker, visitor: TestClient) -> None:
    code_id, page_id = pages.published()
    pages.call("/v1/qr/update-code", {"code_id": code_id, "state": "paused"})

    assert send(visitor, code_id).status_code == 410
    asked = visitor.post("/v1/get-page", json={"page_id": page_id})
    assert asked.status_code == 410
    plain = visitor.post(f"/code/{code_id}/submit", data=ANA)
    assert (plain.status_code, plain.headers["location"]) == (303, f"/code/{code_id}")


@pytest.mark.parametrize(
    "change",
    [
        {"password": "open sesame"},
        {
            "rules": [
                {
                    "name": "Nobody",
                    "conditions": [],
                    "outcome": {"type": "refuse", "message": "Not today."},
                }
            ]
        },
    ],
    ids=["password", "rule"],
)
def test_restrictions_on_visitors_also_apply_to_forms(
    pages: PageMaker, visitor: TestClient, change: dict[str, Any]
) -> None:
    code_id, page_id = pages.published()
    pages.call("/v1/qr/update-code", {"code_id": code_id, **change})

    assert send(visitor, code_id).status_code == 410
    assert visitor.post("/v1/get-page", json={"page_id": page_id}).status_code == 410


@pytest.mark.parametrize(
    "body",
    [
        {"code_id": "AAAAAAAAAA"},
        {"page_id": "page_unknown"},
        {},
        {"form_id": "another"},
        {"page_id": "page_unknown", "code_id": "own"},
    ],
)
def test_submission_to_an_unknown_form_is_refused(
    pages: PageMaker, visitor: TestClient, body: dict[str, Any]
) -> None:
    code_id, _ = pages.published()
    if body == {"form_id": "another"} or body.get("code_id") == "own":
        body = {**body, "code_id": code_id}

    answer = visitor.post("/v1/append-submit", json={"fields": ANA, **body})

    assert (answer.status_code, answer.json()["code"]) == (404, "form_not_found")


@pytest.mark.parametrize(
    "fields",
    [
        {"first_name": "a\x00b"},
        {"first_name": ["a"] * 50_000},
        {"first_name": {"a": {"b": "c"}}},
        {f"f{number}": "x" for number in range(201)},
        {"first_name": "x" * 20_000},
        {"first_name": 10**30},
    ],
)
def test_hostile_answers_are_refused(
    pages: PageMaker, visitor: TestClient, fields: dict[str, Any]
) -> None:
    code_id, _ = pages.published()

    assert send(visitor, code_id, fields={**ANA, **fields}).status_code == 422


def test_new_browser_gets_identical_responses_for_known_and_unknown_addresses(
    pages: PageMaker, visitor: TestClient, app: WebApp
) -> None:
    code_id, page_id = pages.published()
    send(visitor, code_id)

    def reported(email: str) -> list[dict[str, Any]]:
        answers = []
        for path, body in (
            ("get-page", {"page_id": page_id, "email": email}),
            ("return-page", {"id": page_id, "email": email, "phone": "415 555 2671"}),
            ("append-submit", {"code_id": code_id, "fields": {"first_name": "X", "email": email}}),
        ):
            answer = TestClient(app, headers=BROWSER).post(f"/v1/{path}", json=body)
            assert answer.status_code == 200, answer.text
            answers.append({**answer.json(), "submission_id": None})
        return answers

    assert reported("ana@example.com") == reported("nobody@example.com")


def test_submission_from_an_unverified_visitor_changes_no_known_data(
    pages: PageMaker, visitor: TestClient, app: WebApp, api_settings: Settings
) -> None:
    code_id, _ = pages.published()
    send(visitor, code_id)
    known = "select first_name, last_name, email_sealed, phone_sealed, attributes from customers"
    before = rows(api_settings, known)
    stranger = TestClient(app, headers=BROWSER)
    evil = {"first_name": "EVIL", "email": "ana@example.com"}

    for _ in range(2):  # the first claim proves nothing for the second
        assert send(stranger, code_id, fields=evil).status_code == 200

    after = rows(api_settings, known)
    listed = pages.call("/v1/get-submit-data", {"code_id": code_id})["items"]
    assert after == before
    assert [(it["is_proven"], it["fields"]["first_name"]) for it in listed] == [
        (False, "EVIL"),
        (False, "EVIL"),
        (True, "Ana"),
    ]
    assert len({it["customer_id"] for it in listed}) == 1
    own = send(visitor, code_id, fields={"first_name": "Anna", "email": "ana@example.com"})
    assert own.json()["welcome_back"] is True
    assert rows(api_settings, "select first_name from customers") == [("Anna",)]


def test_knowing_an_email_address_does_not_reveal_the_name(
    pages: PageMaker, visitor: TestClient, app: WebApp
) -> None:
    code_id, page_id = pages.published()
    send(visitor, code_id)
    stranger = TestClient(app, headers=BROWSER)

    known = visitor.post("/v1/get-page", json={"page_id": page_id}).json()
    asked = stranger.post("/v1/get-page", json={"page_id": page_id, "email": "ana@example.com"})
    forged = stranger.post(
        "/v1/get-page", json={"page_id": page_id}, headers={"Cookie": f"wp_visitor={'a' * 64}"}
    ).json()

    assert (known["has_submitted"], known["first_name"]) == (True, "Ana")
    assert (asked.json()["has_submitted"], asked.json()["first_name"]) == (False, None)
    assert "Ana" not in asked.text
    assert (forged["has_submitted"], forged["first_name"]) == (False, None)
    # Sending a form under another person's email shows only what was typed in it.
    mine = send(stranger, code_id, fields={"first_name": "Eve", "email": "ana@example.com"})
    assert "Ana" not in mine.text
    after = stranger.post("/v1/get-page", json={"page_id": page_id}).json()
    assert after["first_name"] == "Eve"


def test_exchange_is_shown_only_with_its_id_and_contact(
    pages: PageMaker, visitor: TestClient, app: WebApp
) -> None:
    code_id, page_id = pages.published()
    submission_id = send(visitor, code_id).json()["submission_id"]
    stranger = TestClient(app, headers=BROWSER)

    def back(**body: Any) -> dict[str, Any]:
        answer: dict[str, Any] = stranger.post(
            "/v1/return-page", json={"id": page_id, "exchange_id": submission_id, **body}
        ).json()
        return answer

    assert back(email="ana@example.com")["exchange"]["fields"]["first_name"] == "Ana"
    assert back(phone="415 555 2671")["exchange"] is not None
    assert back(email="eve@example.com")["exchange"] is None
    assert back()["exchange"] is None
    assert back(email="ana@example.com")["submissions"] == []
    own = visitor.post("/v1/return-page", json={"id": code_id}).json()
    assert [it["submission_id"] for it in own["submissions"]] == [submission_id]


def test_success_page_shows_thanks(pages: PageMaker, visitor: TestClient, app: WebApp) -> None:
    code_id, _ = pages.published(form_block(next_url="https://example.com/next"))
    submission_id = send(visitor, code_id).json()["submission_id"]
    body = {"code_id": code_id, "submission_id": submission_id}

    own = visitor.post("/v1/get-success-page", json=body).json()
    other = TestClient(app, headers=BROWSER).post("/v1/get-success-page", json=body).json()

    assert (own["success_text"], own["next_url"]) == ("Thank you!", "https://example.com/next")
    assert (own["first_name"], other["first_name"]) == ("Ana", None)
    elsewhere = {**body, "code_id": pages.published()[0]}
    assert visitor.post("/v1/get-success-page", json=elsewhere).status_code == 404
    nowhere = visitor.post("/v1/get-success-page", json={"submission_id": submission_id})
    assert nowhere.json()["errors"][0]["field"] == "code_id"


def test_page_without_a_code_has_a_success_page(pages: PageMaker, visitor: TestClient) -> None:
    page_id = pages.page(form_block())
    pages.publish(page_id)
    sent = visitor.post("/v1/append-submit", json={"page_id": page_id, "fields": ANA}).json()

    body = {"page_id": page_id, "submission_id": sent["submission_id"]}
    thanks = visitor.post("/v1/get-success-page", json=body)

    assert thanks.status_code == 200, thanks.text
    assert (thanks.json()["code_id"], thanks.json()["success_text"]) == (None, "Thank you!")


def test_answers_of_an_erased_customer_cannot_be_read(
    pages: PageMaker, visitor: TestClient, api_settings: Settings, org: Org
) -> None:
    code_id, _ = pages.published()
    send(visitor, code_id)
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("delete from customers")

    only = pages.call("/v1/get-submit-data", {"code_id": code_id})["items"][0]

    assert (only["fields"], only["customer_id"], only["email"]) == (None, None, None)


def test_draft_is_visible_only_to_logged_in_members(
    pages: PageMaker, visitor: TestClient, viewer: Somebody, api_key: Any, org: Org
) -> None:
    page_id = pages.page(form_block())
    body = {"page_id": page_id, "draft": True}

    assert visitor.post("/v1/get-page", json=body).status_code == 401
    assert visitor.post("/v1/get-page", json={"page_id": page_id}).status_code == 404
    draft = visitor.post("/v1/get-page", json=body, headers=viewer.headers)
    assert draft.json()["version"] == 1
    key = {"Authorization": f"Bearer {api_key(org, 'viewer')}"}
    assert visitor.post("/v1/get-page", json=body, headers=key).status_code == 200
