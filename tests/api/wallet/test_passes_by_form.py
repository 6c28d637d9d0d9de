"""Forms issue passes: filled with the answers, linked to the customer if it is proven who answered, once each."""

from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.api.wallet.template_world import Templates
from tests.api.wallet.test_pass_templates import shown
from tests.support.pages import PageMaker, field, form_block
from tests.support.people import Somebody

ANA = {"first_name": "Ana", "email": "ana@example.com", "seat": "12"}
IPHONE = {
    "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile"
}


@pytest.fixture
def templates(client: TestClient, editor: Somebody) -> Templates:
    return Templates(client, editor)


def form_giving(template_id: str, **props: Any) -> dict[str, Any]:
    """Return a form that issues passes of a template."""
    asked = (field("first_name"), field("email", "email", required=True), field("seat"))
    return form_block(*asked, pass_template_id=template_id, **props)


def send(client: TestClient, code_id: str, status: int = 200, /, **body: Any) -> Any:
    answer = client.post(
        "/v1/append-submit", json={"code_id": code_id, "fields": ANA, **body}, headers=IPHONE
    )
    assert answer.status_code == status, answer.text
    return answer.json()


def test_answers_fill_a_pass_that_the_thank_you_page_offers(
    templates: Templates, pages: PageMaker, visitor: TestClient
) -> None:
    template_id = templates.published()
    code_id, _ = pages.published(form_giving(template_id))

    sent = send(visitor, code_id, submission_key="only-once-1", language="en")
    again = send(visitor, code_id, submission_key="only-once-1")

    given = sent["given_pass"]
    assert again["given_pass"] == given
    assert [(it["wallet"], it["label"]) for it in given["buttons"]] == [
        ("apple", "Add to Apple Wallet")
    ]
    made = templates.read(given["url"].removeprefix("/card/"))
    assert made["content"]["description"] == "Harbor card of Ana"
    assert shown(made)["seat"] == "12"
    assert made["customer_id"] is not None
    page = visitor.get(given["url"])
    assert "Harbor card of Ana" in page.text
    assert visitor.get(given["buttons"][0]["url"]).content[:2] == b"PK"
    success = {"code_id": code_id, "submission_id": sent["submission_id"]}
    thanks = visitor.post("/v1/get-success-page", json=success, headers=IPHONE).json()
    assert thanks["given_pass"] == given
    to_google = visitor.get(f"{given['url']}/google")
    assert (to_google.status_code, to_google.headers["location"]) == (303, given["url"])


def test_visitor_gets_no_data_of_the_customer_they_name_and_the_pass_goes_with_their_answer(
    templates: Templates,
    pages: PageMaker,
    visitor: TestClient,
    client: TestClient,
    api_settings: Settings,
) -> None:
    code_id, _ = pages.published(form_giving(templates.published()))
    anas = send(visitor, code_id)["given_pass"]["url"]
    stranger = {**ANA, "first_name": "Eve", "seat": "1"}

    theirs = send(client, code_id, fields=stranger)

    assert theirs["given_pass"]["url"] != anas
    made = templates.read(theirs["given_pass"]["url"].removeprefix("/card/"))
    assert made["customer_id"] is None
    assert made["content"]["description"] == "Harbor card of Eve"
    templates.call("delete-submission", submission_id=theirs["submission_id"])
    with psycopg.connect(api_settings.database_url) as connection:
        left = connection.execute("select '/card/' || pass_id from passes").fetchall()
    assert left == [(anas,)]


def test_form_is_accepted_although_its_template_makes_no_pass(
    templates: Templates, pages: PageMaker, visitor: TestClient
) -> None:
    draft = templates.save()
    code_id, _ = pages.published(form_giving(draft["template_id"]))

    assert send(visitor, code_id)["given_pass"] is None


def test_without_script_the_thank_you_page_links_to_the_pass(
    templates: Templates, pages: PageMaker, visitor: TestClient
) -> None:
    code_id, _ = pages.published(form_giving(templates.published()))
    sent = visitor.post(f"/code/{code_id}/submit", data={**ANA, "form_id": "sign-up"})
    assert sent.status_code == 303, sent.text
    thanks = visitor.get(sent.headers["location"])
    assert 'href="/card/pass_' in thanks.text
    assert "Show your pass" in thanks.text
    forged = visitor.get(sent.headers["location"].replace("pass=pass_", "pass=%22"))
    assert 'href="/card/' not in forged.text
