"""A rule can show a page other than the code's own."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.support.pages import PageMaker, form_block, heading
from tests.support.people import MakeMember, MakeOrg

PHONE = {
    "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"
    " (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
}
MENU = "https://example.com/menu"


@pytest.fixture
def visitor(visitor: TestClient) -> TestClient:
    """Return a visitor with a phone."""
    visitor.headers.update(PHONE)
    return visitor


def showing(page_id: str) -> list[dict[str, Any]]:
    condition = {"kind": "device", "values": ["phone"]}
    outcome = {"type": "page", "page_id": page_id}
    return [{"id": "phones", "conditions": [condition], "outcome": outcome}]


def test_rule_shows_its_configured_page(pages: PageMaker, visitor: TestClient) -> None:
    its_code, page_id = pages.published(heading("For phones"), form_block())
    code_id = pages.code("redirect", destination=MENU, rules=showing(page_id))

    shown = visitor.get(f"/code/{code_id}")
    fields = pages.call("/v1/simulate-visit", {"code_id": code_id, "visit": {"device": "phone"}})
    other = visitor.get(f"/code/{code_id}", headers={"user-agent": "Mozilla/5.0 (X11; Linux)"})

    assert (shown.status_code, "<h1>For phones</h1>" in shown.text) == (200, True)
    assert f'action="/code/{its_code}/submit"' in shown.text
    assert (fields["outcome"], fields["page_id"], fields["rule"]) == ("page", page_id, "phones")
    assert other.headers["location"] == MENU


def test_code_uses_its_usual_destination_while_the_page_of_a_rule_is_unpublished(
    pages: PageMaker, visitor: TestClient
) -> None:
    page_id = pages.page(heading("Not yet"))
    redirect = pages.code("redirect", destination=MENU, rules=showing(page_id))
    own, _ = pages.published(heading("Our own"))
    pages.call("/v1/qr/update-code", {"code_id": own, "rules": showing(page_id)})

    assert visitor.get(f"/code/{redirect}").headers["location"] == MENU
    assert "<h1>Our own</h1>" in visitor.get(f"/code/{own}").text
    lines = [
        pages.call("/v1/simulate-visit", {"code_id": code_id, "visit": {"device": "phone"}})
        for code_id in (redirect, own)
    ]
    assert [(it["outcome"], it["url"], it["page_id"], it["rule"]) for it in lines] == [
        ("redirect", MENU, None, "phones"),
        ("page", None, None, "phones"),
    ]
    assert all("not published" in it["steps"][-2]["why"] for it in lines)


def test_query_is_forwarded_if_the_page_of_a_rule_is_not_published(
    pages: PageMaker, visitor: TestClient
) -> None:
    rules = showing(pages.page(heading("Not yet")))
    code_id = pages.code("redirect", destination=MENU, rules=rules, forwards_query=True)
    phone = {"device": "phone", "query": "?table=4"}

    opened = visitor.get(f"/code/{code_id}?table=4")
    simulated = pages.call("/v1/simulate-visit", {"code_id": code_id, "visit": phone})

    assert opened.headers["location"] == f"{MENU}?table=4"
    assert simulated["url"] == f"{MENU}?table=4"


def test_simulation_of_an_unpublished_form_matches_the_response_to_visitors(
    pages: PageMaker, visitor: TestClient
) -> None:
    code_id = pages.code("form")

    fields = pages.call("/v1/simulate-visit", {"code_id": code_id, "visit": {}})

    assert visitor.get(f"/code/{code_id}").status_code != 200
    assert (fields["outcome"], fields["refusal"]) == ("refused", "unavailable")


def test_rule_can_use_only_pages_of_its_own_organisation(
    client: TestClient, pages: PageMaker, make_org: MakeOrg, make_member: MakeMember
) -> None:
    stranger = make_member(make_org("other"), "editor")
    theirs = PageMaker(client, stranger.headers).page(heading("Theirs"))
    code_id = pages.code()
    wanted = {"code_id": code_id, "rules": showing(theirs)}

    refused = pages.call("/v1/qr/update-code", wanted, 422)

    assert refused["errors"][0]["field"] == "rules.0.outcome.page_id"
