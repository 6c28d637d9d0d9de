"""The pages of games, complete without JavaScript: the play, its result, the claim and the proof."""

import json
import re
from datetime import timedelta
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from starlette.testclient import TestClient

from api.kit.clock import Clock
from tests.support.browsers import BROWSER
from tests.support.games import Arcade
from tests.support.people import Somebody
from tests.support.promos import MovableClock

HERE = {**BROWSER, "accept": "text/html"}


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    return movable_clock


@pytest.fixture
def arcade(client: TestClient, editor: Somebody, movable_clock: MovableClock) -> Arcade:
    return Arcade(client, editor, movable_clock.now)


def opened(arcade: Arcade, path: str, status: int = 200, **fields: Any) -> str:
    """Return a page that somebody opens, or the response to its form."""
    client = arcade.client
    answer = (
        client.post(path, data=fields, headers=HERE) if fields else client.get(path, headers=HERE)
    )
    assert answer.status_code == status, answer.text
    return unescape(answer.text)


def hidden(page: str, name: str) -> str:
    """Return the value of a hidden field in the form of a page."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None
    return found[1]


def test_game_is_played_and_its_prize_claimed_without_script(arcade: Arcade) -> None:
    game = arcade.game(texts={"en": {"title": "Win a coffee"}, "de": {"title": "Kaffee gewinnen"}})
    path = f"/game/{game['code_id']}"
    page = opened(arcade, path)
    assert "Win a coffee" in page
    assert "Kaffee gewinnen" in opened(arcade, f"{path}?lang=de")

    form = {"play_id": hidden(page, "play_id"), "player_seed": "mine"}
    result = opened(arcade, f"{path}/play", **form)
    assert "Congratulations!" in result
    again = opened(arcade, f"{path}/play", **form)
    assert hidden(again, "token") == hidden(result, "token")

    token = hidden(result, "token")
    assert "Confirm the handover" in opened(arcade, f"{path}/claim?token={token}")
    claimed = opened(arcade, f"{path}/claim", token=token)
    assert "This prize has been claimed." in claimed
    assert "This prize has been claimed." in opened(arcade, f"{path}/claim?token={token}")
    again = opened(arcade, f"{path}/play", **form)
    assert "This prize has been claimed." in again
    assert "Confirm the handover" not in again


def test_earlier_prizes_stay_reachable_for_their_winner(
    arcade: Arcade, movable_clock: MovableClock
) -> None:
    game = arcade.game(limits={"per_person_day": 3})
    winner, other = arcade.visitor(), arcade.visitor()
    first, second = (arcade.play(game, who=winner)["outcome"]["claim"]["token"] for _ in range(2))
    arcade.client.post("/v1/game/claim-prize", json={"token": second}, headers=winner)

    def listed(who: dict[str, str]) -> list[str]:
        arcade.client.cookies.clear()
        page = arcade.client.get(f"/game/{game['code_id']}", headers=HERE | who).text
        return re.findall(r"/claim\?token=([0-9a-f]{64})", page)

    assert set(listed(winner)) == {first, second}
    assert listed(other) == []
    assert listed({}) == []
    movable_clock.move(days=30)
    assert listed(winner) == [second], "the first was not claimed in time"


def test_back_shows_the_result_of_a_play_again(arcade: Arcade) -> None:
    path = f"/game/{arcade.game()['code_id']}"
    form = {"play_id": hidden(opened(arcade, path), "play_id")}

    result = arcade.client.post(f"{path}/play", data=form, headers=HERE)
    claim = {"token": hidden(result.text, "token")}
    claimed = arcade.client.post(f"{path}/claim", data=claim, headers=HERE)

    assert [it.headers["cache-control"] for it in (result, claimed)] == ["private, no-cache"] * 2


def test_refusal_is_shown_on_a_page(arcade: Arcade) -> None:
    game = arcade.game(gates={"min_age": 18})
    path = f"/game/{game['code_id']}"
    form = {"play_id": str(uuid4()), "answers.age": "12"}

    assert "You are too young for this game." in opened(arcade, f"{path}/play", 403, **form)
    assert "wasn’t accepted" in opened(arcade, f"{path}/play", 422, play_id="x")
    assert 'name="answers.age"' in opened(arcade, path)
    bare = arcade.client.post(f"{path}/play", headers=HERE)
    assert (bare.status_code, bare.headers["location"]) == (303, path)


def test_draft_can_be_tried_by_people_who_have_its_address(
    arcade: Arcade, movable_clock: MovableClock
) -> None:
    draft = arcade.draft(texts={"en": {"title": "Win a coffee"}})
    link = arcade.call("practise-game", game_id=draft["game_id"])["url"]

    page = opened(arcade, link)
    assert "Win a coffee" in page
    assert "nothing is stored" in page
    won, lost = json.loads(page.partition('data-game="')[2].partition('" aria-')[0])["practice"][
        "outcomes"
    ]
    assert (won["name"], won["claim"], lost["won"]) == ("Coffee", None, False)
    framed = arcade.client.get(link, headers=HERE).headers["content-security-policy"]
    assert "frame-ancestors 'self'" in framed

    other = arcade.draft()
    opened(arcade, link.replace(draft["code_id"], other["code_id"]), 404)
    opened(arcade, link[:-1] + ("0" if link[-1] != "0" else "1"), 404)
    movable_clock.now += timedelta(hours=13)
    opened(arcade, link, 404)


def test_page_of_a_game_redirects_to_the_address_of_its_code(arcade: Arcade) -> None:
    game = arcade.game()
    answer = arcade.client.get(f"/game/{game['game_id']}", headers=HERE)
    assert answer.headers["location"] == f"/game/{game['code_id']}"


def test_draft_and_unknown_code_show_a_friendly_page(arcade: Arcade) -> None:
    draft = arcade.draft()

    opened(arcade, f"/game/{draft['code_id']}", 404)
    opened(arcade, "/game/nowhere", 404)
    opened(arcade, f"/game/{draft['code_id']}/claim?token={'0' * 64}", 404)


def test_proof_is_public_and_shows_the_seed_after_the_end(arcade: Arcade) -> None:
    game = arcade.game()
    path = f"/game/{game['code_id']}/fairness"
    before = opened(arcade, path)
    assert game["commitment"] in before
    assert 'data-audit=""' in before

    arcade.play(game)
    arcade.call("end-game", game_id=game["game_id"])

    after = opened(arcade, path)
    assert f'data-audit="/v1/game/audit/{game["game_id"]}"' in after
    assert "The game is over." in opened(arcade, f"/game/{game['code_id']}")


def test_page_embeds_a_game_of_its_organisation_in_a_frame(arcade: Arcade) -> None:
    game = arcade.game()
    code = arcade.call("qr/create-code", name="Party", type="page")

    def block(game_id: str) -> dict[str, Any]:
        props = {"id": "game-1", "game_id": game_id, "title": "Play"}
        return {
            "root": {"props": {"title": "Party"}},
            "content": [{"type": "Game", "props": props}],
        }

    page = arcade.call(
        "gen-page", name="Party", code_id=code["code_id"], blocks=block("game_other")
    )
    ref = {"page_id": page["page_id"]}
    refused = arcade.call("update-page", 422, **ref, action="publish")
    arcade.call("update-page", **ref, blocks=block(game["game_id"]), action="publish")
    shown = arcade.client.get(f"/code/{code['code_id']}", headers=HERE)
    inside = arcade.client.get(f"/game/{game['code_id']}", headers=HERE)

    assert [it["code"] for it in refused["errors"]] == ["unknown_game"]
    assert f'<iframe class="wp-game-frame" src="/game/{game["game_id"]}' in shown.text
    assert "player.vimeo.com 'self'" in shown.headers["content-security-policy"]
    assert "frame-ancestors 'self'" in inside.headers["content-security-policy"]
