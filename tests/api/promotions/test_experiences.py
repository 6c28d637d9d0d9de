"""Experiences: a code, a page, a reward or a game, and a schedule under one name."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.support.people import Somebody

pytestmark = pytest.mark.one_database


def test_experience_bundles_a_code_a_game_and_a_schedule(
    client: TestClient, editor: Somebody
) -> None:
    def call(path: str, status: int = 200, **body: Any) -> Any:
        answer = client.post(path, json=body, headers=editor.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    call("/v1/game", status=422, name="x" * 121)
    game = call("/v1/game", name="Wheel")
    spring = call(
        "/v0/create-experience",
        name="Spring",
        game_id=game["game_id"],
        ends_at="2027-03-01T00:00:00Z",
    )
    plain = call("/v0/create-experience", name="autumn")

    assert spring["code_id"] == game["code_id"]
    assert plain["public_url"] == f"/code/{plain['code_id']}"
    code = call("/v1/qr/get-code", code_id=game["code_id"])
    assert code["active_until"] == spring["ends_at"]
    listed = call("/v0/get-experiences", per_page=1)
    assert ([it["name"] for it in listed["items"]], listed["total"]) == (["autumn"], 2)

    taken = call("/v0/create-experience", 422, name="SPRING")
    unknown = call("/v0/create-experience", 422, name="Third", page_id="page_nowhere")
    assert [it["errors"][0]["field"] for it in (taken, unknown)] == ["name", "page_id"]

    changed = call(
        "/v0/update-experience",
        experience_id=spring["experience_id"],
        name="Summer",
        game_id=None,
        ends_at=None,
    )
    assert (changed["name"], changed["game_id"], changed["ends_at"]) == ("Summer", None, None)
    call("/v0/delete-experience", experience_id=spring["experience_id"])
    assert call("/v0/get-experiences")["total"] == 1
    assert call("/v1/get-game", game_id=game["game_id"])["name"] == "Wheel"


def test_experience_of_a_child_shows_the_schedule_of_its_base(
    client: TestClient, editor: Somebody
) -> None:
    window = {"active_from": "2027-01-01T00:00:00Z", "active_until": "2027-03-01T00:00:00Z"}

    def call(path: str, **body: Any) -> Any:
        answer = client.post(path, json=body, headers=editor.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    base = call("/v1/qr/create-code", name="Menu", type="page", **window)["code_id"]
    child = call("/v1/qr/create-code", name="Table 4", type="page", base_code_id=base)["code_id"]

    made = call("/v0/create-experience", name="Spring", code_id=child)

    assert (made["starts_at"], made["ends_at"]) == (window["active_from"], window["active_until"])


def test_page_of_an_experience_must_belong_to_its_code(
    client: TestClient, editor: Somebody
) -> None:
    def call(path: str, status: int = 200, **body: Any) -> Any:
        answer = client.post(path, json=body, headers=editor.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    codes = [call("/v1/qr/create-code", name=it, type="page")["code_id"] for it in ("A", "B")]
    blocks = {"root": {"props": {"title": "Menu"}}, "content": []}
    page = call("/v1/gen-page", name="Menu", code_id=codes[0], blocks=blocks)
    page_id = page["page_id"]

    made = call("/v0/create-experience", name="Menu", page_id=page_id)
    refused = call("/v0/create-experience", 422, name="Other", page_id=page_id, code_id=codes[1])

    assert (made["code_id"], made["page_id"]) == (codes[0], page_id)
    assert refused["errors"][0]["field"] == "page_id"
