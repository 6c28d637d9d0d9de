"""Pages from the point of view of their authors: drafts, versions, publishing."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.content.pages import repository
from api.domains.content.pages.rendering import NodeRenderer, Rendered
from api.domains.content.pages.state import PagesState
from api.kit.web_app import WebApp
from runtime.settings import Settings
from tests.support.app_state import change_state
from tests.support.pages import PageMaker, form_block, heading, page_data
from tests.support.people import Somebody


def test_page_is_created_saved_and_listed(pages: PageMaker) -> None:
    code_id = pages.code()
    page_id = pages.page(heading("Hello"), code_id=code_id)

    saved = pages.call(
        "/v1/update-page",
        {"page_id": page_id, "version": 1, "blocks": page_data(heading("Hello again"))},
    )

    assert saved["version"] == 2
    assert saved["blocks"]["content"][0]["props"]["text"] == "Hello again"
    assert saved["public_url"] == f"/code/{code_id}"
    assert (saved["is_published"], saved["has_changes"]) == (False, True)
    listed = pages.call("/v1/get-all-pages", {"code_id": code_id})
    assert [item["page_id"] for item in listed["items"]] == [page_id]
    assert pages.call("/v1/get-all-pages", {"code_id": pages.code()})["total"] == 0
    pages.call("/v1/get-all-pages", {"code_id": "QQQQQQQQQQ"}, 404)
    assert pages.call("/v1/get-all-pages", {"filter": "landing"})["total"] == 1
    assert pages.call("/v1/get-all-pages", {"filter": "x%"})["total"] == 0


def test_saving_unchanged_content_creates_no_version(pages: PageMaker) -> None:
    page_id = pages.page(heading("Hello"))

    saved = pages.call(
        "/v1/update-page", {"page_id": page_id, "blocks": page_data(heading("Hello"))}
    )

    assert saved["version"] == 1


def test_undone_change_or_new_name_leaves_nothing_to_publish(pages: PageMaker) -> None:
    code_id = pages.code()
    page_id = pages.page(heading("Hello"), code_id=code_id)
    pages.call("/v1/update-page", {"page_id": page_id, "action": "publish"})

    def saved(**change: Any) -> tuple[bool, bool]:
        answer = pages.call("/v1/update-page", {"page_id": page_id, **change})
        return answer["is_published"], answer["has_changes"]

    assert saved(blocks=page_data(heading("Bye"))) == (True, True)
    assert saved(name="Greeting") == (True, True)
    assert saved(blocks=page_data(heading("Hello"))) == (True, False)
    assert saved(name="Welcome") == (True, False)
    history = pages.call("/v1/page-history", {"page_id": page_id})["items"]
    assert [it["version"] for it in history if it["is_published"]] == [5]
    visitors = pages.call("/v1/get-page", {"page_id": page_id})
    assert "Hello" in str(visitors)
    assert saved(action="unpublish") == (False, True)
    assert saved(name="Once more") == (False, True)


def test_update_of_an_outdated_version_does_not_overwrite_other_changes(pages: PageMaker) -> None:
    page_id = pages.page(heading("Hello"))
    pages.call("/v1/update-page", {"page_id": page_id, "version": 1, "name": "First"})

    late = pages.call("/v1/update-page", {"page_id": page_id, "version": 1, "name": "Second"}, 409)

    assert (late["code"], late["version"]) == ("page_changed", 2)


def test_publishing_requires_the_latest_version(pages: PageMaker) -> None:
    page_id = pages.page(heading("Mine"), code_id=pages.code())
    theirs = page_data(heading("Theirs"), {"type": "Video", "props": {"id": "v", "url": ""}})
    pages.call("/v1/update-page", {"page_id": page_id, "version": 1, "blocks": theirs})
    publish = {"page_id": page_id, "action": "publish"}

    late = pages.call("/v1/update-page", {**publish, "version": 1}, 409)
    unfinished = pages.call("/v1/update-page", {**publish, "version": 2}, 422)
    pages.call(
        "/v1/update-page",
        {"page_id": page_id, "version": 2, "blocks": page_data(heading("Theirs"))},
    )
    later = pages.call("/v1/update-page", {**publish, "version": 2}, 409)

    assert (late["code"], late["version"]) == ("page_changed", 2)
    assert unfinished["code"] == "invalid"
    assert (later["code"], later["version"]) == ("page_changed", 3)
    listed = pages.call("/v1/get-all-pages", {})["items"][0]
    assert (listed["version"], listed["is_published"]) == (3, False)
    shown = pages.call("/v1/update-page", {**publish, "version": 3})
    assert (shown["is_published"], shown["published_version"]) == (True, 3)


def test_changes_saved_during_rendering_are_not_published_unseen(
    pages: PageMaker, app: WebApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    page_id = pages.page(heading("Mine"))
    renderer = PagesState.of(app).renderer
    drawing = renderer.render

    def slowly(request: dict[str, Any]) -> Rendered:
        monkeypatch.undo()
        saved = {"page_id": page_id, "version": 1, "blocks": page_data(heading("Theirs"))}
        pages.call("/v1/update-page", saved)
        return drawing(request)

    monkeypatch.setattr(renderer, "render", slowly)
    late = pages.call("/v1/update-page", {"page_id": page_id, "action": "publish"}, 409)

    assert (late["code"], late["version"]) == ("page_changed", 2)
    assert pages.call("/v1/get-all-pages", {})["items"][0]["is_published"] is False


def test_only_one_of_many_concurrent_saves_of_the_same_version_succeeds(pages: PageMaker) -> None:
    page_id = pages.page(heading("Hello"))

    def save(number: int) -> int:
        body = {"page_id": page_id, "version": 1, "name": f"Name {number}"}
        return pages.client.post("/v1/update-page", headers=pages.headers, json=body).status_code

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(save, range(8)))

    assert sorted(answers) == [200] + [409] * 7


def test_earlier_and_later_versions_can_be_restored_from_history(pages: PageMaker) -> None:
    page_id = pages.page(heading("One"))
    pages.call("/v1/update-page", {"page_id": page_id, "blocks": page_data(heading("Two"))})
    pages.publish(page_id)

    back = pages.call("/v1/update-page", {"page_id": page_id, "action": "restore", "version": 1})

    assert back["version"] == 3
    assert back["blocks"]["content"][0]["props"]["text"] == "One"
    assert back["published_version"] == 2
    versions = pages.call("/v1/page-history", {"page_id": page_id})["items"]
    assert [(it["version"], it["is_draft"], it["is_published"]) for it in versions] == [
        (3, True, False),
        (2, False, True),
        (1, False, False),
    ]
    pages.call("/v1/update-page", {"page_id": page_id, "action": "restore", "version": 9}, 404)
    pages.call("/v1/update-page", {"page_id": page_id, "action": "restore"}, 422)


def test_newest_versions_and_the_published_version_are_retained(
    pages: PageMaker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "MAX_VERSIONS", 3)
    page_id = pages.page(heading("1"))
    pages.publish(page_id)

    for text in "23456":
        pages.call("/v1/update-page", {"page_id": page_id, "blocks": page_data(heading(text))})

    versions = pages.call("/v1/page-history", {"page_id": page_id})["items"]
    assert [it["version"] for it in versions] == [6, 5, 4, 1]


def test_code_shows_one_page(pages: PageMaker) -> None:
    code_id = pages.code()
    first = pages.page(heading("One"), code_id=code_id)
    second = pages.page(heading("Two"), code_id=code_id)
    pages.publish(first)
    pages.publish(second)

    items = pages.call("/v1/get-all-pages", {"code_id": code_id})["items"]

    assert {it["page_id"]: it["is_published"] for it in items} == {first: False, second: True}


def test_code_is_returned_with_the_page_that_it_shows(pages: PageMaker) -> None:
    code_id = pages.code()
    child = pages.code(base_code_id=code_id)
    bare = pages.call("/v1/get-qr", {"code_id": code_id})
    shown = pages.page(heading("One"), code_id=code_id)
    pages.publish(shown)
    draft = pages.page(heading("Two"), code_id=code_id)
    own = pages.page(heading("Of the child"), code_id=child)

    read = pages.call("/v1/get-qr", {"code_id": code_id})
    of_child = pages.call("/v1/get-qr", {"code_id": child})

    assert (bare["page"], bare["name"]) == (None, "Poster")
    assert (read["page"]["page_id"], read["page"]["is_published"]) == (shown, True)
    assert read["page"]["blocks"]["content"][0]["props"]["text"] == "One"
    assert of_child["page"]["page_id"] == shown
    pages.publish(own)
    pages.call("/v1/delete-page", {"id": shown})
    assert pages.call("/v1/get-qr", {"code_id": child})["page"]["page_id"] == own
    assert pages.call("/v1/get-qr", {"code_id": code_id})["page"]["page_id"] == draft


def test_two_concurrent_publications_for_one_code_leave_one_page(pages: PageMaker) -> None:
    code_id = pages.code()
    made = [pages.page(heading(str(n)), code_id=code_id) for n in range(4)]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(pages.publish, made))

    items = pages.call("/v1/get-all-pages", {"code_id": code_id})["items"]
    assert [it["is_published"] for it in items].count(True) == 1


def test_unfinished_page_is_not_published(pages: PageMaker) -> None:
    button = {"type": "Button", "props": {"id": "b", "label": "Buy", "href": ""}}
    page_id = pages.page(heading("Hello"), button)

    answer = pages.call("/v1/update-page", {"page_id": page_id, "action": "publish"}, 422)

    assert [it["field"] for it in answer["errors"]] == ["blocks.content[1].props.href"]
    assert pages.call("/v1/get-all-pages", {})["items"][0]["is_published"] is False


def test_page_can_be_created_only_for_a_code_that_shows_pages(pages: PageMaker) -> None:
    redirect = pages.code("redirect", destination="https://example.com/")

    answer = pages.call("/v1/gen-page", {"code_id": redirect}, 422)

    assert answer["errors"][0]["field"] == "code_id"
    pages.call("/v1/gen-page", {"code_id": "AAAAAAAAAA"}, 404)


def test_page_of_a_form_code_starts_with_the_sign_up_form(pages: PageMaker) -> None:
    made = pages.call("/v1/gen-page", {"code_id": pages.code("form")})

    form = next(it for it in made["blocks"]["content"] if it["type"] == "Form")
    names = [field["name"] for field in form["props"]["fields"]]
    assert names == ["page_divider", "first_name", "last_name", "email", "phone"]
    assert form["props"]["fields"][0]["deletable"] is False


def test_deleted_page_is_not_found(pages: PageMaker) -> None:
    code_id, page_id = pages.published(heading("Hello"))

    pages.call("/v1/delete-page", {"id": page_id})

    pages.call("/v1/delete-page", {"id": page_id}, 404)
    assert pages.call("/v1/get-all-pages", {"code_id": code_id})["total"] == 0


def test_preview_shows_the_draft_to_its_editors(pages: PageMaker) -> None:
    welcome = {"type": "Welcome", "props": {"id": "w", "html": "<p>Hi {first_name}!</p>"}}
    page_id = pages.page(heading("Hello"), welcome)

    new = pages.call("/v1/page-preview", {"page_id": page_id})
    known = pages.call(
        "/v1/page-preview",
        {"page_id": page_id, "returning": True, "first_name": "<b>Ana", "device": "phone"},
    )

    assert "Hello" in new["html"]
    assert "Hi " not in new["html"]
    assert "Hi &lt;b&gt;Ana!" in known["html"]
    assert known["width"] == 390
    assert "<script" not in known["html"]


def test_without_renderer_drafts_work_and_publishing_reports_the_reason(
    pages: PageMaker, app: WebApp, tmp_path: Path
) -> None:
    change_state(app, PagesState, renderer=NodeRenderer(tmp_path / "absent.js"))
    page_id = pages.page(heading("Hello"))

    answer = pages.call("/v1/update-page", {"page_id": page_id, "action": "publish"}, 503)

    assert answer["code"] == "renderer_missing"
    assert pages.call("/v1/update-page", {"page_id": page_id, "name": "Mine"})["name"] == "Mine"


@pytest.mark.parametrize(
    "script",
    [
        "process.exit(1)",
        "console.log('no json')",
        'console.log(\'{"html":"","error":"broken"}\')',
        "setTimeout(() => {}, 60000)",
    ],
)
def test_failing_renderer_changes_nothing(
    pages: PageMaker, app: WebApp, tmp_path: Path, script: str
) -> None:
    file = tmp_path / "render.js"
    file.write_text(script)
    change_state(app, PagesState, renderer=NodeRenderer(file, seconds=2))
    page_id = pages.page(heading("Hello"))

    answer = pages.call("/v1/update-page", {"page_id": page_id, "action": "publish"}, 503)

    assert answer["code"] == "rendering_failed"
    assert pages.call("/v1/get-all-pages", {})["items"][0]["is_published"] is False


def test_templates_are_private_or_shared(
    pages: PageMaker, client: TestClient, owner: Somebody, viewer: Somebody
) -> None:
    page_id = pages.page(heading("Hello"))
    pages.call("/v1/submit-template", {"name": "Mine", "page_id": page_id})
    pages.call(
        "/v1/submit-template",
        {"name": "Ours", "blocks": page_data(heading("Shared")), "visibility": "shared"},
    )

    def names(somebody: dict[str, str], path: str) -> set[str]:
        items: list[dict[str, Any]] = client.get(path, headers=somebody).json()["items"]
        return {it["name"] for it in items if not it["is_builtin"]}

    assert names(pages.headers, "/v1/templates?pageSize=100") == {"Mine", "Ours"}
    first = client.get("/v1/templates", headers=pages.headers).json()
    assert (first["pageSize"], len(first["items"])) == (10, 10)
    by_old_name = client.get("/v1/templates", params={"per_page": 2}, headers=pages.headers).json()
    assert (by_old_name["pageSize"], by_old_name["items"]) == (2, first["items"][:2])
    whole = client.get("/v1/templates?pageSize=100", headers=pages.headers).json()
    last = {"page": 2, "pageSize": whole["total"] - 1}
    paged = client.get("/v1/templates", params=last, headers=pages.headers).json()
    assert [it["template_id"] for it in paged["items"]] == [whole["items"][-1]["template_id"]]
    assert (paged["page"], paged["pageSize"], paged["total"]) == (*last.values(), whole["total"])
    found = client.get("/v1/templates", params={"filter": "MIN"}, headers=pages.headers).json()
    assert "Mine" in {it["name"] for it in found["items"]}
    assert found["total"] == len(found["items"]) < whole["total"]
    for wrong in ({"page": 0}, {"pageSize": 101}):
        refused = client.get("/v1/templates", params=wrong, headers=pages.headers)
        assert refused.status_code == 422
    assert names(viewer.headers, "/v1/music-listing?per_page=100") == {"Ours"}


def test_template_can_be_deleted_only_by_members_who_can_see_it(
    pages: PageMaker, client: TestClient, owner: Somebody
) -> None:
    mine, ours = (
        pages.call(
            "/v1/submit-template",
            {"name": name, "blocks": page_data(heading("Hi")), "visibility": visibility},
        )["template_id"]
        for name, visibility in (("Mine", "private"), ("Ours", "shared"))
    )
    built_in = client.get("/v1/templates", headers=owner.headers).json()["items"][0]

    def remove(somebody: dict[str, str], template_id: str) -> int:
        body = {"template_id": template_id}
        return client.post("/v1/delete-template", json=body, headers=somebody).status_code

    assert remove(owner.headers, mine) == 404
    assert remove(owner.headers, ours) == 200
    assert remove(pages.headers, mine) == 200
    assert remove(pages.headers, mine) == 404
    assert remove(pages.headers, built_in["template_id"]) == 403


def test_page_can_start_from_a_template(pages: PageMaker) -> None:
    kept = pages.call("/v1/submit-template", {"name": "Base", "blocks": page_data(form_block())})

    made = pages.call("/v1/gen-page", {"template_id": kept["template_id"]})

    assert [it["type"] for it in made["blocks"]["content"]] == ["Form"]
    pages.call("/v1/gen-page", {"template_id": "tpl_unknown"}, 404)


def test_polls_open_and_close_with_their_page(pages: PageMaker, api_settings: Settings) -> None:
    choices = [{"id": "a", "label": "Tea"}, {"id": "b", "label": "Coffee"}]
    vote = {"type": "Vote", "props": {"id": "v", "question": "Which?", "choices": choices}}
    code_id, page_id = pages.published(vote)

    def polls() -> list[tuple[str, str, bool]]:
        with psycopg.connect(api_settings.database_url) as connection:
            return connection.execute("select code_id, poll_id, is_open from polls").fetchall()

    assert polls() == [(code_id, "v", True)]
    pages.call("/v1/update-page", {"page_id": page_id, "action": "unpublish"})
    assert polls() == [(code_id, "v", False)]


def test_poll_requires_a_code_before_it_is_visible_to_visitors(pages: PageMaker) -> None:
    choices = [{"id": "a", "label": "Tea"}, {"id": "b", "label": "Coffee"}]
    vote = {"type": "Vote", "props": {"id": "v", "question": "Which?", "choices": choices}}
    page = {"page_id": pages.call("/v1/gen-page", {"blocks": page_data(vote)})["page_id"]}

    refused = pages.call("/v1/update-page", {**page, "action": "publish"}, 422)
    before = pages.call("/v1/check-page", page)
    code_id = pages.code()
    pages.call("/v1/update-page", {**page, "code_id": code_id})
    after = pages.call("/v1/check-page", page)
    shown = pages.call("/v1/update-page", {**page, "action": "publish"})

    assert [it["field"] for it in refused["errors"]] == ["blocks.content[0].props.poll_id"]
    assert before["problems"] == refused["errors"]
    assert after == {"problems": []}
    assert (shown["is_published"], shown["code_id"]) == (True, code_id)
