"""All SQL statements about automations and their revisions."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Select, func, select, text, update
from sqlalchemy.orm import Session

from api.db.advisory_locks import lock_until_commit
from api.db.listing import Columns
from api.db.tenancy import Repository
from api.domains.messaging.automations.models import Automation, AutomationRevision
from api.kit.pagination import ListBody, Paging

_COLUMNS = Columns(
    searched=(Automation.name,),
    ordered={
        "name": Automation.name,
        "state": Automation.state,
        "created_at": Automation.created_at,
        "updated_at": Automation.updated_at,
    },
    default_sort="-created_at",
)
_DUE = text("select org_id from due_automations(:now)")
_AUTOMATING = text("select org_id from automating_organizations(:org_ids)")


def organizations_with_automations(session: Session, org_ids: Collection[str]) -> set[str]:
    """Return those of these organisations that have automations which are on."""
    return set(session.scalars(_AUTOMATING, {"org_ids": sorted(org_ids)}))


class AutomationRepository(Repository[Automation]):
    """Automations of one organisation, in one session."""

    model = Automation

    def lock_all(self, org_id: str) -> None:
        """Prevent other transactions from adding automations to the organisation until this one ends."""
        lock_until_commit(self.session, "automations", org_id)

    def count(self, org_id: str) -> int:
        """Return the number of automations that are not archived."""
        own = self.scoped(org_id).where(Automation.archived_at.is_(None)).subquery()
        return self.session.scalar(select(func.count()).select_from(own)) or 0

    def find(self, org_id: str, automation_id: str) -> Automation | None:
        """Return an automation, or None."""
        return self.session.scalar(
            self.scoped(org_id).where(Automation.automation_id == automation_id)
        )

    def find_locked(self, org_id: str, automation_id: str) -> Automation | None:
        """Return an automation, locked against changes until the transaction ends, or None."""
        own = self.scoped(org_id).where(Automation.automation_id == automation_id)
        return self.session.scalar(own.with_for_update().execution_options(populate_existing=True))

    def keep_on(self, org_id: str, automation_ids: Collection[str]) -> set[str]:
        """Return those of these automations that are on, and prevent them from being paused until the transaction ends.
        Automations that are being changed at this moment are left out.
        """
        own = select(Automation.automation_id).where(
            Automation.org_id == org_id,
            Automation.automation_id.in_(automation_ids),
            Automation.state == "on",
        )
        return set(
            self.session.scalars(own.with_for_update(read=True, key_share=True, skip_locked=True))
        )

    def list_page(
        self,
        org_id: str,
        wanted: ListBody,
        *,
        state: str | None,
        trigger: str | None,
        is_archived: bool,
        is_rule: bool | None = None,
    ) -> tuple[list[Automation], int]:
        """Return a page of automations, newest first by default, and the total number."""
        own: Select[Automation] = self.scoped(org_id).where(
            Automation.archived_at.is_not(None) if is_archived else Automation.archived_at.is_(None)
        )
        if state:
            own = own.where(Automation.state == state)
        if trigger:
            own = own.where(Automation.trigger_kind == trigger)
        if is_rule is not None:
            own = own.where(Automation.is_rule == is_rule)
        matching = _COLUMNS.matching(own, wanted)
        return self.page(
            matching, wanted.paging, _COLUMNS.order(wanted), Automation.automation_id.asc()
        )

    def switched_on(self, org_id: str) -> Sequence[Automation]:
        """Return the automations that are on."""
        own = self.scoped(org_id).where(Automation.state == "on")
        return self.session.scalars(own.order_by(Automation.automation_id)).all()

    def due_for_sweep(self, org_id: str, now: datetime) -> list[str]:
        """Return the automations that people enter on dates and whose next sweep is due."""
        own = self.scoped(org_id).where(Automation.state == "on", Automation.sweep_at <= now)
        found = self.session.scalars(own.order_by(Automation.sweep_at, Automation.automation_id))
        return [it.automation_id for it in found]

    def list_due(self, now: datetime) -> Sequence[str]:
        """Return the organisations with due automations for which no job exists."""
        return self.session.scalars(_DUE, {"now": now}).all()

    def add(self, row: Automation, revision: AutomationRevision) -> None:
        """Store a new automation."""
        self.session.add(row)
        self.session.flush()
        self.session.add(revision)
        self.session.flush()

    def add_passed_over(self, org_id: str, automation_id: str, counts: Mapping[str, int]) -> None:
        """Count people for whom no message was written."""
        row = self.find_locked(org_id, automation_id)
        if row is not None:
            row.passed_over = {
                reason: row.passed_over.get(reason, 0) + counts.get(reason, 0)
                for reason in row.passed_over.keys() | counts.keys()
            }


class RevisionRepository(Repository[AutomationRevision]):
    """Revisions of automations of one organisation."""

    model = AutomationRevision

    def list_page(
        self, org_id: str, automation_id: str, paging: Paging
    ) -> tuple[list[AutomationRevision], int]:
        """Return a page of an automation's revisions, newest first, and the total number."""
        own = self.scoped(org_id).where(AutomationRevision.automation_id == automation_id)
        return self.page(own, paging, AutomationRevision.revision.desc())

    def add(self, row: AutomationRevision) -> None:
        """Store a new revision."""
        self.session.add(row)
        self.session.flush()

    def go_live(self, org_id: str, automation_id: str, revision: int, now: datetime) -> None:
        """Record that people enter a revision from now on."""
        self.session.execute(
            update(AutomationRevision)
            .where(
                AutomationRevision.org_id == org_id,
                AutomationRevision.automation_id == automation_id,
                AutomationRevision.revision == revision,
                AutomationRevision.live_from.is_(None),
            )
            .values(live_from=now)
        )

    def plans(
        self, org_id: str, wanted: Collection[tuple[str, int]]
    ) -> dict[tuple[str, int], dict[str, Any]]:
        """Return the plans of these revisions, by automation and revision."""
        own = self.scoped(org_id).where(
            AutomationRevision.automation_id.in_({automation_id for automation_id, _ in wanted})
        )
        rows = self.session.scalars(own)
        return {
            (it.automation_id, it.revision): it.plan
            for it in rows
            if (it.automation_id, it.revision) in wanted
        }
