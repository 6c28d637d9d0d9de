"""Pictures of passes: in every size that wallets need, from one upload, and the linter's findings about them."""

import io
import json
import zipfile
from typing import Any

import pytest
from PIL import Image
from prometheus_client import REGISTRY
from starlette.testclient import TestClient

from api.apps.job_modules import load
from api.jobs.worker import run_queued
from api.rendering.wallet.content import Placed, WalletPass
from api.rendering.wallet.losses import losses
from api.rendering.wallet.pictures import box_of, frame_of
from runtime.settings import Settings
from tests.api.wallet.passes import coupon
from tests.api.wallet.template_world import Templates
from tests.support.pass_calls import drawn_pass
from tests.support.pass_template_calls import drawn_template
from tests.support.people import Somebody

SCALES = {1: "", 2: "@2x", 3: "@3x"}


def picture(width: int, height: int, color: str = "#c08040") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), color).save(file, "PNG")
    return file.getvalue()


def uploaded(client: TestClient, who: Somebody, data: bytes) -> str:
    answer = client.post(
        "/v1/upload-image", files={"file": ("a.png", data, "image/png")}, headers=who.headers
    )
    assert answer.status_code == 200, answer.text
    return str(answer.json()["media_id"])


def opened(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def drawn_by_workers() -> float:
    fields = {"task": "draw_pass_picture", "outcome": "done"}
    return REGISTRY.get_sample_value("waypost_worker_task_seconds_count", fields) or 0.0


def test_uploaded_picture_is_in_the_package_in_every_size_and_on_the_page(
    client: TestClient, editor: Somebody
) -> None:
    media = uploaded(client, editor, picture(1_600, 900))
    pictures = {slot: {"media_id": media} for slot in ("icon", "logo", "strip")}
    content = {**drawn_pass("Harbor"), "style": "coupon", "pictures": pictures}
    made = client.post("/dev/v1/passes", json={"content": content}, headers=editor.headers).json()

    path, before = made["url"].partition("/dev/")[2], drawn_by_workers()
    files = opened(client.get(f"/dev/{path}", headers=editor.headers).content)
    sizes = {
        name: Image.open(io.BytesIO(data)).size
        for name, data in files.items()
        if name.endswith(".png")
    }
    assert sizes == {
        **{f"icon{at}.png": (29 * by, 29 * by) for by, at in SCALES.items()},
        **{f"logo{at}.png": (round(50 * by * 16 / 9), 50 * by) for by, at in SCALES.items()},
        **{f"strip{at}.png": (375 * by, 144 * by) for by, at in SCALES.items()},
    }
    assert set(json.loads(files["manifest.json"])) >= sizes.keys()
    assert drawn_by_workers() == before + 3, "each picture was drawn in a worker, once"
    client.get(f"/dev/{path}", headers=editor.headers)
    assert drawn_by_workers() == before + 3
    page = client.get(f"/card/{made['pass_id']}")
    assert page.text.count("data:image/webp;base64,") == 2
    assert {it["rule"] for it in made["findings"]}.isdisjoint({"no_icon", "picture_too_small"})

    client.post("/v1/delete-media", json={"media_id": media}, headers=editor.headers)
    again = client.get(f"/dev/pass/{made['pass_id']}", headers=editor.headers).json()
    assert {it["field"] for it in again["findings"] if it["rule"] == "picture_missing"} == {
        f"pictures.{slot}" for slot in pictures
    }
    left = opened(client.get(f"/dev/{path}", headers=editor.headers).content)
    assert "icon@3x.png" in left
    assert "strip.png" not in left


def test_pictures_are_rendered_before_they_are_requested(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    media = uploaded(client, editor, picture(1_600, 900))
    content = {
        **drawn_pass("Harbor"),
        "style": "coupon",
        "pictures": {"strip": {"media_id": media}},
    }
    made = client.post("/dev/v1/passes", json={"content": content}, headers=editor.headers).json()
    load()
    run_queued(api_settings)

    path, before = made["url"].partition("/dev/")[2], drawn_by_workers()
    assert "strip@3x.png" in opened(client.get(f"/dev/{path}", headers=editor.headers).content)
    assert client.get(f"/card/{made['pass_id']}").text.count("data:image/webp;base64,") == 1
    assert drawn_by_workers() == before, "the job had drawn them"


def test_listed_template_names_the_smallest_copies_of_its_pictures(
    client: TestClient, editor: Somebody
) -> None:
    large, tiny = (uploaded(client, editor, picture(width, 90)) for width in (1_600, 120))
    pictures = {"strip": {"media_id": large}, "logo": {"media_id": tiny}}
    templates = Templates(client, editor)
    templates.save(content=drawn_template("Harbor") | {"style": "coupon", "pictures": pictures})

    (listed,) = templates.call("list-pass-templates")["items"]

    small = f"/media/org/{editor.org_id}/pictures/{large}/320.webp"
    assert listed["small_pictures"] == {large: small}
    assert client.get(small).status_code == 200


def test_linter_reports_small_pictures_wrong_shapes_and_unreadable_texts(
    client: TestClient, editor: Somebody
) -> None:
    small = uploaded(client, editor, picture(300, 100, "#ffffff"))
    pictures = {slot: {"media_id": small} for slot in ("strip", "thumbnail", "logo", "hero")}
    content = {
        **drawn_pass("Harbor"),
        "style": "coupon",
        "foreground": "#ffffff",
        "background": "#1b3a4b",
        "pictures": {**pictures, "icon": {"media_id": "med_none"}},
    }
    checked = client.post(
        "/v1/check-pass-template", json={"content": content}, headers=editor.headers
    ).json()
    found = {(it["rule"], it["field"]) for it in checked["findings"]}
    assert {
        ("picture_too_small", "pictures.strip"),
        ("picture_too_small", "pictures.hero"),
        ("low_contrast_on_strip", "pictures.strip"),
        ("picture_hidden", "pictures.thumbnail"),
        ("picture_missing", "pictures.icon"),
    } <= found
    assert ("apple", "pictures.thumbnail") in {
        (it["wallet"], it["field"]) for it in checked["losses"]
    }


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 40_000_000, 413),
        (picture(900, 300)[:-200] + b"broken", 422),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 100, 422),
    ],
    ids=["40 MB", "cut off", "no chunks"],
)
def test_hostile_pictures_are_refused_with_a_reason(
    client: TestClient, editor: Somebody, data: bytes, status: int
) -> None:
    answer = client.post(
        "/v1/upload-image", files={"file": ("a.png", data, "image/png")}, headers=editor.headers
    )
    assert answer.status_code == status, answer.text
    message = answer.json()["message"]
    assert "large" in message if status == 413 else "damaged" in message


def test_visible_part_of_a_picture_follows_its_focus_and_zoom() -> None:
    strip = frame_of("strip", "coupon")
    whole = box_of(750, 288, Placed(media_id="m"), strip)
    assert tuple(whole) == (0, 0, 750, 288)
    right = box_of(1_500, 288, Placed(media_id="m", x=1), strip)
    assert tuple(right) == (750, 0, 1_500, 288)
    closer = box_of(750, 288, Placed(media_id="m", zoom=2), strip)
    assert tuple(closer) == (187.5, 72, 562.5, 216)


def _event(**more: Any) -> WalletPass:
    event = {
        "name": "Night",
        "venue": "Pier 7",
        "starts_at": "2027-01-01T20:00:00Z",
        "is_poster": True,
    }
    pictures = {it: {"media_id": "m"} for it in ("strip", "background", "footer")}
    return coupon(style="event_ticket", event=event | more, pictures=pictures)


def test_losses_of_both_wallets_are_in_one_list() -> None:
    found = {(it.wallet, it.rule, it.field) for it in losses(_event(), has_logo=True)}
    assert {
        ("apple", "poster", "event.is_poster"),
        ("google", "poster", "event.is_poster"),
        ("apple", "picture", "pictures.background"),
        ("apple", "picture", "pictures.footer"),
        ("google", "picture", "pictures.footer"),
        ("google", "strip", "pictures.strip"),
    } <= found
