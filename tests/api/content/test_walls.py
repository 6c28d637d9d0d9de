"""Walls: what visitors post, who decides, and what everybody sees."""

import io
import re
import zipfile
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import orjson
import psycopg
import pytest
from PIL import Image
from starlette.testclient import TestClient

from api.db.visitor_pool import VisitorDatabase
from api.domains.content.walls.visitor_repository import read_live
from runtime.settings import Settings
from tests.support.jobs import run_jobs
from tests.support.people import MakeMember, MakeOrg, Somebody
from tests.support.pictures import picture

PHONE = {
    "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"
    " (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
}


def call(client: TestClient, who: Somebody, path: str, **body: Any) -> Any:
    answer = client.post(f"/v1/selfiewall/{path}", json=body, headers=who.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def make(client: TestClient, who: Somebody, **fields: Any) -> dict[str, Any]:
    made: dict[str, Any] = call(
        client, who, "create-selfiewall", **({"name": "Harbor Party"} | fields)
    )
    return made


def post(
    client: TestClient,
    wall: dict[str, Any],
    data: bytes | None = None,
    who: dict[str, str] = PHONE,
    **fields: str,
) -> str:
    """Return what the page shows after a picture was posted."""
    form = {"consent": "yes", "caption": "Fun <b>here</b>", "author": "Ada"} | fields
    files = {"picture": ("me.jpg", data if data is not None else picture("JPEG"))}
    answer = client.post(f"/wall/{wall['wall_id']}/", data=form, files=files, headers=who)
    assert answer.status_code == 303, answer.text
    return parse_qs(urlsplit(answer.headers["location"]).query)["wp_outcome"][0]


def page(client: TestClient, wall: dict[str, Any], path: str = "") -> str:
    answer = client.get(f"/wall/{wall['wall_id']}/{path}", headers=PHONE)
    assert answer.status_code == 200, answer.text
    return answer.text


def posts(client: TestClient, who: Somebody, wall: dict[str, Any], **fields: Any) -> list[Any]:
    listed: list[Any] = call(client, who, "get-posts", wall_id=wall["wall_id"], **fields)["items"]
    return listed


def moderate(
    client: TestClient, who: Somebody, wall: dict[str, Any], action: str, *ids: str
) -> int:
    body = {"wall_id": wall["wall_id"], "post_ids": list(ids), "action": action}
    changed: int = call(client, who, "moderate", **body)["changed"]
    return changed


def colored(number: int) -> bytes:
    return picture("PNG", (700, 500), color=(number, 90, 200 - number))


def test_picture_waits_for_approval_and_is_shown_after_it(
    client: TestClient, editor: Somebody, viewer: Somebody
) -> None:
    wall = make(client, editor)
    exif = Image.Exif()
    exif[0x010F] = "Secret Camera"

    assert post(client, wall, picture("JPEG", (3000, 2000), exif=exif)) == "pending"

    assert "data-post=" not in page(client, wall)
    waiting = posts(client, viewer, wall, state="pending")
    assert [(it["author"], it["state"], it["width"]) for it in waiting] == [
        ("Ada", "pending", 1920)
    ]
    small = urlsplit(waiting[0]["small_url"])
    assert client.get(f"{small.path}?{small.query}").status_code == 200
    address = f"/wall/{wall['wall_id']}/pictures/{waiting[0]['post_id']}/full.jpg"
    assert client.get(address).status_code == 404
    assert moderate(client, editor, wall, "approve", waiting[0]["post_id"]) == 1
    shown = page(client, wall)
    assert waiting[0]["post_id"] in shown
    assert "Fun &lt;b&gt;here&lt;/b&gt;" in shown
    full = client.get(address)
    assert full.headers["content-type"] == "image/jpeg"
    assert b"Secret" not in full.content
    assert full.headers["x-content-type-options"] == "nosniff"
    assert call(client, editor, "get-selfiewall", wall_id=wall["wall_id"])["shown"] == 1
    moderate(client, editor, wall, "reject", waiting[0]["post_id"])
    assert client.get(address).status_code == 404
    assert waiting[0]["post_id"] not in page(client, wall)


def test_wall_code_opens_its_wall(client: TestClient, editor: Somebody) -> None:
    wall = make(client, editor)

    opened = client.get(wall["public_url"], headers=PHONE)

    assert (opened.status_code, opened.headers["location"]) == (302, f"/wall/{wall['wall_id']}/")
    slash = client.get(f"/wall/{wall['wall_id']}")
    assert (slash.status_code, slash.headers["location"]) == (308, f"/wall/{wall['wall_id']}/")
    live = page(client, wall, "live")
    assert f"/v1/code-picture/{wall['code_id']}.svg" in live
    policy = client.get(f"/wall/{wall['wall_id']}/").headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe-inline" not in policy
    again = {"name": "Other", "code_id": wall["code_id"]}
    refused = client.post("/v1/selfiewall/create-selfiewall", json=again, headers=editor.headers)
    assert (refused.status_code, refused.json()["code"]) == (409, "code_has_wall")
    call(client, editor, "delete-selfiewall", wall_id=wall["wall_id"])
    assert client.get(f"/wall/{wall['wall_id']}/").status_code == 404
    other = make(client, editor)
    answer = client.post("/v1/delete-qr-ode", json={"id": other["code_id"]}, headers=editor.headers)
    assert answer.status_code == 200
    assert client.get(f"/wall/{other['wall_id']}/").status_code == 404


@pytest.mark.parametrize("gone", ["wall", "code"])
def test_pictures_of_a_deleted_wall_are_deleted_too(
    client: TestClient, editor: Somebody, gone: str
) -> None:
    wall = make(client, editor, moderation="after")
    post(client, wall)
    shown = posts(client, editor, wall)[0]["post_id"]
    address = f"/wall/{wall['wall_id']}/pictures/{shown}/full.jpg"
    assert client.get(address).status_code == 200

    if gone == "wall":
        call(client, editor, "delete-selfiewall", wall_id=wall["wall_id"])
    else:
        client.post("/v1/delete-qr-ode", json={"id": wall["code_id"]}, headers=editor.headers)

    assert client.get(address).status_code == 404


def test_pictures_of_a_wall_moderated_afterwards_are_shown_at_once_and_hidden_by_reports(
    client: TestClient, editor: Somebody
) -> None:
    wall = make(client, editor, moderation="after")
    assert post(client, wall) == "shown"
    (shown,) = posts(client, editor, wall)

    def report(address: str) -> None:
        headers = {**PHONE, "x-forwarded-for": address}
        client.cookies.clear()
        answer = client.post(
            f"/wall/{wall['wall_id']}/report",
            data={"post_id": shown["post_id"]},
            headers={**headers, "user-agent": f"{PHONE['user-agent']} {address}"},
        )
        assert answer.headers["location"].endswith("wp_outcome=reported")

    for _ in range(4):
        report("9.9.9.1")
    assert shown["post_id"] in page(client, wall)
    report("9.9.9.2")
    report("9.9.9.3")

    assert shown["post_id"] not in page(client, wall)
    (hidden,) = posts(client, editor, wall, reported=True)
    assert (hidden["state"], hidden["reports"]) == ("pending", 3)
    moderate(client, editor, wall, "approve", shown["post_id"])
    assert posts(client, editor, wall, reported=True) == []
    report("9.9.9.4")
    assert shown["post_id"] in page(client, wall)


def test_objection_to_an_unknown_picture_changes_nothing(
    client: TestClient, editor: Somebody
) -> None:
    wall = make(client, editor)

    for named in ("post_unknown", "\x00", ""):
        answer = client.post(
            f"/wall/{wall['wall_id']}/report", data={"post_id": named}, headers=PHONE
        )
        assert answer.headers["location"].endswith("wp_outcome=reported")

    assert call(client, editor, "get-selfiewall", wall_id=wall["wall_id"])["reported"] == 0


def test_pinned_pictures_come_first(client: TestClient, editor: Somebody) -> None:
    wall = make(client, editor, moderation="after")
    for number in range(3):
        assert post(client, wall, colored(number * 40)) == "shown"
    newest, _, oldest = posts(client, editor, wall)

    assert moderate(client, editor, wall, "pin", oldest["post_id"]) == 1

    text = page(client, wall)
    assert text.index(f'data-post="{oldest["post_id"]}"') < text.index(
        f'data-post="{newest["post_id"]}"'
    )
    assert "post-pinned" in text
    moderate(client, editor, wall, "unpin", oldest["post_id"])
    assert "post-pinned" not in page(client, wall)
    moderate(client, editor, wall, "reject", newest["post_id"])
    assert moderate(client, editor, wall, "pin", newest["post_id"]) == 0
    address = f"/wall/{wall['wall_id']}/pictures/{oldest['post_id']}/small.webp"
    assert client.get(address).status_code == 200
    assert moderate(client, editor, wall, "delete", oldest["post_id"]) == 1
    assert client.get(address).status_code == 404


@pytest.mark.parametrize(
    ("data", "fields", "message"),
    [
        (None, {"consent": ""}, "consent"),
        (None, {"consent_shown": "I agree to what stood here before."}, "reworded"),
        (b"", {}, "kind"),
        (b"\0\0\0\x24ftypheic" + bytes(64), {}, "heic"),
        (b"\0\0\0\x24ftypmif1" + bytes(64), {}, "heic"),
        (b"<svg xmlns='x'><script>1</script></svg>", {}, "kind"),
        (picture("PNG") + b"<script>1</script>", {}, "damaged"),
        (picture("PNG") + bytes(10_000_000), {}, "large"),
    ],
)
def test_refused_post_shows_the_reason(
    client: TestClient, editor: Somebody, data: bytes | None, fields: dict[str, str], message: str
) -> None:
    wall = make(client, editor)

    assert post(client, wall, data, **fields) == message
    assert posts(client, editor, wall) == []
    text = client.get(f"/wall/{wall['wall_id']}/?wp_outcome={message}").text
    assert 'role="alert"' in text
    assert ("On an iPhone, send a screenshot of it" in text) is (message == "heic")
    assert ("data-agrees-again" in text) is (message in ("consent", "reworded"))
    (shown,) = re.findall(r'name="consent_shown" value="([^"]+)"', text)
    assert post(client, wall, consent_shown=unescape(shown)) == "pending"


def test_posts_from_programs_to_closed_walls_or_above_the_rate_limit_are_refused(
    client: TestClient, editor: Somebody
) -> None:
    wall = make(client, editor, moderation="after")

    assert post(client, wall, who={"user-agent": "curl/8.5.0"}) == "machine"
    lines = [post(client, wall, colored(number)) for number in range(11)]
    assert lines == ["shown"] * 10 + ["often"]
    call(client, editor, "update-selfiewall", wall_id=wall["wall_id"], is_open=False)
    assert post(client, wall) == "closed"
    assert "closed to new pictures" in page(client, wall)
    assert client.post("/wall/wall_unknown/", data={"consent": "yes"}).status_code == 404


def test_same_picture_posted_concurrently_many_times_is_stored_once(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    wall = make(client, editor, moderation="after")
    data = colored(7)

    with ThreadPoolExecutor(8) as pool:
        result = list(pool.map(lambda _: post(client, wall, data), range(8)))

    assert sorted(result) == ["again"] * 7 + ["shown"]
    assert len(posts(client, editor, wall)) == 1
    with psycopg.connect(api_settings.database_url) as connection:
        rows = connection.execute("select payload from outbox").fetchall()
    events = [event for row in rows if (event := orjson.loads(row[0]))["type"] == "submit"]
    assert len(events) == 1
    assert "Ada" not in orjson.dumps(events).decode()
    assert events[0]["data"]["fields"] == ["picture", "caption", "author"]


def _pushed(client: TestClient, wall: dict[str, Any], seconds: int) -> list[dict[str, Any]]:
    answer = client.get(f"/wall/{wall['wall_id']}/events?seconds={seconds}")
    assert answer.headers["content-type"].startswith("text/event-stream")
    return [orjson.loads(it[6:]) for it in answer.text.splitlines() if it.startswith("data: ")]


def test_changes_of_a_wall_are_streamed(client: TestClient, editor: Somebody) -> None:
    wall = make(client, editor, moderation="after")
    post(client, wall)

    (state,) = _pushed(client, wall, seconds=0)

    assert [(it["author"], it["pinned"]) for it in state["posts"]] == [("Ada", False)]


def test_viewers_are_notified_that_a_wall_is_closed_renamed_or_deleted(
    client: TestClient, editor: Somebody
) -> None:
    wall = make(client, editor, moderation="after")
    post(client, wall)
    path = f"/wall/{wall['wall_id']}/events"
    pool = VisitorDatabase.of(client.app).pool  # type: ignore[attr-defined]  # typed as any ASGI app

    def pushed() -> Any:
        assert client.portal is not None
        return orjson.loads(client.portal.call(read_live, pool, wall["wall_id"]))

    shown = pushed()
    call(client, editor, "update-selfiewall", wall_id=wall["wall_id"], is_open=False, name="Over")
    closed = pushed()
    call(client, editor, "delete-selfiewall", wall_id=wall["wall_id"])

    assert (shown["is_gone"], shown["is_open"], len(shown["posts"])) == (False, True, 1)
    assert (closed["is_gone"], closed["is_open"], closed["name"]) == (False, False, "Over")
    assert pushed() == {"is_gone": True, "posts": []}
    assert client.get(f"{path}?seconds=0").status_code == 404


def test_approved_pictures_are_downloaded_as_an_archive(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    wall = make(client, editor, name="Party / 2026", moderation="after")
    for number in range(3):
        post(client, wall, colored(number))
    hidden = posts(client, editor, wall)[0]["post_id"]
    moderate(client, editor, wall, "reject", hidden)

    job_id = call(client, editor, "export", wall_id=wall["wall_id"])["job_id"]
    run_jobs(api_settings)

    job = client.post("/v1/get-job", json={"job_id": job_id}, headers=editor.headers).json()
    assert (job["state"], job["result"]["pictures"]) == ("done", 2)
    signed = client.post(
        "/v1/generate-signed-url",
        json={"action": "download", "key": job["result"]["key"]},
        headers=editor.headers,
    ).json()
    where = urlsplit(signed["url"])
    file = client.get(f"{where.path}?{where.query}")
    assert "party-2026.zip" in file.headers["content-disposition"]
    with zipfile.ZipFile(io.BytesIO(file.content)) as pack:
        assert len(pack.namelist()) == 2
        assert Image.open(io.BytesIO(pack.read(pack.namelist()[0]))).format == "JPEG"


def test_walls_belong_to_their_organisation(
    client: TestClient,
    editor: Somebody,
    viewer: Somebody,
    make_org: MakeOrg,
    make_member: MakeMember,
) -> None:
    stranger = make_member(make_org("Northwind Books"), "owner")
    wall = make(client, editor)
    post(client, wall)
    (mine,) = posts(client, editor, wall)
    theirs = make(client, stranger)
    for path, body in (
        ("get-selfiewall", {}),
        ("update-selfiewall", {"name": "x"}),
        ("delete-selfiewall", {}),
        ("get-posts", {}),
        ("export", {}),
        ("moderate", {"post_ids": [mine["post_id"]], "action": "approve"}),
    ):
        named = {"wall_id": wall["wall_id"], **body}
        answer = client.post(f"/v1/selfiewall/{path}", json=named, headers=stranger.headers)
        assert answer.status_code == 404, path
    assert moderate(client, stranger, theirs, "approve", mine["post_id"]) == 0
    with_code = {"name": "x", "code_id": wall["code_id"]}
    answer = client.post(
        "/v1/selfiewall/create-selfiewall", json=with_code, headers=stranger.headers
    )
    assert answer.status_code == 404
    assert [it["wall_id"] for it in call(client, viewer, "get-selfiewalls")["items"]] == [
        wall["wall_id"]
    ]
    for path in ("moderate", "create-selfiewall"):
        body = {"wall_id": wall["wall_id"], "post_ids": ["x"], "action": "reject", "name": "x"}
        answer = client.post(f"/v1/selfiewall/{path}", json=body, headers=viewer.headers)
        assert answer.status_code == 403
