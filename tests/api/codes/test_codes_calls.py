"""Calls about codes: creating, reading, listing, changing and deleting them, with the right roles."""

from base64 import b64decode
from io import BytesIO
from typing import Any

import pytest
import zxingcpp
from PIL import Image
from starlette.testclient import TestClient

from tests.support.calling import call
from tests.support.people import MakeMember, MakeOrg, Somebody

pytestmark = pytest.mark.one_database

REDIRECT = {"name": "Menu", "type": "redirect", "destination": "https://harbor.example/menu"}
PAGE = {
    "name": "Welcome",
    "type": "page",
    "content": {
        "title": "Hello",
        "text": "First\n\nSecond",
        "button_label": "Order",
        "button_url": "https://harbor.example/order",
    },
}


def fields_refused(client: TestClient, who: Somebody, path: str, **body: Any) -> list[str]:
    """Return the fields named in the 422 response to a call."""
    answer = client.post(f"/v1/{path}", json=body, headers=who.headers)
    assert answer.status_code == 422, answer.text
    problem = answer.json()
    assert problem["error"] is True
    assert problem["message"]
    return [error["field"] for error in problem["errors"]]


def test_new_code_has_an_id_and_addresses(client: TestClient, editor: Somebody) -> None:
    made = call(client, editor, "qr/create-code", org_id=editor.org_id, **REDIRECT)

    assert made["public_url"] == f"/code/{made['code_id']}"
    assert made["url"].endswith(made["public_url"])
    read = call(client, editor, "qr/get-code", code_id=made["code_id"])
    assert read["destination"] == "https://harbor.example/menu"
    assert (read["name"], read["type"], read["state"], read["version"]) == (
        "Menu",
        "redirect",
        "active",
        1,
    )
    assert read["created_by"] == editor.user_id


def test_page_code_keeps_its_content(client: TestClient, editor: Somebody) -> None:
    made = call(client, editor, "qr/create-code", **PAGE)

    assert call(client, editor, "get-qr", code_id=made["code_id"])["content"] == PAGE["content"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"type": "spaceship"}, "type"),
        ({"name": ""}, "name"),
        ({"name": "  "}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"name": "a\nb"}, "name"),
        ({"destination": None}, "destination"),
        ({"destination": "javascript:alert(1)"}, "destination"),
        ({"destination": "https://a.example/" + "x" * 3000}, "destination"),
        ({"destination": "http://localhost:8000/code/abcdefghij"}, "destination"),
        ({"fallback_url": "ftp://a.example"}, "fallback_url"),
        ({"content": {"title": "x"}}, "content"),
        ({"folder_id": "fld_x"}, "folder_id"),
        ({"base_code_id": "zzzzzzzzzz"}, "base_code_id"),
        ({"rules": [{"outcome": {"type": "page"}}]}, "rules.0.outcome.type"),
        ({"design": {"foreground": "reddish"}}, "design.foreground"),
        ({"design": {"error_correction": "Z"}}, "design.error_correction"),
        ({"design": {"gradient": "x"}}, "design.gradient"),
        ({"width": 100_000}, "width"),
        ({"tags": ["x"] * 21}, "tags"),
        (
            {"active_from": "2026-11-20T00:00:00Z", "active_until": "2026-11-19T00:00:00Z"},
            "active_until",
        ),
        ({"active_from": "2026-11-20T00:00:00"}, "active_from"),
    ],
)
def test_invalid_field_is_named_in_the_error(
    client: TestClient, editor: Somebody, change: dict[str, Any], field: str
) -> None:
    assert fields_refused(client, editor, "qr/create-code", **(REDIRECT | change)) == [field]


def test_nul_byte_is_refused(client: TestClient, editor: Somebody) -> None:
    fields_refused(client, editor, "qr/create-code", **(REDIRECT | {"name": "a\x00b"}))


def test_code_lists_are_paged_filtered_and_sorted(client: TestClient, editor: Somebody) -> None:
    for number in range(12):
        call(client, editor, "qr/create-code", **(REDIRECT | {"name": f"Table {number:02}"}))
    call(client, editor, "qr/create-code", **(PAGE | {"name": "100% door", "tags": ["entrance"]}))

    first = call(client, editor, "get-all-qr-codes")
    by_name = call(client, editor, "get-all-qr-codes", sort="name", page=2, per_page=5, pageSize=5)

    assert (first["page"], first["pageSize"], first["total"]) == (1, 10, 13)
    assert first["items"][0]["name"] == "100% door"
    assert [item["name"] for item in by_name["items"]] == [f"Table {n:02}" for n in range(4, 9)]
    for text, total in (("table 1", 2), ("ENTRANCE", 1), ("100%", 1), ("%", 1), ("_", 0)):
        assert call(client, editor, "get-all-qr-codes", filter=text)["total"] == total, text
    assert call(client, editor, "get-all-qr-codes", type="page")["total"] == 1
    names = call(client, editor, "get-all-qr-codes/get-name-id", org_id=editor.org_id)
    assert (names["total"], names["items"][0]["name"]) == (13, "100% door")
    assert fields_refused(client, editor, "get-all-qr-codes", pageSize=101) == ["pageSize"]


def test_name_list_matches_the_codes_of_the_full_list_on_every_page(
    client: TestClient, editor: Somebody
) -> None:
    for name, kind in (
        ("Door", PAGE),
        ("Cellar", REDIRECT),
        ("Attic", REDIRECT),
        ("Bar", REDIRECT),
    ):
        call(client, editor, "qr/create-code", **(kind | {"name": name, "tags": [name[0]]}))
    gone = call(client, editor, "qr/create-code", **(REDIRECT | {"name": "Gone"}))["code_id"]
    call(client, editor, "delete-qr-code", id=gone)

    def named(**wanted: Any) -> tuple[list[str], int]:
        answer = call(client, editor, "get-all-qr-codes/get-name-id", **wanted)
        return [item["name"] for item in answer["items"]], answer["total"]

    assert named() == (["Attic", "Bar", "Cellar", "Door"], 4)
    assert named(type="redirect", sort="created_at") == (["Cellar", "Attic", "Bar"], 3)
    assert named(type="redirect", sort="-name", most=2) == (["Cellar", "Bar"], 3)
    assert named(filter="a", tag="B") == (["Bar"], 1)
    assert named(deleted=True) == (["Gone"], 1)
    assert named(state="paused") == ([], 0)
    assert fields_refused(client, editor, "get-all-qr-codes/get-name-id", most=5001) == ["most"]


def test_children_of_a_code_are_listed(client: TestClient, editor: Somebody) -> None:
    base = call(client, editor, "qr/create-code", **REDIRECT)["code_id"]
    child = call(client, editor, "qr/create-code", **REDIRECT, base_code_id=base)["code_id"]

    listed = call(client, editor, "get-all-qr-codes/get-child", org_id=editor.org_id, id=base)

    assert [item["code_id"] for item in listed["items"]] == [child]


def test_update_changes_only_the_fields_it_contains(client: TestClient, editor: Somebody) -> None:
    code_id = call(client, editor, "qr/create-code", **REDIRECT, fallback_url="https://a.example/")[
        "code_id"
    ]

    changed = call(
        client, editor, "qr/update-code", code_id=code_id, name="Bar", state="paused", version=1
    )

    assert (changed["name"], changed["state"], changed["version"]) == ("Bar", "paused", 2)
    assert changed["fallback_url"] == "https://a.example/"
    assert changed["destination"] == REDIRECT["destination"]
    cleared = call(client, editor, "qr/update-code", code_id=code_id, fallback_url=None)
    assert cleared["fallback_url"] is None


def test_update_of_an_outdated_version_is_a_conflict(client: TestClient, editor: Somebody) -> None:
    code_id = call(client, editor, "qr/create-code", **REDIRECT)["code_id"]
    call(client, editor, "qr/update-code", code_id=code_id, name="First")

    answer = client.post(
        "/v1/qr/update-code",
        json={"code_id": code_id, "name": "Second", "version": 1},
        headers=editor.headers,
    )

    assert answer.status_code == 409
    assert call(client, editor, "qr/get-code", code_id=code_id)["name"] == "First"


def test_new_design_changes_only_the_picture(client: TestClient, editor: Somebody) -> None:
    code_id = call(client, editor, "qr/create-code", **REDIRECT)["code_id"]
    before = call(client, editor, "get-just-qr", code_id=code_id)

    after = call(
        client, editor, "update-qr-code", code_id=code_id, design={"foreground": "#AA0000"}
    )

    assert after["url"] == before["url"]
    assert after["design"]["foreground"] == "#aa0000"
    assert after["picture_url"] != before["picture_url"]


def test_deleted_code_leaves_the_list_and_can_be_restored(
    client: TestClient, editor: Somebody
) -> None:
    code_id = call(client, editor, "qr/create-code", **REDIRECT)["code_id"]

    deleted = call(client, editor, "delete-qr-ode", id=code_id)
    again = call(client, editor, "delete-qr-code", id=code_id)

    assert deleted == again
    assert call(client, editor, "get-all-qr-codes")["total"] == 0
    assert call(client, editor, "get-all-qr-codes", deleted=True)["total"] == 1
    refused = client.post(
        "/v1/qr/update-code", json={"code_id": code_id, "name": "x"}, headers=editor.headers
    )
    assert refused.status_code == 410
    restored = call(client, editor, "qr/update-code", code_id=code_id, restore=True)
    assert restored["deleted_at"] is None
    assert call(client, editor, "get-all-qr-codes")["total"] == 1


def test_another_organisation_cannot_find_the_code(
    client: TestClient, editor: Somebody, make_org: MakeOrg, make_member: MakeMember
) -> None:
    code_id = call(client, editor, "qr/create-code", **REDIRECT)["code_id"]
    stranger = make_member(make_org(name="Northwind Books"), "owner")

    for path, body in {
        "qr/get-code": {"code_id": code_id},
        "get-just-qr": {"code_id": code_id},
        "qr/update-code": {"code_id": code_id, "name": "Mine"},
        "update-qr-code": {"code_id": code_id, "width": 300},
        "delete-qr-ode": {"id": code_id},
        "get-all-qr-codes/get-child": {"id": code_id},
        "get-all-qr-codes": {"org_id": editor.org_id},
    }.items():
        answer = client.post(f"/v1/{path}", json=body, headers=stranger.headers)
        assert answer.status_code == 404, path
    assert call(client, stranger, "get-all-qr-codes")["total"] == 0
    assert call(client, editor, "qr/get-code", code_id=code_id)["version"] == 1


def test_viewer_can_read_codes_but_not_change_them(
    client: TestClient, editor: Somebody, viewer: Somebody
) -> None:
    code_id = call(client, editor, "qr/create-code", **REDIRECT)["code_id"]

    assert call(client, viewer, "qr/get-code", code_id=code_id)["code_id"] == code_id
    for path, body in {
        "qr/create-code": REDIRECT,
        "qr/update-code": {"code_id": code_id, "name": "x"},
        "update-qr-code": {"code_id": code_id, "width": 300},
        "delete-qr-ode": {"id": code_id},
    }.items():
        answer = client.post(f"/v1/{path}", json=body, headers=viewer.headers)
        assert answer.status_code == 403, path


def test_repeated_request_creates_one_code(client: TestClient, editor: Somebody) -> None:
    headers = editor.headers | {"Idempotency-Key": "first"}

    answers = [client.post("/v1/qr/create-code", json=REDIRECT, headers=headers) for _ in range(2)]
    other = client.post("/v1/qr/create-code", json=PAGE, headers=headers)

    assert answers[0].json() == answers[1].json()
    assert other.status_code == 409
    assert call(client, editor, "get-all-qr-codes")["total"] == 1


def test_generated_picture_response_confirms_that_it_decodes(
    client: TestClient, viewer: Somebody
) -> None:
    made = call(
        client,
        viewer,
        "gen-qr",
        content="https://harbor.example/",
        type="url",
        width=400,
        height=400,
    )

    picture = Image.open(BytesIO(b64decode(made["data"])))
    assert made["decodes"] is True
    assert picture.size == (400, 400)
    assert zxingcpp.read_barcodes(picture)[0].text == "https://harbor.example/"


@pytest.mark.parametrize("form", ["png", "svg", "pdf", "eps"])
def test_picture_is_returned_as_a_file_on_request(
    client: TestClient, viewer: Somebody, form: str
) -> None:
    media_type = {
        "png": "image/png",
        "svg": "image/svg+xml",
        "pdf": "application/pdf",
        "eps": "application/postscript",
    }[form]

    answer = client.post(
        "/v1/gen-qr",
        json={"content": "Hello", "format": form},
        headers=viewer.headers | {"Accept": media_type},
    )

    assert answer.headers["content-type"].startswith(media_type)
    assert answer.headers["x-decodes"] == "true"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"content": ""}, "content"),
        ({"content": "x" * 2048, "design": {"error_correction": "H"}}, "content"),
        ({"content": "not an address", "type": "url"}, "content"),
        ({"content": "x", "format": "bmp"}, "format"),
        ({"content": "x", "width": 1_000_000}, "width"),
    ],
)
def test_picture_that_cannot_be_rendered_reports_the_reason(
    client: TestClient, viewer: Somebody, body: dict[str, Any], field: str
) -> None:
    assert fields_refused(client, viewer, "gen-qr", **body) == [field]


def test_code_picture_needs_no_login(client: TestClient, editor: Somebody) -> None:
    made = call(client, editor, "qr/create-code", **REDIRECT)

    png = client.get(made["picture_url"])
    svg = client.get(f"/v1/code-picture/{made['code_id']}.svg?download=true&size=900")
    again = client.get(made["picture_url"], headers={"If-None-Match": png.headers["etag"]})

    assert png.headers["content-type"] == "image/png"
    assert zxingcpp.read_barcodes(Image.open(BytesIO(png.content)))[0].text == made["url"]
    assert svg.headers["content-disposition"] == f'attachment; filename="{made["code_id"]}.svg"'
    assert again.status_code == 304
    assert client.get("/v1/code-picture/zzzzzzzzzz.png").status_code == 404
    assert client.get(f"/v1/code-picture/{made['code_id']}.exe").status_code == 422
