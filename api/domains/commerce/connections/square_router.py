"""Routes for Square."""

from typing import Annotated

from fastapi import Depends

from api.auth.member import AdminDep, EditorDep
from api.db.routing import ApiRouter
from api.db.session import SessionDep
from api.domains.commerce.connections.klaviyo_router import AskingDep
from api.domains.commerce.connections.repository import ConnectionRepository
from api.domains.commerce.connections.router import OAuthServiceDep
from api.domains.commerce.connections.square import SquareService
from api.domains.commerce.connections.square_schemas import (
    AuthorizeSquare,
    OperateSquare,
    SquareAnswer,
    SquareAuthorization,
)

router = ApiRouter(tags=["integrations"])


def _square(session: SessionDep, asking: AskingDep, logins: OAuthServiceDep) -> SquareService:
    return SquareService(ConnectionRepository(session), asking, logins)


SquareServiceDep = Annotated[SquareService, Depends(_square)]


@router.post("/v1/square-auth")
def authorize_square(
    body: AuthorizeSquare, me: AdminDep, square: SquareServiceDep
) -> SquareAuthorization:
    """Check the connection to Square: the response states that a valid access token exists, or gives the URL for the
    login.
    """
    return square.authorize(me, body)


@router.post("/v1/square-operations")
def operate_square(body: OperateSquare, me: EditorDep, square: SquareServiceDep) -> SquareAnswer:
    """Read loyalty accounts, customers, orders or products at Square, or give points."""
    return square.operate(me, body)
