"""Saved views: private until shared, unique names, and a default for each member."""

from typing import Any

from starlette.testclient import TestClient

from tests.support.people import MakeMember, MakeOrg, Somebody


def call(client: TestClient, who: Somebody, path: str, **body: Any) -> tuple[int, Any]:
    answer = client.post(f"/v1/{path}", json=body, headers=who.headers)
    return answer.status_code, answer.json()


def save(client: TestClient, who: Somebody, name: str, **body: Any) -> Any:
    status, answer = call(
        client, who, "save-view", **{"name": name, "search": "interval=30day"} | body
    )
    assert status == 200, answer
    return answer


def names(client: TestClient, who: Somebody) -> list[str]:
    return [it["name"] for it in call(client, who, "list-views")[1]["items"]]


def test_views_are_private_until_they_are_shared(
    client: TestClient, editor: Somebody, viewer: Somebody
) -> None:
    mine = save(client, viewer, "Mine", search="country=US&country=-CA")
    theirs = save(client, editor, "Campaign")

    assert (names(client, viewer), names(client, editor)) == (["Mine"], ["Campaign"])
    assert call(client, viewer, "delete-view", view_id=theirs["view_id"])[0] == 404
    save(client, editor, "campaign", view_id=theirs["view_id"], is_shared=True)
    assert names(client, viewer) == ["campaign", "Mine"]
    assert call(client, viewer, "delete-view", view_id=theirs["view_id"])[0] == 403
    assert call(client, viewer, "save-view", name="All", search="", is_shared=True)[0] == 403
    assert call(client, editor, "delete-view", view_id=mine["view_id"])[0] == 404
    assert call(client, viewer, "delete-view", view_id=mine["view_id"])[0] == 200


def test_view_name_is_unique_per_member_and_each_member_has_their_own_default(
    client: TestClient, editor: Somebody, viewer: Somebody
) -> None:
    first = save(client, editor, "Week", is_shared=True)["view_id"]
    second = save(client, editor, "Month")["view_id"]

    assert call(client, editor, "save-view", name="WEEK", search="")[1]["code"] == "view_name_taken"
    save(client, viewer, "Week")
    for view_id in (second, first):
        assert call(client, editor, "set-default-view", view_id=view_id)[0] == 200
    assert call(client, viewer, "set-default-view", view_id=second)[0] == 404

    listed = call(client, editor, "list-views")[1]["items"]
    assert {it["name"]: it["is_default"] for it in listed} == {"Month": False, "Week": True}
    assert not any(it["is_default"] for it in call(client, viewer, "list-views")[1]["items"])
    call(client, editor, "delete-view", view_id=first)
    assert not any(it["is_default"] for it in call(client, editor, "list-views")[1]["items"])
    assert call(client, editor, "set-default-view", view_id=None)[0] == 200


def test_invalid_requests_are_refused(
    client: TestClient, editor: Somebody, make_org: MakeOrg, make_member: MakeMember
) -> None:
    stranger = make_member(make_org("Northwind"), "owner")
    theirs = save(client, stranger, "Theirs", is_shared=True)["view_id"]

    for wrong in ({"name": " "}, {"name": "x" * 81}, {"search": "a b"}, {"search": "x" * 4001}):
        status, answer = call(client, editor, "save-view", **{"name": "A", "search": ""} | wrong)
        assert (status, answer["errors"][0]["field"]) == (422, next(iter(wrong)))
    for path in ("delete-view", "set-default-view"):
        assert call(client, editor, path, view_id=theirs)[0] == 404
    assert names(client, editor) == []
