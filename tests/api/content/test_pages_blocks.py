"""The content of pages: each invalid part is named, and nothing executable is accepted."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.domains.content.page_blocks.blocks import MAX_BLOCKS, headless, read_page
from api.domains.content.page_blocks.rich_text import clean_html
from api.kit.errors import Invalid
from tests.support.pages import PAGE_DIVIDER, PageMaker, field, form_block, heading, page_data
from tests.support.people import MakeMember, MakeOrg, Somebody


def button(href: str) -> dict[str, Any]:
    return {"type": "Button", "props": {"id": "b", "label": "Go", "href": href}}


def block(kind: str, **props: Any) -> dict[str, Any]:
    return {"type": kind, "props": {"id": "x", **props}}


def fields_of(data: Any) -> list[str]:
    with pytest.raises(Invalid) as refused:
        read_page(data)
    return [it.field for it in refused.value.errors]


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ([heading("a"), block("Script", src="x")], "blocks.content[1].type"),
        (["text"], "blocks.content[0]"),
        ([{"type": ["Heading"], "props": {}}], "blocks.content[0].type"),
        ([{"type": "Heading"}], "blocks.content[0].props"),
        ([block("Heading", level=9)], "blocks.content[0].props.level"),
        ([block("Heading", onclick="x")], "blocks.content[0].props.onclick"),
        ([block("Picture", url="http://127.0.0.1/x.png")], "blocks.content[0].props.url"),
        ([block("Picture", url="/media/../secret")], "blocks.content[0].props.url"),
        ([block("Picture", url="/media/%2e%2e/secret")], "blocks.content[0].props.url"),
        ([block("Picture", url="data:text/html,x")], "blocks.content[0].props.url"),
        ([block("Map", latitude=91)], "blocks.content[0].props.latitude"),
        ([block("Product", price_cents=-1)], "blocks.content[0].props.price_cents"),
        ([block("Countdown", to="soon")], "blocks.content[0].props.to"),
        (
            [block("Social", links=[{"network": "x", "url": "javascript:x"}])],
            "blocks.content[0].props.links[0].url",
        ),
        ([heading("a"), heading("b")], "blocks.content[1].props.id"),
        ([form_block(field("1st"))], "blocks.content[0].props.fields[1].name"),
        ([form_block(field("consent"))], "blocks.content[0].props.fields[1]"),
        ([form_block(field("a"), field("a"))], "blocks.content[0].props.fields"),
        ([form_block(field("a", "select"))], "blocks.content[0].props.fields[1]"),
        (
            [form_block(field("a", validation={"pattern": "(a+)+"}))],
            "blocks.content[0].props.fields[1].validation.pattern",
        ),
        (
            [form_block(field("a", validation={"pattern": "a" * 20_000}))],
            "blocks.content[0].props.fields[1].validation.pattern",
        ),
        (
            [form_block(field("a", show_if={"field": "b", "filled": True}), field("b"))],
            "blocks.content[0].props.fields",
        ),
    ],
)
def test_invalid_part_of_a_page_is_named(content: list[Any], place: str) -> None:
    assert fields_of({"root": {"props": {}}, "content": content}) == [place]


@pytest.mark.parametrize(
    "href",
    [
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java\tscript:alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "vbscript:x",
        "file:///etc/passwd",
        "//evil.example",
        "http://localhost/admin",
        "http://192.168.1.1/",
        "http://[::1]/",
        "http://2130706433/",
        "http://169.254.169.254/latest/meta-data",
        "https://user:secret@example.com/",
        "mailto:nobody",
        "tel:call-me",
        "page",
    ],
)
def test_links_must_point_to_the_public_web(href: str) -> None:
    assert fields_of(page_data(button(href))) == ["blocks.content[0].props.href"]


@pytest.mark.parametrize(
    "href",
    ["https://example.com/a?b=c", "mailto:ana@example.com?subject=Hi", "tel:+1 415-555-2671", ""],
)
def test_allowed_links_are_accepted(href: str) -> None:
    assert read_page(page_data(button(href))).content[0].model_dump()["href"] == href


@pytest.mark.parametrize(
    ("html", "kept"),
    [
        ("<p>Hi <b>you</b></p><script>alert(1)</script>", "<p>Hi <b>you</b></p>"),
        ('<p onclick="x()" style="position:fixed">a</p>', "<p>a</p>"),
        ('<img src="x" onerror="alert(1)">', ""),
        ('<a href="javascript:alert(1)">a</a>', '<a rel="noopener noreferrer">a</a>'),
        ('<a href="http://127.0.0.1/">a</a>', '<a rel="noopener noreferrer">a</a>'),
        ('<a href="/v1/me">a</a>', '<a rel="noopener noreferrer">a</a>'),
        (
            '<a href="https://example.com/">a</a>',
            '<a href="https://example.com/" rel="noopener noreferrer">a</a>',
        ),
        ("<svg><script>alert(1)</script></svg>", ""),
        ("<math><style><img src=x onerror=alert(1)>", ""),
        ("<!--wp:welcome:x-->a", "a"),
        ("<iframe src='https://evil.example'></iframe>b", "b"),
        ("<p>open", "<p>open</p>"),
        ("</main></body><p>a", "<p>a</p>"),
    ],
)
def test_rich_text_keeps_only_markup_that_cannot_execute(html: str, kept: str) -> None:
    assert clean_html(html) == kept
    assert (
        read_page(page_data(block("Text", html=html))).dump()["content"][0]["props"]["html"] == kept
    )


def test_translations_are_sanitised_and_follow_their_blocks() -> None:
    texts = {
        "root.title": "Été",
        "x.html": "<p>Salut<script>x</script></p>",
        "gone.html": "<p>Old</p>",
        "form.fields.email.input_display_name": "Courriel",
    }
    data = page_data(
        block("Text", html="<p>Hi</p>"), form_block(id="form"), translations={"fr": texts}
    )

    kept = read_page(data).root.translations["fr"]

    assert kept["x.html"] == "<p>Salut</p>"
    assert "gone.html" not in kept
    assert kept["form.fields.email.input_display_name"] == "Courriel"


def test_single_line_translations_lose_line_breaks_and_multi_line_ones_keep_them() -> None:
    one_line = {
        "root.title": "Été\r\nau port\n",
        "form.submit_label": "Envoyer \u2028 ici",
        "form.fields.email.input_display_name": "Courriel\n\nou rien",
        "heading.text": "Bon  jour",
    }
    many_lines = {
        "root.description": "Un\nDeux",
        "form.consent_text": "Oui\r\n\nBien sûr",
        "map.address": "Quai 1\n13002 Marseille",
        "coupon.terms": "A\nB",
        "text.html": "<p>Un</p>\n<p>Deux</p>",
    }
    blocks = (
        block("Text", id="text", html="<p>Hi</p>"),
        block("Heading", id="heading"),
        block("Map", id="map"),
        block("Coupon", id="coupon"),
        form_block(id="form"),
    )

    read = read_page(page_data(*blocks, translations={"fr": one_line | many_lines}))

    assert read.root.translations["fr"] == many_lines | {
        "root.title": "Été au port",
        "form.submit_label": "Envoyer ici",
        "form.fields.email.input_display_name": "Courriel ou rien",
        "heading.text": "Bon  jour",
    }


@pytest.mark.parametrize(
    "translations",
    [
        {"fr": {"x.href": "javascript:x"}},
        {"fr": {"<script>": "a"}},
        {"../etc": {"x.html": "a"}},
        {"fr": {"x.html": 5}},
        {"fr": {"x.text": "a" * 10_001}},
    ],
)
def test_translations_must_be_texts_of_existing_blocks(translations: dict[str, Any]) -> None:
    places = fields_of(page_data(block("Text", html=""), translations=translations))

    assert all(place.startswith("blocks.root.props.translations") for place in places)


def test_parsed_page_parses_to_the_same_page_again() -> None:
    data = page_data(
        heading("Hi"),
        form_block(
            field("kind", "select", options=["A"]),
            field("b", show_if={"field": "kind", "equals": "A"}),
        ),
        block("Vote", question="?", choices=[{"id": "a", "label": "A"}]),
    )

    once = read_page(data).dump()

    assert read_page(once).dump() == once


def test_ten_thousand_blocks_are_refused_immediately(client: TestClient, editor: Somebody) -> None:
    pages = PageMaker(client, editor.headers)
    many = [heading("x", f"h{number}") for number in range(10_000)]

    answer = pages.call("/v1/gen-page", {"blocks": page_data(*many)}, 422)

    assert [it["field"] for it in answer["errors"]] == ["blocks.content"]
    assert str(MAX_BLOCKS) in answer["errors"][0]["message"]


@pytest.mark.parametrize(
    "blocks",
    [
        page_data(heading("a\x00b")),
        {"content": [{"type": "Heading", "props": {"id": "h", "text": "\ud800"}}]},
        {"root": 5},
        {"root": {"props": []}},
        {"content": {}},
        {"zones": {"a": []}, "content": []},
        {"script": "x"},
        page_data(background="red"),
        page_data(language="<script>"),
        page_data(width="huge"),
    ],
)
def test_data_that_is_not_a_page_is_refused(
    client: TestClient, editor: Somebody, blocks: dict[str, Any]
) -> None:
    text = json.dumps({"blocks": blocks})
    headers = {**editor.headers, "Content-Type": "application/json"}

    answer = client.post("/v1/gen-page", headers=headers, content=text)

    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"]


EMAIL = field("email", "email")
HEADLESS = [
    ([EMAIL], "[0]"),
    ([EMAIL, PAGE_DIVIDER], "[0]"),
    ([{**PAGE_DIVIDER, "deletable": True}, EMAIL], "[0].deletable"),
    ([], ""),
]


def test_form_keeps_its_page_divider(client: TestClient, editor: Somebody) -> None:
    pages = PageMaker(client, editor.headers)
    page_id = pages.page(form_block(EMAIL))
    for fields, place in HEADLESS:
        wrong = {"blocks": page_data(heading("a"), form_block(fields=fields))}
        for path, body in (
            ("gen-page", wrong),
            ("update-page", {**wrong, "page_id": page_id}),
            ("update-page", {**wrong, "page_id": page_id, "action": "publish"}),
            ("submit-template", {**wrong, "name": "Base"}),
        ):
            errors = pages.call(f"/v1/{path}", body, 422)["errors"]
            assert f"blocks.content[1].props.fields{place}" in [it["field"] for it in errors]
    assert pages.call("/v1/get-page", {"page_id": page_id, "draft": True})["version"] == 1


def test_form_stored_without_its_page_divider_can_still_be_edited() -> None:
    stored = page_data(form_block(fields=[EMAIL]))
    changed = page_data(heading("a"), form_block(fields=[field("name"), EMAIL]))
    other = form_block(id="f2", form_id="other", fields=[EMAIL])

    assert headless(read_page(changed), stored) == []
    assert [it.field for it in headless(read_page(page_data(other)), stored)] == [
        "blocks.content[0].props.fields[0]"
    ]


def test_page_is_published_only_with_existing_walls_and_complete_places(
    client: TestClient, editor: Somebody, make_org: MakeOrg, make_member: MakeMember
) -> None:
    pages = PageMaker(client, editor.headers)
    theirs = PageMaker(client, make_member(make_org("Northwind Books"), "editor").headers)

    def wall(maker: PageMaker) -> str:
        return str(maker.call("/v1/selfiewall/create-selfiewall", {"name": "Feast"})["wall_id"])

    mine, gone = wall(pages), wall(pages)
    pages.call("/v1/selfiewall/delete-selfiewall", {"wall_id": gone})
    for kind, props, place in (
        ("Wall", {"wall_id": ""}, "wall_id"),
        ("Wall", {"wall_id": gone}, "wall_id"),
        ("Wall", {"wall_id": wall(theirs)}, "wall_id"),
        ("Map", {"label": "Here", "address": " "}, "address"),
        ("Map", {"latitude": 1.5}, "address"),
        ("Wifi", {"ssid": "Guests", "password": "short"}, "password"),
        ("Wifi", {"ssid": " ", "security": "nopass"}, "ssid"),
        ("Notifications", {"title": "News", "text": " "}, "text"),
    ):
        page_id = pages.page(heading("a"), block(kind, **props))
        refused = pages.call("/v1/update-page", {"page_id": page_id, "action": "publish"}, 422)
        assert [it["field"] for it in refused["errors"]] == [f"blocks.content[1].props.{place}"]

    pages.publish(
        pages.page(
            block("Wall", id="w", wall_id=mine),
            block("Map", id="m1", address="1 Quay Road"),
            block("Map", id="m2", latitude=0, longitude=0),
            block("Wifi", id="n", ssid="Guests", password="long enough"),
        )
    )


def amount(name: str, bound: float) -> dict[str, Any]:
    return page_data(form_block(field("amount", "number", validation={name: bound})))


@pytest.mark.parametrize(("name", "bound"), [("max", 1e308), ("min", -1e308), ("max", 1.1e18)])
def test_bound_that_cannot_be_parsed_again_is_refused(name: str, bound: float) -> None:
    assert fields_of(amount(name, bound)) == [
        f"blocks.content[0].props.fields[1].validation.{name}"
    ]


@pytest.mark.parametrize(("name", "bound"), [("max", 1e18), ("min", -1e18)])
def test_form_with_the_largest_bound_is_shown_and_accepts_answers(
    client: TestClient, editor: Somebody, name: str, bound: float
) -> None:
    pages = PageMaker(client, editor.headers)
    code_id = pages.code()
    body = {"name": "Landing", "code_id": code_id, "blocks": amount(name, bound)}
    pages.publish(pages.call("/v1/gen-page", body)["page_id"])

    shown = client.post("/v1/get-page", json={"code_id": code_id})
    sent = client.post("/v1/append-submit", json={"code_id": code_id, "fields": {"amount": "7"}})

    assert (shown.status_code, sent.status_code) == (200, 200), shown.text + sent.text
