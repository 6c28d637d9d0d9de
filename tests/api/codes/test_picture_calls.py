"""Designs over HTTP: checked, saved with their warnings, drawn at any size, hostile ones refused."""

import re
import zlib
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.support.calling import call
from tests.support.drawn_codes import data_uri, logo, pixels_of, pixels_of_pdf, texts_in
from tests.support.people import Somebody

pytestmark = pytest.mark.one_database

REDIRECT = {"name": "Menu", "type": "redirect", "destination": "https://harbor.example/menu"}
PALE = {"foreground": "#fdfdfd", "background": "#ffffff"}


def made(client: TestClient, me: Somebody, **design: Any) -> Any:
    return call(client, me, "qr/create-code", **REDIRECT, design=design)


def test_picture_check_names_problems_and_their_fixes(client: TestClient, editor: Somebody) -> None:
    design = {"foreground": "#9aa0a6", "quiet_zone": 0}

    found = call(client, editor, "check-picture", content="https://harbor.example/", design=design)

    assert found["decodes"] is True
    fixes = {warning["code"]: warning["fix"] for warning in found["warnings"]}
    assert fixes["quiet_zone"] == {"quiet_zone": 4}
    assert {"low_contrast", "quiet_zone"} <= set(fixes)
    mended = {**design, **fixes["quiet_zone"], **fixes["low_contrast"]}
    again = call(client, editor, "check-picture", content="https://harbor.example/", design=mended)
    assert again["warnings"] == []
    assert {reading["circumstance"] for reading in again["readings"]} >= {"plain", "blurred"}


def test_check_of_a_code_uses_its_design_and_size(client: TestClient, editor: Somebody) -> None:
    code = made(client, editor, quiet_zone=2)

    found = call(
        client, editor, "check-picture", code_id=code["code_id"], width_mm=20, distance_m=2
    )

    assert [it["code"] for it in found["warnings"]] == ["quiet_zone", "too_small_for_distance"]
    assert found["least_width_mm"] > 200


def test_check_reads_a_file_of_the_delivered_size(client: TestClient, editor: Somebody) -> None:
    mark = {"image": logo(300, 300), "plate": "circle"}
    code_id = made(client, editor, modules="heart", eye_frame="circle", logo=mark)["code_id"]

    small, own = (
        call(client, editor, "check-picture", code_id=code_id, **size)
        for size in ({"size": 50}, {})
    )

    assert "too_few_pixels" in {it["code"] for it in small["warnings"]}
    assert small["decodes"] is False
    assert own["decodes"] is True


def test_picture_check_of_a_child_uses_the_size_of_its_base(
    client: TestClient, editor: Somebody
) -> None:
    mark = {"image": logo(300, 300), "plate": "circle"}
    design = {"modules": "heart", "eye_frame": "circle", "logo": mark}
    small = {"width": 50, "height": 50}
    base = call(client, editor, "qr/create-code", **REDIRECT, **small, design=design)["code_id"]
    child = call(
        client, editor, "qr/create-code", name="Table 4", type="redirect", base_code_id=base
    )["code_id"]

    found = call(client, editor, "check-picture", code_id=child)

    assert found["decodes"] is False


@pytest.mark.parametrize("body", [{}, {"content": "x", "code_id": "y"}])
def test_check_requires_exactly_one_subject(
    client: TestClient, editor: Somebody, body: dict[str, str]
) -> None:
    assert client.post("/v1/check-picture", json=body, headers=editor.headers).status_code == 422


def test_saving_a_design_returns_picture_warnings(client: TestClient, editor: Somebody) -> None:
    code = made(client, editor, quiet_zone=1)
    changed = call(
        client, editor, "update-qr-code", code_id=code["code_id"], design={"foreground": "#1a237e"}
    )

    assert [it["code"] for it in code["picture_warnings"]] == ["quiet_zone"]
    assert changed["picture_warnings"] == []


def test_unreadable_design_is_saved_only_on_explicit_request(
    client: TestClient, editor: Somebody
) -> None:
    refused = client.post(
        "/v1/qr/create-code", json={**REDIRECT, "design": PALE}, headers=editor.headers
    )
    code = made(client, editor)
    body = {"code_id": code["code_id"], "design": PALE}
    also = client.post("/v1/update-qr-code", json=body, headers=editor.headers)
    kept = call(client, editor, "get-just-qr", code_id=code["code_id"])
    accepted = call(client, editor, "update-qr-code", **body, accept_unreadable=True)

    for answer in (refused, also):
        assert answer.status_code == 422
        assert [error["field"] for error in answer.json()["errors"]] == ["design"]
    assert kept["design"]["foreground"] == "#000000"
    assert accepted["design"]["foreground"] == "#fdfdfd"
    assert "unreadable" in {it["code"] for it in accepted["picture_warnings"]}


def test_design_and_other_fields_are_updated_atomically(
    client: TestClient, editor: Somebody
) -> None:
    code = made(client, editor)
    body = {"code_id": code["code_id"], "name": "New", "version": 1}
    loop = {**body, "design": {"foreground": "#1a237e"}, "destination": "javascript:alert(1)"}
    pale = {**body, "design": PALE}
    refused = [
        client.post("/v1/qr/update-code", json=wanted, headers=editor.headers)
        for wanted in (loop, pale)
    ]
    kept = call(client, editor, "qr/get-code", code_id=code["code_id"])
    changed = call(client, editor, "qr/update-code", **pale, accept_unreadable=True)

    assert [answer.status_code for answer in refused] == [422, 422]
    assert [it["field"] for answer in refused for it in answer.json()["errors"]] == [
        "destination",
        "design",
    ]
    assert (kept["name"], kept["version"], kept["design"]["foreground"]) == ("Menu", 1, "#000000")
    assert (changed["name"], changed["version"]) == ("New", 2)
    assert changed["design"]["foreground"] == "#fdfdfd"


def test_uploaded_logo_is_stored_as_reencoded_by_waypost(
    client: TestClient, editor: Somebody
) -> None:
    large = logo(2400, 1600)
    code = made(client, editor, logo={"image": large, "size": 0.2})

    kept = call(client, editor, "get-just-qr", code_id=code["code_id"])
    picture = pixels_of(client.get(kept["picture_url"]).content)

    assert kept["design"]["logo"]["image"].startswith("data:image/png;base64,")
    assert kept["design"]["logo"]["image"] != large
    assert texts_in(picture) == [kept["url"]]


def test_picture_is_available_in_any_size_and_format(client: TestClient, editor: Somebody) -> None:
    code = made(client, editor, modules="blob", frame={"shape": "banner_bottom", "text": "Menu"})
    at = f"/v1/code-picture/{code['code_id']}"

    png = client.get(f"{at}.png?width=700&height=900")
    one_side = client.get(f"{at}.png?width=300")
    svg = client.get(f"{at}.svg?width=9000")
    pdf = client.get(f"{at}.pdf?width_mm=50")
    dots = client.get(f"{at}.png?width_mm=50")
    eps = client.get(f"{at}.eps?width_mm=25.4&height_mm=50.8")

    assert pixels_of(png.content).size == (700, 900)
    assert pixels_of(one_side.content).size == (300, 300)
    assert 'width="9000"' in svg.text
    assert re.search(rb"/MediaBox \[0 0 141\.73\d* 141\.73\d*\]", pdf.content)
    assert texts_in(pixels_of_pdf(pdf.content)) == [code["url"]]
    assert pixels_of(dots.content).size == (591, 591)
    assert b"%%BoundingBox: 0 0 72 144" in eps.content
    assert "max-age" in svg.headers["cache-control"]
    assert svg.headers["content-security-policy"].startswith("default-src 'none'")


@pytest.mark.parametrize(
    "query", ["width=12000", "width=0", "width_mm=900", "width_mm=-1", "width=1e9", "height=x"]
)
def test_sizes_that_cannot_be_rendered_are_refused(
    client: TestClient, editor: Somebody, query: str
) -> None:
    code = made(client, editor)

    answer = client.get(f"/v1/code-picture/{code['code_id']}.png?{query}")

    assert answer.status_code == 422


def _bomb() -> str:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return len(body).to_bytes(4) + kind + body + zlib.crc32(kind + body).to_bytes(4)

    side = (20_000).to_bytes(4)
    packed = zlib.compress(bytes(4_000_000), 9)
    head = chunk(b"IHDR", side + side + b"\x08\x02\x00\x00\x00")
    file = b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
    return data_uri(file, "png")


SCRIPT = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>1</script></svg>'


@pytest.mark.parametrize(
    ("design", "field"),
    [
        ({"logo": {"image": _bomb()}}, "design.logo.image"),
        ({"logo": {"image": data_uri(SCRIPT, "svg+xml")}}, "design.logo.image"),
        ({"logo": {"image": "data:image/png;base64," + "A" * 800_000}}, "design.logo.image"),
        ({"logo": {"image": "https://harbor.example/logo.png"}}, "design.logo.image"),
        ({"logo": {"image": "file:///etc/passwd"}}, "design.logo.image"),
        ({"frame": {"shape": "ticket", "text": "བོད"}}, "design.frame.text"),
        ({"frame": {"shape": "ticket", "text": "a\nb"}}, "design.frame.text"),
        ({"frame": {"shape": "ticket", "second_text": "བོད"}}, "design.frame.second_text"),
        ({"eyes": {"top_left": {"ball": "moon"}}}, "design.eyes.top_left.ball"),
        ({"modules": "hexagram"}, "design.modules"),
        ({"foreground": "redd"}, "design.foreground"),
        ({"foreground": "#000000\"/><script>"}, "design.foreground"),
        ({"foreground_gradient": {"stops": []}}, "design.foreground_gradient.stops"),
        ({"unknown": 1}, "design.unknown"),
    ],
)  # fmt: skip
def test_hostile_designs_are_refused_with_the_field_named(
    client: TestClient, editor: Somebody, design: dict[str, Any], field: str
) -> None:
    for path, body in (
        ("gen-qr", {"content": "x"}),
        ("check-picture", {"content": "x"}),
        ("qr/create-code", REDIRECT),
    ):
        answer = client.post(f"/v1/{path}", json={**body, "design": design}, headers=editor.headers)

        assert answer.status_code == 422, path
        assert [error["field"] for error in answer.json()["errors"]] == [field]


def test_logos_with_nul_bytes_or_excessive_length_are_refused(
    client: TestClient, editor: Somebody
) -> None:
    nul = {"content": "x", "design": {"frame": {"shape": "ticket", "text": "a\x00b"}}}
    endless = {
        "content": "x",
        "design": {"logo": {"image": "data:image/png;base64," + "A" * 2**21}},
    }

    assert client.post("/v1/gen-qr", json=nul, headers=editor.headers).status_code == 422
    assert client.post("/v1/gen-qr", json=endless, headers=editor.headers).status_code == 413


def test_format_names_may_be_uppercase(client: TestClient, editor: Somebody) -> None:
    code_id = made(client, editor)["code_id"]

    drawn = call(client, editor, "gen-qr", content="https://harbor.example/", format="SVG")

    assert (drawn["format"], drawn["media_type"]) == ("svg", "image/svg+xml")
    assert client.get(f"/v1/code-picture/{code_id}.PNG").headers["content-type"] == "image/png"
