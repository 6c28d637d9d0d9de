"""Routes for games that visitors call."""

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.responses import Response
from pydantic import ValidationError

from api.auth.member import MaybeMemberDep
from api.db.idempotency import HEADER
from api.db.routing import ApiRouter, IdempotentRoute
from api.domains.promotions.games.dependencies import (
    BoardServiceDep,
    ClaimServiceDep,
    FairnessServiceDep,
    GameServiceDep,
    PlayerDep,
    PlayServiceDep,
)
from api.domains.promotions.games.play_queue import PlayQueue
from api.domains.promotions.games.player import PlayerFinder, addressed
from api.domains.promotions.games.public_schemas import (
    Claimed,
    ClaimPrize,
    FairnessView,
    GameRef,
    GameView,
    GetLeaderboard,
    Leaderboard,
    PlayAnswer,
    PlayGame,
)
from api.kit.request_deadline import within_deadline

router = ApiRouter(tags=["games"])


@router.post("/v1/game/get-game")
def get_game_to_play(body: GameRef, player: PlayerDep, plays: PlayServiceDep) -> GameView:
    """Get a published game with its prizes, their odds, and what players must state."""
    return plays.view(player.reading(body))


class PlayRoute(IdempotentRoute):
    """A fast path for many simultaneous plays: the body of a valid play is not parsed twice."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the fast handler. It uses the normal one if the body is invalid or the request has an
        `Idempotency-Key`.
        """
        handle = super().get_route_handler()

        async def handle_play(request: Request) -> Response:
            headers = request.headers
            if HEADER in headers or headers.get("content-type") != "application/json":
                return await handle(request)
            try:
                body = PlayGame.model_validate_json(await request.body())
            except ValidationError:
                return await handle(request)
            answer = await play_game(body, request)
            return Response(answer.model_dump_json(), media_type="application/json")

        return handle_play


plays_router = ApiRouter(tags=["games"], route_class=PlayRoute)


@plays_router.post("/v1/game/play-game")
async def play_game(body: PlayGame, request: Request) -> PlayAnswer:
    """Play a game, or continue a round of a score game. The server draws. Repeated requests with the same `play_id`
    return the same result.
    """
    player = await PlayerFinder(request).playing(body)
    async with within_deadline():
        return await PlayQueue.of(request).play(request, player, body)


router.add_routes_of(plays_router)


@router.post("/v1/game/claim-prize")
def claim_prize(body: ClaimPrize, player: PlayerDep, claims: ClaimServiceDep) -> Claimed:
    """Claim a prize. Repeated requests return the same result."""
    return claims.claim(player.claiming(body.token), body)


@router.post("/v1/game_get_leaderboard")
def game_get_leaderboard(
    body: GetLeaderboard,
    me: MaybeMemberDep,
    player: PlayerDep,
    plays: PlayServiceDep,
    games: GameServiceDep,
    boards: BoardServiceDep,
) -> Leaderboard:
    """Get the leaderboard of a game by day, week, month, season or for all time. Players with the same score share a
    rank.
    """
    who = player.reading(body)
    game = plays.game(who)
    is_owner = me is not None and me.org_id == game.org_id
    player_key = None if is_owner else plays.player_key(who, game, body.answers)
    return boards.board(game, games.seasons(game), body, player_key)


@router.post("/v1/game/get-fairness")
def get_fairness(
    body: GameRef, player: PlayerDep, plays: PlayServiceDep, fairness: FairnessServiceDep
) -> FairnessView:
    """Get the proof that a game is fair: the commitment before it starts, and the seed and a replay of all plays after
    it ends.
    """
    return fairness.view(plays.game(player.reading(body)))


@router.get(
    "/v1/game/audit/{game_id}",
    response_class=Response,
    responses={200: {"content": {"application/jsonl": {}}}},
)
def game_audit(
    game_id: str, player: PlayerDep, plays: PlayServiceDep, fairness: FairnessServiceDep
) -> Response:
    """Download the signed audit file of a game that has ended, for `waypost verify-game`."""
    game = plays.game(player.reading(addressed(game_id=game_id)))
    name = f'attachment; filename="{game.game_id}.jsonl"'
    return Response(
        b"".join(fairness.audit(game)),
        media_type="application/jsonl",
        headers={"content-disposition": name},
    )
