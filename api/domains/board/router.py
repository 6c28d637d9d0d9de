"""Calls of the dashboard's parts."""

from api.auth.member import ViewerDep
from api.db.routing import ApiRouter
from api.domains.analytics.schemas import AskAnalytics
from api.domains.board.dependencies import BoardServiceDep
from api.domains.board.schemas import PlacedCodes

router = ApiRouter(tags=["board"])


@router.post("/v1/get-placements")
def get_placements(body: AskAnalytics, me: ViewerDep, board: BoardServiceDep) -> PlacedCodes:
    """Codes whose properties have a latitude and a longitude, with their numbers in a range."""
    return board.places(me, body)
