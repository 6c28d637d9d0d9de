"""Every statement about campaigns."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Select, func, select, text
from sqlalchemy.dialects.postgresql import insert

from api.db.advisory_locks import lock_until_commit
from api.db.listing import Columns
from api.db.tenancy import Repository
from api.domains.messaging.campaigns.models import Campaign, CampaignEdit, CampaignSettings
from api.kit.pagination import ListBody, Paging

_COLUMNS = Columns(
    searched=(Campaign.name,),
    ordered={
        "name": Campaign.name,
        "state": Campaign.state,
        "channel": Campaign.channel,
        "created_at": Campaign.created_at,
        "due_at": Campaign.due_at,
    },
    default_sort="-created_at",
)
_DUE = text("select org_id from due_campaigns(:now)")


class CampaignRepository(Repository[Campaign]):
    """Campaigns and templates of one organisation, through one session."""

    model = Campaign

    def lock_all(self, org_id: str) -> None:
        """Let nobody else add or start campaigns of the organisation until the transaction ends."""
        lock_until_commit(self.session, "campaigns", org_id)

    def count(self, org_id: str) -> int:
        """How many there are that are not archived."""
        own = self.scoped(org_id).where(Campaign.archived_at.is_(None)).subquery()
        return self.session.scalar(select(func.count()).select_from(own)) or 0

    def find(self, org_id: str, campaign_id: str) -> Campaign | None:
        """One, or None."""
        return self.session.scalar(self.scoped(org_id).where(Campaign.campaign_id == campaign_id))

    def windows(self, org_id: str) -> dict[str, int]:
        """For how many hours after a click what a person does counts, by campaign."""
        own = select(Campaign.campaign_id, Campaign.window_hours).where(
            Campaign.org_id == org_id, Campaign.started_at.is_not(None)
        )
        return {row[0]: row[1] for row in self.session.execute(own)}

    def newest_of_code(self, org_id: str, code_id: str) -> Campaign | None:
        """The newest campaign of a code, or None."""
        own = self.scoped(org_id).where(
            Campaign.code_id == code_id, Campaign.archived_at.is_(None), ~Campaign.is_template
        )
        return self.session.scalar(
            own.order_by(Campaign.created_at.desc(), Campaign.campaign_id).limit(1)
        )

    def find_locked(self, org_id: str, campaign_id: str) -> Campaign | None:
        """One, which nobody else changes until the transaction ends."""
        own = self.scoped(org_id).where(Campaign.campaign_id == campaign_id).with_for_update()
        return self.session.scalar(own.execution_options(populate_existing=True))

    def list_page(
        self,
        org_id: str,
        wanted: ListBody,
        *,
        channel: str | None,
        state: str | None,
        is_template: bool,
        is_archived: bool,
    ) -> tuple[list[Campaign], int]:
        """A page, newest first by default."""
        own: Select[Campaign] = self.scoped(org_id).where(Campaign.is_template == is_template)
        own = own.where(
            Campaign.archived_at.is_not(None) if is_archived else Campaign.archived_at.is_(None)
        )
        if channel:
            own = own.where(Campaign.channel == channel)
        if state:
            own = own.where(Campaign.state == state)
        matching = _COLUMNS.matching(own, wanted)
        tie_breaker = Campaign.campaign_id.asc()
        return self.page(matching, wanted.paging, _COLUMNS.order(wanted), tie_breaker)

    def add(self, row: Campaign, edit: CampaignEdit) -> None:
        """Store a new one."""
        self.session.add(row)
        self.session.flush()
        self.session.add(edit)
        self.session.flush()

    def add_edit(self, edit: CampaignEdit) -> None:
        """Note a change."""
        self.session.add(edit)
        self.session.flush()

    def list_due(self, now: datetime) -> Sequence[str]:
        """Organisations with a campaign that is due and that no job is about."""
        return self.session.scalars(_DUE, {"now": now}).all()

    def due(self, org_id: str, now: datetime) -> list[str]:
        """Campaigns of one organisation that are due, oldest first."""
        own = select(Campaign.campaign_id).where(Campaign.org_id == org_id, Campaign.due_at <= now)
        return list(self.session.scalars(own.order_by(Campaign.due_at, Campaign.campaign_id)))


class CampaignEditRepository(Repository[CampaignEdit]):
    """Changes of campaigns of one organisation."""

    model = CampaignEdit

    def list_page(
        self, org_id: str, campaign_id: str, paging: Paging
    ) -> tuple[list[CampaignEdit], int]:
        """A page of a campaign's changes, newest first."""
        own = self.scoped(org_id).where(CampaignEdit.campaign_id == campaign_id)
        return self.page(own, paging, CampaignEdit.revision.desc())


class CampaignSettingsRepository(Repository[CampaignSettings]):
    """What one organisation wants of its campaigns."""

    model = CampaignSettings

    def find(self, org_id: str) -> CampaignSettings | None:
        """It, if something was ever saved."""
        return self.session.scalar(self.scoped(org_id))

    def save(self, org_id: str, values: dict[str, object]) -> None:
        """Store it."""
        self.session.execute(
            insert(CampaignSettings)
            .values(org_id=org_id, **values)
            .on_conflict_do_update(index_elements=["org_id"], set_=values)
        )
