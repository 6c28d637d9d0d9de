"""One report of one period: counted, and written as a mail. What is sent and what is previewed are the same."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from api.auth.member import viewer_of
from api.auth.models import Organization
from api.domains.insights.analytics.reading import CodeNames
from api.domains.insights.analytics.schemas import AnalyticsAnswer, AskAnalytics
from api.domains.insights.analytics.service import AnalyticsService
from api.domains.insights.scheduled_reports.mails import Composer, narrowing_words
from api.integrations.ports.mail_sender import Mail
from api.kit.mail_words import one_line
from warehouse.date_ranges import Range, zone_of
from warehouse.queries.analytics import Analytics


@dataclass(frozen=True)
class CountedReport:
    """A report with its numbers."""

    name: str
    question: dict[str, Any]
    organization: Organization
    period: Range
    answer: AnalyticsAnswer
    narrowing: tuple[str, ...] = ()
    """What is counted of everything, in words; nothing where it is all."""

    def mail(
        self, composer: Composer, to: str, *, unsubscribe: str | None, message_id: str | None
    ) -> Mail:
        """The mail to one address; a sample has nothing to unsubscribe from."""
        return composer.report(
            to=to,
            name=self.name,
            organization=one_line(self.organization.name),
            period=self.period,
            zone=zone_of(self.organization.time_zone),
            answer=self.answer,
            question=self.question,
            narrowing=self.narrowing,
            unsubscribe=unsubscribe,
            message_id=message_id,
        )


def count_report(
    session: Session,
    analytics: Analytics,
    organization: Organization,
    *,
    name: str,
    question: dict[str, Any],
    period: Range,
    now: datetime,
) -> CountedReport:
    """Count a report as whoever may read the organisation's numbers."""
    asked = AskAnalytics.model_validate(
        {
            **question,
            "from": period.start,
            "to": period.end,
            "granularity": "day",
            "group_by": ["code"],
        }
    )
    known = CodeNames(session)
    service = AnalyticsService(analytics, known, now)
    answer = service.ask(viewer_of(organization), asked)
    filters = {one: [v.removeprefix("-") for v in values] for one, values in asked.filters.items()}
    org_id = organization.org_id
    names = {
        "code": known.of(org_id, filters.get("code", ())),
        "folder": known.of_folders(org_id, filters.get("folder", ())),
        "page": known.of_pages(org_id, filters.get("page", ())),
    }
    words = narrowing_words(question, names)
    return CountedReport(name, question, organization, period, answer, words)
