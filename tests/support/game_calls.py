"""The entries for games in tests/support/calls.py, and the rows that they need."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from tests.support.call import Call

PRIZES = [{"name": "Coffee", "stock": 1000, "odds_ppm": 1_000_000}]
OFTEN = {"per_person_day": None}
QUESTION = {
    "id": "q",
    "text": "What is it?",
    "choices": [{"id": "a", "text": "Tea"}, {"id": "b", "text": "Coffee"}],
    "correct": "b",
}


def game_rows(call: Callable[[str, dict[str, Any]], dict[str, Any]], mark: str) -> dict[str, str]:
    """Create games in every state, a won prize and a held score; return their ids. Visitors see the name of a published
    game.
    """

    def draft(**fields: Any) -> str:
        body = {"name": f"{mark} game", "prizes": PRIZES, "limits": OFTEN, **fields}
        game_id: str = call("/v1/game", body)["game_id"]
        return game_id

    def published(**fields: Any) -> dict[str, Any]:
        return call("/v1/publish-game", {"game_id": draft(name="Lucky wheel", **fields)})

    def play(game_id: str, **fields: Any) -> dict[str, Any]:
        body = {"game_id": game_id, "play_id": str(uuid4()), **fields}
        return call("/v1/game/play-game", body)

    game, ended = published(), published()["game_id"]
    call("/v1/end-game", {"game_id": ended})
    won = play(game["game_id"])
    quiz = published(kind="quiz", round={"seconds": 20, "questions": [QUESTION]})["game_id"]
    started = play(quiz)
    fast = [{"question": "q", "choice": "b", "at_ms": 1}]
    going_on = {"play_id": started["play_id"], "token": started["token"]}
    play(quiz, **going_on, inputs=fast, done=True)
    return {
        "game": game["game_id"],
        "game_code": game["code_id"],
        "prize": game["prizes"][0]["prize_id"],
        "game_draft": draft(),
        "practice": call("/v1/practise-game", {"game_id": game["game_id"]})["url"],
        "game_to_publish": draft(name="Lucky wheel"),
        "game_to_delete": draft(),
        "game_to_end": published()["game_id"],
        "game_ended": ended,
        "claim_token": won["outcome"]["claim"]["token"],
        "quiz": quiz,
        "held_play": started["play_id"],
        "experience": call("/v0/create-experience", {"name": f"{mark} spring"})["experience_id"],
        "experience_to_delete": call("/v0/create-experience", {"name": f"{mark} autumn"})[
            "experience_id"
        ],
    }


def _game(name: str) -> Callable[[dict[str, str]], dict[str, Any]]:
    return lambda ids: {"game_id": ids[name]}


GAME_CALLS: dict[tuple[str, str], Call] = {
    **{
        (verb, "/v1/game"): Call(
            "editor", lambda ids: {"game_id": ids["game_draft"], "texts": {"en": {"title": "Win"}}}
        )
        for verb in ("POST", "PUT", "UPDATE")
    },
    ("POST", "/v1/list-games"): Call("viewer", lambda _: {}),
    ("POST", "/v0/get-experiences"): Call("viewer", lambda _: {}),
    ("POST", "/v0/create-experience"): Call("editor", lambda _: {"name": "Summer"}),
    ("POST", "/v0/update-experience"): Call(
        "editor", lambda ids: {"experience_id": ids["experience"], "name": "Late spring"}
    ),
    ("POST", "/v0/delete-experience"): Call(
        "editor", lambda ids: {"experience_id": ids["experience_to_delete"]}, takes_away=1
    ),
    ("POST", "/v1/get-game"): Call("viewer", _game("game_draft")),
    ("POST", "/v1/simulate-game"): Call("editor", _game("game_draft")),
    ("POST", "/v1/publish-game"): Call("editor", _game("game_to_publish"), takes_away=1),
    ("POST", "/v1/end-game"): Call("editor", _game("game_to_end"), takes_away=1),
    ("POST", "/v1/archive-game"): Call("editor", _game("game_ended")),
    ("POST", "/v1/practise-game"): Call("editor", _game("game_draft")),
    ("POST", "/v1/delete-game"): Call("editor", _game("game_to_delete"), takes_away=1),
    ("POST", "/v1/watch-game"): Call("viewer", _game("game")),
    ("POST", "/v1/list-winners"): Call("viewer", _game("game")),
    ("POST", "/v1/export-winners"): Call("editor", _game("game")),
    ("POST", "/v1/list-held-scores"): Call("viewer", _game("quiz")),
    ("POST", "/v1/decide-held-score"): Call(
        "editor",
        lambda ids: {"game_id": ids["quiz"], "play_id": ids["held_play"], "approve": True},
        takes_away=1,
    ),
    ("POST", "/v1/reset-leaderboard"): Call("editor", _game("quiz")),
    ("POST", "/v1/prize-do-inventory"): Call("editor", lambda ids: {"prize_id": ids["prize"]}),
    ("POST", "/v1/game/get-game"): Call("public", _game("game")),
    ("POST", "/v1/game/play-game"): Call(
        "public", lambda ids: {"game_id": ids["game"], "play_id": str(uuid4())}
    ),
    ("POST", "/v1/game/claim-prize"): Call("public", lambda ids: {"token": ids["claim_token"]}),
    ("POST", "/v1/game_get_leaderboard"): Call("public", _game("quiz")),
    ("POST", "/v1/game/get-fairness"): Call("public", _game("game")),
    ("GET", "/game/{code_id}"): Call(
        "public", path=lambda ids: f"/game/{ids['game_code']}", says="Lucky wheel"
    ),
    ("POST", "/game/{code_id}/play"): Call(
        "public",
        path=lambda ids: f"/game/{ids['game_code']}/play",
        good=lambda _: {"play_id": str(uuid4())},
        is_form=True,
        says="Congratulations!",
        wrong=({"play_id": "x"}, 422, "wasn’t accepted"),
    ),
    ("GET", "/game/{code_id}/claim"): Call(
        "public",
        path=lambda ids: f"/game/{ids['game_code']}/claim?token={ids['claim_token']}",
        says="Lucky wheel",
    ),
    ("POST", "/game/{code_id}/claim"): Call(
        "public",
        path=lambda ids: f"/game/{ids['game_code']}/claim",
        good=lambda ids: {"token": ids["claim_token"]},
        is_form=True,
        says="Lucky wheel",
        wrong=({"token": "x"}, 404, "Nothing found"),
    ),
    ("GET", "/game/{code_id}/practice"): Call(
        "public", path=lambda ids: ids["practice"], says="Lucky wheel"
    ),
    ("GET", "/game/{code_id}/fairness"): Call(
        "public", path=lambda ids: f"/game/{ids['game_code']}/fairness", says="Lucky wheel"
    ),
    ("GET", "/v1/game/audit/{game_id}"): Call(
        "public", path=lambda ids: f"/v1/game/audit/{ids['game_ended']}"
    ),
}
