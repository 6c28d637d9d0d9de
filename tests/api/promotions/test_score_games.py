"""Games with a score: the server judges every input, holds scores that no person can reach, and ranks the rest."""

from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import create_engine
from starlette.testclient import TestClient

from api.apps.job_modules import load
from api.domains.promotions.games.expiry import queue_due
from api.jobs.worker import run_queued
from api.kit.clock import Clock
from ingest.contracts.play import PlayRecordedV2
from runtime.settings import Settings
from tests.support.games import Arcade
from tests.support.people import Somebody
from tests.support.promos import MovableClock
from tests.support.visits import Outbox

QUESTIONS = [
    {
        "id": f"q{number}",
        "text": "What is it?",
        "choices": [{"id": "a", "text": "Tea"}, {"id": "b", "text": "Coffee"}],
        "correct": "b",
    }
    for number in range(2)
]


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    return movable_clock


@pytest.fixture
def arcade(client: TestClient, editor: Somebody, movable_clock: MovableClock) -> Arcade:
    return Arcade(client, editor, movable_clock.now)


def race(arcade: Arcade, **fields: Any) -> Any:
    prizes = [{"name": "Coffee", "stock": 5, "odds_ppm": 1_000_000, "min_score": 10}]
    return arcade.game(**{"kind": "tap_race", "round": {"seconds": 5}, "prizes": prizes, **fields})


def tapped(
    arcade: Arcade,
    clock: MovableClock,
    game: Any,
    times: list[int],
    who: dict[str, str] | None = None,
    name: str = "Ada",
    **fields: Any,
) -> Any:
    who = who or arcade.visitor()
    play_id = str(uuid4())
    started = arcade.play(game, who=who, play_id=play_id, name=name, **fields)
    clock.move(seconds=6)
    inputs = [{"at_ms": it} for it in times]
    return arcade.play(
        game, who=who, play_id=play_id, token=started["token"], inputs=inputs, done=True
    )


def human(count: int) -> list[int]:
    return [130 * it + 7 * (it % 5) for it in range(count)]


def test_taps_are_counted_and_ranked_and_win_from_the_required_score(
    arcade: Arcade, movable_clock: MovableClock
) -> None:
    game = race(arcade)

    low = tapped(arcade, movable_clock, game, human(9), name="Bea")
    high = tapped(arcade, movable_clock, game, human(12))
    same = tapped(arcade, movable_clock, game, human(12), name="fuck")
    board = arcade.public("game_get_leaderboard", game_id=game["game_id"], interval="day")

    assert (low["score"], low["outcome"]["won"]) == (9, False)
    assert (high["score"], high["outcome"]["won"], high["rank"]) == (12, True, 1)
    assert same["rank"] == 1
    ranked = [(it["rank"], it["score"]) for it in board["items"]]
    assert ranked == [(1, 12), (1, 12), (3, 9)]
    assert [it["name"] for it in board["items"]][::2] == ["Ada", "Bea"]
    assert board["items"][1]["name"].startswith("#")


@pytest.mark.parametrize(
    ("times", "suspicion"),
    [([10 * it for it in range(60)], "too_fast"), ([100 * it for it in range(45)], "too_regular")],
)
def test_suspicious_score_is_held_until_a_member_decides(
    arcade: Arcade, movable_clock: MovableClock, times: list[int], suspicion: str
) -> None:
    game = race(arcade)

    answer = tapped(arcade, movable_clock, game, times)
    held = arcade.call("list-held-scores", game_id=game["game_id"])["items"]
    decided = {"game_id": game["game_id"], "play_id": held[0]["play_id"]}
    before = arcade.public("game_get_leaderboard", game_id=game["game_id"])["total"]
    live = arcade.call("decide-held-score", **decided, approve=True)
    arcade.call("decide-held-score", 409, **decided, approve=True)

    assert (answer["held"], answer["outcome"]) == (True, None)
    assert suspicion in held[0]["suspicions"]
    assert (before, live["plays"], live["awarded"]) == (0, 1, 1)
    assert arcade.public("game_get_leaderboard", game_id=game["game_id"])["total"] == 1


def test_held_score_counts_in_the_season_in_which_it_was_reached(
    arcade: Arcade, movable_clock: MovableClock
) -> None:
    game = race(arcade)
    tapped(arcade, movable_clock, game, [10 * it for it in range(60)])
    (held,) = arcade.call("list-held-scores", game_id=game["game_id"])["items"]
    arcade.call("reset-leaderboard", game_id=game["game_id"], number=1)

    arcade.call("decide-held-score", game_id=game["game_id"], play_id=held["play_id"], approve=True)

    about = {"game_id": game["game_id"], "interval": "season"}
    totals = [arcade.public("game_get_leaderboard", **about, season=it)["total"] for it in (1, 2)]
    assert totals == [1, 0]


def test_round_cannot_be_sent_early_or_with_another_token(
    arcade: Arcade, movable_clock: MovableClock
) -> None:
    game = race(arcade)
    who, play_id = arcade.visitor(), str(uuid4())
    token = arcade.play(game, who=who, play_id=play_id)["token"]

    early = arcade.play(game, 409, who=who, play_id=play_id, token=token, done=True)
    wrong = arcade.play(game, 403, who=who, play_id=play_id, token="0" * 64, done=True)
    movable_clock.move(hours=2)
    late = arcade.play(game, 410, who=who, play_id=play_id, token=token, done=True)

    assert [it["code"] for it in (early, wrong, late)] == [
        "too_early",
        "play_token_wrong",
        "play_expired",
    ]


def test_quiz_is_scored_on_the_server(arcade: Arcade, movable_clock: MovableClock) -> None:
    game = arcade.game(kind="quiz", round={"seconds": 20, "questions": QUESTIONS})
    who, play_id = arcade.visitor(), str(uuid4())

    started = arcade.play(game, who=who, play_id=play_id)
    movable_clock.move(seconds=9)
    inputs = [
        {"question": "q0", "choice": "b", "at_ms": 4000},
        {"question": "q1", "choice": "a", "at_ms": 8000},
    ]
    sent = {"play_id": play_id, "token": started["token"], "inputs": inputs, "done": True}
    answer = arcade.play(game, who=who, **sent)
    again = arcade.play(game, who=who, **sent)

    assert "correct" not in str(started["round"])
    assert answer["correct"] == {"q0": "b", "q1": "b"}
    assert answer["score"] == 1000 - 400 * 1000 // 2000
    assert answer == again


def test_memory_reveals_cards_only_when_they_are_turned(
    arcade: Arcade, movable_clock: MovableClock
) -> None:
    game = arcade.game(kind="memory", round={"seconds": 60, "pairs": 2})
    who, play_id = arcade.visitor(), str(uuid4())
    started = arcade.play(game, who=who, play_id=play_id)
    assert started["round"] == {"seconds": 60, "questions": None, "cards": 4}
    faces: dict[int, int] = {}
    at = 0

    def turn_card(card: int) -> Any:
        nonlocal at
        at += 800
        movable_clock.move(seconds=0.8)
        inputs = [{"card": card, "at_ms": at}]
        return arcade.play(game, who=who, play_id=play_id, token=started["token"], inputs=inputs)

    for card in range(4):
        faces[card] = turn_card(card)["cards"][str(card)]
    pairs = sorted(range(4), key=lambda it: faces[it])
    answers = [turn_card(card) for card in pairs]
    finished = next(it for it in answers if it["outcome"] is not None)

    assert sorted(faces.values()) == [0, 0, 1, 1]
    assert finished["matched"] == [0, 1, 2, 3]
    assert finished["score"] > 2000
    assert not finished["held"]


def test_abandoned_rounds_record_how_far_their_players_came(
    arcade: Arcade, api_settings: Settings, movable_clock: MovableClock, outbox: Outbox
) -> None:
    load()
    quiz = arcade.game(kind="quiz", round={"seconds": 20, "questions": QUESTIONS})
    memory = arcade.game(kind="memory", round={"seconds": 60, "pairs": 2})
    who, other = arcade.visitor(), arcade.visitor()
    play_id, tried, silent = (str(uuid4()) for _ in range(3))

    started = arcade.play(quiz, who=who, play_id=play_id)
    given = {"play_id": play_id, "token": started["token"]}
    movable_clock.move(seconds=5)
    inputs = [{"question": "q0", "choice": "b", "at_ms": 4000}]
    left = arcade.play(quiz, who=who, **given, inputs=inputs, left=True)
    assert (left["score"], left["outcome"]) == (None, None)
    arcade.play(quiz, who=other, play_id=silent)
    token = arcade.play(memory, who=who, play_id=tried)["token"]
    for card in range(2):
        cards = [{"card": card, "at_ms": 800 * (card + 1)}]
        arcade.play(memory, who=who, play_id=tried, token=token, inputs=cards)
    raced = tapped(arcade, movable_clock, race(arcade), human(14))

    movable_clock.move(seconds=3_700)
    engine = create_engine(api_settings.database_url)
    assert queue_due(engine, movable_clock.now) == 1
    run_queued(api_settings, lambda: movable_clock.now)
    assert queue_due(engine, movable_clock.now) == 0
    engine.dispose()

    events = [it.data for it in outbox.events() if isinstance(it, PlayRecordedV2)]
    came = {(it.play_id, it.result, it.progress) for it in events}
    assert {(play_id, "left", 50), (silent, "left", None)} <= came
    assert (raced["play_id"], "won", 34) in came
    assert [it.result for it in events if it.play_id == tried] == ["left"]
    arcade.play(quiz, 410, who=who, **given, inputs=inputs, done=True)


def test_archived_season_stays_readable(arcade: Arcade, movable_clock: MovableClock) -> None:
    game = race(arcade)
    tapped(arcade, movable_clock, game, human(12))

    seasons = arcade.call("reset-leaderboard", game_id=game["game_id"], number=1)
    arcade.call("reset-leaderboard", 409, code_id=game["code_id"], number=1)
    now = arcade.public("game_get_leaderboard", game_id=game["game_id"], interval="season")
    past = arcade.public(
        "game_get_leaderboard", game_id=game["game_id"], interval="season", season=1
    )

    assert seasons["season"] == 2
    assert (now["total"], past["total"], past["items"][0]["score"]) == (0, 1, 12)


def test_team_score_is_the_sum_of_the_best_scores_of_its_players(
    arcade: Arcade, movable_clock: MovableClock
) -> None:
    teams = [{"key": "red", "name": "Reds"}, {"key": "blue", "name": "Blues"}]
    game = race(arcade, teams=teams, limits={"per_person_day": None})
    ada = arcade.visitor()

    arcade.play(game, 422, answers={"team": "green"})
    tapped(arcade, movable_clock, game, human(9), who=ada, answers={"team": "red"})
    tapped(arcade, movable_clock, game, human(20), answers={"team": "red"})
    tapped(arcade, movable_clock, game, human(12), who=ada, answers={"team": "blue"})
    tapped(arcade, movable_clock, game, human(11), who=ada, answers={"team": "red"})
    board = arcade.public("game_get_leaderboard", game_id=game["game_id"])

    sides = [(it["rank"], it["name"], it["players"], it["points"]) for it in board["sides"]]
    assert sides == [(1, "Reds", 1, 20), (2, "Blues", 1, 12)]
    assert (board["total"], [it["rank"] for it in board["items"]]) == (2, [1, 2])


def test_places_of_a_game_compete_if_it_has_no_teams(
    arcade: Arcade, movable_clock: MovableClock
) -> None:
    at = {"kiel": (54.32, 10.14), "bonn": (50.73, 7.1), "ulm": (48.4, 9.99)}
    places = [
        {"key": key, "name": key.title(), "latitude": it[0], "longitude": it[1]}
        for key, it in at.items()
    ]
    game = race(arcade, gates={"places": places})
    for key, taps in (("kiel", 9), ("bonn", 12), ("kiel", 11)):
        position = {"latitude": at[key][0], "longitude": at[key][1], "accuracy": 20}
        tapped(arcade, movable_clock, game, human(taps), position=position)

    sides = arcade.public("game_get_leaderboard", game_id=game["game_id"])["sides"]

    assert [(it["rank"], it["name"], it["points"]) for it in sides][:2] == [
        (1, "Kiel", 20),
        (2, "Bonn", 12),
    ]


def test_every_page_of_a_leaderboard_has_correct_ranks(
    arcade: Arcade, movable_clock: MovableClock
) -> None:
    game = race(arcade, limits={"per_person_day": None})
    for taps in (12, 9, 12, 15, 9, 9):
        tapped(arcade, movable_clock, game, human(taps))

    def page(number: int) -> list[tuple[int, int]]:
        ref = {"game_id": game["game_id"], "page": number, "page_size": 2}
        board = arcade.public("game_get_leaderboard", **ref)
        assert board["total"] == 6
        return [(it["rank"], it["score"]) for it in board["items"]]

    assert [page(it) for it in range(1, 5)] == [
        [(1, 15), (2, 12)],
        [(2, 12), (4, 9)],
        [(4, 9), (4, 9)],
        [],
    ]
