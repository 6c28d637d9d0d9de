"""Dependencies and rate limits of the share link handlers."""

from typing import Annotated

from fastapi import Depends, Request
from limits import parse

from api.db.session import SessionDep
from api.domains.insights.analytics.dependencies import AnalyticsServiceDep
from api.domains.insights.analytics.reading import CodeNames
from api.domains.insights.share_links.repository import ShareLinkRepository
from api.domains.insights.share_links.schemas import OpenShareLink
from api.domains.insights.share_links.service import SharedDashboardService, ShareLinkService
from api.domains.insights.share_links.tokens import hash_token
from api.kit.addresses import client_network
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import SettingsDep
from api.kit.rate_limits import RateLimits

PER_LINK = parse("600 per minute")
PER_ADDRESS = parse("240 per minute")


def _service(settings: SettingsDep, session: SessionDep, now: NowDep) -> ShareLinkService:
    return ShareLinkService(
        ShareLinkRepository(session),
        secret=settings.secret_key,
        base_url=settings.base_url,
        now=now,
        new_id=new_id,
    )


def _dashboard(
    settings: SettingsDep, session: SessionDep, analytics: AnalyticsServiceDep, now: NowDep
) -> SharedDashboardService:
    return SharedDashboardService(
        ShareLinkRepository(session),
        analytics,
        CodeNames(session),
        secret=settings.secret_key,
        now=now,
    )


def count_use(request: Request, limits: RateLimits, body: OpenShareLink) -> None:
    """Count one request of a visitor, by network and by link. Too many are refused."""
    limits.hit(PER_ADDRESS, "share-link", client_network(request))
    limits.hit(PER_LINK, "share-link", hash_token(body.token))


ShareLinkServiceDep = Annotated[ShareLinkService, Depends(_service)]
SharedDashboardServiceDep = Annotated[SharedDashboardService, Depends(_dashboard)]
