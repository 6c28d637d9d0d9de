"""Counts the activity of codes, and lists codes in that order."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from api.auth.member import Member
from api.domains.codes.codes import views
from api.domains.codes.codes.links import CodeLinks
from api.domains.codes.codes.schemas import CodeRead
from api.domains.codes.codes.service import CodeService
from api.domains.insights.analytics.definitions import definitions_for
from api.domains.insights.analytics.schemas import AskAnalytics
from api.domains.insights.analytics.service import AnalyticsService, refusals
from api.domains.insights.code_activity.schemas import (
    CodeActivityAnswer,
    CodeActivityRead,
    GetCodeActivity,
    ListCodesByActivity,
)
from api.kit.pagination import Page, page_of
from warehouse.queries.code_activity import CodeActivities, CodeActivity, read_code_activity
from warehouse.queries.language import Dimension, Question

_METRICS = frozenset({"scans", "people"})
_EVERY_CODE = 1_000_000
_KEYS: dict[str, Callable[[CodeActivity], tuple[int | date, ...]]] = {
    "scans": lambda one: (one.scans, one.last_scan_on),
    "people": lambda one: (one.people, one.scans, one.last_scan_on),
    "last_scan": lambda one: (one.last_scan_on, one.scans),
}


class CodeActivityService:
    """Activity of the codes of one member's organisation."""

    def __init__(self, analytics: AnalyticsService, codes: CodeService) -> None:
        self._analytics = analytics
        self._codes = codes

    def get(self, me: Member, body: GetCodeActivity) -> CodeActivityAnswer:
        """Return the activity of these codes."""
        question, found = self._read(me)
        span, zone = question.current, question.zone
        children = self._codes.count_children(me.org_id, body.code_ids)
        no_days = [0] * len(question.edges)
        items = []
        for code_id in body.code_ids:
            one = found.by_code.get(code_id)
            items.append(
                CodeActivityRead(
                    code_id=code_id,
                    scans=one.scans if one else 0,
                    people=one.people if one else 0,
                    days=one.days if one else no_days,
                    last_scan_on=one.last_scan_on if one else None,
                    children=children.get(code_id, 0),
                )
            )
        meanings = definitions_for(me.visitor_consent)
        return CodeActivityAnswer(
            from_=span.start.astimezone(zone),
            to=span.end.astimezone(zone),
            timezone=zone.key,
            as_of=found.as_of and found.as_of.astimezone(zone),
            tail_events=found.tail_events,
            definitions={name: text for name, text in meanings.items() if name in _METRICS},
            items=items,
        )

    def list_codes(self, me: Member, body: ListCodesByActivity, links: CodeLinks) -> Page[CodeRead]:
        """Return one page of codes by activity."""
        _, found = self._read(me)
        ranked = None
        if body.by is not None:
            key = _KEYS[body.by]
            ranked = sorted(
                found.by_code,
                key=lambda code_id: key(found.by_code[code_id]),
                reverse=not body.ascending,
            )
        scanned = [code_id for code_id, one in found.by_code.items() if one.scans]
        rows, total = self._codes.list_ranked(
            me.org_id,
            body,
            ranked,
            unranked_first=body.ascending,
            only=scanned if body.scanned is True else None,
            never=scanned if body.scanned is False else (),
        )
        return page_of([views.whole(row, links) for row in rows], total, body.paging)

    def _read(self, me: Member) -> tuple[Question, CodeActivities]:
        request = AskAnalytics(
            interval="30day", granularity="day", group_by=["code"], compare="none"
        )
        question = replace(
            self._analytics.question(me, request), breakdown_limit=_EVERY_CODE, metrics=_METRICS
        )
        assert question.group_by == (Dimension.CODE,)
        with refusals():
            return question, read_code_activity(self._analytics.warehouse, question)
