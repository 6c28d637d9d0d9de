"""Rules of share links: editors create them, anybody with a link can open it, and the server restricts what it
shows.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from api.auth.member import Member, viewer_of
from api.auth.models import Organization
from api.domains.insights.analytics.reading import CodeNames
from api.domains.insights.analytics.schemas import AnalyticsAnswer, AskAnalytics
from api.domains.insights.analytics.service import AnalyticsService
from api.domains.insights.share_links.errors import (
    LinkExpired,
    LinkNotFound,
    LinkRevoked,
    TooManyLinks,
    bad_field,
)
from api.domains.insights.share_links.filters import intersect_filters
from api.domains.insights.share_links.models import ShareLink
from api.domains.insights.share_links.repository import ShareLinkRepository
from api.domains.insights.share_links.schemas import (
    AskSharedDashboard,
    CreateShareLink,
    SharedBrand,
    SharedDashboard,
    SharedQuestion,
    ShareLinkMade,
    ShareLinkRead,
)
from api.domains.insights.share_links.tokens import hash_token, is_signed, new_token
from warehouse.date_ranges import RangeError, custom
from warehouse.queries.language import QuestionError, parse_filters

MAX_ACTIVE = 200
MAX_LISTED = 500
HINT = 6


class ShareLinkService:
    """Creates, lists and revokes the links of an organisation."""

    def __init__(
        self,
        links: ShareLinkRepository,
        *,
        secret: bytes,
        base_url: str,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._links = links
        self._secret = secret
        self._base_url = base_url
        self._now = now
        self._new_id = new_id

    def create(self, me: Member, body: CreateShareLink) -> ShareLinkMade:
        """Create a link. Only this result contains its token."""
        _check(body)
        self._links.lock(me.org_id)
        if self._links.count_active(me.org_id, self._now) >= MAX_ACTIVE:
            raise TooManyLinks
        token = new_token(self._secret)
        link = ShareLink(
            link_id=self._new_id("link"),
            org_id=me.org_id,
            name=body.name,
            token_hash=hash_token(token),
            hint=token[:HINT],
            question=body.question.model_dump(mode="json", by_alias=True, exclude_none=True),
            range_is_fixed=body.range_is_fixed,
            created_by=me.caller_id,
            created_at=self._now,
            expires_at=self._now + timedelta(days=body.days),
        )
        self._links.add(link)
        read = self._read(link, {me.user_id or "": me.name})
        return ShareLinkMade(
            **read.model_dump(by_alias=True), token=token, url=f"{self._base_url}/shared/{token}"
        )

    def list_links(self, org_id: str) -> list[ShareLinkRead]:
        """Return all links, including expired and revoked ones."""
        rows = self._links.list_all(org_id, MAX_LISTED)
        people = self._links.names_of_people({row.created_by for row in rows if row.created_by})
        return [self._read(row, people) for row in rows]

    def revoke(self, org_id: str, link_id: str) -> ShareLinkRead:
        """Revoke a link."""
        link = self._links.revoke(org_id, link_id, self._now)
        if link is None:
            raise LinkNotFound
        people = self._links.names_of_people({link.created_by} if link.created_by else set())
        return self._read(link, people)

    def _read(self, link: ShareLink, people: dict[str, str]) -> ShareLinkRead:
        return ShareLinkRead(
            link_id=link.link_id,
            name=link.name,
            hint=link.hint,
            question=SharedQuestion.model_validate(link.question),
            range_is_fixed=link.range_is_fixed,
            state="revoked"
            if link.revoked_at
            else "expired"
            if link.expires_at <= self._now
            else "open",
            author=people.get(link.created_by or ""),
            created_at=link.created_at,
            expires_at=link.expires_at,
            last_used_at=link.last_used_at,
        )


class SharedDashboardService:
    """Serves visitors with a link, within what it allows."""

    def __init__(
        self,
        links: ShareLinkRepository,
        analytics: AnalyticsService,
        names: CodeNames,
        *,
        secret: bytes,
        now: datetime,
    ) -> None:
        self._links = links
        self._analytics = analytics
        self._names = names
        self._secret = secret
        self._now = now

    def open(self, token: str) -> SharedDashboard:
        """Return the content of the link."""
        link, organization = self._enter(token)
        self._links.record_use(link, self._now)
        question = SharedQuestion.model_validate(link.question)
        return SharedDashboard(
            name=link.name,
            organization=SharedBrand(
                name=organization.name,
                logo=organization.logo,
                color=organization.brand.get("color"),
            ),
            question=question,
            labels=self._labels(link.org_id, question.filters),
            properties=[one.name for one in self._analytics.properties(link.org_id).properties],
            range_is_fixed=link.range_is_fixed,
            time_zone=organization.time_zone,
            week_start=organization.week_start,
            expires_at=link.expires_at,
        )

    def ask(self, body: AskSharedDashboard) -> AnalyticsAnswer:
        """Return numbers for the visitor's range, unless the link fixes it, and for the intersection of both
        filters.
        """
        link, organization = self._enter(body.token)
        question: dict[str, Any] = dict(link.question)
        is_ranged = bool(body.interval or body.from_ or body.to)
        if is_ranged and not link.range_is_fixed:
            question |= {"interval": body.interval, "from": body.from_, "to": body.to}
        request = AskAnalytics.model_validate(
            {
                **question,
                "filters": intersect_filters(question.get("filters", {}), body.filters),
                "group_by": body.group_by,
                "granularity": body.granularity,
                "compare": body.compare or question.get("compare", "previous"),
            }
        )
        return self._analytics.ask(viewer_of(organization), request, metrics=body.metrics)

    def _enter(self, token: str) -> tuple[ShareLink, Organization]:
        if not is_signed(self._secret, token):
            raise LinkNotFound
        link = self._links.find_by_hash(hash_token(token))
        organization = self._links.enter(link) if link is not None else None
        if link is None or organization is None:
            raise LinkNotFound
        if link.revoked_at is not None:
            raise LinkRevoked
        if link.expires_at <= self._now:
            raise LinkExpired
        return link, organization

    def _labels(self, org_id: str, filters: dict[str, list[str]]) -> dict[str, dict[str, str]]:
        bare = {
            name: [value.removeprefix("-") for value in filters.get(name, ())]
            for name in ("code", "base_code", "folder", "page")
        }
        return {
            "code": self._names.of(org_id, bare["code"]),
            "base_code": self._names.of(org_id, bare["base_code"]),
            "folder": self._names.of_folders(org_id, bare["folder"]),
            "page": self._names.of_pages(org_id, bare["page"]),
        }


def _check(body: CreateShareLink) -> None:
    question = body.question
    try:
        parse_filters(question.filters)
        if question.from_ or question.to:
            if question.interval or not (question.from_ and question.to):
                raise RangeError("from", "Send an interval, or both from and to")
            custom(question.from_, question.to)
    except (QuestionError, RangeError) as wrong:
        raise bad_field(f"question.{wrong.field}", str(wrong)) from wrong
