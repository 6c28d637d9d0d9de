"""Routes for seasons of leaderboards."""

from api.auth.member import AdminDep, ViewerDep
from api.db.routing import ApiRouter
from api.domains.promotions.leaderboards.dependencies import SeasonServiceDep
from api.domains.promotions.leaderboards.schemas import ListSeasons, SeasonList, StartSeason

router = ApiRouter(tags=["seasons"])


@router.post("/v1/list-seasons")
def list_seasons(body: ListSeasons, me: ViewerDep, seasons: SeasonServiceDep) -> SeasonList:
    """List all seasons of a leaderboard, the current one first."""
    return seasons.list_seasons(me.org_id, body.board)


@router.post("/v1/start-season")
def start_season(body: StartSeason, me: AdminDep, seasons: SeasonServiceDep) -> SeasonList:
    """Archive the current season of a leaderboard and start the next one. Past seasons can still be read."""
    return seasons.start(me.org_id, me.caller_id, body)
