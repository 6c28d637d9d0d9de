"""The parts of the dashboard, each of one question."""

from api.auth.member import Member
from api.domains.analytics.repository import CodeNames
from api.domains.analytics.schemas import AskAnalytics
from api.domains.analytics.service import AnalyticsService
from api.domains.board.schemas import PlacedCode, PlacedCodes
from warehouse.queries.language import Dimension, Metrics

MOST_PLACES = 10_000
_NOTHING = dict.fromkeys(Metrics.__dataclass_fields__, 0)


class BoardService:
    """Asks for one member."""

    def __init__(self, analytics: AnalyticsService, codes: CodeNames) -> None:
        self._analytics = analytics
        self._codes = codes

    def places(self, me: Member, wanted: AskAnalytics) -> PlacedCodes:
        """Codes with coordinates and their numbers under the question's filters."""
        codes = self._codes.located_codes(me.org_id)[:MOST_PLACES]
        by_code = wanted.model_copy(update={"group_by": [Dimension.CODE.value] if codes else []})
        answer = self._analytics.ask(me, by_code, breakdown_limit=MOST_PLACES)
        numbers = {
            row.key: row.model_dump(exclude={"key", "label"})
            for row in answer.breakdowns.get(Dimension.CODE, [])
        }
        items = [
            PlacedCode(
                code_id=code.code_id,
                name=code.name,
                placement=code.placement,
                latitude=code.at.latitude,
                longitude=code.at.longitude,
                **numbers.get(code.code_id, _NOTHING),
            )
            for code in codes
        ]
        items.sort(key=lambda code: (-code.scans, code.code_id))
        return PlacedCodes(
            from_=answer.from_,
            to=answer.to,
            timezone=answer.timezone,
            as_of=answer.as_of,
            items=items,
            total=len(items),
        )
