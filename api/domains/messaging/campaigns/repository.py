"""All SQL statements about campaigns."""

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
    """Campaigns and templates of one organisation, in one session."""

    model = Campaign

    def lock_all(self, org_id: str) -> None:
        """Prevent other transactions from adding or starting campaigns of the organisation until this one ends."""
        lock_until_commit(self.session, "campaigns", org_id)

    def count(self, org_id: str) -> int:
        """Return the number of campaigns that are not archived."""
        own = self.scoped(org_id).where(Campaign.archived_at.is_(None)).subquery()
        return self.session.scalar(select(func.count()).select_from(own)) or 0

    def find(self, org_id: str, campaign_id: str) -> Campaign | None:
        """Return a campaign, or None."""
        return self.session.scalar(self.scoped(org_id).where(Campaign.campaign_id == campaign_id))

    def windows(self, org_id: str) -> dict[str, int]:
        """Return the attribution window in hours, by campaign."""
        own = select(Campaign.campaign_id, Campaign.window_hours).where(
            Campaign.org_id == org_id, Campaign.started_at.is_not(None)
        )
        return {row[0]: row[1] for row in self.session.execute(own)}

    def newest_of_code(self, org_id: str, code_id: str) -> Campaign | None:
        """Return the newest campaign of a code, or None."""
        own = self.scoped(org_id).where(
            Campaign.code_id == code_id, Campaign.archived_at.is_(None), ~Campaign.is_template
        )
        return self.session.scalar(
            own.order_by(Campaign.created_at.desc(), Campaign.campaign_id).limit(1)
        )

    def find_locked(self, org_id: str, campaign_id: str) -> Campaign | None:
        """Return a campaign, locked against changes until the transaction ends, or None."""
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
        """Return a page of campaigns, newest first by default, and the total number."""
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
        """Store a new campaign."""
        self.session.add(row)
        self.session.flush()
        self.session.add(edit)
        self.session.flush()

    def add_edit(self, edit: CampaignEdit) -> None:
        """Store a change."""
        self.session.add(edit)
        self.session.flush()

    def list_due(self, now: datetime) -> Sequence[str]:
        """Return the organisations with a due campaign for which no job exists."""
        return self.session.scalars(_DUE, {"now": now}).all()

    def due(self, org_id: str, now: datetime) -> list[str]:
        """Return the due campaigns of one organisation, oldest first."""
        own = select(Campaign.campaign_id).where(Campaign.org_id == org_id, Campaign.due_at <= now)
        return list(self.session.scalars(own.order_by(Campaign.due_at, Campaign.campaign_id)))


class CampaignEditRepository(Repository[CampaignEdit]):
    """Changes of campaigns of one organisation."""

    model = CampaignEdit

    def list_page(
        self, org_id: str, campaign_id: str, paging: Paging
    ) -> tuple[list[CampaignEdit], int]:
        """Return a page of a campaign's changes, newest first, and the total number."""
        own = self.scoped(org_id).where(CampaignEdit.campaign_id == campaign_id)
        return self.page(own, paging, CampaignEdit.revision.desc())


class CampaignSettingsRepository(Repository[CampaignSettings]):
    """Campaign settings of one organisation."""

    model = CampaignSettings

    def find(self, org_id: str) -> CampaignSettings | None:
        """Return the settings, or None if none were ever saved."""
        return self.session.scalar(self.scoped(org_id))

    def save(self, org_id: str, values: dict[str, object]) -> None:
        """Store the settings."""
        self.session.execute(
            insert(CampaignSettings)
            .values(org_id=org_id, **values)
            .on_conflict_do_update(index_elements=["org_id"], set_=values)
        )
