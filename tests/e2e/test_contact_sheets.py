"""Contact sheets contain every screenshot, and there is a screenshot of every admin screen."""

import re
from pathlib import Path

from PIL import Image

from runtime.settings import ROOT
from tests.e2e.contact_sheets import BACKGROUND, Format, draw_sheets
from tests.e2e.screens import ADMIN, PUBLIC

_OF_THINGS = {
    *("my-codes/show", "my-codes/edit", "my-codes/lock", "my-codes/analytics"),
    *("folder", "create-qr-success", "walls", "slip", "create-slip-success", "pages"),
    *("update-page", "customers", "segments", "forms/answers", "shared", "card", "deleteAlert"),
    *("invitation", "customers/import", "settings", "profile", "profile/privacy"),
    *("profile/domains", "dummy", "design-slip", "admin"),
}
"""Screens of single items, which have no fixed address, and former addresses."""


def test_contact_sheets_contain_every_picture_in_order(tmp_path: Path) -> None:
    colors = ("#ff0000", "#00ff00", "#0000ff")
    files = []
    for number, color in enumerate(colors):
        files.append(tmp_path / f"screen-{number}.png")
        Image.new("RGB", (40, 400 if number == 0 else 20), color).save(files[-1])
    into = tmp_path / "sheets"
    into.mkdir()
    (into / "phone-light-09.png").write_bytes(b"of a run before")

    drawn = draw_sheets(files, into, "phone-light", Format(across=2, down=1, width=80, height=60))

    assert [it.name for it in drawn] == ["phone-light-01.png", "phone-light-02.png"]
    assert sorted(into.iterdir()) == drawn
    with Image.open(drawn[0]) as sheet:
        assert {sheet.getpixel((52, 60)), sheet.getpixel((144, 60))} == {(255, 0, 0), (0, 255, 0)}
        assert sheet.getpixel((144, 80)) == Image.new("RGB", (1, 1), BACKGROUND).getpixel((0, 0))


def test_every_app_route_is_in_the_contact_sheets() -> None:
    router = (ROOT / "web/src/app/router.tsx").read_text()
    routes = {it for it in re.findall(r'path: "([^"*]+)"', router) if ":" not in it}
    paths = {**ADMIN, **PUBLIC}.values()
    pictured = {it.partition("?")[0].removeprefix("/admin/").strip("/") for it in paths}

    assert routes - pictured - _OF_THINGS == set()
