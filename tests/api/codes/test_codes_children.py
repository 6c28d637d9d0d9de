"""Children follow their base in everything that they do not override, for owners and for visitors."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.support.calling import call
from tests.support.people import Somebody
from tests.support.waiting import eventually

pytestmark = pytest.mark.one_database

BASE = {"name": "Menu", "type": "redirect", "destination": "https://harbor.example/menu"}


def make(client: TestClient, who: Somebody, **fields: Any) -> str:
    code_id: str = call(client, who, "qr/create-code", **(BASE | fields))["code_id"]
    return code_id


def child_of(client: TestClient, who: Somebody, base: str, **fields: Any) -> str:
    body = {"name": "Table 4", "type": "redirect", "base_code_id": base, **fields}
    code_id: str = call(client, who, "qr/create-code", **body)["code_id"]
    return code_id


def read(client: TestClient, who: Somebody, code_id: str) -> Any:
    return call(client, who, "qr/get-code", code_id=code_id)


def leads_to(client: TestClient, code_id: str) -> str | None:
    return client.get(f"/code/{code_id}").headers.get("location")


def test_child_follows_the_destination_of_its_base(client: TestClient, editor: Somebody) -> None:
    base = make(client, editor, design={"foreground": "#aa0000"}, width=700)
    child = child_of(client, editor, base, properties={"table": "4"})
    own = child_of(client, editor, base, destination="https://harbor.example/own")

    assert leads_to(client, child) == "https://harbor.example/menu"
    assert leads_to(client, own) == "https://harbor.example/own"
    seen = read(client, editor, child)
    assert (seen["destination"], seen["width"]) == ("https://harbor.example/menu", 700)
    assert (seen["overrides"], seen["properties"]) == ([], {"table": "4"})
    assert seen["design"]["foreground"] == "#aa0000"
    assert read(client, editor, own)["overrides"] == ["destination"]

    call(client, editor, "qr/update-code", code_id=base, destination="https://harbor.example/new")

    eventually(lambda: leads_to(client, child) == "https://harbor.example/new")
    assert leads_to(client, own) == "https://harbor.example/own"


def test_pausing_the_base_pauses_its_children(client: TestClient, editor: Somebody) -> None:
    base = make(client, editor)
    child, open_one = child_of(client, editor, base), child_of(client, editor, base)
    call(client, editor, "qr/update-code", code_id=open_one, overrides=["state"])
    assert leads_to(client, child) == BASE["destination"]

    call(client, editor, "qr/update-code", code_id=base, state="paused")

    eventually(lambda: leads_to(client, child) is None)
    assert leads_to(client, open_one) == BASE["destination"]
    paused = call(client, editor, "get-all-qr-codes", state="paused")
    assert {item["code_id"] for item in paused["items"]} == {base, child}
    assert {item["state"] for item in paused["items"]} == {"paused"}


def test_changed_field_overrides_the_base_until_the_override_is_removed(
    client: TestClient, editor: Somebody
) -> None:
    base = make(client, editor, active_until="2031-01-01T00:00:00Z")
    child = child_of(client, editor, base)

    changed = call(
        client, editor, "qr/update-code", code_id=child, active_from="2020-01-01T00:00:00Z"
    )

    assert changed["overrides"] == ["window"]
    assert changed["active_until"].startswith("2031")
    call(client, editor, "qr/update-code", code_id=base, active_until="2032-01-01T00:00:00Z")
    assert read(client, editor, child)["active_until"].startswith("2031")
    moved = call(
        client, editor, "qr/update-code", code_id=child, destination="https://harbor.example/4"
    )
    assert moved["overrides"] == ["destination", "window"]
    back = call(client, editor, "qr/update-code", code_id=child, overrides=[])
    assert (back["overrides"], back["active_from"]) == ([], None)
    assert back["active_until"].startswith("2032")
    assert back["destination"] == BASE["destination"]


def test_override_without_a_new_value_keeps_the_current_value(
    client: TestClient, editor: Somebody
) -> None:
    base = make(client, editor)
    child = child_of(client, editor, base)

    call(client, editor, "qr/update-code", code_id=child, overrides=["destination"])
    call(client, editor, "qr/update-code", code_id=base, destination="https://harbor.example/new")

    assert read(client, editor, child)["destination"] == BASE["destination"]


def test_changed_design_of_a_child_overrides_its_base(client: TestClient, editor: Somebody) -> None:
    base = make(client, editor, design={"foreground": "#aa0000"})
    child = child_of(client, editor, base)
    before = call(client, editor, "get-just-qr", code_id=child)

    call(client, editor, "update-qr-code", code_id=base, design={"foreground": "#00aa00"})
    followed = call(client, editor, "get-just-qr", code_id=child)
    own = call(client, editor, "update-qr-code", code_id=child, width=900)

    assert followed["picture_url"] != before["picture_url"]
    assert followed["design"]["foreground"] == "#00aa00"
    assert (own["width"], own["design"]["foreground"]) == (900, "#00aa00")
    assert read(client, editor, child)["overrides"] == ["design"]
    svg = client.get(own["svg_url"])
    assert "#00aa00" in svg.text or "#0a0" in svg.text


def test_children_of_a_deleted_base_keep_working(client: TestClient, editor: Somebody) -> None:
    base = make(client, editor)
    child = child_of(client, editor, base)

    call(client, editor, "delete-qr-code", id=base)

    eventually(lambda: leads_to(client, base) is None)
    assert leads_to(client, child) == BASE["destination"]


def test_deleted_child_leads_to_the_fallback_given_with_its_deletion(
    client: TestClient, editor: Somebody
) -> None:
    base = make(client, editor, fallback_url="https://harbor.example/closed")
    child, sibling = child_of(client, editor, base), child_of(client, editor, base)

    call(client, editor, "delete-qr-ode", id=child, fallback_url="https://harbor.example/moved")

    eventually(lambda: leads_to(client, child) == "https://harbor.example/moved")
    assert "fallback_url" in read(client, editor, child)["overrides"]
    assert leads_to(client, sibling) == BASE["destination"]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"type": "page"}, "type"),
        ({"destination": None}, "destination"),
        ({"base_code_id": "zzzzzzzzzz"}, "base_code_id"),
    ],
)
def test_invalid_child_is_refused(
    client: TestClient, editor: Somebody, fields: dict[str, Any], field: str
) -> None:
    base = make(client, editor)
    body = {"name": "Child", "type": "redirect", "base_code_id": base} | fields

    answer = client.post("/v1/qr/create-code", json=body, headers=editor.headers)

    assert [error["field"] for error in answer.json()["errors"]] == [field]


def test_child_cannot_have_children_and_code_without_base_cannot_have_overrides(
    client: TestClient, editor: Somebody
) -> None:
    base = make(client, editor)
    child = child_of(client, editor, base)

    grandchild = BASE | {"base_code_id": child}
    refused = client.post("/v1/qr/create-code", json=grandchild, headers=editor.headers)
    body = {"code_id": base, "overrides": ["design"]}
    free = client.post("/v1/qr/update-code", json=body, headers=editor.headers)
    body = {"code_id": child, "overrides": ["name"]}
    unknown = client.post("/v1/qr/update-code", json=body, headers=editor.headers)

    assert refused.json()["errors"][0]["field"] == "base_code_id"
    assert free.json()["errors"][0]["field"] == "overrides"
    assert unknown.status_code == 422


def test_children_are_listed_and_filtered(client: TestClient, editor: Somebody) -> None:
    base, free = make(client, editor), make(client, editor, tags=["summer"])
    child = child_of(client, editor, base)

    for path, body in (
        ("get-all-qr-codes/get-child", {"id": base}),
        ("get-all-qr-codes", {"base_code_id": base}),
    ):
        listed = call(client, editor, path, **body)
        assert [item["code_id"] for item in listed["items"]] == [child]
    tagged = call(client, editor, "get-all-qr-codes", tag="summer")
    assert [item["code_id"] for item in tagged["items"]] == [free]
