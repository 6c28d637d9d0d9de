"""Routes for games and prizes."""

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
    """Create a game, or change the game with this `game_id`. The plan of a published game cannot change."""
    game = games.save(me, codes, body)
    return views.read(game, games.problems_now(game))


@router.post("/v1/list-games")
def list_games(
    body: ListGames, me: ViewerDep, library: GameLibraryDep, views: GameViewsDep
) -> Page[GameListed]:
    """List games, newest first."""
    found, total = library.list_games(
        me.org_id,
        body.state,
        body.paging,
        is_archived=body.is_archived,
        code_id=body.code_id,
        text=body.filter,
    )
    return page_of(views.listed(me.org_id, found), total, body.paging)


@router.post("/v1/get-game")
def get_game(body: GameBody, me: ViewerDep, games: GameServiceDep, views: GameViewsDep) -> GameRead:
    """Get a game with its prizes, its plan and the problems of the plan."""
    game = games.get(me.org_id, body.game_id)
    return views.read(game, games.problems_now(game))


@router.post("/v1/practise-game")
def practise_game(
    body: GameBody, me: EditorDep, games: GameServiceDep, library: GameLibraryDep
) -> PracticeLink:
    """Get a link for trying a game on its real page, even before it is published. Nothing is stored there, and nothing
    can be won.
    """
    return library.practice(games.get(me.org_id, body.game_id))


@router.post("/v1/archive-game")
def archive_game(
    body: ArchiveGame, me: EditorDep, library: GameLibraryDep, views: GameViewsDep
) -> GameRead:
    """Archive a game that has ended, or restore it from the archive. Its winners and its proof of fairness are kept."""
    return views.read(library.archive(me.org_id, body.game_id, is_archived=body.is_archived), [])


@router.post("/v1/simulate-game")
def simulate_game(
    body: GameBody, me: EditorDep, games: GameServiceDep, views: GameViewsDep
) -> ForecastRead:
    """Simulate 100,000 rounds of a game's plan, and get the expected wins, cost and stock over time."""
    game = games.get(me.org_id, body.game_id)
    forecast, problems = games.forecast(game)
    return forecast_read(forecast, problems, views.prizes(game))


@router.post("/v1/publish-game")
def publish_game(
    body: GameBody, me: EditorDep, games: GameServiceDep, codes: CodeServiceDep, views: GameViewsDep
) -> GameRead:
    """Publish a game. This commits to its plan and to a new seed, which can no longer change."""
    return views.read(games.publish(me, codes, body.game_id), [])


@router.post("/v1/end-game")
def end_game(body: GameBody, me: EditorDep, games: GameServiceDep, views: GameViewsDep) -> GameRead:
    """End a game now. Nothing more is drawn, and the seed is revealed."""
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
    """Get the figures of a running game: plays, stock, claims and refused plays."""
    return views.live(games.get(me.org_id, body.game_id))


@router.post("/v1/list-winners")
def list_winners(
    body: ListWinners, me: ViewerDep, games: GameServiceDep, views: GameViewsDep
) -> Page[WinnerRead]:
    """List the winners of a game with the state of their prizes, newest first."""
    return views.winners(games.get(me.org_id, body.game_id), body.state, body.paging)


@router.post(
    "/v1/export-winners",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}}},
)
def export_winners(
    body: GameBody, me: EditorDep, games: GameServiceDep, views: GameViewsDep
) -> Response:
    """Export all winners of a game as CSV."""
    game = games.get(me.org_id, body.game_id)
    headers = {"content-disposition": f'attachment; filename="winners-{game.game_id}.csv"'}
    return Response(views.export(game), media_type="text/csv; charset=utf-8", headers=headers)


@router.post("/v1/list-held-scores")
def list_held_scores(
    body: ListHeld, me: ViewerDep, games: GameServiceDep, views: GameViewsDep
) -> Page[HeldRead]:
    """List suspicious scores that wait for a decision, oldest first."""
    return views.held(games.get(me.org_id, body.game_id), body.paging)


@router.post("/v1/decide-held-score")
def decide_held_score(
    body: DecideHeld, me: EditorDep, games: GameServiceDep, views: GameViewsDep
) -> LiveRead:
    """Accept or reject a suspicious score. An accepted one takes part in the draw."""
    games.decide_held(me.org_id, body.game_id, UUID(body.play_id), approve=body.approve)
    return views.live(games.get(me.org_id, body.game_id))


@router.post("/v1/reset-leaderboard")
def reset_leaderboard(body: ResetLeaderboard, me: EditorDep, games: GameServiceDep) -> Seasons:
    """Archive the leaderboard of a game and start a new season. Past seasons can still be read."""
    game, seasons = games.reset_board(me, body.game_id, body.code_id, body.number)
    return Seasons(
        game_id=game.game_id,
        season=game.season,
        seasons=[SeasonView.model_validate(it) for it in seasons],
    )


@router.post("/v1/prize-do-inventory")
def prize_do_inventory(body: TakePrize, me: EditorDep, games: GameServiceDep) -> PrizeLeft:
    """Take one item from the stock of a prize, without a play. The stock never drops below zero."""
    return PrizeLeft(prize_id=body.prize_id, left=games.take(me.org_id, body.prize_id))
