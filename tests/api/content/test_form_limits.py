"""Forms with limits on submissions, times and submissions per person: enforced by the database."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.content.forms.limits import is_open
from api.domains.content.page_blocks.blocks import read_page
from api.kit.errors import Invalid
from runtime.settings import Settings
from tests.support.pages import PageMaker, field, form_block, page_data
from tests.support.people import Somebody
from tests.support.waiting import eventually

SESSION = field("session", "radio", options=["Morning", "Noon"], capacities={"Morning": 3})
EMAIL = field("email", "email", required=True)
PHONE = field("phone", "phone", required=True)


def send(client: TestClient, code_id: str, **fields: Any) -> Any:
    return client.post("/v1/append-submit", json={"code_id": code_id, "fields": fields})


def at_once(client: TestClient, code_id: str, answers: list[dict[str, Any]]) -> list[Any]:
    with ThreadPoolExecutor(12) as pool:
        return list(pool.map(lambda fields: send(client, code_id, **fields), answers))


def places(pages: PageMaker, page_id: str) -> list[tuple[str | None, int, int]]:
    found = pages.call("/v1/get-form-places", {"page_id": page_id})["places"]
    return [(it["option"], it["taken"], it["left"]) for it in found]


def run(settings: Settings, statement: str, *values: Any) -> list[tuple[Any, ...]]:
    with psycopg.connect(settings.database_url) as connection:
        cursor = connection.execute(statement, values)
        return cursor.fetchall() if cursor.description else []


def errors(answer: Any) -> list[tuple[str, str]]:
    return [(it["field"], it["code"]) for it in answer.json()["errors"]]


def test_concurrent_submissions_fill_exactly_the_capacity_of_an_option(
    pages: PageMaker, visitor: TestClient
) -> None:
    code_id, page_id = pages.published(form_block(SESSION))

    answers = at_once(visitor, code_id, [{"session": "Morning"}] * 12)

    assert sorted(it.status_code for it in answers) == [200] * 3 + [422] * 9
    refused = next(it for it in answers if it.status_code == 422)
    assert errors(refused) == [("fields.session", "option_full")]
    assert places(pages, page_id) == [("Morning", 3, 0)]
    assert pages.call("/v1/get-submit-data", {"code_id": code_id})["total"] == 3
    assert send(visitor, code_id, session="Noon").status_code == 200


def test_full_option_is_shown_as_full_and_refused_without_script_until_an_erasure(
    pages: PageMaker, visitor: TestClient, api_settings: Settings
) -> None:
    limited = {**SESSION, "capacities": {"Morning": 1}}
    code_id, page_id = pages.published(form_block(limited))
    assert "Full" not in visitor.get(f"/code/{code_id}").text
    form = {"form_id": "sign-up", "session": "Morning"}

    taken = visitor.post(f"/code/{code_id}/submit", data=form)
    eventually(lambda: "Full" in visitor.get(f"/code/{code_id}").text)
    shown = visitor.get(f"/code/{code_id}").text
    late = visitor.post(f"/code/{code_id}/submit", data=form)

    assert taken.status_code == 303
    assert 'data-place="sign-up.session.0" disabled=""' in shown
    assert late.status_code == 422
    assert places(pages, page_id) == [("Morning", 1, 0)]
    run(api_settings, "delete from submissions where page_id = %s", page_id)
    assert places(pages, page_id) == [("Morning", 0, 1)]
    eventually(lambda: "Full" not in visitor.get(f"/code/{code_id}").text)


def test_refused_form_reserves_no_place_and_a_retry_with_the_same_key_reserves_a_place(
    pages: PageMaker, visitor: TestClient
) -> None:
    both = [
        field("day", "select", options=["Mon", "Tue"], capacities={"Mon": 5}),
        field("meals", "checkboxes", options=["Fish", "Soup"], capacities={"Fish": 1, "Soup": 9}),
    ]
    code_id, page_id = pages.published(form_block(*both))
    fields = {"day": "Mon", "meals": ["Fish", "Soup"]}
    body: dict[str, Any] = {"code_id": code_id, "fields": fields}

    same = [
        visitor.post("/v1/append-submit", json={**body, "submission_key": "only-once-1"})
        for _ in range(2)
    ]
    late = visitor.post("/v1/append-submit", json=body)
    plain = visitor.post(f"/code/{code_id}/submit", data={"form_id": "sign-up", **body["fields"]})

    assert [it.status_code for it in same] == [200, 200]
    assert errors(late) == [("fields.meals", "option_full")]
    assert plain.status_code == 422
    assert places(pages, page_id) == [("Mon", 1, 4), ("Fish", 1, 0), ("Soup", 1, 8)]


def test_form_capacity_includes_submissions_from_before_the_limit(
    pages: PageMaker, visitor: TestClient
) -> None:
    question = field("text")
    code_id, page_id = pages.published(form_block(question))
    send(visitor, code_id, text="early")
    limited = form_block(question, max_submissions=4, closed_text="All places are gone.")
    pages.call(
        "/v1/update-page",
        {"page_id": page_id, "blocks": page_data(limited), "action": "publish"},
    )

    answers = at_once(visitor, code_id, [{"text": "hello"}] * 8)

    assert sorted(it.status_code for it in answers) == [200] * 3 + [410] * 5
    refused = next(it for it in answers if it.status_code == 410).json()
    assert (refused["code"], refused["message"]) == ("form_closed", "All places are gone.")
    assert places(pages, page_id) == [(None, 4, 0)]
    eventually(lambda: "All places are gone." in visitor.get(f"/code/{code_id}").text)
    assert "<form" not in visitor.get(f"/code/{code_id}").text


def test_removed_answer_releases_its_places_once_for_the_next_person(
    client: TestClient, pages: PageMaker, visitor: TestClient, viewer: Somebody
) -> None:
    question = {**SESSION, "capacities": {"Morning": 1}}
    code_id, page_id = pages.published(form_block(question, EMAIL, once_by=["email"]))
    ana = {"session": "Morning", "email": "ana@example.com"}
    first = send(visitor, code_id, **ana).json()["submission_id"]
    # The total limit is added later and counts her submission, which frees its place like any
    # other.
    limited = form_block(question, EMAIL, once_by=["email"], max_submissions=2)
    pages.call(
        "/v1/update-page",
        {"page_id": page_id, "blocks": page_data(limited), "action": "publish"},
    )
    assert places(pages, page_id) == [(None, 1, 1), ("Morning", 1, 0)]
    body = {"submission_id": first}
    refused = client.post("/v1/delete-submission", json=body, headers=viewer.headers)

    with ThreadPoolExecutor(4) as pool:
        gone = list(
            pool.map(
                lambda _: (
                    client.post(
                        "/v1/delete-submission", json=body, headers=pages.headers
                    ).status_code
                ),
                range(4),
            )
        )

    assert refused.status_code == 403
    assert sorted(gone) == [200, 404, 404, 404]
    assert places(pages, page_id) == [(None, 0, 2), ("Morning", 0, 1)]
    assert pages.call("/v1/get-submit-data", {"code_id": code_id})["total"] == 0
    answers = at_once(
        visitor, code_id, [{"session": "Morning", "email": f"{n}@example.com"} for n in range(3)]
    )
    assert sorted(it.status_code for it in answers) == [200, 422, 422]
    assert send(visitor, code_id, **{**ana, "session": "Noon"}).status_code == 200


@pytest.mark.parametrize(
    ("once_by", "answer", "same"),
    [
        ("email", {"email": "ana@example.com"}, {"email": " ANA@Example.com"}),
        ("phone", {"phone": "(415) 555-2671"}, {"phone": "+1 415 555 2671"}),
    ],
)
def test_person_can_answer_once_regardless_of_address_spelling(
    pages: PageMaker, visitor: TestClient, once_by: str, answer: Any, same: Any
) -> None:
    code_id, _ = pages.published(
        form_block(EMAIL if once_by == "email" else PHONE, once_by=[once_by])
    )

    answers = at_once(visitor, code_id, [answer, same] * 4)

    assert sorted(it.status_code for it in answers) == [200] + [409] * 7
    refused = next(it for it in answers if it.status_code == 409).json()
    assert refused["code"] == "answered_already"
    assert pages.call("/v1/get-submit-data", {"code_id": code_id})["total"] == 1


def test_device_can_answer_once_and_visitor_without_cookies_is_accepted(
    pages: PageMaker, visitor: TestClient
) -> None:
    code_id, _ = pages.published(form_block(field("text"), once_by=["device"]))
    visitor.get(f"/code/{code_id}")
    assert visitor.cookies

    answers = at_once(visitor, code_id, [{"text": "hello"}] * 6)
    visitor.cookies.clear()
    private = [
        visitor.post(
            "/v1/append-submit",
            json={"code_id": code_id, "fields": {"text": "hi"}},
            headers={"sec-gpc": "1"},
        ).status_code
        for _ in range(2)
    ]

    assert sorted(it.status_code for it in answers) == [200] + [409] * 5
    assert private == [200, 200]


def test_answers_from_before_the_once_per_person_limit_count(
    pages: PageMaker, visitor: TestClient
) -> None:
    code_id, page_id = pages.published(form_block(EMAIL))
    send(visitor, code_id, email="ana@example.com")
    once = page_data(form_block(EMAIL, once_by=["email"]))
    pages.call("/v1/update-page", {"page_id": page_id, "blocks": once, "action": "publish"})

    visitor.cookies.clear()
    again = send(visitor, code_id, email="ana@example.com")
    plain = visitor.post(
        f"/code/{code_id}/submit", data={"form_id": "sign-up", "email": "ana@example.com"}
    )

    assert again.status_code == 409
    assert plain.status_code == 409
    assert "You have already answered" in plain.text
    assert send(visitor, code_id, email="ben@example.com").status_code == 200


def test_form_outside_its_schedule_is_closed_with_the_custom_message(
    pages: PageMaker, visitor: TestClient
) -> None:
    past = form_block(
        field("text"),
        opens_at="2020-01-01T09:00:00+01:00",
        closes_at="2020-01-02T09:00:00Z",
        closed_text="See you next year!",
    )
    code_id, _ = pages.published(past)

    shown = visitor.get(f"/code/{code_id}").text
    sent = send(visitor, code_id, text="hello")
    plain = visitor.post(f"/code/{code_id}/submit", data={"form_id": "sign-up", "text": "hello"})

    assert "See you next year!" in shown
    assert "<form" not in shown
    assert (sent.status_code, sent.json()["message"]) == (410, "See you next year!")
    assert (plain.status_code, plain.headers["location"]) == (303, f"/code/{code_id}")


def test_form_schedule_includes_its_start_and_excludes_its_end() -> None:
    window = {"opens_at": "2026-03-01T10:00:00+01:00", "closes_at": "2026-03-01T10:00:00Z"}

    def at(hour: int, minute: int = 0) -> bool:
        return is_open(window, datetime(2026, 3, 1, hour, minute, tzinfo=UTC))

    assert [at(8, 59), at(9), at(9, 59), at(10)] == [False, True, True, False]
    assert is_open({}, datetime(2026, 3, 1, tzinfo=UTC))


@pytest.mark.parametrize(
    "wrong",
    [
        form_block(field("a", "select", options=["x"], capacities={"y": 1})),
        form_block(field("a", "select", options=["x"], capacities={"x": 0})),
        form_block(field("a", capacities={"x": 1})),
        form_block(opens_at="2026-01-01T00:00:00"),
        form_block(opens_at="2026-01-02T00:00:00Z", closes_at="2026-01-01T00:00:00Z"),
        form_block(max_submissions=0),
        form_block(once_by=["face"]),
    ],
    ids=lambda block: json.dumps(block["props"])[-60:],
)
def test_invalid_limits_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Invalid):
        read_page(page_data(wrong))


def test_once_per_email_limit_requires_a_required_email_field(pages: PageMaker) -> None:
    code_id = pages.code()
    page_id = pages.page(form_block(field("email", "email"), once_by=["email"]), code_id=code_id)

    refused = pages.call("/v1/update-page", {"page_id": page_id, "action": "publish"}, 422)

    assert [it["field"] for it in refused["errors"]] == ["blocks.content[0].props.once_by"]


def test_removed_and_restored_capacity_counts_earlier_answers(
    pages: PageMaker, visitor: TestClient
) -> None:
    code_id, page_id = pages.published(form_block(SESSION))
    send(visitor, code_id, session="Morning")
    free = page_data(form_block(field("session", "radio", options=["Morning", "Noon"])))
    pages.call("/v1/update-page", {"page_id": page_id, "blocks": free, "action": "publish"})
    assert places(pages, page_id) == []

    more = {**SESSION, "capacities": {"Morning": 2}}
    back = page_data(form_block(more))
    pages.call("/v1/update-page", {"page_id": page_id, "blocks": back, "action": "publish"})

    assert places(pages, page_id) == [("Morning", 1, 1)]
