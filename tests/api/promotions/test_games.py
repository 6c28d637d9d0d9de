"""Games: created, published, played, claimed and proven, through the API and the database."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.promotions.games.verifying import Falsified, verify
from api.kit.clock import Clock
from ingest.contracts.codec import decode, encode
from ingest.contracts.play import PlayRecordedV2
from ingest.contracts.prize import PrizeRecorded
from runtime.settings import Settings
from tests.support.browsers import BROWSER
from tests.support.games import PHONE, Arcade
from tests.support.people import Somebody
from tests.support.promos import MovableClock
from tests.support.visits import Outbox
from tests.support.waiting import eventually, retry_while_unavailable

PARALLEL = 64


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    return movable_clock


@pytest.fixture
def arcade(client: TestClient, editor: Somebody, movable_clock: MovableClock) -> Arcade:
    return Arcade(client, editor, movable_clock.now)


def leads_to(arcade: Arcade, code_id: str) -> str | None:
    return arcade.client.get(f"/code/{code_id}", headers=BROWSER).headers.get("location")


def test_code_opens_its_published_game(arcade: Arcade) -> None:
    draft = arcade.draft(texts={"en": {"title": "Win a coffee"}})
    arcade.public("game/get-game", 404, game_id=draft["game_id"])
    game = arcade.call("publish-game", game_id=draft["game_id"])

    shown = arcade.public("game/get-game", code_id=game["code_id"])

    # Opening the draft has cached the code, and the notification of its change may still be on its
    # way.
    eventually(lambda: leads_to(arcade, game["code_id"]) == f"/game/{game['code_id']}")
    assert (shown["phase"], shown["texts"]["en"]["title"]) == ("open", "Win a coffee")
    assert [it["odds_ppm"] for it in shown["segments"]] == [1_000_000, 0]
    assert shown["commitment"] == game["commitment"]


def test_child_that_followed_its_base_opens_its_own_game(arcade: Arcade) -> None:
    base = arcade.game()["code_id"]
    child = arcade.call("qr/create-code", name="Table 4", type="game", base_code_id=base)["code_id"]
    sibling = arcade.call("qr/create-code", name="Table 5", type="game", base_code_id=base)

    arcade.game(name="Their own", code_id=child)

    eventually(lambda: leads_to(arcade, child) == f"/game/{child}")
    assert leads_to(arcade, sibling["code_id"]) == f"/game/{base}"


def test_plays_win_available_prizes_and_repeated_plays_get_the_same_answer(
    arcade: Arcade, outbox: Outbox
) -> None:
    game = arcade.game()
    play_id = str(uuid4())
    visitor = arcade.visitor()

    first = arcade.play(game, who=visitor, play_id=play_id, player_seed="mine")
    again = arcade.play(game, who=visitor, play_id=play_id, player_seed="mine")
    others = [arcade.play(game)["outcome"]["won"] for _ in range(3)]

    assert first == again
    assert first["outcome"]["claim"]["kind"] == "screen"
    assert sorted(others) == [False, False, True]
    arcade.play(game, 409, who=visitor, play_id=play_id, player_seed="another")
    events = [it for it in outbox.events() if isinstance(it, PlayRecordedV2)]
    assert [it.data.result for it in events].count("won") == 2
    for payload in outbox.payloads():
        assert json.loads(payload) == json.loads(encode(decode(payload)))


def test_games_are_listed_with_their_stock_and_archived_after_the_end(arcade: Arcade) -> None:
    prizes = [
        {"name": "Coffee", "stock": 4, "moments": 4},
        {"name": "Mug", "odds_ppm": 1000},
    ]
    game = arcade.game(prizes=prizes)
    ids = {"game_id": game["game_id"]}
    arcade.play(game)

    [listed] = arcade.call("list-games")["items"]
    live = arcade.call("watch-game", **ids)
    assert (listed["stock_left"], listed["public_url"]) == (4, f"/game/{game['code_id']}")
    assert [it["due"] for it in live["prizes"]] == [0, None]
    planned = [it["due"][live["prizes"][0]["prize_id"]] for it in live["planned"]]
    assert (planned == sorted(planned), planned[-1]) == (True, 4)
    arcade.call("archive-game", 409, **ids)
    arcade.call("end-game", **ids)
    arcade.call("archive-game", **ids)
    assert arcade.call("list-games")["items"] == []
    assert len(arcade.call("list-games", is_archived=True)["items"]) == 1
    assert len(arcade.call("list-games", code_id=game["code_id"])["items"]) == 1
    assert arcade.call("list-games", code_id="another1")["items"] == []
    part = game["name"][1:].upper()
    assert len(arcade.call("list-games", filter=part, is_archived=True)["items"]) == 1
    assert arcade.call("list-games", filter=f"{part}%", is_archived=True)["items"] == []
    arcade.call("archive-game", **ids, is_archived=False)
    assert len(arcade.call("list-games")["items"]) == 1


def test_published_plan_does_not_change(arcade: Arcade) -> None:
    game = arcade.game()

    for verb in ("PUT", "UPDATE"):
        changed = arcade.client.request(
            verb,
            "/v1/game",
            json={"game_id": game["game_id"], "texts": {"en": {"title": verb}}},
            headers=arcade.who.headers,
        )
        assert changed.json()["texts"]["en"]["title"] == verb
    refused = arcade.call("game", 409, httpMethod="UPDATE", game_id=game["game_id"], prizes=[])
    assert refused["code"] == "game_published"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"prizes": []}, "prizes"),
        ({"prizes": [{"name": "A", "odds_ppm": 600_000}] * 2}, "prizes"),
        ({"prizes": [{"name": "A", "stock": 5, "moments": 6}]}, "prizes.0.moments"),
        ({"prizes": [{"name": "A", "stock": 90, "odds_ppm": 9, "per_day": 2}]}, "prizes.0.per_day"),
        ({"prizes": [{"name": "A", "odds_ppm": 9, "paced": True}]}, "prizes.0.stock"),
        ({"prizes": [{"name": "A", "odds_ppm": 9, "gives": "code"}]}, "prizes.0.batch_id"),
        ({"kind": "quiz"}, "round.questions"),
    ],
)
def test_impossible_plan_is_refused_with_its_field(
    arcade: Arcade, fields: dict[str, Any], field: str
) -> None:
    draft = arcade.draft(**fields)

    refused = arcade.call("publish-game", 422, game_id=draft["game_id"])

    assert field in [it["field"] for it in refused["errors"]]
    assert field in [it["field"] for it in draft["problems"]]


def test_simulation_shows_expected_results(arcade: Arcade) -> None:
    prizes = [
        {"name": "Trip", "stock": 10, "moments": 10, "cost_cents": 90_000},
        {"name": "Coffee", "odds_ppm": 50_000, "cost_cents": 100},
    ]
    draft = arcade.draft(prizes=prizes)

    forecast = arcade.call("simulate-game", game_id=draft["game_id"])

    trip, coffee = (it["prize_id"] for it in draft["prizes"])
    assert forecast["won"][trip] == 10
    assert 4500 < forecast["won"][coffee] < 5500
    assert forecast["cost_cents"] == 10 * 90_000 + forecast["won"][coffee] * 100


@pytest.mark.parametrize(
    ("fields", "code", "sent"),
    [
        ({"gates": {"min_age": 18}}, "too_young", {"answers": {"age": 17}}),
        ({"gates": {"countries": ["DE"]}}, "wrong_country", {"answers": {"country": "FR"}}),
        ({"gates": {"terms_version": "2"}}, "terms_needed", {"answers": {"terms_version": "1"}}),
        ({"limits": {"per_receipt": 1, "per_person_day": None}}, "receipt_needed", {}),
        (
            {"gates": {"places": [{"key": "a", "name": "A", "latitude": 52.5, "longitude": 13.4}]}},
            "place_needed",
            {},
        ),
        (
            {"gates": {"places": [{"key": "a", "name": "A", "latitude": 52.5, "longitude": 13.4}]}},
            "wrong_place",
            {"position": {"latitude": 52.6, "longitude": 13.4, "accuracy": 10}},
        ),
    ],
)
def test_game_gates_refuse_plays_and_count_refusals(
    arcade: Arcade, fields: dict[str, Any], code: str, sent: dict[str, Any]
) -> None:
    game = arcade.game(**fields)
    status = 422 if code == "receipt_needed" else 403

    refused = arcade.play(game, status, **sent)

    assert refused["code"] == code
    live = arcade.call("watch-game", game_id=game["game_id"])
    assert live["refused"] == [{"reason": code, "refused": 1}]
    assert live["plays"] == 0


def test_play_limits_apply_per_person_day_and_receipt(
    arcade: Arcade, movable_clock: MovableClock
) -> None:
    game = arcade.game(limits={"per_person_day": 1, "per_person": 2, "per_receipt": 1})
    visitor = arcade.visitor()

    first = arcade.play(game, who=visitor, answers={"receipt": "R-1"})
    refused = arcade.play(game, 409, who=visitor, answers={"receipt": "R-2"})
    used = arcade.play(game, 409, answers={"receipt": "r-1"})
    movable_clock.move(days=1)
    arcade.play(game, who=visitor, answers={"receipt": "R-2"})
    movable_clock.move(days=1)
    over = arcade.play(game, 409, who=visitor, answers={"receipt": "R-3"})

    assert first["plays_left"] == 0
    assert refused["again_at"] == first["next_play_at"].replace("Z", "+00:00")
    assert (used["code"], over["again_at"]) == ("receipt_used", None)


def test_bots_never_play(arcade: Arcade) -> None:
    game = arcade.game()

    refused = arcade.play(game, 403, who={"user-agent": "Googlebot/2.1", "accept": "*/*"})

    assert refused["code"] == "only_people_play"
    assert arcade.call("watch-game", game_id=game["game_id"])["prizes"][0]["taken"] == 0


def test_prize_is_claimed_once_and_an_unclaimed_prize_returns_to_the_stock(
    arcade: Arcade, movable_clock: MovableClock, settings: Settings, outbox: Outbox
) -> None:
    prizes = [
        {"name": "Coffee", "stock": 1, "odds_ppm": 1_000_000, "gives": "form", "claim_days": 1}
    ]
    game = arcade.game(prizes=prizes)
    token = arcade.play(game)["outcome"]["claim"]["token"]

    missing = arcade.public("game/claim-prize", 422, token=token)
    movable_clock.move(days=2)
    arcade.public("game/claim-prize", 410, token=token, email="ada@harbor.example")
    settle(settings, arcade, movable_clock)
    next_token = arcade.play(game)["outcome"]["claim"]["token"]
    claimed = arcade.public("game/claim-prize", token=next_token, email="ada@harbor.example")
    again = arcade.public("game/claim-prize", token=next_token)

    assert missing["errors"][0]["field"] == "email"
    assert claimed == again
    winners = arcade.call("list-winners", game_id=game["game_id"])["items"]
    assert [it["state"] for it in winners] == ["claimed", "expired"]
    assert winners[0]["customer"] == "ada@harbor.example"
    exported = arcade.client.post(
        "/v1/export-winners", json={"game_id": game["game_id"]}, headers=arcade.who.headers
    )
    assert "ada@harbor.example" in exported.text
    events = [it for it in outbox.events() if isinstance(it, PrizeRecorded)]
    actions = [it.data.action for it in events]
    assert actions == ["awarded", "expired", "awarded", "claimed"]
    assert [it.customer_key is not None for it in events] == [False, False, False, True]
    assert arcade.call("prize-do-inventory", 409, prize_id=game["prizes"][0]["prize_id"])


def test_audit_file_proves_every_draw_and_the_stock(
    arcade: Arcade, movable_clock: MovableClock
) -> None:
    prizes = [
        {"name": "Trip", "stock": 5, "moments": 2, "odds_ppm": 200_000, "per_person": 1},
        {"name": "Coffee", "stock": 40, "odds_ppm": 300_000},
    ]
    game = arcade.game(prizes=prizes)
    visitor = arcade.visitor()
    for number in range(12):
        movable_clock.move(hours=11)
        arcade.play(game, who=visitor if number % 2 else None, player_seed=f"{number}")
    arcade.call("prize-do-inventory", prize_id=game["prizes"][1]["prize_id"])
    hidden = arcade.public("game/get-fairness", game_id=game["game_id"])
    arcade.call("end-game", game_id=game["game_id"])

    shown = arcade.public("game/get-fairness", game_id=game["game_id"])
    file = arcade.client.get(shown["audit_url"], headers=PHONE)
    lines = file.content.splitlines(keepends=True)
    proof = verify(lines, game["commitment"], hidden["public_key"])

    assert (hidden["seed"], hidden["verified"]) == (None, None)
    assert shown["verified"] == {"ok": True, "plays": 12, "problem": None}
    gone = {it["prize_id"]: it["gone"] for it in shown["odds"]}
    assert {it: count for it, count in proof.won.items() if count} == {
        it: count for it, count in gone.items() if count
    }
    arcade.play(game, 409)
    for at in range(0, len(file.content), 97):
        changed = bytearray(file.content)
        changed[at] ^= 1
        with pytest.raises(Falsified):
            verify(bytes(changed).splitlines(keepends=True), game["commitment"])


@pytest.mark.parametrize("stock", [1, 20])
def test_parallel_plays_award_exactly_the_stock(
    arcade: Arcade, settings: Settings, stock: int
) -> None:
    game = arcade.game(prizes=[{"name": "Coffee", "stock": stock, "odds_ppm": 1_000_000}])
    visitors = [arcade.visitor() for _ in range(4)]

    def play(number: int) -> tuple[str, Any]:
        body = {"game_id": game["game_id"], "play_id": str(uuid4())}
        who = visitors[number % 4]
        answer = retry_while_unavailable(
            lambda: arcade.client.post("/v1/game/play-game", json=body, headers=who)
        )
        return body["play_id"], answer.json()

    with ThreadPoolExecutor(PARALLEL) as pool:
        answers = dict(pool.map(play, range(PARALLEL)))
    repeated = {
        it: arcade.play(game, play_id=it, who=visitors[0])["outcome"]["won"] for it in answers
    }

    assert sum(it["outcome"]["won"] for it in answers.values()) == stock
    assert repeated == {it: answer["outcome"]["won"] for it, answer in answers.items()}
    assert sorted(it["number"] for it in answers.values()) == list(range(1, PARALLEL + 1))
    with psycopg.connect(settings.database_url) as connection:
        taken = connection.execute(
            "select taken from prizes where prize_id = %s", (game["prizes"][0]["prize_id"],)
        ).fetchone()
    assert taken == (stock,)


def settle(settings: Settings, arcade: Arcade, clock: MovableClock) -> None:
    """Do the work of the worker."""
    from sqlalchemy.orm import Session

    from api.db.engine import make_engine
    from api.db.session import enter_tenant
    from api.domains.promotions.games.dependencies import games_of
    from api.domains.promotions.prizes.service import orgs_due

    with Session(make_engine(settings)) as session, session.begin():
        (org_id,) = orgs_due(session, clock.now)
        enter_tenant(session, org_id)
        games_of(session, settings, clock.now).settle(org_id)
