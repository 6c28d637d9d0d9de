"""Bulk changes of codes, all or none; tags counted and renamed; lists filtered."""

from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.support.calling import call
from tests.support.people import MakeMember, MakeOrg, Somebody

pytestmark = pytest.mark.one_database

MENU = {"name": "Menu", "type": "redirect", "destination": "https://harbor.example/menu"}


def make(client: TestClient, who: Somebody, **fields: Any) -> str:
    code_id: str = call(client, who, "qr/create-code", **(MENU | fields))["code_id"]
    return code_id


def bulk(client: TestClient, who: Somebody, ids: list[str], action: str, **more: Any) -> Any:
    return call(client, who, "bulk-codes", code_ids=ids, action=action, **more)


def listed(client: TestClient, who: Somebody, **filters: Any) -> set[str]:
    return {it["code_id"] for it in call(client, who, "get-all-qr-codes", **filters)["items"]}


def test_bulk_actions_pause_delete_and_restore_codes(client: TestClient, editor: Somebody) -> None:
    ids = {make(client, editor) for _ in range(3)}
    other = make(client, editor)

    assert bulk(client, editor, sorted(ids), "pause")["changed"] == 3
    assert listed(client, editor, state="paused") == ids
    bulk(client, editor, sorted(ids), "resume")
    assert listed(client, editor, state="paused") == set()
    bulk(client, editor, sorted(ids), "delete")
    assert (listed(client, editor), listed(client, editor, deleted=True)) == ({other}, ids)
    bulk(client, editor, sorted(ids), "restore")
    assert listed(client, editor, deleted=True) == set()


def test_bulk_actions_move_and_tag_codes(client: TestClient, editor: Somebody) -> None:
    folder = call(client, editor, "create-folder", name="Stores")["folder_id"]
    one, two = make(client, editor, tags=["bar"]), make(client, editor)

    bulk(client, editor, [one, two, one], "move", folder_id=folder)
    bulk(client, editor, [one, two], "add_tags", tags=["summer", "bar"])

    assert listed(client, editor, folder_id=folder) == {one, two}
    assert call(client, editor, "qr/get-code", code_id=one)["tags"] == ["bar", "summer"]
    bulk(client, editor, [one], "remove_tags", tags=["summer", "unknown"])
    bulk(client, editor, [one], "move", folder_id=None)
    assert (listed(client, editor, tag="summer"), listed(client, editor, tag="bar")) == (
        {two},
        {one, two},
    )
    assert listed(client, editor, folder_id=folder) == {two}


def test_bulk_action_changes_all_codes_or_none(
    client: TestClient, editor: Somebody, make_org: MakeOrg, make_member: MakeMember
) -> None:
    stranger = make_member(make_org("Northwind Books"), "owner")
    theirs = make(client, stranger)
    mine, full = make(client, editor), make(client, editor, tags=[f"t{n}" for n in range(20)])
    deleted = make(client, editor)
    call(client, editor, "delete-qr-code", id=deleted)

    for body, status in (
        ({"code_ids": [mine, theirs], "action": "pause"}, 404),
        ({"code_ids": [mine, "zz"], "action": "delete"}, 404),
        ({"code_ids": [mine, deleted], "action": "pause"}, 410),
        ({"code_ids": [mine, deleted], "action": "move", "folder_id": None}, 410),
        ({"code_ids": [mine, deleted], "action": "add_tags", "tags": ["one"]}, 410),
        ({"code_ids": [mine, deleted], "action": "remove_tags", "tags": ["one"]}, 410),
        ({"code_ids": [mine, deleted], "action": "put_utm", "utm": {"source": "mail"}}, 410),
        ({"code_ids": [mine, full], "action": "add_tags", "tags": ["one more"]}, 422),
        ({"code_ids": [mine], "action": "move", "folder_id": "fld_x"}, 422),
        ({"code_ids": [mine], "action": "move"}, 422),
        ({"code_ids": [mine], "action": "add_tags"}, 422),
        ({"code_ids": [mine], "action": "burn"}, 422),
        ({"code_ids": [], "action": "pause"}, 422),
        ({"code_ids": [mine] * 501, "action": "pause"}, 422),
    ):
        answer = client.post("/v1/bulk-codes", json=body, headers=editor.headers)
        assert answer.status_code == status, (body, answer.text)
    lines = [
        client.post("/v1/bulk-codes", json=body, headers=editor.headers).json()
        for body in (
            {"code_ids": [mine, deleted], "action": "resume"},
            {"code_ids": [mine, theirs], "action": "resume"},
        )
    ]
    assert (lines[0]["deleted"], lines[1]["missing"]) == ([deleted], [theirs])
    seen = call(client, editor, "qr/get-code", code_id=mine)
    assert (seen["version"], seen["state"], seen["tags"]) == (1, "active", [])
    assert call(client, stranger, "qr/get-code", code_id=theirs)["version"] == 1


def test_codes_deleted_long_ago_cannot_be_restored(
    client: TestClient, editor: Somebody, settings: Settings
) -> None:
    old, fresh = make(client, editor), make(client, editor)
    bulk(client, editor, [old, fresh], "delete")
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "update codes set deleted_at = %s where code_id = %s",
            [datetime.now(UTC) - timedelta(days=31), old],
        )

    body = {"code_ids": [old, fresh], "action": "restore"}
    answer = client.post("/v1/bulk-codes", json=body, headers=editor.headers)

    assert answer.json()["code"] == "code_not_restorable"
    assert listed(client, editor, deleted=True) == {old, fresh}


def test_pausing_a_child_does_not_pause_its_base(client: TestClient, editor: Somebody) -> None:
    base = make(client, editor)
    child = make(client, editor, base_code_id=base)

    bulk(client, editor, [child], "pause")

    assert listed(client, editor, state="paused") == {child}
    bulk(client, editor, [base], "pause")
    bulk(client, editor, [child], "resume")
    assert listed(client, editor, state="paused") == {base}


def test_tags_can_be_counted_and_renamed(client: TestClient, editor: Somebody) -> None:
    one = make(client, editor, tags=["Bar", "summer"])
    make(client, editor, tags=["summer", "sun"])
    gone = make(client, editor, tags=["summer"])
    call(client, editor, "delete-qr-code", id=gone)

    def tags(**body: Any) -> dict[str, int]:
        return {it["tag"]: it["codes"] for it in call(client, editor, "get-tags", **body)["items"]}

    assert tags() == {"Bar": 1, "summer": 2, "sun": 1}
    assert tags(filter="SU") == {"summer": 2, "sun": 1}
    assert call(client, editor, "rename-tag", tag="summer", to="sun")["changed"] == 3
    assert tags() == {"Bar": 1, "sun": 2}
    assert call(client, editor, "qr/get-code", code_id=one)["tags"] == ["Bar", "sun"]
    call(client, editor, "rename-tag", tag="Bar", to=None)
    assert tags() == {"sun": 2}
    missing = client.post("/v1/rename-tag", json={"tag": "Bar", "to": "x"}, headers=editor.headers)
    assert missing.status_code == 404


def test_viewer_cannot_change_codes_in_bulk(
    client: TestClient, viewer: Somebody, editor: Somebody
) -> None:
    code = make(client, editor, tags=["summer"])

    for path, body in {
        "bulk-codes": {"code_ids": [code], "action": "delete"},
        "rename-tag": {"tag": "summer", "to": "x"},
    }.items():
        answer = client.post(f"/v1/{path}", json=body, headers=viewer.headers)
        assert answer.status_code == 403
    assert call(client, viewer, "get-tags")["total"] == 1


def undo(client: TestClient, who: Somebody, changed: Any) -> None:
    for step in changed["undo"]:
        bulk(client, who, step.pop("code_ids"), **step)


@pytest.mark.parametrize(
    ("action", "more"),
    [
        ("pause", {}),
        ("resume", {}),
        ("delete", {}),
        ("move", {"folder_id": None}),
        ("add_tags", {"tags": ["summer", "bar"]}),
        ("remove_tags", {"tags": ["bar", "roof"]}),
    ],
)
def test_undoing_a_bulk_change_restores_each_code(
    client: TestClient, editor: Somebody, action: str, more: dict[str, Any]
) -> None:
    """This includes codes that were already in the new state, codes in other folders, and children that followed their
    base.
    """
    folders = [call(client, editor, "create-folder", name=name)["folder_id"] for name in "ab"]
    base = make(client, editor, tags=["bar"], folder_id=folders[0])
    ids = [
        base,
        make(client, editor, tags=["roof", "bar"], folder_id=folders[1]),
        make(client, editor),
        make(client, editor, base_code_id=base),
    ]
    bulk(client, editor, ids[1:2], "pause")
    parts = ("state", "overrides", "folder_id", "deleted_at")

    def listed() -> list[Any]:
        codes = [call(client, editor, "qr/get-code", code_id=code_id) for code_id in ids]
        return [([code[part] for part in parts], set(code["tags"])) for code in codes]

    before = listed()
    changed = bulk(client, editor, ids, action, **more)
    assert listed() != before
    undo(client, editor, changed)

    assert listed() == before


def test_bulk_action_without_changes_has_nothing_to_undo(
    client: TestClient, editor: Somebody
) -> None:
    code_id = make(client, editor, tags=["bar"])

    again = [
        bulk(client, editor, [code_id], "resume"),
        bulk(client, editor, [code_id], "restore"),
        bulk(client, editor, [code_id], "move", folder_id=None),
        bulk(client, editor, [code_id], "add_tags", tags=["bar"]),
        bulk(client, editor, [code_id], "put_utm", utm={"source": "poster"}),
    ]

    assert [one["undo"] for one in again] == [[]] * 5
