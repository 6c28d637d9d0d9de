"""Lists are in the requested order, and refuse an unknown one."""

from typing import Any

from starlette.testclient import TestClient

from tests.support.pages import PageMaker
from tests.support.people import Somebody
from tests.support.pictures import picture

REDIRECT = {"type": "redirect", "destination": "https://harbor-coffee.example/"}
NAMES = ("beta", "Alpha", "Gamma")


def test_lists_are_sorted_as_requested(client: TestClient, editor: Somebody) -> None:
    pages = PageMaker(client, editor.headers)
    code_id, _ = pages.published()
    for name in NAMES:
        pages.call("/v1/create-folder", {"name": name})
        pages.call("/v1/selfiewall/create-selfiewall", {"name": name})
        file = {"file": (f"{name}.png", picture("PNG", (8, 8)))}
        assert client.post("/v1/upload-image", files=file, headers=editor.headers).is_success
        answers = {"first_name": name, "email": f"{name}@example.com"}
        pages.call("/v1/append-submit", {"code_id": code_id, "fields": answers})

    for name, folder in zip(NAMES, pages.call("/v1/get-folders", {})["items"], strict=True):
        code = {"name": name, "tags": [name], "folder_id": folder["folder_id"]}
        pages.call("/v1/qr/create-code", {**REDIRECT, **code})

    def listed(path: str, column: str, sort: str | None) -> list[Any]:
        found = pages.call(f"/v1/{path}", {} if sort is None else {"sort": sort})["items"]
        return [str(it[column]).removesuffix(".png") for it in found]

    up, down = ["Alpha", "beta", "Gamma"], ["Gamma", "beta", "Alpha"]
    for path in ("get-folders", "selfiewall/get-selfiewalls", "list-media"):
        assert (listed(path, "name", "name"), listed(path, "name", "-name")) == (up, down)
        assert listed(path, "name", "created_at") == list(NAMES)
        assert pages.call(f"/v1/{path}", {"sort": "odd"}, 422)["errors"][0]["field"] == "sort"
    assert listed("get-folders", "name", None) == up
    filed = {"folder": ["beta", "Alpha", "Gamma"], "tags": sorted(NAMES)}
    for order, names in filed.items():
        assert listed("get-all-qr-codes", "name", order)[:3] == names
        assert listed("get-all-qr-codes", "name", f"-{order}")[:3] == names[::-1]
    types = listed("get-all-qr-codes", "type", "type")
    assert types == sorted(types)
    assert listed("get-all-qr-codes", "type", "-type") == types[::-1]
    assert listed("list-media", "name", None) == list(reversed(NAMES))
    assert listed("get-submit-data", "first_name", "created_at") == list(NAMES)
    assert listed("get-submit-data", "first_name", None) == list(reversed(NAMES))
