"""The weight of a page: the rendered document, the built files, and the pictures that Waypost serves."""

from io import BytesIO
from typing import Any

from PIL import Image
from starlette.testclient import TestClient

from api.domains.content.page_blocks.blocks import read_page
from api.domains.content.pages.page_weight import WeightMeter
from api.objects.store import objects_of
from api.rendering.visitor_pages.pages import Bundle
from runtime.settings import Settings
from tests.support.pages import PageMaker, heading, page_data
from tests.support.people import Org, Somebody


def uploaded(client: TestClient, editor: Somebody) -> dict[str, Any]:
    file = BytesIO()
    Image.effect_noise((700, 400), 80).convert("RGB").save(file, "JPEG")
    answer = client.post(
        "/v1/upload-image",
        headers=editor.headers,
        files={"file": ("noise.jpg", file.getvalue(), "image/jpeg")},
    )
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def picture(block_id: str, url: str) -> str:
    return f'<div class="wp-block" id="{block_id}"><img class="x" src="{url}" alt=""/></div>'


def test_page_weight_uses_picture_file_sizes_and_suggests_a_lighter_copy(
    client: TestClient, editor: Somebody, org: Org, api_settings: Settings
) -> None:
    media = uploaded(client, editor)
    own, other = media["url"], "https://cdn.example.com/a.jpg"
    document = f"<main>{picture('b1', own)}{picture('b2', other)}{picture('b3', own)}</main>"
    shown = [{"type": "Picture", "props": {"id": f"b{n}", "url": own}} for n in (1, 2, 3)]
    scale = WeightMeter(
        Bundle(), api_settings.var_dir, objects_of(api_settings), api_settings.base_url
    )

    weight = scale.weigh(
        org.org_id, read_page(page_data(*shown), may_be_private=True), document.encode()
    )

    size = len(client.get(own.removeprefix(api_settings.base_url)).content)
    lighter = weight.blocks[0].pictures[0]
    assert (lighter.bytes, lighter.lighter_url) == (size, media["sizes"]["640"])
    assert lighter.lighter_bytes is not None
    assert lighter.lighter_bytes < size
    assert weight.html_bytes == len(document)
    assert weight.total == len(document) + size, "a picture that is shown twice is fetched once"
    assert weight.blocks[1].pictures[0].bytes is None


def test_page_weight_includes_video_posters_and_ignores_text_resembling_pictures(
    client: TestClient, editor: Somebody, org: Org, api_settings: Settings
) -> None:
    still = uploaded(client, editor)["url"]
    document = (
        f"<main>\n<div id='b1'><video src='https://cdn.example.com/a.mp4' poster='{still}'></video>"
        '</div>\n<p id="b2" data-note="<img src=&quot;/a.png&quot;>">id="b1" &lt;img src="/b.png"></p>'
        '</main><!-- <img src="/c.png"> --><footer class="wp-footer"><img src="/d.png"></footer>'
    )
    shown = [{"type": "Picture", "props": {"id": f"b{n}", "url": still}} for n in (1, 2)]
    scale = WeightMeter(
        Bundle(), api_settings.var_dir, objects_of(api_settings), api_settings.base_url
    )

    weight = scale.weigh(
        org.org_id, read_page(page_data(*shown), may_be_private=True), document.encode()
    )

    film, words = weight.blocks
    assert [it.url for it in film.pictures] == [still]
    assert words.pictures == ()
    assert [it.url for it in weight.pictures] == [still, "/d.png"]
    begin, end = document.index("<p id"), document.index("<footer")
    assert words.html_bytes == end - begin


def test_page_weight_is_measured_on_the_rendered_page(pages: PageMaker) -> None:
    page_id = pages.page(heading("Hello"))
    text = {"type": "Text", "props": {"id": "long", "html": f"<p>{'word ' * 4_000}</p>"}}

    light = pages.call("/v1/page-weight", {"page_id": page_id})
    heavy = pages.call(
        "/v1/page-weight", {"page_id": page_id, "blocks": page_data(heading("Hello"), text)}
    )

    assert heavy["html_bytes"] - light["html_bytes"] > 20_000
    parts = ("html_bytes", "style_bytes", "script_bytes", "picture_bytes")
    assert light["bytes"] == sum(light[part] for part in parts)
    assert light["is_over"] is False
    assert light["script_bytes"] <= light["script_budget"]


def test_built_files_count_in_their_smallest_copy_and_outside_files_are_not_read(
    api_settings: Settings, tmp_path: Any
) -> None:
    (tmp_path / "a.js").write_bytes(b"x" * 900)
    (tmp_path / "a.js.gz").write_bytes(b"x" * 300)
    (tmp_path / "a.js.br").write_bytes(b"x" * 200)
    (tmp_path / "secret").write_bytes(b"x" * 50)
    built = tmp_path / "assets"
    built.mkdir()
    document = picture("b1", "/visitor/../secret")
    page = read_page(page_data({"type": "Picture", "props": {"id": "b1", "url": ""}}))

    bundle = Bundle(scripts=("/visitor/a.js",))
    inside = WeightMeter(bundle, tmp_path, objects_of(api_settings), api_settings.base_url)
    outside = WeightMeter(Bundle(), built, objects_of(api_settings), api_settings.base_url)

    assert inside.weigh("org_x", page, b"").script_bytes == 200
    assert outside.weigh("org_x", page, document.encode()).picture_bytes == 0
