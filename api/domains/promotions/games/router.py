"""The calls about games and prizes."""

from uuid import UUID

from fastapi.responses import Response

from api.auth.member import EditorDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.codes.codes.dependencies import CodeServiceDep
from api.domains.promotions.games.dependencies import (
    GameLibraryDep,
    GameServiceDep,
    GameViewsDep,
)
from api.domains.promotions.games.pages import router as pages
from api.domains.promotions.games.public import router as public
from api.domains.promotions.games.public_schemas import SeasonView
from api.domains.promotions.games.read_schemas import (
    ForecastRead,
    GameDeleted,
    GameListed,
    GameRead,
    HeldRead,
    LiveRead,
    PracticeLink,
    PrizeLeft,
    Seasons,
    WinnerRead,
)
from api.domains.promotions.games.schemas import (
    ArchiveGame,
    DecideHeld,
    GameBody,
    ListGames,
    ListHeld,
    ListWinners,
    ResetLeaderboard,
    SaveGame,
    TakePrize,
)
from api.domains.promotions.games.views import forecast_read
from api.kit.pagination import Page, page_of

router = ApiRouter(tags=["games"])
router.add_routes_of(public)
router.add_routes_of(pages)


@router.post("/v1/game")
@router.put("/v1/game", operation_id="change_game")
@router.api_route("/v1/game", methods=["UPDATE"], include_in_schema=False)
def save_game(
    body: SaveGame, me: EditorDep, games: GameServiceDep, codes: CodeServiceDep, views: GameViewsDep
) -> GameRead:
    """Make a game, or change the one that `game_id` names. A published game keeps its plan."""
    game = games.save(me, codes, body)
    return views.read(game, games.problems_now(game))


@router.post("/v1/list-games")
def list_games(
    body: ListGames, me: ViewerDep, library: GameLibraryDep, views: GameViewsDep
) -> Page[GameListed]:
    """Games, newest first."""
    found, total = library.list_games(
        me.org_id,
        body.state,
        body.paging,
        is_archived=body.is_archived,
        code_id=body.code_id,
    )
    return page_of(views.listed(me.org_id, found), total, body.paging)


@router.post("/v1/get-game")
def get_game(body: GameBody, me: ViewerDep, games: GameServiceDep, views: GameViewsDep) -> GameRead:
    """A game with its prizes, its plan and what is wrong with it."""
    game = games.get(me.org_id, body.game_id)
    return views.read(game, games.problems_now(game))


@router.post("/v1/practise-game")
def practise_game(
    body: GameBody, me: EditorDep, games: GameServiceDep, library: GameLibraryDep
) -> PracticeLink:
    """Where a game can be tried on its real page, drafts too. Nothing is stored, and nothing can be won there."""
    return library.practice(games.get(me.org_id, body.game_id))


@router.post("/v1/archive-game")
def archive_game(
    body: ArchiveGame, me: EditorDep, library: GameLibraryDep, views: GameViewsDep
) -> GameRead:
    """Put a game that has ended into the archive, or take it back. Its winners and its proof stay."""
    return views.read(library.archive(me.org_id, body.game_id, is_archived=body.is_archived), [])


@router.post("/v1/simulate-game")
def simulate_game(
    body: GameBody, me: EditorDep, games: GameServiceDep, views: GameViewsDep
) -> ForecastRead:
    """Play 100,000 rounds of a game's plan: the expected curve of prizes, cost and stock."""
    game = games.get(me.org_id, body.game_id)
    forecast, problems = games.forecast(game)
    return forecast_read(forecast, problems, views.prizes(game))


@router.post("/v1/publish-game")
def publish_game(
    body: GameBody, me: EditorDep, games: GameServiceDep, codes: CodeServiceDep, views: GameViewsDep
) -> GameRead:
    """Publish a game: its plan and a new seed are committed to, and do not change any more."""
    return views.read(games.publish(me, codes, body.game_id), [])


@router.post("/v1/end-game")
def end_game(body: GameBody, me: EditorDep, games: GameServiceDep, views: GameViewsDep) -> GameRead:
    """End a game now: nothing is drawn any more, and the seed is shown."""
    return views.read(games.end(me.org_id, body.game_id), [])


@router.post("/v1/delete-game")
def delete_game(
    body: GameBody, me: EditorDep, games: GameServiceDep, codes: CodeServiceDep
) -> GameDeleted:
    """Delete a draft."""
    games.delete(me, codes, body.game_id)
    return GameDeleted(game_id=body.game_id)


@router.post("/v1/watch-game")
def watch_game(
    body: GameBody, me: ViewerDep, games: GameServiceDep, views: GameViewsDep
) -> LiveRead:
    """A game while it is played: plays, stock, claims, and what was refused."""
    return views.live(games.get(me.org_id, body.game_id))


@router.post("/v1/list-winners")
def list_winners(
    body: ListWinners, me: ViewerDep, games: GameServiceDep, views: GameViewsDep
) -> Page[WinnerRead]:
    """Winners of a game with what became of their prizes, newest first."""
    return views.winners(games.get(me.org_id, body.game_id), body.state, body.paging)


@router.post(
    "/v1/export-winners",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}}},
)
def export_winners(
    body: GameBody, me: EditorDep, games: GameServiceDep, views: GameViewsDep
) -> Response:
    """All winners of a game as CSV."""
    game = games.get(me.org_id, body.game_id)
    headers = {"content-disposition": f'attachment; filename="winners-{game.game_id}.csv"'}
    return Response(views.export(game), media_type="text/csv; charset=utf-8", headers=headers)


@router.post("/v1/list-held-scores")
def list_held_scores(
    body: ListHeld, me: ViewerDep, games: GameServiceDep, views: GameViewsDep
) -> Page[HeldRead]:
    """Suspicious scores that wait for a person, the oldest first."""
    return views.held(games.get(me.org_id, body.game_id), body.paging)


@router.post("/v1/decide-held-score")
def decide_held_score(
    body: DecideHeld, me: EditorDep, games: GameServiceDep, views: GameViewsDep
) -> LiveRead:
    """Let a suspicious score count, with its draw, or not."""
    games.decide_held(me.org_id, body.game_id, UUID(body.play_id), approve=body.approve)
    return views.live(games.get(me.org_id, body.game_id))


@router.post("/v1/reset-leaderboard")
def reset_leaderboard(body: ResetLeaderboard, me: EditorDep, games: GameServiceDep) -> Seasons:
    """Archive a game's leaderboard and start a new season. Past seasons stay readable."""
    game, seasons = games.reset_board(me, body.game_id, body.code_id, body.number)
    return Seasons(
        game_id=game.game_id,
        season=game.season,
        seasons=[SeasonView.model_validate(it) for it in seasons],
    )


@router.post("/v1/prize-do-inventory")
def prize_do_inventory(body: TakePrize, me: EditorDep, games: GameServiceDep) -> PrizeLeft:
    """Take one from a prize's stock, without a play. Never below zero."""
    return PrizeLeft(prize_id=body.prize_id, left=games.take(me.org_id, body.prize_id))
