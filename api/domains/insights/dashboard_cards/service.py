"""The dashboard cards, each with its own query."""

from datetime import datetime

from pydantic import TypeAdapter, ValidationError

from api.auth.member import Member
from api.domains.insights.analytics.errors import BadQuestion
from api.domains.insights.analytics.reading import CodeNames
from api.domains.insights.analytics.schemas import AskAnalytics
from api.domains.insights.analytics.service import AnalyticsService
from api.domains.insights.dashboard_cards.changes import explain_change
from api.domains.insights.dashboard_cards.events import get_events
from api.domains.insights.dashboard_cards.schemas import (
    CardAnswer,
    ChangeExplained,
    EventPage,
    ExplainChange,
    GetEvents,
    PlacedCode,
    PlacedCodes,
)
from api.domains.people.customers.service import CustomerService
from warehouse.queries.language import Dimension, Filter, Metrics

MAX_CODES = 10_000
_FILTERS = TypeAdapter(dict[str, list[str]])
_NOTHING = dict.fromkeys(Metrics.__dataclass_fields__, 0)


class DashboardService:
    """Dashboard cards of one member."""

    def __init__(
        self,
        analytics: AnalyticsService,
        codes: CodeNames,
        customers: CustomerService,
        now: datetime,
    ) -> None:
        self._customers = customers
        self._analytics = analytics
        self._codes = codes
        self._now = now

    def events(self, me: Member, body: GetEvents) -> EventPage:
        """Return the raw events behind a number."""
        return get_events(me, body, self._analytics, self._customers)

    def live_filters(self, me: Member, text: str) -> tuple[Filter, ...]:
        """Return the filters of `get-analytics` from JSON, with the current groups of codes.

        Raises:
            BadQuestion: they are invalid.
        """
        try:
            filters = _FILTERS.validate_json(text)
        except ValidationError as wrong:
            message = 'Give values by dimension as JSON, like {"country": ["US", "-CA"]}'
            raise BadQuestion("filters", message) from wrong
        return self._analytics.raw_events(me, AskAnalytics(filters=filters)).filters

    def changes(self, me: Member, body: ExplainChange) -> ChangeExplained:
        """Return the change of a metric and its causes."""
        return explain_change(me, body, self._analytics, self._now)

    def places(self, me: Member, body: AskAnalytics) -> PlacedCodes:
        """Return codes with coordinates and their numbers."""
        codes = self._codes.located_codes(me.org_id)[:MAX_CODES]
        by_code = body.model_copy(update={"group_by": [Dimension.CODE.value] if codes else []})
        answer = self._analytics.ask(me, by_code, breakdown_limit=MAX_CODES)
        rows = answer.breakdowns.get(Dimension.CODE, [])
        names = {row.key: row.label for row in rows}
        numbers = {row.key: row.model_dump(exclude={"key", "label"}) for row in rows}
        items = [
            PlacedCode(
                code_id=code.code_id,
                name=names.get(code.code_id) or code.name,
                placement=code.placement,
                latitude=code.at.latitude,
                longitude=code.at.longitude,
                **numbers.get(code.code_id, _NOTHING),
            )
            for code in codes
        ]
        items.sort(key=lambda code: (-code.scans, code.code_id))
        return PlacedCodes(
            **{name: getattr(answer, name) for name in CardAnswer.model_fields},
            items=items,
            total=len(items),
        )
