"""A wall as a block of a page: its newest pictures, rendered for each visit."""

import re

from starlette.testclient import TestClient

from tests.api.content.test_walls import PHONE, make, moderate, post, posts
from tests.support.pages import PageMaker
from tests.support.people import Somebody
from tests.support.pictures import picture


def test_page_shows_the_newest_approved_pictures_of_a_wall(
    client: TestClient, editor: Somebody
) -> None:
    wall = make(client, editor)
    wall_id = wall["wall_id"]
    for caption in ("One", "Two", "Fun <b>here</b>"):
        post(client, wall, picture("JPEG", (60, 40), color=(len(caption), 9, 9)), caption=caption)
    block = {"type": "Wall", "props": {"id": "w", "wall_id": wall_id, "title": "W", "count": 2}}
    code_id, _ = PageMaker(client, editor.headers).published(block)

    def shown() -> list[str]:
        answer = client.get(f"/code/{code_id}", headers=PHONE)
        assert answer.status_code == 200
        assert "wp:wall" not in answer.text
        return re.findall(r"<li><img [^>]*>", answer.text)

    assert shown() == []
    ids = {it["caption"]: it["post_id"] for it in posts(client, editor, wall, state="pending")}
    moderate(client, editor, wall, "approve", *ids.values())
    first = ids["Fun <b>here</b>"]
    pictures_shown = shown()
    assert len(pictures_shown) == 2
    newest = pictures_shown[0]
    assert f'src="/wall/{wall_id}/pictures/{first}/small.webp"' in newest
    assert 'alt="Fun &lt;b&gt;here&lt;/b&gt;"' in newest
    assert 'loading="lazy"' in newest
    assert client.get(f"/wall/{wall_id}/pictures/{first}/small.webp").status_code == 200
    moderate(client, editor, wall, "reject", first)
    assert first not in "".join(shown())
