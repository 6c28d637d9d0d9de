"""Prizes that give a one-time code or a wallet pass, from the builder to the winner."""

from uuid import uuid4

import pytest
from starlette.testclient import TestClient

from api.kit.clock import Clock
from tests.support.browsers import BROWSER
from tests.support.games import PHONE, Arcade
from tests.support.pass_calls import drawn_pass
from tests.support.pass_template_calls import drawn_template
from tests.support.people import Somebody
from tests.support.promos import MovableClock


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    return movable_clock


@pytest.fixture
def arcade(client: TestClient, editor: Somebody, movable_clock: MovableClock) -> Arcade:
    return Arcade(client, editor, movable_clock.now)


ALWAYS = {"name": "Coffee", "stock": 2, "odds_ppm": 1_000_000}


def test_each_winner_gets_their_own_one_time_code(arcade: Arcade) -> None:
    base = arcade.call(
        "qr/create-code", name="Free coffee", type="redirect", destination="https://harbor.example"
    )
    code_id = base["code_id"]
    refused = arcade.draft(prizes=[{**ALWAYS, "gives": "one_time", "base_code_id": "another1"}])
    game = arcade.game(prizes=[{**ALWAYS, "gives": "one_time", "base_code_id": code_id}])

    tokens = [arcade.play(game)["outcome"]["claim"]["token"] for _ in range(2)]
    first = arcade.public("game/claim-prize", token=tokens[0])
    again = arcade.public("game/claim-prize", token=tokens[0])
    second = arcade.public("game/claim-prize", token=tokens[1])

    assert [it["field"] for it in refused["problems"] if not it["is_warning"]] == [
        "prizes.0.base_code_id"
    ]
    assert first == again
    assert (first["kind"], first["code"]) == ("one_time", None)
    assert first["url"] != second["url"]
    codes = arcade.call("get-one-time-codes", id=code_id)
    assert {f"/code/{it['code_id']}" for it in codes["items"]} == {first["url"], second["url"]}
    assert codes["counts"]["issued"] == 2
    winners = arcade.call("list-winners", game_id=game["game_id"])["items"]
    assert {f"/code/{it['given_id']}" for it in winners} == {first["url"], second["url"]}
    page = arcade.client.get(
        f"/game/{game['code_id']}/claim", params={"token": tokens[0]}, headers=PHONE
    )
    assert f'href="{first["url"]}"' in page.text


def test_repeated_play_tells_that_its_prize_was_claimed(arcade: Arcade) -> None:
    game = arcade.game(prizes=[ALWAYS])
    who, play_id = arcade.visitor(), str(uuid4())
    won = arcade.play(game, who=who, play_id=play_id)["outcome"]["claim"]
    before = arcade.play(game, who=who, play_id=play_id)["outcome"]["claim"]

    claimed = arcade.public("game/claim-prize", token=won["token"])
    after = arcade.play(game, who=who, play_id=play_id)["outcome"]["claim"]

    assert before == won
    assert won["claimed_at"] is None
    assert after == {**won, "claimed_at": claimed["claimed_at"]}


def test_prize_whose_code_was_deleted_stays_awarded_to_the_winner(arcade: Arcade) -> None:
    base = arcade.call(
        "qr/create-code", name="Free coffee", type="redirect", destination="https://harbor.example"
    )
    game = arcade.game(prizes=[{**ALWAYS, "gives": "one_time", "base_code_id": base["code_id"]}])
    token = arcade.play(game)["outcome"]["claim"]["token"]
    arcade.call("delete-qr-ode", id=base["code_id"])

    refused = arcade.public("game/claim-prize", 409, token=token)

    assert refused["code"] == "prize_not_ready"
    [winner] = arcade.call("list-winners", game_id=game["game_id"])["items"]
    assert winner["state"] == "awarded"


def test_each_winner_gets_their_own_pass(arcade: Arcade) -> None:
    new = {"name": "Mug", "content": drawn_template("Mug")}
    template_id = arcade.call("save-pass-template", **new)["template_id"]
    prize = {**ALWAYS, "gives": "pass", "template_id": template_id}
    draft = arcade.draft(prizes=[prize])
    refused = arcade.call("publish-game", 422, game_id=draft["game_id"])
    arcade.call("publish-pass-template", template_id=template_id)
    game = arcade.call("publish-game", game_id=draft["game_id"])

    tokens = [arcade.play(game)["outcome"]["claim"]["token"] for _ in range(2)]
    claimed = [arcade.public("game/claim-prize", token=it) for it in (*tokens, tokens[0])]

    assert [it["field"] for it in refused["errors"]] == ["prizes.0.template_id"]
    assert claimed[0] == claimed[2]
    assert claimed[0]["url"] != claimed[1]["url"]
    shown = arcade.client.get(claimed[0]["url"], headers=BROWSER)
    assert (shown.status_code, "Mug" in shown.text) == (200, True)


def test_pass_claimed_with_a_customers_address_reveals_nothing_about_them(arcade: Arcade) -> None:
    customer = arcade.call("save-customer", first_name="Ana", email="ana@visitor.example")
    given = {"customer_id": customer["customer_id"], "action": "add", "unit": "points"}
    arcade.call("rewards/post-swapt-card", **given, amount=700)
    text = drawn_template("Mug", description="Card of {{customer.name|a guest}} with {{points}}")
    template_id = arcade.call("save-pass-template", name="Mug", content=text)["template_id"]
    arcade.call("publish-pass-template", template_id=template_id)
    game = arcade.game(prizes=[{**ALWAYS, "gives": "pass", "template_id": template_id}])
    stranger = arcade.visitor()

    tokens = [arcade.play(game, who=stranger)["outcome"]["claim"]["token"] for _ in range(2)]
    named = {"token": tokens[0], "email": "ana@visitor.example", "name": "Ben"}
    claims = [named, {"token": tokens[1]}]
    urls = [
        arcade.client.post("/v1/game/claim-prize", json=it, headers=stranger).json()["url"]
        for it in claims
    ]

    code_id = arcade.call("qr/create-code", name="Pass", type="pass")["code_id"]
    pass_id = _pass_of(arcade)
    arcade.call("save-pass-code", code_id=code_id, pass_id=pass_id, is_personal=True)
    browser = {**BROWSER, "cookie": stranger["cookie"]}
    scanned = arcade.client.get(f"/code/{code_id}", headers=browser, follow_redirects=False)
    offer = scanned.headers["location"]
    taken = arcade.client.post(offer, headers=browser, follow_redirects=False)
    copy_id = taken.headers["location"].rpartition("/")[2]
    copied = arcade.client.get(f"/dev/pass/{copy_id}", headers=arcade.who.headers).json()
    assert copied["customer_id"] is None
    for url, name in zip(urls, ("Ben", "a guest"), strict=True):
        pass_id = url.rpartition("/")[2]
        shown = arcade.client.get(f"/dev/pass/{pass_id}", headers=arcade.who.headers).json()
        assert shown["customer_id"] is None
        assert shown["content"]["description"] == f"Card of {name} with 0"
    held = arcade.call("list-pass-holders", template_id=template_id)
    assert [it["customer_id"] for it in held["items"]] == [None, None]


def _pass_of(arcade: Arcade) -> str:
    body = {"content": drawn_pass("Harbor")}
    made = arcade.client.post("/dev/pass", json=body, headers=arcade.who.headers).json()
    return str(made["pass_id"])
