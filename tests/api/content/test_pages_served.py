"""Published pages as visitors get them: from memory, in their language, with all their input escaped."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.kit.web_app import WebApp
from tests.support.browsers import BROWSER
from tests.support.pages import PageMaker, field, form_block, heading, page_data

ANA = {"first_name": "Ana", "email": "ana@example.com"}
WELCOME = {"type": "Welcome", "props": {"id": "w", "html": "<p>Nice to see you, {first_name}!</p>"}}


def eventually(holds: Callable[[], bool]) -> bool:
    """Wait until a condition holds: other processes notice a change within moments, not immediately."""
    for _ in range(300):
        if holds():
            return True
        time.sleep(0.1)
    return False


def test_code_opens_its_published_page(pages: PageMaker, visitor: TestClient) -> None:
    code_id, page_id = pages.published(
        heading("Hello"), form_block(), description='Say "hi"', preview_image="/media/a.png"
    )

    answer = visitor.get(f"/code/{code_id}")

    assert answer.status_code == 200
    assert "<h1>Hello</h1>" in answer.text
    assert f'action="/code/{code_id}/submit"' in answer.text
    assert "%%" not in answer.text
    assert '<meta property="og:title" content="Summer">' in answer.text
    assert 'content="Say &#34;hi&#34;"' in answer.text
    assert 'og:image" content="http://localhost:' in answer.text
    assert f'data-page-id="{page_id}"' in answer.text
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy
    nonce = policy.partition("'nonce-")[2].partition("'")[0]
    assert f'<style nonce="{nonce}">@font-face' in answer.text
    assert "--brand:#1f4fa3" in answer.text
    assert visitor.get(f"/code/{code_id}").headers["content-security-policy"] != policy


def test_published_change_is_visible_immediately_and_a_draft_is_not(
    pages: PageMaker, visitor: TestClient
) -> None:
    code_id, page_id = pages.published(heading("First"))
    assert "First" in visitor.get(f"/code/{code_id}").text
    pages.call("/v1/update-page", {"page_id": page_id, "blocks": page_data(heading("Second"))})
    assert "First" in visitor.get(f"/code/{code_id}").text

    pages.publish(page_id)

    assert eventually(lambda: "Second" in visitor.get(f"/code/{code_id}").text)
    pages.call("/v1/update-page", {"page_id": page_id, "action": "unpublish"})
    assert eventually(lambda: "Second" not in visitor.get(f"/code/{code_id}").text)


def test_form_code_opens_its_page_or_states_that_none_exists_yet(
    pages: PageMaker, visitor: TestClient
) -> None:
    code_id = pages.code("form")
    assert visitor.get(f"/code/{code_id}").status_code == 404

    pages.publish(str(pages.call("/v1/gen-page", {"code_id": code_id})["page_id"]))

    assert eventually(lambda: visitor.get(f"/code/{code_id}").status_code == 200)
    assert 'name="first_name"' in visitor.get(f"/code/{code_id}").text


def test_page_without_a_code_has_its_own_address(pages: PageMaker, visitor: TestClient) -> None:
    page_id = pages.page(form_block())
    assert visitor.get(f"/page/{page_id}").status_code == 404
    pages.publish(page_id)
    assert eventually(lambda: visitor.get(f"/page/{page_id}").status_code == 200)

    shown = visitor.get(f"/page/{page_id}")
    sent = visitor.post(f"/page/{page_id}/submit", data=ANA)

    assert f'action="/page/{page_id}/submit"' in shown.text
    assert sent.status_code == 303
    assert sent.headers["location"].startswith(f"/page/{page_id}?submitted=sub_")
    assert pages.call("/v1/get-submit-data", {"page_id": page_id})["total"] == 1


def test_page_of_a_code_is_reached_through_its_code(pages: PageMaker, visitor: TestClient) -> None:
    code_id, page_id = pages.published(heading("Hello"))

    answer = visitor.get(f"/page/{page_id}")

    assert (answer.status_code, answer.headers["location"]) == (302, f"/code/{code_id}")


@pytest.mark.parametrize(
    ("query", "accepted", "text"),
    [
        ("", "", "Hello"),
        ("?lang=fr", "", "Bonjour"),
        ("?lang=xx", "fr;q=0.9, de;q=0.8", "Bonjour"),
        ("", "de, fr-CA;q=0.5", "Bonjour"),
        ("", "fr;q=0, en", "Hello"),
        ("?lang=<script>", "\x00;;q=q", "Hello"),
    ],
)
def test_page_is_shown_in_the_language_of_the_visitor(
    pages: PageMaker, visitor: TestClient, query: str, accepted: str, text: str
) -> None:
    texts = {"fr": {"heading-1.text": "Bonjour", "root.title": "Été"}}
    code_id, _ = pages.published(heading("Hello"), translations=texts)

    answer = visitor.get(f"/code/{code_id}{query}", headers={"Accept-Language": accepted})

    assert f"<h1>{text}</h1>" in answer.text
    assert ("<title>Été</title>" in answer.text) == (text == "Bonjour")


@pytest.mark.parametrize(
    ("language", "way"),
    [("ar", "rtl"), ("he-IL", "rtl"), ("az-Arab", "rtl"), ("ar-Latn", "ltr"), ("arn", "ltr")],
)
def test_page_layout_follows_the_writing_direction_of_its_language(
    pages: PageMaker, visitor: TestClient, language: str, way: str
) -> None:
    texts = {language: {"heading-1.text": "مرحبا"}}
    code_id, _ = pages.published(heading("Hello"), translations=texts)

    answer = visitor.get(f"/code/{code_id}?lang={language}")

    assert f'<html lang="{language}" dir="{way}">' in answer.text
    assert '<html lang="en" dir="ltr">' in visitor.get(f"/code/{code_id}").text


def test_only_visitors_who_submitted_a_form_are_welcomed_back(
    pages: PageMaker, visitor: TestClient, app: WebApp
) -> None:
    code_id, _ = pages.published(WELCOME, form_block())
    assert "Nice to see you" not in visitor.get(f"/code/{code_id}").text
    visitor.post(
        "/v1/append-submit",
        json={"code_id": code_id, "fields": {**ANA, "first_name": "<img src=x onerror=alert(1)>"}},
    )

    again = visitor.get(f"/code/{code_id}").text

    assert "Nice to see you, &lt;img src=x onerror=alert(1)&gt;!" in again
    assert "<img" not in again
    assert "Nice to see you" not in TestClient(app, headers=BROWSER).get(f"/code/{code_id}").text


def test_welcome_without_a_name_is_a_complete_sentence(
    pages: PageMaker, visitor: TestClient
) -> None:
    code_id, _ = pages.published(WELCOME, form_block(field("email", "email")))
    visitor.get(f"/code/{code_id}")
    visitor.post("/v1/append-submit", json={"code_id": code_id, "fields": {"email": ANA["email"]}})

    assert "Nice to see you!" in visitor.get(f"/code/{code_id}").text


def test_form_works_without_script(pages: PageMaker, visitor: TestClient) -> None:
    code_id, _ = pages.published(
        form_block(
            field("first_name", required=True),
            field("email", "email", required=True),
            success_text='Thank you, "friend"!',
        )
    )
    visitor.get(f"/code/{code_id}")

    wrong = visitor.post(
        f"/code/{code_id}/submit",
        data={"form_id": "sign-up", "first_name": '"><script>alert(1)</script>', "email": "nope"},
    )
    right = visitor.post(
        f"/code/{code_id}/submit", data={**ANA, "form_id": "sign-up", "submission_key": "k" * 20}
    )
    twice = visitor.post(
        f"/code/{code_id}/submit", data={**ANA, "form_id": "sign-up", "submission_key": "k" * 20}
    )

    assert wrong.status_code == 422
    assert "<script>alert" not in wrong.text
    assert 'value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"' in wrong.text
    assert "Please enter a valid email address." in wrong.text
    assert wrong.text.count("Please enter a valid email address.") == 1
    assert right.status_code == 303
    assert right.headers["location"] == twice.headers["location"]
    thanks = visitor.get(right.headers["location"]).text
    assert "Thank you, &quot;friend&quot;!" in thanks
    assert pages.call("/v1/get-submit-data", {"code_id": code_id})["total"] == 1


@pytest.mark.parametrize(
    ("content", "content_type"),
    [
        (b"", "application/x-www-form-urlencoded"),
        (b"first_name=%00&email=a", "application/x-www-form-urlencoded"),
        (b"&".join(b"a%d=1" % n for n in range(250)), "application/x-www-form-urlencoded"),
        (b"{}", "application/json"),
    ],
)
def test_malformed_form_gets_an_html_error_page(
    pages: PageMaker, visitor: TestClient, content: bytes, content_type: str
) -> None:
    code_id, _ = pages.published()

    answer = visitor.post(
        f"/code/{code_id}/submit", content=content, headers={"Content-Type": content_type}
    )

    assert answer.status_code == 422
    assert answer.headers["content-type"].startswith("text/html")


def test_query_values_are_never_rendered_as_markup(pages: PageMaker, visitor: TestClient) -> None:
    code_id, _ = pages.published()

    answer = visitor.get(f"/code/{code_id}?submitted=x&form=<script>alert(1)</script>")

    assert "<script>alert" not in answer.text


def test_children_show_the_page_of_their_base(pages: PageMaker, visitor: TestClient) -> None:
    code_id, page_id = pages.published(form_block())
    child = pages.code(base_code_id=code_id)

    shown = visitor.get(f"/code/{child}")
    sent: dict[str, Any] = visitor.post(
        "/v1/append-submit", json={"code_id": child, "page_id": page_id, "fields": ANA}
    ).json()

    assert f'action="/code/{child}/submit"' in shown.text
    kept = pages.call("/v1/get-submit-data", {"code_id": child})["items"]
    assert [it["submission_id"] for it in kept] == [sent["submission_id"]]
    of_base = pages.call("/v1/get-submit-data", {"code_id": code_id})["items"]
    assert [(it["code_id"], it["code_name"], it["base_code_id"]) for it in of_base] == [
        (child, "Poster", code_id)
    ]


def test_code_with_only_legacy_content_keeps_its_landing_page(
    pages: PageMaker, visitor: TestClient
) -> None:
    code_id = pages.code(content={"title": "Old", "text": "As ever"})

    assert "As ever" in visitor.get(f"/code/{code_id}").text


@pytest.mark.parametrize("accept", ["text/html,*/*;q=0.8", "application/json"])
def test_browsers_get_a_readable_error_for_a_form_that_is_too_large(
    pages: PageMaker, visitor: TestClient, accept: str
) -> None:
    code_id, _ = pages.published()
    form = {"content-type": "application/x-www-form-urlencoded", "accept": accept}

    answer = visitor.post(f"/code/{code_id}/submit", content="a=" + "x" * 1_000_000, headers=form)

    assert answer.status_code == 413
    if accept.startswith("text/html"):
        assert "exceeds the limit" in answer.text
        assert "where your answers still are" in answer.text
    else:
        assert answer.json()["code"] == "too_large"


def test_answers_that_are_too_long_in_total_are_refused_but_kept_in_the_form(
    pages: PageMaker, visitor: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    code_id, _ = pages.published(form_block(field("text", "textarea")))
    monkeypatch.setattr("api.domains.content.forms.service.MAX_ANSWERS", 100)

    answer = visitor.post(
        f"/code/{code_id}/submit", data={"form_id": "sign-up", "text": "Dear team, " * 20}
    )

    assert answer.status_code == 413
    assert "too long in total" in answer.text
    assert "Dear team, Dear team" in answer.text


def test_invalid_field_of_a_request_is_named_on_a_page(visitor: TestClient) -> None:
    answer = visitor.post("/code/abcdefghij/password", data={"password": "x" * 1001})

    assert answer.status_code == 422
    assert answer.headers["content-type"].startswith("text/html")
    assert "<li>Password: " in answer.text


def test_submission_to_a_removed_form_reports_that_nothing_was_stored(
    pages: PageMaker, visitor: TestClient
) -> None:
    code_id, _ = pages.published()
    form = {**ANA, "form_id": "another"}

    answers = [
        visitor.post(f"/code/{code_id}/submit", data=form),
        visitor.post("/page/pg_unknown/nothing", data=form),
        visitor.post("/wall/wl_unknown/report", data={"post_id": "x"}),
    ]

    for answer in answers:
        assert (answer.status_code, "could not be sent" in answer.text) == (404, True)
        assert "nothing was saved" in answer.text
        assert "code" not in answer.text.partition("<main>")[2]
