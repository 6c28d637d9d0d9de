"""The calls about share links: an editor's, and those of whoever has a link."""

from fastapi import Request

from api.auth.member import EditorDep
from api.db.routing import ApiRouter
from api.domains.insights.analytics.schemas import AnalyticsAnswer
from api.domains.insights.share_links.dependencies import (
    SharedBoardServiceDep,
    ShareLinkServiceDep,
    count_use,
)
from api.domains.insights.share_links.schemas import (
    AskSharedBoard,
    CreateShareLink,
    ListShareLinks,
    OpenShareLink,
    SharedBoard,
    ShareLinkList,
    ShareLinkMade,
    ShareLinkRead,
    ShareLinkRef,
)
from api.kit.process_state import RateLimitsDep

router = ApiRouter(tags=["share_links"])


@router.post("/v1/create-share-link")
def create_share_link(
    body: CreateShareLink, me: EditorDep, links: ShareLinkServiceDep
) -> ShareLinkMade:
    """Make a link that shows these numbers to whoever has it. Its token is told only now."""
    return links.create(me, body)


@router.post("/v1/list-share-links")
def list_share_links(
    _body: ListShareLinks, me: EditorDep, links: ShareLinkServiceDep
) -> ShareLinkList:
    """All links, the newest first, those that ended too."""
    return ShareLinkList(items=links.list_links(me.org_id))


@router.post("/v1/revoke-share-link")
def revoke_share_link(
    body: ShareLinkRef, me: EditorDep, links: ShareLinkServiceDep
) -> ShareLinkRead:
    """End a link at once."""
    return links.revoke(me.org_id, body.link_id)


@router.post("/v1/open-share-link")
def open_share_link(
    body: OpenShareLink, request: Request, limits: RateLimitsDep, board: SharedBoardServiceDep
) -> SharedBoard:
    """What a link shows. Needs the link and no login."""
    count_use(request, limits, body)
    return board.open(body.token)


@router.post("/v1/ask-share-link")
def ask_share_link(
    body: AskSharedBoard, request: Request, limits: RateLimitsDep, board: SharedBoardServiceDep
) -> AnalyticsAnswer:
    """Numbers behind a link, never beyond what it allows. Needs the link and no login."""
    count_use(request, limits, body)
    # How many events wait says how busy the whole installation is: nothing for strangers.
    return board.ask(body).model_copy(update={"tail_events": 0})
