"""A report of one period with its numbers, for sending and for previews."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from api.auth.member import viewer_of
from api.auth.models import Organization
from api.domains.insights.analytics.reading import CodeNames
from api.domains.insights.analytics.schemas import AnalyticsAnswer, AskAnalytics
from api.domains.insights.analytics.service import AnalyticsService
from api.domains.insights.scheduled_reports.mails import Composer, filter_texts
from api.integrations.ports.mail_sender import Mail
from api.kit.mail_templates import one_line
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
    filter_lines: tuple[str, ...] = ()
    """The report's filters as text; empty without filters."""

    def mail(
        self, composer: Composer, to: str, *, unsubscribe: str | None, message_id: str | None
    ) -> Mail:
        """Return the email to one address. A sample has no unsubscribe link."""
        return composer.report(
            to=to,
            name=self.name,
            organization=one_line(self.organization.name),
            period=self.period,
            zone=zone_of(self.organization.time_zone),
            answer=self.answer,
            question=self.question,
            filter_lines=self.filter_lines,
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
    """Count a report with the permissions of a viewer."""
    request = AskAnalytics.model_validate(
        {
            **question,
            "from": period.start,
            "to": period.end,
            "granularity": "day",
            "group_by": ["code"],
        }
    )
    code_names = CodeNames(session)
    service = AnalyticsService(analytics, code_names, now)
    answer = service.ask(viewer_of(organization), request)
    filters = {
        one: [v.removeprefix("-") for v in values] for one, values in request.filters.items()
    }
    org_id = organization.org_id
    names = {
        "code": code_names.of(org_id, filters.get("code", ())),
        "folder": code_names.of_folders(org_id, filters.get("folder", ())),
        "page": code_names.of_pages(org_id, filters.get("page", ())),
    }
    words = filter_texts(question, names)
    return CountedReport(name, question, organization, period, answer, words)
