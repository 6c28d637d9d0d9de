"""Uploads: pictures are decoded and re-encoded, files use signed addresses, links are shortened."""

import struct
import zlib
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import pytest
from PIL import Image
from starlette.testclient import TestClient

from tests.support.people import MakeMember, MakeOrg, Somebody
from tests.support.pictures import picture


def upload(client: TestClient, who: Somebody, data: bytes, name: str = "a.png") -> Any:
    return client.post("/v1/upload-image", files={"file": (name, data)}, headers=who.headers)


def fetch(client: TestClient, url: str) -> Any:
    parts = urlsplit(url)
    return client.get(f"{parts.path}?{parts.query}" if parts.query else parts.path)


def opened(client: TestClient, url: str) -> Image.Image:
    answer = fetch(client, url)
    assert answer.status_code == 200, answer.text
    return Image.open(BytesIO(answer.content))


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF", "AVIF"])
def test_picture_is_stored_in_several_sizes_regardless_of_its_file_name(
    client: TestClient, editor: Somebody, form: str
) -> None:
    made = upload(client, editor, picture(form), "../../etc/holiday.exe").json()

    assert (made["width"], made["height"], made["name"]) == (900, 600, "holiday.exe")
    assert set(made["sizes"]) == {"320", "640", "720", "full"}
    assert opened(client, made["sizes"]["320"]).size == (320, 213)
    assert opened(client, made["url"]).format == "WEBP"
    assert opened(client, made["fallback_url"]).format == "JPEG"


def test_metadata_is_removed_and_the_picture_is_rotated_upright(
    client: TestClient, editor: Somebody
) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # rotated by 90 degrees
    exif[0x010F] = "Secret Camera"
    exif.get_ifd(0x8825)[2] = (40.0, 42.0, 46.0)
    photo = picture("JPEG", (800, 600), exif=exif, comment=b"my home address")

    made = upload(client, editor, photo).json()

    assert (made["width"], made["height"]) == (600, 800)
    for url in (*made["sizes"].values(), made["fallback_url"]):
        content = fetch(client, url).content
        assert b"Secret" not in content
        assert b"home address" not in content
        assert not Image.open(BytesIO(content)).getexif()
    kept = opened(client, made["fallback_url"]).convert("L")
    assert kept.getpixel((590, 10)) < 60 < kept.getpixel((10, 10))  # type: ignore[operator]


def test_transparency_is_preserved(client: TestClient, editor: Somebody) -> None:
    logo = picture("PNG", (400, 400), "RGBA", (200, 10, 10, 0))

    made = upload(client, editor, logo).json()

    assert opened(client, made["fallback_url"]).format == "PNG"
    for url in (made["url"], made["fallback_url"]):
        assert opened(client, url).convert("RGBA").getchannel("A").getextrema()[0] == 0


def bomb(width: int, height: int) -> bytes:
    """Return a PNG of some kilobytes that would need more than a gigabyte when decoded."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(bytes(10_000_000), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


SCRIPT = b"<script>alert(1)</script>"
ZIP = b"PK\x03\x04" + bytes(60)
SVG = b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">' + SCRIPT + b"</svg>"


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        pytest.param(bomb(20_000, 20_000), 422, "too_many_pixels", id="bomb"),
        pytest.param(bomb(12_001, 100), 422, "too_many_pixels", id="too wide"),
        pytest.param(bomb(9_000, 9_000), 422, "too_many_pixels", id="too many pixels"),
        pytest.param(SVG, 415, "svg_refused", id="svg with script"),
        pytest.param(b"\n <svg><circle/></svg>", 415, "svg_refused", id="svg"),
        pytest.param(b"<html>" + SCRIPT, 415, "not_a_picture", id="html"),
        pytest.param(b"MZ\x90\x00" + bytes(100), 415, "not_a_picture", id="program"),
        pytest.param(b"", 415, "not_a_picture", id="empty"),
        pytest.param(b"BM" + bytes(100), 415, "not_a_picture", id="bitmap"),
        pytest.param(picture("PNG") + SCRIPT, 422, "polyglot", id="png and html"),
        pytest.param(picture("PNG") + ZIP, 422, "polyglot", id="png and zip"),
        pytest.param(picture("JPEG") + ZIP, 422, "polyglot", id="jpeg and zip"),
        pytest.param(picture("WEBP") + b"%PDF-1.7", 422, "polyglot", id="webp and pdf"),
        pytest.param(picture("GIF") + ZIP, 422, "polyglot", id="gif and zip"),
        pytest.param(picture("JPEG", comment=SCRIPT), 422, "polyglot", id="script in a comment"),
        pytest.param(picture("PNG")[:200], 422, "damaged", id="cut off"),
        pytest.param(b"\xff\xd8\xff\xe0" + bytes(100), 422, "damaged", id="no jpeg"),
        pytest.param(b"GIF89a" + bytes(7), 422, "damaged", id="no gif"),
        pytest.param(picture("PNG") + bytes(10_000_000), 413, "picture_too_large", id="too large"),
    ],
)
def test_file_that_is_not_a_plain_picture_is_refused(
    client: TestClient, editor: Somebody, data: bytes, status: int, code: str
) -> None:
    answer = upload(client, editor, data)

    assert (answer.status_code, answer.json()["code"]) in (
        (status, code),
        (status, "invalid"),
    ), answer.text
    if status == 422:
        assert answer.json()["errors"][0]["code"] == code
    assert len(answer.json()["message"]) > 20


def test_phone_photos_with_harmless_trailing_data_are_accepted(
    client: TestClient, editor: Somebody
) -> None:
    motion_photo = picture("JPEG") + b"\x00\x00\x00\x18ftypmp42" + bytes(1000)

    assert upload(client, editor, motion_photo).status_code == 200


def test_pictures_can_be_listed_and_deleted_by_their_owners(
    client: TestClient, editor: Somebody, make_org: MakeOrg, make_member: MakeMember
) -> None:
    stranger = make_member(make_org("Northwind Books"), "owner")
    made = upload(client, editor, picture(), "logo.png").json()

    def listed(who: Somebody) -> list[str]:
        answer = client.post("/v1/list-media", json={"filter": "LOGO"}, headers=who.headers)
        return [item["media_id"] for item in answer.json()["items"]]

    body = {"media_id": made["media_id"]}
    assert listed(editor) == [made["media_id"]]
    assert listed(stranger) == []
    assert client.post("/v1/delete-media", json=body, headers=stranger.headers).status_code == 404
    assert client.post("/v1/delete-media", json=body, headers=editor.headers).status_code == 200
    assert fetch(client, made["url"]).status_code == 404
    assert listed(editor) == []


def test_upload_by_a_viewer_or_into_another_organisation_is_refused(
    client: TestClient, editor: Somebody, viewer: Somebody
) -> None:
    assert upload(client, viewer, picture()).status_code == 403
    for spelling in ("org_id", "orgID"):
        answer = client.post(
            "/v1/upload-image",
            files={"file": ("a.png", picture())},
            data={spelling: "org_other"},
            headers=editor.headers,
        )
        assert answer.status_code == 404
    assert client.post("/v1/upload-image", headers=editor.headers).status_code == 422


def sign(client: TestClient, who: Somebody, **body: Any) -> Any:
    return client.post("/v1/generate-signed-url", json=body, headers=who.headers)


def test_file_is_uploaded_and_downloaded_through_signed_urls(
    client: TestClient,
    editor: Somebody,
    viewer: Somebody,
    make_org: MakeOrg,
    make_member: MakeMember,
) -> None:
    stranger = make_member(make_org("Northwind Books"), "owner")
    wanted = {"action": "upload", "filename": "Preis Liste ä.csv", "media_type": "text/csv"}

    up = sign(client, editor, **wanted, size=3).json()

    assert up["key"].startswith(f"org/{editor.org_id}/uploads/")
    assert up["key"].endswith("/Preis-Liste-a.csv")
    where = urlsplit(up["url"])
    put = client.put(f"{where.path}?{where.query}", content=b"a,b", headers=up["headers"])
    assert put.status_code == 201
    down = sign(client, viewer, action="download", key=up["key"], filename="Prices.csv").json()
    got = fetch(client, down["url"])
    assert got.content == b"a,b"
    assert 'filename="Prices.csv"' in got.headers["content-disposition"]
    assert sign(client, stranger, action="download", key=up["key"]).status_code == 404
    for key in ("org/x/uploads/a/b", f"org/{editor.org_id}/secret/a", "../x", f"{up['key']}x"):
        assert sign(client, editor, action="download", key=key).status_code == 404
    assert sign(client, viewer, **wanted, size=3).status_code == 403
    for bad in (
        {**wanted, "size": 60_000_000},
        {**wanted, "media_type": "text/html", "size": 3},
        {"action": "upload", "size": 3},
        {"action": "download"},
        {**wanted, "filename": "a/b", "size": 3},
    ):
        assert sign(client, editor, **bad).status_code == 422
    too_large = {"action": "upload", "media_type": "image/png", "size": 10_000_001}
    assert sign(client, editor, **too_large).status_code == 413


def test_short_link_redirects_to_its_destination(client: TestClient, editor: Somebody) -> None:
    answer = client.post(
        "/v1/generate-url", json={"url": "https://harbor.example/menu?x=1"}, headers=editor.headers
    )

    made = answer.json()
    assert made["url"].endswith(f"/{made['code_id']}")
    opened_link = client.get(urlsplit(made["url"]).path)
    assert opened_link.headers["location"] == "https://harbor.example/menu?x=1"
    read = client.post(
        "/v1/qr/get-code", json={"code_id": made["code_id"]}, headers=editor.headers
    ).json()
    assert read["name"] == "Short link to harbor.example"
    for bad in (
        "javascript:alert(1)",
        "harbor",
        "ftp://x.example/",
        "http://[",
        "http://a\tb.example",
    ):
        refused = client.post("/v1/generate-url", json={"url": bad}, headers=editor.headers)
        assert refused.status_code == 422, bad
        assert [it["field"] for it in refused.json()["errors"]] == ["url"]
