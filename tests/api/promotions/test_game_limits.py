"""Who may play: by a verified phone, by an order, and for a team."""

import re
from typing import Any
from uuid import uuid4

import pytest
from starlette.testclient import TestClient

from api.kit.clock import Clock
from tests.support.games import PHONE, Arcade
from tests.support.people import Somebody
from tests.support.promos import MovableClock

NUMBER = "+12125550100"


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    return movable_clock


@pytest.fixture
def arcade(client: TestClient, editor: Somebody, movable_clock: MovableClock) -> Arcade:
    return Arcade(client, editor, movable_clock.now)


def passcode(arcade: Arcade, admin: Somebody) -> str:
    sent = arcade.client.post("/v1/get-sandbox-messages", json={}, headers=admin.headers).json()
    return str(sent["items"][0]["body"][:6])


def test_verified_phone_plays_as_one_person_in_every_browser(
    arcade: Arcade, admin: Somebody
) -> None:
    game = arcade.game(limits={"by": "phone", "per_person": 2, "per_person_day": None})
    code_id = {"code_id": game["code_id"]}
    arcade.public("phone_number_verification", **code_id, phone=NUMBER)
    code = passcode(arcade, admin)
    proof = arcade.public("phone_number_verification", **code_id, phone=NUMBER, code=code)["proof"]
    answers = {"phone": NUMBER, "phone_proof": proof}

    unproven = arcade.play(game, 403, answers={"phone": NUMBER, "phone_proof": "made up"})
    another = arcade.play(game, 403, answers={"phone": "+12125550101", "phone_proof": proof})
    first = arcade.play(game, answers=answers)
    later = arcade.play(game, answers={"phone": NUMBER, "phone_proof": first["phone_proof"]})
    refused = arcade.play(game, 409, answers=answers)

    assert (unproven["code"], another["code"]) == ("phone_needed", "phone_needed")
    assert (first["plays_left"], later["plays_left"]) == (1, 0)
    assert refused["code"] == "already_played"
    shown = arcade.public("game/get-game", **code_id)
    assert shown["gates"]["needs_phone"]
    counted = {
        it["reason"]: it["refused"]
        for it in arcade.call("watch-game", game_id=game["game_id"])["refused"]
    }
    assert counted == {"phone_needed": 2, "already_played": 1}


def test_leaderboard_recognises_a_verified_phone(
    arcade: Arcade, admin: Somebody, movable_clock: MovableClock
) -> None:
    limits = {"by": "phone", "per_person_day": None}
    game = arcade.game(kind="tap_race", round={"seconds": 5}, limits=limits)
    code_id = {"code_id": game["code_id"]}
    arcade.public("phone_number_verification", **code_id, phone=NUMBER)
    code = passcode(arcade, admin)
    proof = arcade.public("phone_number_verification", **code_id, phone=NUMBER, code=code)["proof"]
    sent = {"play_id": str(uuid4()), "answers": {"phone": NUMBER, "phone_proof": proof}}
    who = arcade.visitor()
    started = arcade.play(game, who=who, name="Ada", **sent)
    movable_clock.move(seconds=6)
    taps = [{"at_ms": 130 * it + 7 * (it % 5)} for it in range(20)]
    over = {"token": started["token"], "inputs": taps, "done": True}
    given = arcade.play(game, who=who, **sent, **over)["phone_proof"] or proof

    def mine(**answers: str) -> Any:
        return arcade.public("game_get_leaderboard", **code_id, answers=answers)["me"]

    assert mine(phone=NUMBER, phone_proof=given) == {"rank": 1, "score": 20}
    assert mine(phone=NUMBER, phone_proof="made up") is None
    assert mine() is None


def test_browser_without_script_confirms_its_phone_on_the_page(
    arcade: Arcade, admin: Somebody
) -> None:
    game = arcade.game(limits={"by": "phone"})
    path = f"/game/{game['code_id']}/play"
    sent = {"play_id": "0192f0c1-2222-7000-8000-000000000001", "answers.phone": "(212) 555-0100"}
    headers = {**PHONE, "accept": "text/html"}

    asked = arcade.client.post(path, data=sent, headers=headers)
    code = passcode(arcade, admin)
    wrong = arcade.client.post(path, data={**sent, "phone_code": "12"}, headers=headers)
    played = arcade.client.post(path, data={**sent, "phone_code": code}, headers=headers)

    assert "We sent a code to your phone." in asked.text
    assert re.search(r'name="phone_code"', asked.text)
    assert "This code is not correct." in wrong.text
    assert "Congratulations!" in played.text


def order(arcade: Arcade, number: str, **fields: Any) -> Any:
    body = {
        "source": "shop",
        "order_number": number,
        "amount_cents": 900,
        "currency": "USD",
        **fields,
    }
    return arcade.call("record-order", email="ada@harbor.example", **body)


def test_order_is_played_once_and_unknown_or_refunded_orders_are_refused(arcade: Arcade) -> None:
    order(arcade, "#1001")
    order(arcade, "1002")
    arcade.call("refund-order", source="shop", order_number="1002")
    game = arcade.game(limits={"per_receipt": 1, "purchase": "order", "per_person_day": None})

    first = arcade.play(game, answers={"receipt": "1001"})
    again = arcade.play(game, 409, answers={"receipt": "#1001"})
    unknown = arcade.play(game, 422, answers={"receipt": "4711"})
    refunded = arcade.play(game, 422, answers={"receipt": "1002"})

    assert first["outcome"]["won"]
    assert again["code"] == "receipt_used"
    assert (unknown["code"], refunded["code"]) == ("order_unknown", "order_unknown")
