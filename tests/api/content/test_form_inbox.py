"""The list of forms, unread marks, and emails about new answers."""

from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.apps.job_modules import load
from api.db.engine import make_engine
from api.domains.content.form_inbox.mails import SEND, queue_due
from api.jobs.worker import do_job
from runtime.settings import Settings
from tests.support.pages import PageMaker, field, form_block
from tests.support.people import Somebody

NAME = field("first_name", "text")
EMAIL = field("email", "email", required=True)
SIZE = field("size", "radio", options=["Small", "Large"])


def send(visitor: TestClient, code_id: str, **fields: Any) -> str:
    answer = visitor.post("/v1/append-submit", json={"code_id": code_id, "fields": fields})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["submission_id"])


def tell(settings: Settings, at: datetime) -> None:
    """Run the periodic task and the jobs that it queues, at this time."""
    load()
    engine = make_engine(settings)
    try:
        queue_due(engine, at)
        with psycopg.connect(settings.database_url) as connection:
            queued = connection.execute(
                "select job_id, org_id from jobs where state = 'queued' and kind = %s", [SEND]
            ).fetchall()
        for job_id, org_id in queued:
            do_job(settings, engine, lambda: at, job_id, org_id)
    finally:
        engine.dispose()


def subjects(client: TestClient, who: Somebody) -> list[str]:
    answer = client.post("/v1/get-sandbox-messages", json={}, headers=who.headers)
    return [it["subject"] for it in answer.json()["items"]][::-1]


def test_every_form_is_listed_with_its_answers_and_unread_count(
    pages: PageMaker, visitor: TestClient
) -> None:
    code_id, page_id = pages.published(form_block(NAME, EMAIL))
    _, silent = pages.published(form_block(EMAIL, form_id="silent"))
    first = send(visitor, code_id, email="a@example.com")
    send(visitor, code_id, email="b@example.com", first_name="Bo")

    pages.call("/v1/mark-submissions", {"submission_ids": [first]})

    items = pages.call("/v1/list-forms", {})["items"]
    assert [(it["page_id"], it["answers"], it["unread"]) for it in items] == [
        (page_id, 2, 1),
        (silent, 0, 0),
    ]
    assert items[0]["last_at"] is not None
    assert pages.call("/v1/count-unread-answers", {}) == {"unread": 1}
    only = {"form_id": "silent"}
    assert [it["page_id"] for it in pages.call("/v1/list-forms", only)["items"]] == [silent]
    assert pages.call("/v1/list-forms", {**only, "filter": "no page"})["items"] == []


def test_answers_can_be_filtered_and_marked_unread_again(
    pages: PageMaker, visitor: TestClient
) -> None:
    code_id, page_id = pages.published(form_block(EMAIL))
    first = send(visitor, code_id, email="a@example.com")
    second = send(visitor, code_id, email="b@example.com")
    form = {"page_id": page_id, "form_id": pages.call("/v1/list-forms", {})["items"][0]["form_id"]}

    def listed(**narrowed: Any) -> list[str]:
        found = pages.call("/v1/get-submit-data", {**form, "sort": "created_at", **narrowed})
        return [it["submission_id"] for it in found["items"]]

    marked = pages.call("/v1/mark-submissions", {"submission_ids": [first]})
    assert marked == {"changed": 1}
    assert pages.call("/v1/mark-submissions", {"submission_ids": [first]}) == {"changed": 0}
    assert (listed(unread=True), listed(unread=False)) == ([second], [first])
    assert pages.call("/v1/mark-submissions", form) == {"changed": 1}
    assert listed(unread=True) == []
    pages.call("/v1/mark-submissions", {**form, "is_read": False})
    assert listed(unread=True) == [first, second]
    now = datetime.now(UTC)
    assert listed(to=(now - timedelta(hours=1)).isoformat()) == []
    assert listed(**{"from": (now - timedelta(hours=1)).isoformat()}) == [first, second]
    assert listed(form_id="another") == []


def test_form_shows_its_current_and_former_questions(pages: PageMaker, visitor: TestClient) -> None:
    code_id, page_id = pages.published(form_block(EMAIL, SIZE))
    send(visitor, code_id, email="a@example.com", size="Large")
    (form,) = pages.call("/v1/list-forms", {})["items"]
    draft = pages.call("/v1/get-page", {"page_id": page_id, "draft": True})["blocks"]
    fields = draft["content"][0]["props"]["fields"]
    draft["content"][0]["props"]["fields"] = [it for it in fields if it["name"] != "size"]

    pages.call("/v1/update-page", {"page_id": page_id, "blocks": draft})

    found = pages.call("/v1/get-form", {"page_id": page_id, "form_id": form["form_id"]})
    assert [(it["name"], it["is_on_form"]) for it in found["fields"]] == [
        ("email", True),
        ("size", False),
    ]


def test_removed_form_stays_in_the_list_with_its_answers(
    pages: PageMaker, visitor: TestClient
) -> None:
    code_id, page_id = pages.published(form_block(EMAIL))
    send(visitor, code_id, email="a@example.com")

    pages.call("/v1/delete-page", {"page_id": page_id})

    (form,) = pages.call("/v1/list-forms", {})["items"]
    assert (form["is_on_page"], form["is_published"], form["answers"]) == (False, False, 1)


def test_watcher_of_a_form_gets_one_email_for_new_answers(
    pages: PageMaker,
    visitor: TestClient,
    client: TestClient,
    admin: Somebody,
    api_settings: Settings,
) -> None:
    code_id, page_id = pages.published(form_block(EMAIL))
    (form,) = pages.call("/v1/list-forms", {})["items"]
    which = {"page_id": page_id, "form_id": form["form_id"]}
    send(visitor, code_id, email="before@example.com")
    assert pages.call("/v1/watch-form", {**which, "by_mail": True})["tells_me"]
    send(visitor, code_id, email="a@example.com")
    send(visitor, code_id, email="b@example.com")
    soon = datetime.now(UTC) + timedelta(minutes=11)

    tell(api_settings, soon)
    tell(api_settings, soon + timedelta(hours=1))

    (subject,) = subjects(client, admin)
    assert subject.startswith("2 new answers: ")
    send(visitor, code_id, email="c@example.com")
    pages.call("/v1/watch-form", {**which, "by_mail": False})
    tell(api_settings, soon + timedelta(hours=2))
    assert len(subjects(client, admin)) == 1


def test_only_a_watched_form_is_marked_as_watched(pages: PageMaker) -> None:
    other = form_block(EMAIL, id="form-2", form_id="feedback")
    _, page_id = pages.published(form_block(EMAIL), other)
    which = {"page_id": page_id, "form_id": "sign-up"}

    pages.call("/v1/watch-form", {**which, "by_mail": True})

    forms = pages.call("/v1/list-forms", {})["items"]
    assert {it["form_id"]: it["tells_me"] for it in forms} == {"sign-up": True, "feedback": False}
    silent = pages.call("/v1/get-form", {**which, "form_id": "feedback"})
    assert silent["tells_me"] is False


def test_page_beyond_the_last_form_has_the_total(
    pages: PageMaker,
) -> None:
    pages.published(form_block(EMAIL))

    beyond = pages.call("/v1/list-forms", {"page": 3, "pageSize": 10})

    assert (beyond["items"], beyond["total"]) == ([], 1)


def test_api_key_cannot_watch_a_form_because_it_has_no_email_address(
    pages: PageMaker, client: TestClient, admin: Somebody
) -> None:
    _, page_id = pages.published(form_block(EMAIL))
    (form,) = pages.call("/v1/list-forms", {})["items"]
    made = client.post(
        "/v1/api_key",
        json={"action": "make", "name": "Sheet", "role": "editor"},
        headers=admin.headers,
    )

    refused = client.post(
        "/v1/watch-form",
        json={"page_id": page_id, "form_id": form["form_id"], "by_mail": True},
        headers={"Authorization": f"Bearer {made.json()['api_key']}"},
    )

    assert (refused.status_code, refused.json()["code"]) == (403, "nobody_to_tell")


@pytest.mark.parametrize("body", [{}, {"page_id": "page_x"}, {"submission_ids": ["x"] * 501}])
def test_marking_submissions_requires_a_selection(pages: PageMaker, body: dict[str, Any]) -> None:
    pages.call("/v1/mark-submissions", body, 422)
