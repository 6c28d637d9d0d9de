"""Waypost's pictures are served at the size in which they are shown, with a preview of a few pixels until they are
loaded.
"""

import re
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import pytest
from PIL import Image
from starlette.testclient import TestClient

from api.domains.content.pages.lifespan import RENDERER
from api.domains.content.pages.rendering import NodeRenderer
from api.domains.content.pages.state import PagesState
from tests.support.app_state import change_state
from tests.support.pages import PageMaker, heading, page_data
from tests.support.people import MakeMember, MakeOrg, Somebody
from tests.support.pictures import photograph, picture

pytestmark = pytest.mark.skipif(not RENDERER.is_file(), reason="the web app was not built")


def uploaded(client: TestClient, who: Somebody, data: bytes) -> str:
    answer = client.post("/v1/upload-image", files={"file": ("a", data)}, headers=who.headers)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["url"])


def block(number: int, url: str, **props: Any) -> dict[str, Any]:
    return {"type": "Picture", "props": {"id": f"p{number}", "url": url, "alt": "", **props}}


def shown(client: TestClient, who: Somebody, *blocks: dict[str, Any]) -> str:
    pages = PageMaker(client, who.headers)
    change_state(client.app, PagesState, renderer=NodeRenderer(RENDERER))
    code_id, _ = pages.published(heading("Hello"), *blocks)
    return client.get(f"/code/{code_id}").text


def test_picture_is_served_in_several_sizes_and_the_first_picture_loads_eagerly(
    client: TestClient, editor: Somebody
) -> None:
    url = uploaded(client, editor, photograph(1600, 900))
    folder = url.removesuffix("full.webp")

    html = shown(client, editor, block(1, url), block(2, url, width="small"))

    first, second = re.findall(r"<picture.*?</picture>", html)
    copies = [f"{folder}{width}.avif {width}w" for width in (320, 640, 720, 1280)]
    assert f'type="image/avif" srcSet="{", ".join(copies)}"' in first
    assert f"{folder}full.webp 1600w" in first
    assert 'loading="eager" fetchPriority="high"' in first
    assert 'loading="lazy"' in second
    assert "90vw" in first
    assert 'sizes="213.3px"' in second  # 16 to 9 in a round frame of 120 pixels
    for width in (320, 1280):
        answer = client.get(urlsplit(f"{folder}{width}.avif").path)
        assert Image.open(BytesIO(answer.content)).width == width


def test_opaque_picture_has_a_tiny_preview_and_transparent_picture_has_none(
    client: TestClient, editor: Somebody
) -> None:
    opaque = uploaded(client, editor, photograph(900, 600))
    see_through = uploaded(client, editor, picture("PNG", (900, 600), "RGBA", (200, 10, 10, 0)))

    html = shown(client, editor, block(1, opaque), block(2, see_through))

    names = [url.split("/")[-2] for url in (opaque, see_through)]
    rule = f'img[data-preview="{names[0]}"]' + r"{background:url(data:image/webp;base64,"
    assert rule in html
    assert len(html.split(rule)[1].split(")")[0]) < 400
    assert f'data-preview="{names[1]}"' not in html


def test_pictures_of_other_owners_are_left_unchanged(
    client: TestClient, make_org: MakeOrg, make_member: MakeMember, editor: Somebody
) -> None:
    neighbour = make_member(make_org(), "editor")
    theirs = uploaded(client, neighbour, photograph(900, 600))
    foreign = "https://example.com/a.jpg"

    html = shown(client, editor, block(1, theirs), block(2, foreign))

    assert "srcSet" not in html
    assert f'src="{theirs}"' in html
    assert f'src="{foreign}"' in html


def test_page_weight_counts_the_picture_size_that_a_phone_loads(
    client: TestClient, editor: Somebody
) -> None:
    url = uploaded(client, editor, photograph(1600, 900))
    pages = PageMaker(client, editor.headers)
    change_state(client.app, PagesState, renderer=NodeRenderer(RENDERER))
    page_id = pages.page(heading("Hello"))

    weight = pages.call("/v1/page-weight", {"page_id": page_id, "blocks": page_data(block(1, url))})

    phones = client.get(urlsplit(url.replace("full.webp", "720.avif")).path).content
    assert weight["picture_bytes"] == len(phones)


def test_draft_lists_the_smallest_copies_of_its_pictures(
    client: TestClient, make_org: MakeOrg, make_member: MakeMember, editor: Somebody
) -> None:
    neighbour = make_member(make_org(), "editor")
    theirs = uploaded(client, neighbour, photograph(900, 600))
    large, tiny = (uploaded(client, editor, photograph(width, 90)) for width in (900, 120))
    pages = PageMaker(client, editor.headers)
    page_id = pages.page(*(block(number, url) for number, url in enumerate((large, tiny, theirs))))

    draft = pages.call("/v1/get-page", {"page_id": page_id, "draft": True})

    small = large.replace("full.webp", "320.webp")
    assert draft["small_pictures"] == {large: small}
    answer = client.get(urlsplit(small).path).content
    assert Image.open(BytesIO(answer)).width == 320


def test_templates_of_the_team_list_the_smallest_copies_of_their_pictures(
    client: TestClient, editor: Somebody
) -> None:
    large, other = (uploaded(client, editor, photograph(width, 90)) for width in (900, 950))
    pages = PageMaker(client, editor.headers)
    for name, url in (("One", large), ("Two", other)):
        pages.call("/v1/submit-template", {"name": name, "blocks": page_data(block(1, url))})

    listed = client.get("/v1/templates?pageSize=100", headers=editor.headers).json()["items"]

    own = {it["name"]: it["small_pictures"] for it in listed if not it["is_builtin"]}
    assert own == {
        "One": {large: large.replace("full.webp", "320.webp")},
        "Two": {other: other.replace("full.webp", "320.webp")},
    }
    assert all(it["small_pictures"] == {} for it in listed if it["is_builtin"])
