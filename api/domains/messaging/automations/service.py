"""Rules of automations: what their plans may contain, how they change, and when they are on."""

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.domains.messaging.automations.enrolment_repository import EnrolmentRepository
from api.domains.messaging.automations.errors import (
    AutomationChanged,
    AutomationNotFound,
    TooManyAutomations,
    WrongAutomationState,
    refused,
)
from api.domains.messaging.automations.models import Automation, AutomationRevision
from api.domains.messaging.automations.naming import check_names
from api.domains.messaging.automations.reading import read, read_edit, summaries
from api.domains.messaging.automations.repository import AutomationRepository, RevisionRepository
from api.domains.messaging.automations.schemas import (
    AutomationEditRead,
    AutomationPlan,
    AutomationRead,
    AutomationSummary,
    ChangeAutomation,
    ListAutomations,
    SaveAutomation,
)
from api.domains.messaging.automations.steps import MessageStep, WaitStep, walked
from api.domains.messaging.automations.types import EVENT_TRIGGERS
from api.domains.messaging.automations.waiting import BIRTHDAY
from api.domains.messaging.campaigns.content import used
from api.domains.messaging.campaigns.placeholders import BASE, of_fields
from api.domains.messaging.campaigns.types import channels_of
from api.domains.messaging.messages.gate import MessageGate
from api.domains.people.customers.reading import custom_fields
from api.kit.pagination import Page, Paging, page_of

MAX_AUTOMATIONS = 200
MONTH = timedelta(days=30)


class AutomationService:
    """Automations of one organisation, in one session."""

    def __init__(
        self,
        session: Session,
        gate: MessageGate,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._session = session
        self._gate = gate
        self._rows = AutomationRepository(session)
        self._revisions = RevisionRepository(session)
        self._enrolments = EnrolmentRepository(session)
        self._now = now
        self._new_id = new_id

    def get(self, org_id: str, automation_id: str) -> AutomationRead:
        """Return an automation.

        Raises:
            AutomationNotFound: there is no such automation.
        """
        return read(self.found(org_id, automation_id))

    def list_page(self, org_id: str, wanted: ListAutomations) -> Page[AutomationSummary]:
        """Return a page of automations, newest first by default, with their figures for the last 30 days."""
        rows, total = self._rows.list_page(
            org_id,
            wanted,
            state=wanted.state,
            trigger=wanted.trigger,
            is_archived=wanted.is_archived,
        )
        shown = summaries(self._session, org_id, rows, self._now - MONTH)
        return page_of(shown, total, wanted.paging)

    def list_edits(
        self, org_id: str, automation_id: str, paging: Paging
    ) -> Page[AutomationEditRead]:
        """Return a page of an automation's edits, newest first.

        Raises:
            AutomationNotFound: there is no such automation.
        """
        self.found(org_id, automation_id)
        rows, total = self._revisions.list_page(org_id, automation_id, paging)
        return page_of([read_edit(it) for it in rows], total, paging)

    def save(self, me: Member, body: SaveAutomation, *, is_rule: bool = False) -> AutomationRead:
        """Save the plan of a new or an existing automation. People who are in it keep the plan with which they entered,
        and new people enter the plan that was last turned on.

        Raises:
            AutomationNotFound, AutomationChanged, WrongAutomationState, TooManyAutomations: it cannot be saved.
            Invalid: it names something that does not exist.
        """
        plan = AutomationPlan.model_validate(body.model_dump())
        if body.automation_id is None:
            self.check(me.org_id, plan)
            return read(self._add(me, plan, is_rule=is_rule))
        row = self.locked(me.org_id, body.automation_id, body.revision)
        if row.state == "archived":
            raise WrongAutomationState
        self.check(me.org_id, plan)
        before, after = row.plan, plan.model_dump(mode="json")
        changed = [name for name in after if before.get(name) != after[name]]
        row.is_rule = is_rule
        if changed:
            row.revision += 1
            self._write(row, plan, me)
            self._session.flush()
            self._revisions.add(self._revision(me, row, changed))
        return read(row)

    def change(self, me: Member, body: ChangeAutomation) -> AutomationRead:
        """Turn an automation on, pause it, archive it or restore it.

        Raises:
            AutomationNotFound, AutomationChanged, WrongAutomationState, TooManyAutomations: the action is not possible.
            Invalid: its plan is not complete.
        """
        if body.action == "restore":
            self._require_room(me.org_id)
        row = self.locked(me.org_id, body.automation_id, body.revision)
        actions = {
            "turn_on": self._turn_on,
            "pause": self._pause,
            "archive": self._archive,
            "restore": self._restore,
        }
        actions[body.action](row)
        self._session.flush()
        return read(row)

    def found(self, org_id: str, automation_id: str) -> Automation:
        """Return an automation.

        Raises:
            AutomationNotFound: there is no such automation.
        """
        row = self._rows.find(org_id, automation_id)
        if row is None:
            raise AutomationNotFound
        return row

    def locked(self, org_id: str, automation_id: str, revision: int | None = None) -> Automation:
        """Return an automation, locked against changes until the transaction ends.

        Raises:
            AutomationNotFound: there is no such automation.
            AutomationChanged: it has another revision.
        """
        row = self._rows.find_locked(org_id, automation_id)
        if row is None:
            raise AutomationNotFound
        if revision is not None and revision != row.revision:
            raise AutomationChanged
        return row

    def _turn_on(self, row: Automation) -> None:
        if row.state == "archived":
            raise WrongAutomationState
        plan = AutomationPlan.model_validate(row.plan)
        self.check(row.org_id, plan)
        check_complete(plan)
        if row.state != "on":
            # Events that happened while it was off do not enrol anyone.
            row.turned_on_at = self._now
        if row.state == "paused":
            self._gate.hold(row.org_id, "automation", row.automation_id, is_held=False)
            self._gate.queue_dispatch(row.org_id, self._now)
        row.state = "on"
        row.live_plan, row.live_revision = row.plan, row.revision
        row.sweep_at = None if row.trigger_kind in EVENT_TRIGGERS else self._now
        self._session.flush()
        self._revisions.go_live(row.org_id, row.automation_id, row.revision, self._now)

    def _pause(self, row: Automation) -> None:
        if row.state not in ("on", "paused"):
            raise WrongAutomationState
        row.state = "paused"
        self._gate.hold(row.org_id, "automation", row.automation_id, is_held=True)

    def _archive(self, row: Automation) -> None:
        row.state, row.sweep_at = "archived", None
        row.archived_at = row.archived_at or self._now
        self._gate.cancel(row.org_id, "automation", row.automation_id, self._now)
        self._enrolments.end(row.org_id, row.automation_id, "archived", self._now)

    def _restore(self, row: Automation) -> None:
        if row.state == "archived":
            row.state, row.archived_at = "draft", None

    def _add(self, me: Member, plan: AutomationPlan, *, is_rule: bool) -> Automation:
        self._require_room(me.org_id)
        row = Automation(
            automation_id=self._new_id("aut"),
            org_id=me.org_id,
            is_rule=is_rule,
            state="draft",
            revision=1,
            passed_over={},
            created_at=self._now,
            created_by=me.caller_id or None,
        )
        self._write(row, plan, me)
        self._rows.add(row, self._revision(me, row, list(AutomationPlan.model_fields)))
        return row

    def _write(self, row: Automation, plan: AutomationPlan, me: Member) -> None:
        row.name, row.trigger_kind = plan.name, plan.trigger.kind
        row.plan = plan.model_dump(mode="json")
        row.updated_at, row.updated_by = self._now, me.caller_id or None

    def _revision(self, me: Member, row: Automation, changed: list[str]) -> AutomationRevision:
        return AutomationRevision(
            automation_id=row.automation_id,
            org_id=row.org_id,
            revision=row.revision,
            plan=row.plan,
            changed=changed,
            edited_at=self._now,
            edited_by=me.caller_id or None,
        )

    def _require_room(self, org_id: str) -> None:
        self._rows.lock_all(org_id)
        if self._rows.count(org_id) >= MAX_AUTOMATIONS:
            raise TooManyAutomations

    def check(self, org_id: str, plan: AutomationPlan) -> None:
        """Check that everything that a plan names exists.

        Raises:
            Invalid: something does not exist; the error names the field.
        """
        fields = custom_fields(self._session, org_id)
        known = {it.name for it in (*BASE, *of_fields(fields))}
        dates = {it.name for it in fields if it.type == "date"} | {BIRTHDAY}
        check_names(self._session, org_id, plan)
        for where, _, step in walked(plan.steps):
            if isinstance(step, WaitStep) and step.date_field not in {None, *dates}:
                raise refused(
                    f"{where}.date_field",
                    "is not the name of a custom field of the type date",
                    "field_not_found",
                )
            if not isinstance(step, MessageStep):
                continue
            for it in used(step.contents, "best"):
                if it.name not in known:
                    raise refused(
                        f"{where}.contents",
                        f"contains the placeholder {{{{{it.name}}}}}, which does not exist",
                        "unknown_placeholder",
                    )


def check_complete(plan: AutomationPlan) -> None:
    """Check that a plan can be turned on: it sends something, and every message has its texts.

    Raises:
        Invalid: it cannot; the error gives the reason.
    """
    messages = [
        (where, step) for where, _, step in walked(plan.steps) if isinstance(step, MessageStep)
    ]
    if not messages:
        raise refused("steps", "must contain at least one message", "no_message")
    for where, step in messages:
        channels = channels_of(step.channel)
        for number, content in enumerate(step.contents):
            if all(content.missing(it) for it in channels):
                field = content.missing(channels[-1])[0]
                raise refused(f"{where}.contents.{number}.{field}", "is required", "missing")
