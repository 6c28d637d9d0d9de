"""A copied code shows what its original shows, and from then on they change independently."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.support.pages import PageMaker, form_block, heading, page_data

pytestmark = pytest.mark.one_database

VOTE = {
    "type": "Vote",
    "props": {
        "id": "vote-1",
        "poll_id": "drink",
        "question": "Tea?",
        "choices": [{"id": "a", "label": "Yes"}, {"id": "b", "label": "No"}],
    },
}


def copies(pages: PageMaker, code_id: str) -> list[str]:
    duplicate = pages.call("/v1/qr/create-duplicate-code", {"code_id": code_id})
    clone = pages.call("/v1/clone-code", {"code_id": code_id, "folder_id": None})
    return [duplicate["code_id"], clone["code_id"]]


def pages_of(pages: PageMaker, code_id: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = pages.call("/v1/get-all-pages", {"code_id": code_id})["items"]
    return items


def test_copy_shows_the_page_of_its_original_with_its_own_form_and_votes(
    client: TestClient, pages: PageMaker
) -> None:
    original, first = pages.published(heading("Summer"), form_block(), VOTE)
    pages.call("/v1/update-page", {"page_id": first, "vanity_name": "summer-menu"})

    for copy in copies(pages, original):
        (page,) = pages_of(pages, copy)
        assert page["is_published"]
        assert page["page_id"] != first
        shown = client.get(f"/code/{copy}")
        assert "<h1>Summer</h1>" in shown.text
        assert f'action="/code/{copy}/submit"' in shown.text
        assert original not in shown.text
        tally = client.post("/v1/get-votes", json={"code_id": copy, "poll_id": "drink"})
        assert (tally.status_code, tally.json()["code_id"]) == (200, copy)
    pages.call("/v1/update-page", {"page_id": first, "blocks": page_data(heading("Autumn"))})
    pages.publish(first)

    assert "<h1>Summer</h1>" in client.get(f"/code/{copy}").text
    assert "<h1>Autumn</h1>" in client.get(f"/code/{original}").text


def test_unpublished_page_is_copied_as_a_draft(client: TestClient, pages: PageMaker) -> None:
    original, shown = pages.published(heading("Now"))
    drafted = page_data(heading("Soon"))
    pages.call("/v1/update-page", {"page_id": shown, "blocks": drafted})
    pages.page(heading("Another"), code_id=original)

    copy = copies(pages, original)[0]

    published, draft = sorted(pages_of(pages, copy), key=lambda it: not it["is_published"])
    assert (published["is_published"], draft["is_published"]) == (True, False)
    read = pages.call("/v1/get-page", {"page_id": published["page_id"], "draft": True})
    assert read["blocks"]["content"][0]["props"]["text"] == "Soon"
    assert "<h1>Now</h1>" in client.get(f"/code/{copy}").text


def test_rule_of_a_copy_shows_the_copied_page_instead_of_the_original(
    pages: PageMaker,
) -> None:
    original, page_id = pages.published(heading("Ours"))
    elsewhere = pages.page(heading("Theirs"))
    rules = [
        {"conditions": [], "outcome": {"type": "page", "page_id": wanted}}
        for wanted in (page_id, elsewhere)
    ]
    pages.call("/v1/qr/update-code", {"code_id": original, "rules": rules})

    copy = copies(pages, original)[0]

    kept = pages.call("/v1/qr/get-code", {"code_id": copy})["rules"]
    (page,) = pages_of(pages, copy)
    assert [rule["outcome"]["page_id"] for rule in kept] == [page["page_id"], elsewhere]


def test_copied_note_code_shows_only_its_public_notes(client: TestClient, pages: PageMaker) -> None:
    original = pages.code("note")
    for title, is_public in (("Wi-Fi", True), ("Staff only", False)):
        body = {"code_id": original, "title": title, "body": "<p>x</p>", "is_public": is_public}
        pages.call("/v1/add_qr_note", body)

    for copy in copies(pages, original):
        notes = pages.call("/v1/get_qr_notes", {"code_id": copy})["items"]
        assert [note["title"] for note in notes] == ["Wi-Fi"]
        assert client.get(f"/code/note/{copy}").status_code == 200
