"""Analysis of referrals: who brought whom, their cost and their revenue."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Row

from api.auth.member import Member
from api.domains.promotions.referrals.analysis_repository import AnalysisRepository
from api.domains.promotions.referrals.schemas import (
    ReferAnalysis,
    ReferralAnalysis,
    ReferralTotals,
    ReferralWeek,
    TopReferrer,
    TreeNode,
)
from api.domains.promotions.referrals.views import ReferralViews

MAX_NODES = 500
FIRST_WEEKDAY = {"monday": 0, "saturday": 5, "sunday": 6}
TOP = 20

DEFINITIONS = {
    "referrals": "Friends who were referred in the range",
    "rewarded": "Referred friends who completed a required action, so that rewards were given",
    "conversion": "Share of the referrals that were rewarded",
    "cost_cents": (
        "Cost of the rewards that were given for these referrals, as far as rewards have a cost"
    ),
    "revenue_cents": "Orders that these friends have placed so far, regardless of currency",
    "customers": "Customers who had a referral code at the end of the week",
    "k_factor": "Rewarded referrals of the week per customer with a referral code",
}

Revenue = Callable[[str, Sequence[str]], int | None]
"""Returns how much customers ordered, in cents; None if there is no mart yet."""


class AnalysisService:
    """Analysis of one organisation's referrals."""

    def __init__(
        self, numbers: AnalysisRepository, views: ReferralViews, revenue: Revenue, now: datetime
    ) -> None:
        self._numbers = numbers
        self._views = views
        self._revenue = revenue
        self._now = now

    def analyse(self, me: Member, body: ReferAnalysis, top: str | None) -> ReferralAnalysis:
        """Return the figures of the last weeks, and the tree below a customer, or of everybody."""
        starts = week_starts(self._now, me.time_zone, me.week_start, body.weeks)
        since, org_id = starts[0], me.org_id
        nodes = self._numbers.tree(org_id, top, body.depth, MAX_NODES + 1)
        tree = self._tree(org_id, nodes[:MAX_NODES])
        return ReferralAnalysis(
            totals=self._totals(org_id, since),
            weeks=self._weeks(me, starts),
            top=self._top(org_id, since),
            tree=tree,
            is_whole=len(nodes) <= MAX_NODES
            and not any(it.level == body.depth and it.friends for it in tree),
            definitions=DEFINITIONS,
        )

    def _totals(self, org_id: str, since: datetime) -> ReferralTotals:
        row = self._numbers.totals(org_id, since)._asdict()
        given = self._numbers.given(org_id, since)._asdict()
        friends = self._numbers.friends(org_id, since)
        return ReferralTotals(
            **row,
            **given,
            conversion=row["rewarded"] / row["referrals"] if row["referrals"] else None,
            revenue_cents=self._revenue(org_id, friends) if friends else 0,
        )

    def _weeks(self, me: Member, starts: Sequence[datetime]) -> list[ReferralWeek]:
        zone = ZoneInfo(me.time_zone)
        return [
            ReferralWeek(
                week=row.starts_at.astimezone(zone).date(),
                referrals=row.referrals,
                rewarded=row.rewarded,
                customers=row.customers,
                k_factor=row.rewarded / row.customers if row.customers else None,
            )
            for row in self._numbers.weeks(me.org_id, starts)
        ]

    def _top(self, org_id: str, since: datetime) -> list[TopReferrer]:
        rows = self._numbers.top(org_id, since, TOP)
        people = self._views.people(org_id, [row.id for row in rows])
        return [
            TopReferrer(
                person=people[row.id],
                **{name: it for name, it in row._asdict().items() if name != "id"},
            )
            for row in rows
        ]

    def _tree(self, org_id: str, nodes: Sequence[Row[Any]]) -> list[TreeNode]:
        ids = [node.id for node in nodes]
        people, below = self._views.people(org_id, ids), self._numbers.below(org_id, ids)
        return [
            TreeNode(
                person=people[node.id],
                parent_id=node.parent,
                level=node.level,
                state=node.state,
                friends=node.friends,
                below=below.get(node.id, 0),
                cost_cents=node.cost_cents,
            )
            for node in nodes
        ]


def week_starts(now: datetime, time_zone: str, week_start: str, weeks: int) -> list[datetime]:
    """Return the starts of the last weeks, including the current one, and the end of that. Each is midnight in the time
    zone.
    """
    zone = ZoneInfo(time_zone)
    today = now.astimezone(zone).date()
    first = today - timedelta(days=(today.weekday() - FIRST_WEEKDAY[week_start]) % 7)
    days = [first + timedelta(weeks=number) for number in range(1 - weeks, 2)]
    return [datetime(it.year, it.month, it.day, tzinfo=zone) for it in days]
