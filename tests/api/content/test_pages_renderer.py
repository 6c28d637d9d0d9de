"""The real renderer, run by Node as it is for publishing. Requires the built web app."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from api.domains.content.page_blocks.blocks import read_page
from api.domains.content.page_templates.gallery import built_in
from api.domains.content.pages.form_refill import refill_form
from api.domains.content.pages.lifespan import RENDERER
from api.domains.content.pages.publishing import Publisher
from api.domains.content.pages.rendering import NodeRenderer
from api.domains.content.pages.state import PagesState
from api.kit.web_app import WebApp
from api.rendering.visitor_pages.brand import Brand
from runtime.settings import Settings
from tests.support.app_state import change_state
from tests.support.jobs import run_jobs
from tests.support.pages import PageMaker, field, form_block, heading, page_data
from tests.support.people import MakeMember, MakeOrg, Somebody
from tests.support.waiting import eventually

pytestmark = pytest.mark.skipif(not RENDERER.is_file(), reason="the web app was not built")

HOSTILE = '"><script>alert(1)</script>'


def test_published_pages_are_updated_after_a_change_of_the_brand(
    client: TestClient, make_org: MakeOrg, make_member: MakeMember, api_settings: Settings
) -> None:
    org = make_org()
    admin, editor = make_member(org, "admin"), make_member(org, "editor")
    pages = PageMaker(client, editor.headers)
    change_state(client.app, PagesState, renderer=NodeRenderer(RENDERER))
    code_id, page_id = pages.published(heading("Hello"))
    pages.call("/v1/update-page", {"page_id": page_id, "blocks": page_data(heading("A draft"))})
    look = {"brand": {"color": "#b3261e"}}

    answer = client.post("/v1/update-organization", json=look, headers=admin.headers)
    run_jobs(api_settings)

    assert answer.status_code == 200, answer.text
    eventually(lambda: "#b3261e" in client.get(f"/code/{code_id}").text)
    shown = client.get(f"/code/{code_id}").text
    assert ("Hello" in shown, "A draft" in shown) == (True, False)


def test_every_block_kind_is_rendered_without_executable_content() -> None:
    kinds: list[tuple[str, dict[str, Any]]] = [
        ("Heading", {"text": HOSTILE}),
        ("Text", {"html": f"<p>Hi</p>{HOSTILE}"}),
        ("Picture", {"url": "https://example.com/a.png", "alt": HOSTILE}),
        ("Video", {"url": "https://youtu.be/dQw4w9WgXcQ", "title": HOSTILE}),
        ("Button", {"label": HOSTILE, "href": "https://example.com/"}),
        ("Divider", {}),
        ("Map", {"latitude": 1.5, "longitude": 2.5, "label": HOSTILE, "address": HOSTILE}),
        ("Countdown", {"to": "2030-01-01T00:00:00Z", "label": HOSTILE, "done_text": HOSTILE}),
        ("Product", {"name": HOSTILE, "price_cents": 1999}),
        ("Coupon", {"title": HOSTILE, "code": HOSTILE, "reveal": True}),
        ("Wifi", {"ssid": HOSTILE[:32], "password": HOSTILE[:63]}),
        ("Notifications", {"title": HOSTILE, "text": HOSTILE, "button_label": HOSTILE}),
        ("Social", {"links": [{"network": HOSTILE, "url": "https://example.com/"}]}),
        ("Vote", {"poll_id": "p", "question": HOSTILE, "choices": [{"id": "a", "label": HOSTILE}]}),
        ("Game", {"game_id": "g", "title": HOSTILE}),
        ("Wall", {"wall_id": "w", "title": HOSTILE}),
        ("Welcome", {"html": f"<p>Hi {{first_name}}</p>{HOSTILE}"}),
    ]
    content = [
        {"type": kind, "props": {"id": f"b{number}", **props}}
        for number, (kind, props) in enumerate(kinds)
    ]
    fields = [field("a", input_display_name=HOSTILE, placeholder_text=HOSTILE)]
    content.append(form_block(*fields, title=HOSTILE, consent_text=HOSTILE, id="form"))
    page = read_page({"root": {"props": {"title": HOSTILE}}, "content": content})

    published = Publisher(NodeRenderer(RENDERER)).publish(
        page, Brand(HOSTILE, "https://example.com/logo.png", "#123456"), "page_x", None
    )

    html = published["languages"]["en"]["html"]
    assert "<script" not in html.lower()
    assert html.count("<!--wp:welcome:b16-->") == 1
    assert 'action="/code/%%code_id%%/submit"' in html
    assert " style=" not in html
    assert "onclick" not in html.lower()


def test_map_shows_its_place_without_external_requests() -> None:
    def drawn(**place: Any) -> str:
        props = {"id": "map", "label": "Pier", "address": "Pier 1", **place}
        page = read_page({"root": {}, "content": [{"type": "Map", "props": props}]})
        published = Publisher(NodeRenderer(RENDERER)).publish(page, Brand(), "page_x", None)
        html: str = published["languages"]["en"]["html"]
        return html

    hamburg, nowhere = drawn(latitude=53.55, longitude=9.99), drawn()

    assert hamburg.count("wp-map-here") == 1
    assert 5_000 < len(hamburg) < 15_000
    assert "<svg" in nowhere
    assert "wp-map-drawing" not in nowhere
    assert "src=" not in hamburg


def test_published_page_is_served_and_its_form_is_returned_with_answers_filled_in(
    client: TestClient, app: WebApp, editor: Somebody
) -> None:
    maker = PageMaker(client, editor.headers)
    change_state(app, PagesState, renderer=NodeRenderer(RENDERER))
    form = form_block(
        field("first_name", required=True),
        field("email", "email", required=True),
        field("size", "select", options=["S", "M"]),
        field("extras", "checkboxes", options=["Milk", "Sugar"]),
        field("notes", "textarea"),
        consent_text="I agree.",
    )
    code_id, page_id = maker.published(heading("Hello"), form)

    shown = client.get(f"/code/{code_id}")
    wrong = client.post(
        f"/code/{code_id}/submit",
        data={
            "page_id": page_id,
            "form_id": "sign-up",
            "first_name": HOSTILE,
            "email": "nope",
            "size": "M",
            "extras": ["Sugar"],
            "notes": "</textarea><script>alert(1)</script>",
            "consent": "yes",
        },
    )

    assert shown.status_code == 200
    assert f'action="/code/{code_id}/submit"' in shown.text
    assert wrong.status_code == 422
    assert "<script>alert" not in wrong.text
    assert "</textarea><script>" not in wrong.text
    assert '<option selected="">M</option>' in wrong.text
    assert (
        "Please enter a valid email address."
        in wrong.text.partition("</form>")[0].partition("<form")[2]
    )


def test_only_pages_with_a_video_allow_its_player(
    client: TestClient, app: WebApp, editor: Somebody
) -> None:
    maker = PageMaker(client, editor.headers)
    change_state(app, PagesState, renderer=NodeRenderer(RENDERER))
    film = {"type": "Video", "props": {"id": "v", "url": "https://youtu.be/dQw4w9WgXcQ"}}
    with_film, _ = maker.published(film)
    without, _ = maker.published(heading("Hello"))

    policies = [
        client.get(f"/code/{code}").headers["content-security-policy"]
        for code in (with_film, without)
    ]

    assert "frame-src https://www.youtube-nocookie.com https://player.vimeo.com" in policies[0]
    assert "frame-src" not in policies[1]


def test_form_errors_are_shown_in_the_language_of_the_page(
    client: TestClient, app: WebApp, editor: Somebody
) -> None:
    maker = PageMaker(client, editor.headers)
    change_state(app, PagesState, renderer=NodeRenderer(RENDERER))
    code_id, _ = maker.published(form_block(consent_text="Ja."), language="de")

    wrong = client.post(f"/code/{code_id}/submit", data={"form_id": "sign-up", "email": "x"})

    assert wrong.status_code == 422
    assert ">Senden</button>" in wrong.text, "a button that its owner did not name has our name"
    assert "Bitte sehen Sie sich die markierten Felder an." in wrong.text.partition("<form")[0]
    assert '-email-error">Das ist keine E-Mail-Adresse.</p>' in wrong.text
    assert '-consent-error">Bitte stimmen Sie zu, um fortzufahren.</p>' in wrong.text


def test_hostile_answers_are_escaped_when_the_form_is_shown_again() -> None:
    html = (
        '<form id="form-f" data-form="{&quot;a&quot;:1}"><input type="checkbox" name="c" value="x"/>'
        '<input id="i" name="a" type="text"/><p class="wp-error" id="b-a-error" hidden=""></p></form>'
    )

    filled = refill_form(html, "f", {"a": ['" onfocus="x()'], "c": ["x"]}, {"a": "too_long"})

    assert 'value="&quot; onfocus=&quot;x()"' in filled
    assert 'value="x" checked=""' in filled
    assert '<p class="wp-error" id="b-a-error">This is too long.</p>' in filled


def test_lists_and_long_texts_keep_the_entered_values() -> None:
    html = (
        '<input name="a" value="other"/><form id="form-f" data-form="{&quot;words&quot;:{}}">'
        '<select name="s"><option value="">Choose</option><option selected="">Tea &amp; cake</option>'
        '<option value="2" disabled="">Two</option></select><textarea name="t" rows="4">old</textarea>'
        '<div data-field="phone_code" hidden=""><input name="phone_code"/></div></form>'
    )
    typed = {"s": ["Tea & cake"], "t": ["</textarea><b>"], "a": ["typed"]}

    filled = refill_form(html, "f", typed, {}, asks_code=True)

    assert '<input name="a" value="other"/>' in filled
    assert '<option value="">Choose</option><option selected="">Tea &amp; cake</option>' in filled
    assert '<option value="2" disabled="">Two</option>' in filled
    assert '<textarea name="t" rows="4">\n&lt;/textarea&gt;&lt;b&gt;</textarea>' in filled
    assert '<div data-field="phone_code"><input name="phone_code" value=""/></div>' in filled
    assert refill_form(html, "g", typed, {}) == html


@pytest.mark.parametrize("template_id", sorted(built_in()))
def test_gallery_templates_can_be_rendered(template_id: str) -> None:
    page = read_page(built_in()[template_id].blocks)

    drawn = Publisher(NodeRenderer(RENDERER)).draw(
        page, page.root.language, Brand("Harbor Coffee"), "page_x", None
    )

    assert "<main" in drawn["html"]
    assert drawn["html"].rstrip().endswith("</main>")
