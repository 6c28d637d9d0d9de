"""Annotations: notes by people, edits of codes added automatically, nobody else's."""

from typing import Any

from starlette.testclient import TestClient

from tests.support.calling import call
from tests.support.pages import PageMaker
from tests.support.people import MakeMember, MakeOrg, Somebody

ALL = {"from": "2000-01-01T00:00:00Z", "to": "2099-01-01T00:00:00Z"}
MOMENT = "2026-06-01T12:00:00Z"


def refused(client: TestClient, who: Somebody, path: str, **body: Any) -> tuple[int, str]:
    answer = client.post(f"/v1/{path}", json=body, headers=who.headers)
    return answer.status_code, answer.json()["code"]


def make_code(client: TestClient, who: Somebody, name: str = "Menu") -> str:
    fields = {"name": name, "type": "redirect", "destination": "https://harbor.example/old"}
    code_id: str = call(client, who, "qr/create-code", **fields)["code_id"]
    return code_id


def listed(client: TestClient, who: Somebody, **wanted: Any) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = call(client, who, "list-annotations", **ALL | wanted)["items"]
    return items


def test_annotation_can_be_saved_changed_and_deleted(
    client: TestClient, editor: Somebody, viewer: Somebody
) -> None:
    code = make_code(client, editor)
    made = call(client, editor, "save-annotation", starts_at=MOMENT, text="  Flyers out ")
    note_id = made["annotation_id"]
    assert (made["text"], made["kind"], made["codes"]) == ("Flyers out", "note", 0)
    assert made["author"].startswith("Person")

    changed = call(
        client, editor, "save-annotation", annotation_id=note_id, version=made["version"],
        code_id=code, starts_at=MOMENT, ends_at="2026-06-03T12:00:00Z", text="Festival",
    )  # fmt: skip

    assert (changed["code_name"], changed["codes"], changed["text"]) == ("Menu", 1, "Festival")
    assert refused(
        client, editor, "save-annotation", annotation_id=note_id, version=made["version"],
        starts_at=MOMENT, text="Late",
    ) == (409, "annotation_changed")  # fmt: skip
    assert [it["text"] for it in listed(client, viewer)] == ["Festival"]
    call(client, editor, "delete-annotation", annotation_id=note_id)
    assert listed(client, viewer) == []


def test_list_contains_annotations_of_the_period_and_codes(
    client: TestClient, editor: Somebody
) -> None:
    menu, poster = make_code(client, editor), make_code(client, editor, "Poster")
    for text, start, end, code in (
        ("before", "2026-01-01T00:00:00Z", None, None),
        ("reaches in", "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z", menu),
        ("inside", "2026-02-02T00:00:00Z", None, poster),
        ("of all", "2026-02-03T00:00:00Z", None, None),
        ("after", "2026-03-01T00:00:00Z", None, None),
    ):
        fields = {"starts_at": start, "ends_at": end, "code_id": code}
        call(client, editor, "save-annotation", text=text, **fields)
    february = {"from": "2026-02-01T00:00:00Z", "to": "2026-03-01T00:00:00Z"}

    texts = [it["text"] for it in listed(client, editor, **february)]
    of_menu = [it["text"] for it in listed(client, editor, **february, code_ids=[menu])]

    assert texts == ["reaches in", "inside", "of all"]
    assert of_menu == ["reaches in", "of all"]


def test_edits_of_a_code_are_recorded_as_annotations(client: TestClient, editor: Somebody) -> None:
    code = make_code(client, editor)
    folder = call(client, editor, "create-folder", name="Stores")["folder_id"]
    rule = {"conditions": [], "outcome": {"type": "redirect", "url": "https://harbor.example/rule"}}
    for change in (
        {"name": "Other name", "tags": ["quiet"]},
        {"destination": "https://harbor.example/new"},
        {"state": "paused"},
        {"state": "active"},
        {"rules": [rule]},
    ):
        call(client, editor, "qr/update-code", code_id=code, **change)
    call(client, editor, "add-to-folder", folder_id=folder, code_ids=[code])
    call(client, editor, "delete-qr-code", id=code)

    lines = listed(client, editor)

    assert [it["kind"] for it in lines] == [
        "destination", "paused", "resumed", "rules", "moved", "deleted",
    ]  # fmt: skip
    assert (lines[0]["before"], lines[0]["after"]) == (
        "https://harbor.example/old",
        "https://harbor.example/new",
    )
    assert (lines[3]["before"], lines[3]["after"]) == ("0", "1")
    assert (lines[4]["before"], lines[4]["after"]) == (None, "Stores")
    assert {(it["code_name"], it["codes"]) for it in lines} == {("Other name", 1)}
    assert all(it["author"].startswith("Person") for it in lines)
    assert listed(client, editor, edits=False) == []
    edit = lines[0]["annotation_id"]
    assert refused(
        client, editor, "save-annotation", annotation_id=edit, starts_at=MOMENT, text="x"
    ) == (409, "made_by_an_edit")
    assert refused(client, editor, "delete-annotation", annotation_id=edit)[0] == 409


def test_annotation_of_an_edit_names_only_a_wall_of_the_same_organisation(
    client: TestClient, editor: Somebody, make_org: MakeOrg, make_member: MakeMember
) -> None:
    own = make_member(make_org("Northwind"), "editor")
    wall = call(client, editor, "selfiewall/create-selfiewall", name="Summer pictures")["url"]
    for who in (editor, own):
        call(client, who, "qr/update-code", code_id=make_code(client, who), destination=wall)

    (mine,) = (it for it in listed(client, editor) if it["after"] == wall)
    (theirs,) = listed(client, own)

    assert mine["leads_to"] == {"kind": "wall", "name": "Summer pictures"}
    assert theirs["leads_to"] == {"kind": "wall", "name": None}


def test_bulk_edit_of_many_codes_is_one_annotation(client: TestClient, editor: Somebody) -> None:
    codes = [make_code(client, editor, f"Table {n}") for n in range(7)]

    call(client, editor, "bulk-codes", code_ids=codes, action="pause")

    (fields,) = listed(client, editor)
    assert (fields["kind"], fields["codes"], fields["code_id"], fields["after"]) == (
        "paused",
        7,
        None,
        None,
    )
    (of_one,) = listed(client, editor, code_ids=[codes[3]])
    assert (of_one["code_name"], of_one["codes"]) == ("Table 3", 1)


def test_publishing_a_page_is_recorded_as_an_annotation(
    client: TestClient, editor: Somebody
) -> None:
    code, _ = PageMaker(client, editor.headers).published()

    lines = listed(client, editor, code_ids=[code])

    assert [it["kind"] for it in lines] == ["published"]
    assert lines[0]["text"] != ""


def test_invalid_requests_are_refused(
    client: TestClient, editor: Somebody, make_org: MakeOrg, make_member: MakeMember
) -> None:
    stranger = make_member(make_org("Northwind"), "editor")
    foreign = make_code(client, stranger)
    note = {"starts_at": MOMENT, "text": "Opening"}

    for wrong, field in (
        ({"ends_at": MOMENT}, "ends_at"),
        ({"code_id": foreign}, "code_id"),
        ({"starts_at": "1000-01-01T00:00:00Z"}, "starts_at"),
        ({"starts_at": "2026-06-01T12:00:00"}, "starts_at"),
        ({"text": " "}, "text"),
        ({"text": "x" * 501}, "text"),
    ):
        body = note | wrong
        answer = client.post("/v1/save-annotation", json=body, headers=editor.headers)
        assert answer.status_code == 422, wrong
        assert answer.json()["errors"][0]["field"] == field
    backwards = {"from": ALL["to"], "to": ALL["from"]}
    assert refused(client, editor, "list-annotations", **backwards)[0] == 422
    mine = call(client, editor, "save-annotation", **note)["annotation_id"]
    assert refused(client, stranger, "delete-annotation", annotation_id=mine)[0] == 404
    assert refused(client, stranger, "save-annotation", annotation_id=mine, **note)[0] == 404
