"""Folders: a tree without cycles, codes moved and never lost, nobody else's folders."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.support.codes import make_code
from tests.support.people import MakeMember, MakeOrg, Somebody


def post(client: TestClient, who: Somebody, path: str, **body: Any) -> Any:
    """Return the response to a call that must succeed."""
    answer = client.post(f"/v1/folders/{path}", json=body, headers=who.headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def make(client: TestClient, who: Somebody, name: str, parent: str | None = None) -> str:
    folder_id: str = post(client, who, "create-folder", name=name, parent_id=parent)["folder_id"]
    return folder_id


def codes_in(client: TestClient, who: Somebody, folder: str | None) -> set[str]:
    listed = post(client, who, "get-codes-from-folder", folder_id=folder, pageSize=100)
    return {item["code_id"] for item in listed["items"]}


def test_codes_move_between_folders(client: TestClient, editor: Somebody) -> None:
    stores, posters = make(client, editor, "Stores"), make(client, editor, "Posters")
    first, second = make_code(client, editor), make_code(client, editor, folder_id=posters)

    assert (
        post(client, editor, "add-to-folder", folder_id=stores, code_ids=[first, second])["moved"]
        == 2
    )
    assert post(client, editor, "add-to-folder", folder_id=stores, code_id=first)["moved"] == 0
    assert codes_in(client, editor, stores) == {first, second}
    assert (
        post(client, editor, "remove-from-folder", folder_id=posters, code_id=first)["moved"] == 0
    )
    assert post(client, editor, "remove-from-folder", folder_id=stores, code_id=first)["moved"] == 1
    assert codes_in(client, editor, None) == {first}
    counts = {it["name"]: it["codes"] for it in post(client, editor, "get-folders")["items"]}
    assert counts == {"Posters": 0, "Stores": 1}


def test_removing_a_folder_moves_its_content_to_the_parent(
    client: TestClient, editor: Somebody
) -> None:
    top = make(client, editor, "Top")
    middle = make(client, editor, "Middle", top)
    inner = make(client, editor, "Same", middle)
    make(client, editor, "Same", top)
    code = make_code(client, editor, folder_id=middle)

    removed = post(client, editor, "remove-folder", folder_id=middle)

    assert (removed["moved_to"], removed["codes_moved"], removed["folders_moved"]) == (top, 1, 1)
    assert codes_in(client, editor, top) == {code}
    tree = {it["folder_id"]: it for it in post(client, editor, "get-folders")["items"]}
    assert middle not in tree
    assert (tree[inner]["parent_id"], tree[inner]["name"]) == (top, "Same (2)")


def test_folder_tree_has_no_cycles_and_limited_depth(client: TestClient, editor: Somebody) -> None:
    line = [make(client, editor, "1")]
    for name in "2345678":
        line.append(make(client, editor, name, line[-1]))

    too_deep = client.post(
        "/v1/create-folder", json={"name": "9", "parent_id": line[-1]}, headers=editor.headers
    )
    loop = client.post(
        "/v1/folders/update-folder",
        json={"folder_id": line[0], "parent_id": line[2]},
        headers=editor.headers,
    )

    for refused in (too_deep, loop):
        assert refused.status_code == 422
        assert refused.json()["errors"][0]["field"] == "parent_id"
    moved = post(client, editor, "update-folder", folder_id=line[2], parent_id=None, name="Free")
    assert (moved["parent_id"], moved["name"]) == (None, "Free")


def test_two_opposite_concurrent_moves_never_create_a_cycle(
    client: TestClient, editor: Somebody
) -> None:
    for attempt in range(5):
        one, two = make(client, editor, f"one {attempt}"), make(client, editor, f"two {attempt}")

        def move(pair: tuple[str, str]) -> int:
            body = {"folder_id": pair[0], "parent_id": pair[1]}
            return client.post("/v1/update-folder", json=body, headers=editor.headers).status_code

        with ThreadPoolExecutor(2) as pool:
            statuses = sorted(pool.map(move, [(one, two), (two, one)]))
        assert statuses == [200, 422]


def test_folder_names_are_unique_within_their_parent(client: TestClient, editor: Somebody) -> None:
    folder = make(client, editor, "Stores")
    make(client, editor, "stores", folder)

    again = client.post("/v1/create-folder", json={"name": "STORES"}, headers=editor.headers)

    assert (again.status_code, again.json()["code"]) == (409, "folder_name_taken")


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "a\x00b"])
def test_invalid_folder_names_are_refused(client: TestClient, editor: Somebody, name: str) -> None:
    answer = client.post("/v1/create-folder", json={"name": name}, headers=editor.headers)

    assert answer.status_code == 422
    assert answer.json()["errors"]


def test_another_organisation_cannot_find_folders_and_codes(
    client: TestClient, editor: Somebody, make_org: MakeOrg, make_member: MakeMember
) -> None:
    stranger = make_member(make_org("Northwind Books"), "owner")
    folder, code = make(client, editor, "Ours"), make_code(client, editor)
    theirs, their_code = make(client, stranger, "Theirs"), make_code(client, stranger)

    for path, body in (
        ("get-codes-from-folder", {"folder_id": folder}),
        ("remove-folder", {"folder_id": folder}),
        ("add-to-folder", {"folder_id": folder, "code_id": their_code}),
        ("add-to-folder", {"folder_id": theirs, "code_ids": [their_code, code]}),
    ):
        answer = client.post(f"/v1/folders/{path}", json=body, headers=stranger.headers)
        assert answer.status_code == 404, path
    inside = {"name": "x", "parent_id": folder}
    answer = client.post("/v1/create-folder", json=inside, headers=stranger.headers)
    assert answer.status_code == 422
    in_folder = {"name": "x", "type": "redirect", "destination": "https://a.example/"}
    answer = client.post(
        "/v1/qr/create-code", json=in_folder | {"folder_id": folder}, headers=stranger.headers
    )
    assert answer.json()["errors"][0]["field"] == "folder_id"
    assert codes_in(client, stranger, theirs) == set()


def test_code_moved_into_a_folder_during_its_removal_is_not_lost(
    client: TestClient, editor: Somebody, settings: Settings
) -> None:
    top = make(client, editor, "Top")
    folder = make(client, editor, "Going", top)
    code = make_code(client, editor)

    with ThreadPoolExecutor(1) as pool, psycopg.connect(settings.database_url) as other:
        other.execute("update codes set folder_id = %s where code_id = %s", [folder, code])
        removal = pool.submit(
            client.post,
            "/v1/folders/remove-folder",
            json={"folder_id": folder},
            headers=editor.headers,
        )
        with pytest.raises(TimeoutError):  # it waits for the code that is being moved
            removal.result(timeout=1)
        other.commit()
        answer = removal.result(timeout=30)

    assert answer.status_code == 200, answer.text
    assert answer.json()["codes_moved"] == 1
    assert codes_in(client, editor, top) == {code}


def test_moving_into_a_folder_that_is_being_removed_is_refused(
    client: TestClient, editor: Somebody
) -> None:
    code = make_code(client, editor)
    for attempt in range(8):
        folder = make(client, editor, f"Going {attempt}")

        def call(path: str, folder: str = folder) -> int:
            body = {"folder_id": folder, "code_id": code}
            return client.post(f"/v1/folders/{path}", json=body, headers=editor.headers).status_code

        with ThreadPoolExecutor(2) as pool:
            added, removed = pool.map(call, ["add-to-folder", "remove-folder"])
        assert removed == 200
        assert added in (200, 404)
    assert codes_in(client, editor, None) == {code}


def test_folders_are_listed_in_pages_of_ten_by_default(
    client: TestClient, editor: Somebody
) -> None:
    for number in range(12):
        post(client, editor, "create-folder", name=f"Folder {number:02}")

    first = post(client, editor, "get-folders")
    second = post(client, editor, "get-folders", page=2)
    whole = post(client, editor, "get-folders", per_page=100)

    assert (first["page"], first["pageSize"], first["total"]) == (1, 10, 12)
    assert [it["name"] for it in second["items"]] == ["Folder 10", "Folder 11"]
    assert whole["items"] == first["items"] + second["items"]
    body = {"pageSize": 101}
    refused = client.post("/v1/get-folders", json=body, headers=editor.headers)
    assert refused.status_code == 422
