"""How far visitors get in a form: the browser sends names of its fields, and never an answer."""

from typing import Any

from starlette.testclient import TestClient

from ingest.contracts.use import UseRecorded
from tests.support.browsers import BROWSER
from tests.support.pages import PageMaker, field, form_block
from tests.support.people import MakeMember, MakeOrg
from tests.support.visits import Outbox


def test_only_fields_of_the_published_form_are_stored(
    client: TestClient, pages: PageMaker, outbox: Outbox
) -> None:
    form = form_block(field("email"), field("city"))
    code_id, page_id = pages.published(form)
    form_id = form["props"]["form_id"]
    steps: dict[str, Any] = {"code_id": code_id, "action": "form", "form_id": form_id}
    events = [
        {
            **steps,
            "page_id": page_id,
            "opened": True,
            "reached": ["email", "email", "secret", "city"],
            "filled": ["email"],
            "stands_at": "city",
        },
        {**steps, "stands_at": "secret", "stood_at": "city"},
        {**steps, "form_id": "another"},
        {**steps, "form_id": None},
        {**steps, "page_id": "page_of_nobody"},
        {**steps, "reached": ["ana@example.com"]},
        {**steps, "filled": ["x"] * 101},
        {**steps, "answers": {"email": "ana@example.com"}},
    ]

    answer = client.post("/v1/collect", json={"events": events}, headers=BROWSER).json()

    assert answer["accepted"] == 3
    assert [(error["index"], error["field"]) for error in answer["errors"]] == [
        (2, "form_id"),
        (3, "form_id"),
        (4, "page_id"),
        (5, "reached.0"),
        (6, "filled"),
    ]
    assert b"ana@example.com" not in b"".join(outbox.payloads())
    first, second, _ = [it for it in outbox.events() if isinstance(it, UseRecorded)]
    assert first.data.model_dump(exclude_none=True) == {
        "action": "form",
        "form": form_id,
        "opened": True,
        "reached": ("email", "city"),
        "filled": ("email",),
        "stands_at": "city",
    }
    assert second.data.model_dump(exclude_none=True) == {
        "action": "form",
        "form": form_id,
        "stood_at": "city",
    }
    assert (first.code_id, first.page_id, first.customer_key) == (code_id, page_id, None)


def test_form_of_another_organisation_is_not_accepted_for_a_code(
    client: TestClient,
    pages: PageMaker,
    make_org: MakeOrg,
    make_member: MakeMember,
    outbox: Outbox,
) -> None:
    stranger = make_member(make_org("Northwind Books"), "editor")
    _, page_id = pages.published(form_block(field("email")))
    theirs, _ = PageMaker(client, stranger.headers).published(form_block(field("email")))
    event = {"code_id": theirs, "page_id": page_id, "action": "form", "form_id": "sign-up"}

    answer = client.post("/v1/collect", json={"events": [event]}, headers=BROWSER).json()

    assert (answer["accepted"], answer["errors"][0]["field"]) == (0, "page_id")
    assert [it for it in outbox.events() if isinstance(it, UseRecorded)] == []


def test_page_without_a_code_reports_its_views_and_steps(
    client: TestClient, pages: PageMaker, outbox: Outbox
) -> None:
    form = form_block(field("email"))
    page_id = pages.page(form)
    pages.publish(page_id)
    _, of_a_code = pages.published(form)
    draft = pages.page(form)
    steps = {"action": "form", "form_id": form["props"]["form_id"], "reached": ["email"]}
    events = [
        {"page_id": page_id},
        {"page_id": page_id, **steps},
        {"page_id": of_a_code},
        {"page_id": draft},
        {"page_id": page_id, **steps, "form_id": "another"},
        {"action": "view"},
    ]

    answer = client.post("/v1/collect", json={"events": events}, headers=BROWSER).json()

    assert answer["accepted"] == 2
    assert [(error["index"], error["field"]) for error in answer["errors"]] == [
        (2, "code_id"),
        (3, "page_id"),
        (4, "form_id"),
        (5, "code_id"),
    ]
    seen, entry = outbox.events()
    assert (seen.type, seen.code_id, seen.page_id) == ("view", None, page_id)
    assert isinstance(entry, UseRecorded)
    assert (entry.code_id, entry.page_id, entry.data.reached) == (None, page_id, ("email",))
    assert entry.org_id == seen.org_id


def test_only_pages_published_by_the_codes_organisation_are_stored(
    client: TestClient,
    pages: PageMaker,
    outbox: Outbox,
    make_org: MakeOrg,
    make_member: MakeMember,
) -> None:
    code_id, page_id = pages.published(form_block(field("email")))
    draft = pages.page(form_block(field("email")))
    stranger = make_member(make_org("Northwind Books"), "editor")
    _, foreign = PageMaker(client, stranger.headers).published(form_block(field("email")))
    lines = [{"code_id": code_id, "page_id": it} for it in ("made-up-1", foreign, draft, page_id)]

    answer = client.post("/v1/collect", json={"events": lines}, headers=BROWSER).json()

    assert (answer["accepted"], answer["rejected"]) == (1, 3)
    assert {(it["index"], it["field"]) for it in answer["errors"]} == {
        (0, "page_id"),
        (1, "page_id"),
        (2, "page_id"),
    }
    (kept,) = outbox.events()
    assert kept.page_id == page_id


def test_rate_limit_of_an_address_counts_each_event_of_a_batch(
    client: TestClient, code: str
) -> None:
    batch = {"events": [{"code_id": code, "action": "click"}] * 100}

    answers = {client.post("/v1/collect", json=batch).status_code for _ in range(121)}

    assert answers == {200, 429}
