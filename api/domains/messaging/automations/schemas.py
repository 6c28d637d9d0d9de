"""Request and response schemas of automations."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from api.domains.messaging.automations.steps import MOST_DEPTH, MOST_STEPS, Step, walked
from api.domains.messaging.automations.triggers import EventRule, Trigger
from api.domains.messaging.automations.types import AutomationState, EndReason, TriggerKind
from api.domains.people.segments.rules import PlaceId
from api.kit.pagination import ListBody, PagedBody
from api.kit.schemas import Body, OrgBody, Schema, Version
from api.kit.visible_text import OneLine

Id = Annotated[str, StringConstraints(max_length=64)]
Name = Annotated[str, OneLine(80)]


class AutomationPlan(Body):
    """The plan of an automation: who enters, what they get, and when they leave."""

    name: Name
    trigger: Trigger
    steps: list[Step] = Field([], max_length=MOST_STEPS)
    again_after_days: int | None = Field(
        None,
        ge=1,
        le=3650,
        description="Days until a person who entered can enter again; null if each person enters only once",
    )
    goal: EventRule | None = Field(
        None, description="People who do this have reached the goal and leave"
    )
    segment_id: PlaceId | None = Field(
        None, description="People who are not in this segment, or leave it, leave the automation"
    )

    @model_validator(mode="after")
    def _is_a_small_tree(self) -> Self:
        found = list(walked(self.steps))
        if len(found) > MOST_STEPS:
            raise ValueError(f"can have at most {MOST_STEPS} steps")
        if any(depth > MOST_DEPTH for _, depth, _ in found):
            raise ValueError(f"can have conditions nested at most {MOST_DEPTH} deep")
        if len({step.id for _, _, step in found}) < len(found):
            raise ValueError("has two steps with the same id")
        return self


class SaveAutomation(AutomationPlan, OrgBody):
    """A new automation, or with `automation_id`, the new plan of an existing one."""

    automation_id: Id | None = None
    revision: Version | None = Field(
        None,
        description="The revision that you read. If it is not the latest one, nothing is saved",
    )


class AutomationRef(OrgBody):
    """Identifies an automation."""

    automation_id: Id


class ListAutomations(ListBody):
    """Automations, newest first by default."""

    state: AutomationState | None = None
    trigger: TriggerKind | None = None
    is_archived: bool = False


class ListAutomationEdits(AutomationRef, PagedBody):
    """Edits of an automation, newest first."""


class ListAutomationPeople(AutomationRef, PagedBody):
    """People who are or were in an automation, newest first."""

    is_in: bool | None = Field(
        None, description="Only people who are in it (true) or have left it (false); null for all"
    )


class ChangeAutomation(AutomationRef):
    """An action for an automation."""

    action: Literal["turn_on", "pause", "archive", "restore"] = Field(
        description="`turn_on` also publishes the latest revision, which people then enter; `archive`"
        " removes everyone"
    )
    revision: Version | None = Field(
        None, description="The revision that you read. If it is not the latest one, nothing happens"
    )


class TryAutomation(OrgBody):
    """A plan to try. Nothing is sent."""

    plan: AutomationPlan


class TryStarted(Schema):
    """The job of a trial. Get its result with `get-automation-trial`."""

    job_id: str


class MonthCounts(Schema):
    """The figures of an automation for the last 30 days."""

    entered: int
    sent: int = Field(description="Messages that were sent, or may have been")
    converted: int = Field(description="People who reached the goal")


class AutomationSummary(Schema):
    """An automation in a list."""

    automation_id: str
    name: str
    state: AutomationState
    is_rule: bool = Field(
        description="Whether it is a simple rule that was created with `auto-sms`"
    )
    trigger: Trigger
    steps: int
    messages: int
    revision: int
    live_revision: int | None = Field(
        description="The revision that people enter now; null if it was never turned on"
    )
    people_in: int
    month: MonthCounts
    created_at: datetime
    created_by: str | None
    updated_at: datetime
    turned_on_at: datetime | None


class AutomationRead(Schema):
    """An automation."""

    automation_id: str
    state: AutomationState
    is_rule: bool
    plan: AutomationPlan
    revision: int
    live_revision: int | None
    has_unused_changes: bool = Field(
        description="Whether the latest revision differs from the one that people enter"
    )
    created_at: datetime
    created_by: str | None
    updated_at: datetime
    updated_by: str | None
    turned_on_at: datetime | None


class AutomationEditRead(Schema):
    """An edit: the changed fields, and the new plan."""

    revision: int
    changed: list[str]
    plan: AutomationPlan
    edited_at: datetime
    edited_by: str | None
    live_from: datetime | None


class AutomationPerson(Schema):
    """A person who is or was in an automation."""

    customer_id: str
    first_name: str | None
    last_name: str | None
    number: str
    revision: int
    entered_at: datetime
    is_in: bool
    step_id: str | None = Field(description="The step at which they wait, or at which they left")
    due_at: datetime | None = Field(description="When they continue")
    reason: EndReason | None = Field(description="Why they left")
    ended_at: datetime | None
    converted_at: datetime | None


class AutomationMessageCount(Schema):
    """Number of messages of one step and channel, by state and reason."""

    step_id: str
    channel: str
    state: str
    reason: str
    messages: int
    clicked: int


class ReasonNumber(Schema):
    """A reason and the number of people."""

    reason: str
    people: int


class StepNumber(Schema):
    """A step and the number of people who wait there."""

    step_id: str
    people: int


class AutomationReport(Schema):
    """A report about the people who entered within a number of days."""

    since: datetime
    entered: int
    people_in: int
    converted: int
    ends: list[ReasonNumber]
    waiting: list[StepNumber]
    passed_over: list[ReasonNumber] = Field(
        description="People for whom no message was written, over all time, by reason"
    )
    messages: list[AutomationMessageCount]


class GetAutomationReport(AutomationRef):
    """The automation, and the number of days to report."""

    days: int = Field(30, ge=1, le=365)


class TrialPerson(Schema):
    """A person whom the automation would have reached."""

    customer_id: str
    first_name: str | None
    last_name: str | None
    number: str
    entered_at: datetime
    messages: int
    reasons: list[str]


class TrialStep(Schema):
    """The messages of one step in a trial."""

    step_id: str
    messages: int
    refused: int


class AutomationTrial(Schema):
    """Whom a plan would have reached in the last 30 days. Conditions and the message gate are evaluated as of now."""

    entered: int
    people: int
    messages: int
    refused: list[ReasonNumber]
    steps: list[TrialStep]
    sample: list[TrialPerson]
    checked: int = Field(
        description="People who were simulated; all counts are scaled up to `people`"
    )
    is_estimate: bool
    until: datetime


class GetAutomationTrial(OrgBody):
    """The trial whose result is requested."""

    job_id: Id


class AutomationTrialRead(Schema):
    """The state and result of a trial."""

    state: Literal["queued", "running", "done", "failed", "cancelled"]
    error: str | None
    trial: AutomationTrial | None = Field(description="Null until the trial is done")
