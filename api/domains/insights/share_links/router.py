"""API routes of share links, for editors and for visitors with a link."""

from fastapi import Request

from api.auth.member import EditorDep
from api.db.routing import ApiRouter
from api.domains.insights.analytics.schemas import AnalyticsAnswer
from api.domains.insights.share_links.dependencies import (
    SharedDashboardServiceDep,
    ShareLinkServiceDep,
    count_use,
)
from api.domains.insights.share_links.schemas import (
    AskSharedDashboard,
    CreateShareLink,
    ListShareLinks,
    OpenShareLink,
    SharedDashboard,
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
    """Create a link that shows these numbers without a login. Only this response contains its token."""
    return links.create(me, body)


@router.post("/v1/list-share-links")
def list_share_links(
    _body: ListShareLinks, me: EditorDep, links: ShareLinkServiceDep
) -> ShareLinkList:
    """List all links, including expired and revoked ones, newest first."""
    return ShareLinkList(items=links.list_links(me.org_id))


@router.post("/v1/revoke-share-link")
def revoke_share_link(
    body: ShareLinkRef, me: EditorDep, links: ShareLinkServiceDep
) -> ShareLinkRead:
    """Revoke a link."""
    return links.revoke(me.org_id, body.link_id)


@router.post("/v1/open-share-link")
def open_share_link(
    body: OpenShareLink,
    request: Request,
    limits: RateLimitsDep,
    dashboard: SharedDashboardServiceDep,
) -> SharedDashboard:
    """Get the content of a link. No login is required."""
    count_use(request, limits, body)
    return dashboard.open(body.token)


@router.post("/v1/ask-share-link")
def ask_share_link(
    body: AskSharedDashboard,
    request: Request,
    limits: RateLimitsDep,
    dashboard: SharedDashboardServiceDep,
) -> AnalyticsAnswer:
    """Get numbers within the limits of a link. No login is required."""
    count_use(request, limits, body)
    # The number of waiting events reveals how busy the installation is, so visitors do not get it.
    return dashboard.ask(body).model_copy(update={"tail_events": 0})
