"""Copies of codes: beside the original, into folders, across organisations, the design alone."""

from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.support.calling import call
from tests.support.people import MakeOrg, People, Somebody

pytestmark = pytest.mark.one_database

MENU = {
    "name": "Menu",
    "type": "redirect",
    "destination": "https://harbor.example/menu",
    "tags": ["summer", "tables"],
    "properties": {"table": "4"},
    "fallback_url": "https://harbor.example/closed",
    "design": {"foreground": "#aa0000"},
    "width": 700,
}


def make(client: TestClient, who: Somebody, **fields: Any) -> str:
    code_id: str = call(client, who, "qr/create-code", **(MENU | fields))["code_id"]
    return code_id


def read(client: TestClient, who: Somebody, code_id: str) -> Any:
    return call(client, who, "qr/get-code", code_id=code_id)


def test_duplicate_copies_everything_except_the_id(client: TestClient, editor: Somebody) -> None:
    original = make(client, editor, active_until="2030-01-01T00:00:00Z")
    call(client, editor, "qr/update-code", code_id=original, state="paused")

    made = call(client, editor, "qr/create-duplicate-code", code_id=original)

    first, copy = read(client, editor, original), read(client, editor, made["code_id"])
    own = {"code_id", "id", "name", "state", "version", "created_at", "updated_at"}
    addresses = {"public_url", "short_url", "url", "picture_url", "svg_url"}
    for field in first.keys() - own - addresses:
        assert copy[field] == first[field], field
    assert (copy["name"], copy["state"]) == ("Menu copy", "active")
    assert client.get(made["public_url"]).headers["location"] == MENU["destination"]


def test_name_of_a_copy_stays_within_the_length_limit(client: TestClient, editor: Somebody) -> None:
    original = make(client, editor, name="x" * 120)

    made = call(client, editor, "qr/create-duplicate-code", code_id=original)

    assert read(client, editor, made["code_id"])["name"] == "x" * 115 + " copy"


def test_deleted_code_cannot_be_copied(client: TestClient, editor: Somebody) -> None:
    original = make(client, editor)
    call(client, editor, "delete-qr-code", id=original)

    for path in ("qr/create-duplicate-code", "clone-code"):
        answer = client.post(f"/v1/{path}", json={"code_id": original}, headers=editor.headers)
        assert answer.status_code == 410, path


def test_clone_is_placed_in_the_requested_folder(client: TestClient, editor: Somebody) -> None:
    folder = call(client, editor, "create-folder", name="Stores")["folder_id"]
    other = call(client, editor, "create-folder", name="Posters")["folder_id"]
    original = make(client, editor, folder_id=folder)

    places = [
        read(
            client, editor, call(client, editor, "clone-code", code_id=original, **body)["code_id"]
        )
        for body in ({}, {"folder_id": None}, {"folder_id": other, "name": "Door"})
    ]

    assert [it["folder_id"] for it in places] == [folder, None, other]
    assert places[2]["name"] == "Door"
    refused = client.post(
        "/v1/clone-code", json={"code_id": original, "folder_id": "fld_x"}, headers=editor.headers
    )
    assert refused.json()["errors"][0]["field"] == "folder_id"


def test_clone_to_another_organisation_omits_references_unknown_there(
    client: TestClient, editor: Somebody, make_org: MakeOrg, make_member: Any, people: People
) -> None:
    folder = call(client, editor, "create-folder", name="Stores")["folder_id"]
    base = make(client, editor, folder_id=folder)
    child = make(client, editor, name="Child", base_code_id=base, tags=["summer"])
    there = make_org("Northwind Books")
    colleague = make_member(there, "editor")
    make(client, colleague, tags=["summer"], name="Theirs")
    people.join(there, editor, "editor")

    made = call(client, editor, "clone-code", code_id=child, to_org_id=there.org_id, name="Abroad")

    copy = read(client, colleague, made["code_id"])
    assert (copy["org_id"], copy["name"], copy["folder_id"]) == (there.org_id, "Abroad", None)
    assert (copy["tags"], copy["base_code_id"], copy["overrides"]) == (["summer"], None, [])
    assert copy["destination"] == MENU["destination"]
    assert copy["design"]["foreground"] == "#aa0000"
    whole = call(client, editor, "clone-code", code_id=base, to_org_id=there.org_id)
    assert read(client, colleague, whole["code_id"])["tags"] == ["summer"]
    keyed = editor.headers | {"Idempotency-Key": "abroad"}
    body = {"code_id": base, "to_org_id": there.org_id}
    twice = [client.post("/v1/clone-code", json=body, headers=keyed).json() for _ in range(2)]
    assert twice[0] == twice[1]


@pytest.mark.parametrize(("role", "status"), [("viewer", 403), (None, 404)])
def test_clone_to_another_organisation_requires_a_role_there(
    client: TestClient,
    editor: Somebody,
    make_org: MakeOrg,
    people: People,
    settings: Settings,
    role: str | None,
    status: int,
) -> None:
    original, there = make(client, editor), make_org("Northwind Books")
    if role is not None:
        people.join(there, editor, role)

    body = {"code_id": original, "to_org_id": there.org_id}
    answer = client.post("/v1/clone-code", json=body, headers=editor.headers)

    assert answer.status_code == status
    with psycopg.connect(settings.database_url) as connection:
        made = connection.execute("select count(*) from codes where org_id = %s", [there.org_id])
        assert made.fetchone() == (0,)


def test_api_key_can_clone_only_within_its_own_organisation(
    client: TestClient, org: Any, editor: Somebody, api_key: Any, make_org: MakeOrg
) -> None:
    original, there = make(client, editor), make_org("Northwind Books")
    headers = {"Authorization": f"Bearer {api_key(org, 'owner')}"}

    home = client.post("/v1/clone-code", json={"code_id": original}, headers=headers)
    abroad = client.post(
        "/v1/clone-code", json={"code_id": original, "to_org_id": there.org_id}, headers=headers
    )

    assert (home.status_code, abroad.status_code) == (200, 404)


def test_design_alone_can_be_copied_to_another_code(client: TestClient, editor: Somebody) -> None:
    pretty = make(client, editor)
    plain = make(
        client, editor, name="Plain", design={}, width=300, destination="https://a.example/"
    )
    before = read(client, editor, plain)

    after = call(client, editor, "qr/clone-qr", code_id=pretty, to_code_id=plain)

    assert (after["code_id"], after["width"]) == (plain, 700)
    assert after["design"]["foreground"] == "#aa0000"
    now = read(client, editor, plain)
    assert (now["destination"], now["name"], now["url"]) == (
        before["destination"],
        "Plain",
        before["url"],
    )
    answer = client.post(
        "/v1/qr/clone-qr", json={"code_id": pretty, "to_code_id": "zz"}, headers=editor.headers
    )
    assert answer.status_code == 404


def test_old_clients_can_read_a_code_by_its_id(
    client: TestClient, viewer: Somebody, editor: Somebody
) -> None:
    code_id = make(client, editor)

    answer = client.post("/v0/fetch-code", json={"id": code_id}, headers=viewer.headers)

    assert answer.json()["name"] == "Menu"
