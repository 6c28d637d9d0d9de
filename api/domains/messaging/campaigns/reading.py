"""Converts campaigns to API responses."""

from typing import Any

from api.domains.messaging.campaigns.models import Campaign, CampaignEdit
from api.domains.messaging.campaigns.schemas import (
    CampaignEditRead,
    CampaignPlan,
    CampaignRead,
    CampaignSummary,
)

_DERIVED = ("audience", "needs_approval", "is_archived", "may_approve")


def summary(row: Campaign) -> CampaignSummary:
    """Return a campaign as a list entry."""
    return CampaignSummary.model_validate(_values(row, CampaignSummary.model_fields))


def read(row: Campaign, *, may_approve: bool = False) -> CampaignRead:
    """Return a campaign with all its fields."""
    values = _values(row, CampaignRead.model_fields)
    return CampaignRead.model_validate(values | {"may_approve": may_approve})


def waits_for_approval(row: Campaign) -> bool:
    """Return whether someone has requested sending it and nobody has approved it yet."""
    return row.state == "draft" and row.asked_at is not None and row.approved_at is None


def read_edit(row: CampaignEdit) -> CampaignEditRead:
    """Return one change of a campaign."""
    return CampaignEditRead(
        revision=row.revision,
        changed=row.changed,
        before=CampaignPlan.model_validate(row.before) if row.before is not None else None,
        edited_at=row.edited_at,
        edited_by=row.edited_by,
    )


def _values(row: Campaign, fields: Any) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in fields if name not in _DERIVED}
    return values | {
        "audience": {"kind": row.audience_kind, "id": row.audience_id},
        "needs_approval": waits_for_approval(row),
        "is_archived": row.archived_at is not None,
    }
