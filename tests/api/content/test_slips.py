"""Slips: stored, laid out on sheets, and printed so that every code on paper leads to its destination."""

from typing import Any

import pypdfium2
import pytest
import zxingcpp
from PIL import Image
from starlette.testclient import TestClient

from api.domains.content.slips import printing
from api.domains.content.slips.schemas import PrintSlip
from api.domains.content.slips.sheets import marks, sheet_for
from api.objects.store import objects_of
from runtime.settings import Settings
from tests.support.calling import call
from tests.support.jobs import run_jobs
from tests.support.people import MakeMember, MakeOrg, Somebody
from tests.support.pictures import picture

POINTS = 72 / 25.4


def slip_call(client: TestClient, who: Somebody, action: str, **body: Any) -> Any:
    return call(client, who, "slip", action=action, **body)


def make(client: TestClient, who: Somebody, **data: Any) -> Any:
    return slip_call(client, who, "create_slip", updated_data={"name": "Spring", **data})


def file_of(client: TestClient, url: str) -> bytes:
    answer = client.get(url)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    return answer.content


def pages_of(file: bytes) -> list[tuple[float, float, Image.Image]]:
    """Return for each page its width and height in millimetres, and its pixels at 200 dpi."""
    document = pypdfium2.PdfDocument(file)
    return [
        (
            page.get_width() / POINTS,
            page.get_height() / POINTS,
            page.render(scale=200 / 72).to_pil().convert("RGB"),
        )
        for page in document
    ]


def codes_on(image: Image.Image) -> list[str]:
    return sorted(found.text for found in zxingcpp.read_barcodes(image))


def text_of(file: bytes) -> str:
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(file))


def test_slip_is_created_changed_listed_and_deleted(
    client: TestClient, editor: Somebody, viewer: Somebody, code: str
) -> None:
    made = make(client, editor, kind="ticket", code_id=code)
    moved = [it | {"x": it["x"] + 1} for it in made["elements"]]
    changed = slip_call(
        client, editor, "update_slip", slip_id=made["slip_id"],
        updated_data={"elements": moved, "name": "Autumn", "one_time": True, "version": 1},
    )  # fmt: skip

    assert (made["width_mm"], made["height_mm"], made["warnings"]) == (150, 55, [])
    assert {it["type"] for it in made["elements"]} == {"text", "code", "rectangle", "line"}
    assert (changed["name"], changed["one_time"], changed["version"]) == ("Autumn", True, 2)
    assert changed["elements"][0]["x"] == made["elements"][0]["x"] + 1
    listed = slip_call(client, viewer, "get_all_slips", filter="AUT")
    assert [it["slip_id"] for it in listed["items"]] == [made["slip_id"]]
    assert slip_call(client, viewer, "get_slip", slip_id=made["slip_id"]) == changed
    slip_call(client, editor, "delete_slip", slip_id=made["slip_id"])
    assert slip_call(client, viewer, "get_all_slips")["total"] == 0


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"action": "burn_slip"}, "action"),
        ({}, "action"),
        ({"action": "get_slip"}, "slip_id"),
        ({"action": "update_slip", "slip_id": "slip_x"}, "updated_data"),
        ({"action": "create_slip", "updated_data": {}}, "updated_data.name"),
        (
            {"action": "create_slip", "updated_data": {"name": "x", "width_mm": 5}},
            "updated_data.width_mm",
        ),
    ],
)
def test_invalid_request_names_its_field(
    client: TestClient, editor: Somebody, body: dict[str, Any], field: str
) -> None:
    answer = client.post("/v1/slip", json=body, headers=editor.headers)

    assert answer.status_code == 422
    assert field in {error["field"] for error in answer.json()["errors"]}


def test_only_one_of_two_changes_to_the_same_version_succeeds(
    client: TestClient, editor: Somebody
) -> None:
    slip = make(client, editor)
    change = {
        "action": "update_slip",
        "slip_id": slip["slip_id"],
        "updated_data": {"version": 1, "name": "x"},
    }

    answers = [client.post("/v1/slip", json=change, headers=editor.headers) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 409]


@pytest.mark.parametrize("kind", ["coupon", "ticket", "table_tent", "receipt_insert"])
def test_each_slip_kind_starts_with_a_printable_layout(
    client: TestClient, editor: Somebody, code: str, kind: str
) -> None:
    slip = make(client, editor, kind=kind, code_id=code)
    printed = call(client, editor, "print-slip", slip_id=slip["slip_id"], paper="slip")

    pages = pages_of(file_of(client, printed["url"]))

    assert slip["warnings"] == []
    assert [(round(w), round(h)) for w, h, _ in pages] == [(slip["width_mm"], slip["height_mm"])]
    number = 2 if kind == "table_tent" else 1
    assert codes_on(pages[0][2]) == [f"http://localhost:8000/code/{code}"] * number


def test_copies_are_arranged_on_sheets_with_one_shared_code(
    client: TestClient, editor: Somebody, code: str
) -> None:
    slip = make(client, editor, kind="receipt_insert", code_id=code)
    printed = call(client, editor, "print-slip", slip_id=slip["slip_id"], copies=7, paper="Letter")

    pages = pages_of(file_of(client, printed["url"]))

    assert (printed["per_sheet"], printed["sheets"], printed["state"]) == (4, 2, "done")
    assert {(round(w, 1), round(h, 1)) for w, h, _ in pages} in ({(215.9, 279.4)}, {(279.4, 215.9)})
    assert [codes_on(image) for *_, image in pages] == [
        [f"http://localhost:8000/code/{code}"] * 4,
        [f"http://localhost:8000/code/{code}"] * 3,
    ]


def test_each_copy_has_its_own_one_time_code(
    client: TestClient, editor: Somebody, code: str
) -> None:
    slip = make(client, editor, code_id=code, one_time=True)
    printed = call(client, editor, "print-slip", slip_id=slip["slip_id"], copies=6)
    file = file_of(client, printed["url"])

    found = [text for *_, image in pages_of(file) for text in codes_on(image)]

    assert len(found) == len(set(found)) == 6
    ids = {text.rpartition("/")[2] for text in found}
    for code_id in ids:
        assert call(client, editor, "qr/get-code", code_id=code_id)["base_code_id"] == code
        assert code_id in text_of(file)
    assert code not in ids


def test_child_is_printed_in_the_design_of_its_base(client: TestClient, editor: Somebody) -> None:
    code = {"name": "Menu", "type": "redirect", "destination": "https://harbor.example/menu"}
    red = {"foreground": "#aa0000"}
    base = call(client, editor, "qr/create-code", **code, design=red)["code_id"]
    child = call(
        client, editor, "qr/create-code", name="Table 4", type="redirect", base_code_id=base
    )["code_id"]
    box = {"x": 10, "y": 10, "width": 30, "height": 30}
    elements = [{"id": "c", "type": "code", **box}]
    slip = make(client, editor, code_id=child, elements=elements, width_mm=60, height_mm=60)

    printed = call(client, editor, "print-slip", slip_id=slip["slip_id"], paper="slip")

    [(_, _, image)] = pages_of(file_of(client, printed["url"]))
    colors = {color for _, color in image.getcolors(1_000_000) or ()}
    assert (170, 0, 0) in colors
    assert (0, 0, 0) not in colors


def test_many_copies_are_printed_by_a_background_job(
    client: TestClient, editor: Somebody, code: str, api_settings: Settings
) -> None:
    slip = make(client, editor, kind="coupon", code_id=code, one_time=True)
    queued = call(client, editor, "print-slip", slip_id=slip["slip_id"], copies=60, per_sheet=4)
    assert (queued["state"], queued["url"], queued["sheets"]) == ("queued", None, 15)

    run_jobs(api_settings)
    job = call(client, editor, "get-job", job_id=queued["job_id"])

    assert (job["state"], job["done"]) == ("done", 60), job
    pages = pages_of(file_of(client, job["result"]["url"]))
    found = [text for *_, image in pages for text in codes_on(image)]
    assert (len(pages), len(found), len(set(found))) == (15, 60, 60)


def test_texts_pictures_and_shapes_are_printed_at_their_positions(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    key = f"org/{editor.org_id}/pictures/abc/w800.webp"
    objects_of(api_settings).put(key, picture("WEBP", (400, 200), color=(0, 160, 0)), "image/webp")
    box = {"width": 20, "height": 20, "rotation": 0}
    slip = make(
        client, editor, width_mm=100, height_mm=60,
        elements=[
            {"id": "r", "type": "rectangle", "x": 70, "y": 0, **box, "fill": "#ff0000"},
            {"id": "p", "type": "picture", "x": 0, "y": 40, **box, "fit": "cover", "url": f"/media/{key}"},
            {"id": "t", "type": "text", "x": 5, "y": 5, "width": 40, "height": 20, "text": "Żółw Ωmega кот"},
            {"id": "n", "type": "text", "x": 5, "y": 25, "width": 40, "height": 10, "text": "No. {number}"},
        ],
    )  # fmt: skip
    printed = call(client, editor, "print-slip", slip_id=slip["slip_id"], paper="slip")
    file = file_of(client, printed["url"])

    [(_, _, image)] = pages_of(file)

    def at(x: float, y: float) -> tuple[int, ...]:
        pixel = image.getpixel((round(x / 25.4 * 200), round(y / 25.4 * 200)))
        assert isinstance(pixel, tuple)
        return pixel

    assert at(80, 10) == (255, 0, 0)
    assert at(80, 22) == (255, 255, 255)
    assert at(15, 55)[1] > 140 > at(15, 55)[0]
    assert at(22, 50) == (255, 255, 255)
    assert "Żółw Ωmega кот" in text_of(file)
    assert "No. 1" in text_of(file)
    assert slip["warnings"] == ["There is no code on this slip."]


@pytest.mark.parametrize(
    ("data", "wanted", "field"),
    [
        ({"width_mm": 400, "height_mm": 60}, {"paper": "A4"}, "paper"),
        ({}, {"per_sheet": 90}, "per_sheet"),
        ({"elements": []}, {"one_time": True}, "one_time"),
        ({}, {"one_time": True}, "one_time"),
        ({}, {"copies": 5000}, "copies"),
    ],
)
def test_unprintable_slip_is_refused(
    client: TestClient, editor: Somebody, data: dict[str, Any], wanted: dict[str, Any], field: str
) -> None:
    slip = make(client, editor, **data)

    answer = client.post(
        "/v1/print-slip", json={"slip_id": slip["slip_id"]} | wanted, headers=editor.headers
    )

    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)


def test_japanese_name_is_printed(client: TestClient, editor: Somebody) -> None:
    box = {"type": "text", "height": 20, "width": 60}
    texts = [
        {"id": "a", "x": 5, "y": 5, **box, "text": "珈琲店 さくら\nQRコードをスキャンしてください"},
        {"id": "b", "x": 5, "y": 35, **box, "text": "قهوة No. {number}", "align": "right"},
    ]
    slip = make(client, editor, name="珈琲店", width_mm=100, height_mm=60, elements=texts)
    printed = call(client, editor, "print-slip", slip_id=slip["slip_id"], paper="slip", copies=2)

    first, second = (image.convert("L") for *_, image in pages_of(file_of(client, printed["url"])))

    def ink(image: Any, left: int, top: int, right: int, bottom: int) -> int:
        box = [round(it / 25.4 * 200) for it in (left, top, right, bottom)]
        return sum(image.crop(box).histogram()[:128])

    assert slip["warnings"] == ["There is no code on this slip."]
    assert printed["file_name"] == "珈琲店-2.pdf"
    assert ink(first, 5, 5, 65, 10) > 500
    assert ink(first, 5, 10, 65, 15) > 1000
    assert ink(first, 40, 35, 65, 41) > 500
    assert ink(first, 5, 35, 30, 41) == 0
    assert first.tobytes() != second.tobytes()


@pytest.mark.parametrize("text", ["\u0f40\u0f0b", "\U00013080", "\x07"])
def test_characters_missing_in_the_fonts_are_refused_and_named(
    client: TestClient, editor: Somebody, text: str
) -> None:
    box = {"id": "t", "type": "text", "x": 5, "y": 5, "width": 40, "height": 20}
    slip = make(
        client, editor, width_mm=100, height_mm=60, elements=[{**box, "text": f"Coffee {text}"}]
    )

    answer = client.post(
        "/v1/print-slip", json={"slip_id": slip["slip_id"]}, headers=editor.headers
    )

    (body,) = answer.json()["errors"]
    assert (answer.status_code, body["field"]) == (422, "elements.0.text")
    assert text[0] in body["message"]


def test_much_outlined_text_is_printed_by_a_job_and_too_much_is_refused(
    client: TestClient, editor: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(printing, "MAX_OUTLINES_IN_REQUEST", 20)
    monkeypatch.setattr(printing, "MAX_OUTLINES", 100)
    box = {"id": "t", "type": "text", "x": 5, "y": 5, "width": 40, "height": 20}
    text = "漢字{number}"
    slip = make(client, editor, width_mm=100, height_mm=60, elements=[{**box, "text": text}])

    some = call(client, editor, "print-slip", slip_id=slip["slip_id"], copies=3)
    many = client.post(
        "/v1/print-slip", json={"slip_id": slip["slip_id"], "copies": 40}, headers=editor.headers
    )

    assert some["state"] == "queued"
    assert (many.status_code, many.json()["errors"][0]["field"]) == (422, "copies")


def test_slip_with_a_deleted_code_is_not_printed(
    client: TestClient, editor: Somebody, code: str
) -> None:
    slip = make(client, editor, code_id=code)
    call(client, editor, "delete-qr-ode", id=code)

    answer = client.post(
        "/v1/print-slip", json={"slip_id": slip["slip_id"]}, headers=editor.headers
    )

    assert (answer.status_code, answer.json()["code"]) == (410, "code_deleted")


def test_slip_shows_that_its_code_is_deleted_until_the_code_is_restored(
    client: TestClient, editor: Somebody, code: str
) -> None:
    slip = make(client, editor, code_id=code)
    assert slip["warnings"] == []

    call(client, editor, "delete-qr-ode", id=code)
    renamed = {"name": "Winter", "code_id": code}
    lines = [
        slip_call(client, editor, "get_slip", slip_id=slip["slip_id"]),
        slip_call(client, editor, "update_slip", slip_id=slip["slip_id"], updated_data=renamed),
        *slip_call(client, editor, "get_all_slips")["items"],
    ]
    call(client, editor, "bulk-codes", action="restore", code_ids=[code])

    assert [len(one["warnings"]) for one in lines] == [1, 1, 1]
    assert all("was deleted" in one["warnings"][0] for one in lines)
    assert slip_call(client, editor, "get_slip", slip_id=slip["slip_id"])["warnings"] == []


def test_viewer_can_read_slips_but_not_change_them(
    client: TestClient, editor: Somebody, viewer: Somebody
) -> None:
    slip = make(client, editor)
    for action in ("create_slip", "update_slip", "delete_slip"):
        body = {"action": action, "slip_id": slip["slip_id"], "updated_data": {"name": "x"}}
        assert client.post("/v1/slip", json=body, headers=viewer.headers).status_code == 403


def test_slips_codes_and_pictures_of_other_organisations_are_not_found(
    client: TestClient, editor: Somebody, code: str, make_org: MakeOrg, make_member: MakeMember
) -> None:
    stranger = make_member(make_org("Northwind Books"), "owner")
    slip = make(client, editor)
    theirs = {"id": "p", "type": "picture", "x": 0, "y": 0, "width": 9, "height": 9}
    foreign = {**theirs, "url": f"/media/org/{editor.org_id}/pictures/abc/w800.webp"}

    for path, body in (
        ("slip", {"action": "get_slip", "slip_id": slip["slip_id"]}),
        (
            "slip",
            {"action": "update_slip", "slip_id": slip["slip_id"], "updated_data": {"name": "x"}},
        ),
        ("slip", {"action": "delete_slip", "slip_id": slip["slip_id"]}),
        ("slip", {"action": "create_slip", "updated_data": {"name": "x", "code_id": code}}),
        ("print-slip", {"slip_id": slip["slip_id"]}),
    ):
        answer = client.post(f"/v1/{path}", json=body, headers=stranger.headers)
        assert answer.status_code == 404, body
    body = {"action": "create_slip", "updated_data": {"name": "x", "elements": [foreign]}}
    answer = client.post("/v1/slip", json=body, headers=stranger.headers)
    assert answer.json()["errors"][0]["field"] == "updated_data.elements.0.url"


def test_sheet_uses_the_orientation_that_fits_most_and_marks_stay_in_the_margin() -> None:
    sheet = sheet_for(140, 65, PrintSlip(slip_id="x"))

    assert (sheet.width, sheet.height, len(sheet.places)) == (210.0, 297.0, 4)
    for x, y in sheet.places:
        assert 10 <= x <= sheet.width - 10 - 140
        assert 10 <= y <= sheet.height - 10 - 65
    for x1, y1, x2, y2 in marks(sheet):
        assert min(x1, y1) >= 0
        inside = any(
            x < max(x1, x2) < x + 140 and y < max(y1, y2) < y + 65 for x, y in sheet.places
        )
        assert not inside
