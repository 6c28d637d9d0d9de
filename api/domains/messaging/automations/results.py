"""Reads what people did after the messages of an automation, from the warehouse."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from api.domains.messaging.automations.models import Automation
from api.domains.messaging.automations.result_schemas import (
    AutomationResultsRead,
    StepResult,
    StepRevenue,
)
from api.domains.messaging.campaigns.report_schemas import CampaignHour
from api.domains.messaging.campaigns.results import ask
from warehouse.conversions.engine import Conversions

WINDOW_HOURS = 72
"""Attribution window in hours: acts within this time after a click count for the message."""


def read_results(
    session: Session, conversions: Conversions, row: Automation, days: int, now: datetime
) -> AutomationResultsRead:
    """Return the results of the messages of the last `days` days.

    Raises:
        ResultsNotReady: the warehouse cannot currently be read.
    """
    since = now - timedelta(days=days)
    found = ask(
        session,
        conversions,
        row.org_id,
        ("automation", row.automation_id),
        (since, now),
        {row.automation_id: WINDOW_HOURS},
    )
    return AutomationResultsRead(
        as_of=found.as_of,
        since=since,
        window_hours=WINDOW_HOURS,
        steps=[StepResult.model_validate(_of_step(it)) for it in found.versions],
        hours=[CampaignHour.model_validate(it) for it in found.hours],
        revenue=[StepRevenue.model_validate(_of_step(it)) for it in found.revenue],
    )


def _of_step(result: Any) -> dict[str, Any]:
    """Return the fields of one version's result. For an automation, a version is a step."""
    values = {**vars(result), "step_id": result.variant}
    values.pop("variant")
    values.pop("squares", None)
    return values
