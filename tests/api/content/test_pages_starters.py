"""The initial content of new pages: built-in texts, a language model if one is configured, the gallery."""

import json
from collections.abc import Callable
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from api.domains.content.page_blocks.blocks import read_page, unfinished
from api.domains.content.page_templates.gallery import built_in
from api.domains.content.pages.initial_content import Tone, kinds, nearest_kind, write
from api.integrations.openai.adapter import OpenAiCompatible
from tests.support.people import Somebody

MODEL_ANSWER = {
    "title": "Harbor",
    "headline": "Ahoy <script>",
    "intro": "Coffee by the sea.",
    "points": ["One", "Two", "Three"],
    "offer_title": "A bun",
    "offer_terms": "Once.",
    "description": "Coffee.",
}

Answer = Callable[[httpx2.Request], httpx2.Response]


def model(answer: Answer) -> OpenAiCompatible:
    return OpenAiCompatible(
        base_url="https://model.example/v1/",
        api_key="secret",
        model="small",
        transport=httpx2.MockTransport(answer),
    )


def saying(content: str, status: int = 200) -> OpenAiCompatible:
    body = {"choices": [{"message": {"content": content}}]}
    return model(lambda _: httpx2.Response(status, json=body))


def refusing(error: Exception) -> OpenAiCompatible:
    def answer(_request: httpx2.Request) -> httpx2.Response:
        raise error

    return model(answer)


@pytest.mark.parametrize("kind", sorted(kinds()))
@pytest.mark.parametrize("tone", list(Tone))
def test_every_kind_has_a_publishable_page_in_every_tone(kind: str, tone: Tone) -> None:
    made = write(kind, tone, "Harbor Coffee", "en", None)

    assert (made.source, made.kind) == ("built_in", kind)
    assert unfinished(made.page) == []
    assert made.page.root.title == "Harbor Coffee"


@pytest.mark.parametrize(
    ("fields", "kind"),
    [("Café", "cafe"), ("coffee shop", "cafe"), ("YOGA", "gym"), ("", "retail"), ("??", "retail")],
)
def test_kind_is_found_by_its_synonyms(fields: str, kind: str) -> None:
    assert nearest_kind(fields) == kind


def test_output_of_a_model_is_treated_as_plain_text() -> None:
    made = write("cafe", Tone.FRIENDLY, "Harbor", "fr", saying(json.dumps(MODEL_ANSWER)))

    assert (made.source, made.page.root.language) == ("model", "fr")
    headline = made.page.content[1].model_dump()
    assert headline["text"] == "Ahoy <script>"


def test_model_request_includes_the_organisation_name_and_the_key() -> None:
    asked: list[httpx2.Request] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(request)
        return httpx2.Response(
            200, json={"choices": [{"message": {"content": json.dumps(MODEL_ANSWER)}}]}
        )

    write("cafe", Tone.PLAYFUL, "Harbor", "en", model(answer))

    assert str(asked[0].url) == "https://model.example/v1/chat/completions"
    assert asked[0].headers["authorization"] == "Bearer secret"
    body: dict[str, Any] = json.loads(asked[0].content)
    assert json.loads(body["messages"][1]["content"])["tone"] == "playful"


@pytest.mark.parametrize(
    "failing",
    [
        saying("no json"),
        saying("[]"),
        saying("{}"),
        saying(json.dumps({**MODEL_ANSWER, "points": [1]})),
        saying(json.dumps(MODEL_ANSWER), status=500),
        model(lambda _: httpx2.Response(200, content=b"\xff")),
        refusing(httpx2.ReadTimeout("late")),
        refusing(httpx2.ConnectError("away")),
    ],
)
def test_built_in_texts_are_used_if_the_model_fails(failing: OpenAiCompatible) -> None:
    made = write("cafe", Tone.FRIENDLY, "Harbor", "en", failing)

    assert made.source == "built_in"
    assert unfinished(made.page) == []


def test_starter_content_is_accepted_by_gen_page(client: TestClient, editor: Somebody) -> None:
    made = client.post(
        "/v1/generate-initial-content",
        headers=editor.headers,
        json={"kind": "museum", "tone": "formal"},
    ).json()

    page = client.post("/v1/gen-page", headers=editor.headers, json={"blocks": made["blocks"]})

    assert page.status_code == 200, page.text
    assert made["source"] == "built_in"
    unknown = {"kind": "museum", "tone": "rude"}
    assert (
        client.post(
            "/v1/generate-initial-content", headers=editor.headers, json=unknown
        ).status_code
        == 422
    )


def test_form_builder_receives_its_field_options(client: TestClient, editor: Somebody) -> None:
    options = client.post("/v1/get-field-options", headers=editor.headers, json={}).json()

    assert [it["name"] for it in options["default_form"]][1:] == [
        "first_name",
        "last_name",
        "email",
        "phone",
    ]
    assert all(it["required"] for it in options["default_form"][1:])
    optional = [it["name"] for it in options["address_block"] if not it["required"]]
    assert optional == ["address2"]
    assert {"value": "DE", "label": "Germany"} in options["countries"]
    assert set(options["default_content"]) == {"privacyPolicy", "description"}
    assert len(options["field_types"]) == 13


@pytest.mark.parametrize("template_id", sorted(built_in()))
def test_gallery_templates_are_valid_pages(template_id: str) -> None:
    template = built_in()[template_id]

    page = read_page(template.blocks)

    assert page.content
    assert template.name


def test_gallery_has_at_least_twelve_templates() -> None:
    assert len(built_in()) >= 12
