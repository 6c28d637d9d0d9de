"""Rules of campaigns while they are planned: what they may contain, and how they change."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.auth.roles import Role
from api.domains.codes.codes.reading import find_code
from api.domains.messaging.campaigns.audience_repository import AudienceRepository
from api.domains.messaging.campaigns.content import used
from api.domains.messaging.campaigns.errors import (
    ApprovalNeedsAnother,
    ApprovalNeedsRole,
    CampaignChanged,
    CampaignNotDraft,
    CampaignNotFound,
    TooManyCampaigns,
    WrongCampaignState,
    refused,
)
from api.domains.messaging.campaigns.models import Campaign, CampaignEdit
from api.domains.messaging.campaigns.placeholders import BASE, Placeholder, of_fields
from api.domains.messaging.campaigns.reading import (
    read,
    read_edit,
    summary,
    waits_for_approval,
)
from api.domains.messaging.campaigns.repository import (
    CampaignEditRepository,
    CampaignRepository,
    CampaignSettingsRepository,
)
from api.domains.messaging.campaigns.rewarding import is_reward
from api.domains.messaging.campaigns.schemas import (
    CampaignEditRead,
    CampaignPlan,
    CampaignRead,
    CampaignSummary,
    CopyCampaign,
    FindCampaign,
    ListCampaigns,
    SaveCampaign,
)
from api.domains.messaging.campaigns.settings_schemas import (
    CampaignSettingsRead,
    SaveCampaignSettings,
)
from api.domains.messaging.campaigns.types import OVER
from api.domains.people.customers.reading import custom_fields
from api.kit.pagination import Page, Paging, page_of

MAX_CAMPAIGNS = 2_000
PLANNED = (
    *("name", "channel", "purpose", "audience", "variants", "experiment", "schedule"),
    *("code_id", "reward_id", "window_hours"),
)


class CampaignService:
    """Campaigns and templates of one organisation, in one session."""

    def __init__(self, session: Session, now: datetime, new_id: Callable[[str], str]) -> None:
        self._session = session
        self._rows = CampaignRepository(session)
        self._edits = CampaignEditRepository(session)
        self._settings = CampaignSettingsRepository(session)
        self._audiences = AudienceRepository(session)
        self._now = now
        self._new_id = new_id

    def get(self, me: Member, wanted: FindCampaign) -> CampaignRead:
        """Return a campaign by its ID, or the newest campaign of a code.

        Raises:
            CampaignNotFound: there is no such campaign.
        """
        row = (
            self._rows.find(me.org_id, wanted.campaign_id)
            if wanted.campaign_id is not None
            else self._rows.newest_of_code(me.org_id, wanted.code_id or "")
        )
        if row is None:
            raise CampaignNotFound
        return read(row, may_approve=self.may_approve(me, row))

    def list_page(self, org_id: str, wanted: ListCampaigns) -> Page[CampaignSummary]:
        """Return a page of campaigns or templates, newest first by default."""
        rows, total = self._rows.list_page(
            org_id,
            wanted,
            channel=wanted.channel,
            state=wanted.state,
            is_template=wanted.is_template,
            is_archived=wanted.is_archived,
        )
        return page_of([summary(it) for it in rows], total, wanted.paging)

    def list_edits(self, org_id: str, campaign_id: str, paging: Paging) -> Page[CampaignEditRead]:
        """Return a page of a campaign's changes, newest first.

        Raises:
            CampaignNotFound: there is no such campaign.
        """
        if self._rows.find(org_id, campaign_id) is None:
            raise CampaignNotFound
        rows, total = self._edits.list_page(org_id, campaign_id, paging)
        return page_of([read_edit(it) for it in rows], total, paging)

    def save(self, me: Member, body: SaveCampaign) -> CampaignRead:
        """Save the draft of a new or an existing campaign. Saving the same plan again is not a change.

        Raises:
            CampaignNotFound, CampaignChanged, CampaignNotDraft, TooManyCampaigns: it cannot be saved.
            Invalid: it names something that does not exist.
        """
        plan = CampaignPlan.model_validate(body.model_dump())
        if body.campaign_id is None:
            self.check(me.org_id, plan)
            return read(self.add(me, plan, is_template=body.is_template))
        row = self.locked(me.org_id, body.campaign_id, body.revision)
        if row.state != "draft":
            raise CampaignNotDraft
        self.check(me.org_id, plan)
        before, after = _stored(row), _columns(plan)
        changed = [it for it in PLANNED if _part(before, it) != _part(after, it)]
        if changed:
            for name, value in after.items():
                setattr(row, name, value)
            row.revision += 1
            row.updated_at, row.updated_by = self._now, me.caller_id or None
            # An approval, or the request for it, does not apply to the changed campaign.
            row.asked_by = row.asked_at = row.approved_by = row.approved_at = None
            self._edits.session.flush()
            self._note(me, row, changed, before)
        return read(row)

    def copy(self, me: Member, body: CopyCampaign) -> CampaignRead:
        """Create a new draft or template with the content of a campaign or template.

        Raises:
            CampaignNotFound, TooManyCampaigns: it cannot be copied.
        """
        row = self._rows.find(me.org_id, body.campaign_id)
        if row is None:
            raise CampaignNotFound
        name = body.name or f"{row.name[:73]} (copy)"
        plan = plan_of(row).model_copy(update={"name": name})
        return read(self.add(me, plan, is_template=body.is_template))

    def archive(self, me: Member, campaign_id: str, *, is_archived: bool) -> CampaignRead:
        """Archive a campaign, or restore it.

        Raises:
            CampaignNotFound, TooManyCampaigns: the action is not possible.
            WrongCampaignState: it is about to be sent.
        """
        if not is_archived:
            self._require_room(me.org_id)
        row = self.locked(me.org_id, campaign_id)
        if row.state != "draft" and row.state not in OVER:
            raise WrongCampaignState
        row.archived_at = (row.archived_at or self._now) if is_archived else None
        self._session.flush()
        return read(row)

    def keys(self, org_id: str) -> list[Placeholder]:
        """Return every placeholder that texts of campaigns may contain."""
        return [*BASE, *of_fields(custom_fields(self._session, org_id))]

    def settings(self, org_id: str) -> CampaignSettingsRead:
        """Return the organisation's settings for all its campaigns."""
        row = self._settings.find(org_id)
        if row is None:
            return CampaignSettingsRead(
                approval_above=None, approval_role="editor", sms_prices={}, currency="USD"
            )
        return CampaignSettingsRead.model_validate(row)

    def may_approve(self, me: Member, row: Campaign) -> bool:
        """Return whether a campaign waits for an approval that this member may give."""
        return waits_for_approval(row) and self.approval_refusal(me, row) is None

    def approval_refusal(
        self, me: Member, row: Campaign
    ) -> ApprovalNeedsAnother | ApprovalNeedsRole | None:
        """Return why a member may not approve a campaign, or None if they may. API keys cannot approve."""
        if not me.user_id or me.user_id == row.asked_by:
            return ApprovalNeedsAnother()
        needed = Role(self.settings(me.org_id).approval_role)
        return None if me.role.reaches(needed) else ApprovalNeedsRole()

    def save_settings(self, me: Member, body: SaveCampaignSettings) -> CampaignSettingsRead:
        """Change the organisation's settings for all its campaigns."""
        values = body.model_dump(exclude={"org_id"})
        values |= {"updated_at": self._now, "updated_by": me.caller_id or None}
        self._settings.save(me.org_id, values)
        self._session.expire_all()
        return self.settings(me.org_id)

    def add(self, me: Member, plan: CampaignPlan, *, is_template: bool = False) -> Campaign:
        """Store a new draft or template. The plan must already have been checked.

        Raises:
            TooManyCampaigns: the maximum number has been reached.
        """
        self._require_room(me.org_id)
        row = Campaign(
            campaign_id=self._new_id("cmp"),
            org_id=me.org_id,
            is_template=is_template,
            revision=1,
            state="draft",
            position="",
            passed_over={},
            created_at=self._now,
            created_by=me.caller_id or None,
            updated_at=self._now,
            updated_by=me.caller_id or None,
            **_columns(plan),
        )
        self._rows.add(row, self._edit(me, row, list(PLANNED), None))
        return row

    def found(self, org_id: str, campaign_id: str) -> Campaign:
        """Return a campaign.

        Raises:
            CampaignNotFound: there is no such campaign.
        """
        row = self._rows.find(org_id, campaign_id)
        if row is None:
            raise CampaignNotFound
        return row

    def locked(self, org_id: str, campaign_id: str, revision: int | None = None) -> Campaign:
        """Return a campaign, locked against changes until the transaction ends.

        Raises:
            CampaignNotFound: there is no such campaign.
            CampaignChanged: it has another revision.
        """
        row = self._rows.find_locked(org_id, campaign_id)
        if row is None:
            raise CampaignNotFound
        if revision is not None and revision != row.revision:
            raise CampaignChanged
        return row

    def _require_room(self, org_id: str) -> None:
        self._rows.lock_all(org_id)
        if self._rows.count(org_id) >= MAX_CAMPAIGNS:
            raise TooManyCampaigns

    def _note(self, me: Member, row: Campaign, changed: list[str], before: dict[str, Any]) -> None:
        self._rows.add_edit(self._edit(me, row, changed, before))

    def _edit(
        self, me: Member, row: Campaign, changed: list[str], before: dict[str, Any] | None
    ) -> CampaignEdit:
        return CampaignEdit(
            campaign_id=row.campaign_id,
            org_id=row.org_id,
            revision=row.revision,
            changed=changed,
            before=before,
            edited_at=self._now,
            edited_by=me.caller_id or None,
        )

    def check(self, org_id: str, plan: CampaignPlan) -> None:
        """Check that everything that a plan names exists.

        Raises:
            Invalid: something does not exist; the error names the field.
        """
        audience = plan.audience
        if not self._audiences.exists(org_id, audience.kind, audience.id):
            raise refused(
                "audience.id", f"is not the id of a {audience.kind}", "audience_not_found"
            )
        code = find_code(self._session, org_id, plan.code_id)
        if plan.code_id is not None and (code is None or code.deleted_at is not None):
            raise refused("code_id", "is not the id of a code", "code_not_found")
        if plan.reward_id is not None and not is_reward(
            self._session, org_id, plan.reward_id, self._now
        ):
            raise refused(
                "reward_id", "is not the id of a reward that is available", "reward_not_found"
            )
        known = {it.name for it in self.keys(org_id)}
        for number, variant in enumerate(plan.variants):
            for it in used(variant.contents, "best"):
                if it.name not in known:
                    raise refused(
                        f"variants.{number}.contents",
                        f"contains the placeholder {{{{{it.name}}}}}, which does not exist",
                        "unknown_placeholder",
                    )


def plan_of(row: Campaign) -> CampaignPlan:
    """Return the saved plan of a campaign."""
    return CampaignPlan.model_validate(_stored(row))


def _stored(row: Campaign) -> dict[str, Any]:
    """Return a row as a plan's JSON."""
    plan = {name: getattr(row, name) for name in PLANNED if name != "audience"}
    return plan | {"audience": {"kind": row.audience_kind, "id": row.audience_id}}


def _columns(plan: CampaignPlan) -> dict[str, Any]:
    """Return a plan as columns of a row."""
    values = plan.model_dump(mode="json")
    audience = values.pop("audience")
    return values | {"audience_kind": audience["kind"], "audience_id": audience["id"]}


def _part(values: dict[str, Any], name: str) -> Any:
    if name != "audience":
        return values[name]
    if "audience" in values:
        return (values["audience"]["kind"], values["audience"]["id"])
    return (values["audience_kind"], values["audience_id"])
