"""Requests and answers about automations."""

from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from api.domains.messaging.automations.steps import MOST_DEPTH, MOST_STEPS, Step, walked
from api.domains.messaging.automations.triggers import EventRule, Trigger
from api.domains.messaging.automations.types import AutomationState, EndReason, TriggerKind
from api.domains.people.segments.rules import PlaceId
from api.kit.pagination import ListBody, PagedBody
from api.kit.schemas import Body, OrgBody, Schema, Version

Id = Annotated[str, StringConstraints(max_length=64)]
Name = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$"
    ),
]


class AutomationPlan(Body):
    """Who enters, what they get, and when they leave."""

    name: Name
    trigger: Trigger
    steps: list[Step] = Field([], max_length=MOST_STEPS)
    again_after_days: int | None = Field(
        None,
        ge=1,
        le=3650,
        description="How long after entering somebody may enter again; null: each person enters once",
    )
    goal: EventRule | None = Field(
        None, description="People who do this leave, and have reached the goal"
    )
    segment_id: PlaceId | None = Field(
        None, description="People who are not, or no longer, in this segment leave"
    )

    @model_validator(mode="after")
    def _is_a_small_tree(self) -> Self:
        found = list(walked(self.steps))
        if len(found) > MOST_STEPS:
            raise ValueError(f"has more than {MOST_STEPS} steps")
        if any(depth > MOST_DEPTH for _, depth, _ in found):
            raise ValueError(f"has conditions nested more than {MOST_DEPTH} deep")
        if len({step.id for _, _, step in found}) < len(found):
            raise ValueError("has two steps of the same id")
        return self


class SaveAutomation(AutomationPlan, OrgBody):
    """A new automation; with `automation_id`, what an existing one becomes."""

    automation_id: Id | None = None
    revision: Version | None = Field(
        None, description="The revision that was read; if it is not the latest, nothing is saved"
    )


class AutomationRef(OrgBody):
    """Which automation."""

    automation_id: Id


class ListAutomations(ListBody):
    """Automations, newest first by default."""

    state: AutomationState | None = None
    trigger: TriggerKind | None = None
    is_archived: bool = False


class ListAutomationEdits(AutomationRef, PagedBody):
    """Changes of an automation, newest first."""


class ListAutomationPeople(AutomationRef, PagedBody):
    """People who are or were in an automation, newest first."""

    is_in: bool | None = Field(
        None, description="Only those who are in it, or who are not; null: all"
    )


class ChangeAutomation(AutomationRef):
    """What is done with an automation."""

    action: Literal["turn_on", "pause", "archive", "restore"] = Field(
        description="`turn_on` also makes the latest revision the one that people enter; `archive` takes everybody out"
    )
    revision: Version | None = Field(
        None, description="The revision that was read; if it is not the latest, nothing happens"
    )


class TryAutomation(OrgBody):
    """Asks whom a plan would have reached in the last 30 days. Nothing is sent."""

    plan: AutomationPlan


class TryStarted(Schema):
    """The job that finds it out; `get-automation-trial` reads it."""

    job_id: str


class MonthCounts(Schema):
    """What an automation did in the last 30 days."""

    entered: int
    sent: int = Field(description="Messages that left, or may have")
    converted: int = Field(description="People who reached the goal")


class AutomationSummary(Schema):
    """An automation in a list."""

    automation_id: str
    name: str
    state: AutomationState
    is_rule: bool = Field(description="Whether it is a simple rule that was made with auto-sms")
    trigger: Trigger
    steps: int
    messages: int
    revision: int
    live_revision: int | None = Field(
        description="What people enter now; null as long as it was never on"
    )
    people_in: int
    month: MonthCounts
    created_at: datetime
    created_by: str | None
    updated_at: datetime
    turned_on_at: datetime | None


class AutomationRead(Schema):
    """An automation as a whole."""

    automation_id: str
    state: AutomationState
    is_rule: bool
    plan: AutomationPlan
    revision: int
    live_revision: int | None
    has_unused_changes: bool = Field(
        description="Whether its latest revision is not what people enter"
    )
    created_at: datetime
    created_by: str | None
    updated_at: datetime
    updated_by: str | None
    turned_on_at: datetime | None


class AutomationEditRead(Schema):
    """A change: which fields, and the plan as it became."""

    revision: int
    changed: list[str]
    plan: AutomationPlan
    edited_at: datetime
    edited_by: str | None
    live_from: datetime | None


class AutomationPerson(Schema):
    """Somebody who is or was in an automation."""

    customer_id: str
    first_name: str | None
    last_name: str | None
    number: str
    revision: int
    entered_at: datetime
    is_in: bool
    step_id: str | None = Field(description="Where they wait, or where they left")
    due_at: datetime | None = Field(description="When they go on")
    reason: EndReason | None = Field(description="Why they left")
    ended_at: datetime | None
    converted_at: datetime | None


class AutomationMessageCount(Schema):
    """Messages of one step and channel in one state, for one reason."""

    step_id: str
    channel: str
    state: str
    reason: str
    messages: int
    clicked: int


class ReasonNumber(Schema):
    """How many, and why."""

    reason: str
    people: int


class StepNumber(Schema):
    """How many wait at a step."""

    step_id: str
    people: int


class AutomationReport(Schema):
    """What became of those who entered in a span of days."""

    since: datetime
    entered: int
    people_in: int
    converted: int
    ends: list[ReasonNumber]
    waiting: list[StepNumber]
    passed_over: list[ReasonNumber] = Field(
        description="For whom a message was not written, over all time"
    )
    messages: list[AutomationMessageCount]


class GetAutomationReport(AutomationRef):
    """Of the last so many days."""

    days: int = Field(30, ge=1, le=365)


class TrialPerson(Schema):
    """Somebody whom it would have reached."""

    customer_id: str
    first_name: str | None
    last_name: str | None
    number: str
    entered_at: datetime
    messages: int
    reasons: list[str]


class TrialStep(Schema):
    """What would have become of the messages of one step."""

    step_id: str
    messages: int
    refused: int


class AutomationTrial(Schema):
    """Whom a plan would have reached in the last 30 days. Conditions and the gate are asked as of now."""

    entered: int
    people: int
    messages: int
    refused: list[ReasonNumber]
    steps: list[TrialStep]
    sample: list[TrialPerson]
    checked: int = Field(
        description="People whose way was gone through; all counts are scaled to `people`"
    )
    is_estimate: bool
    until: datetime


class GetAutomationTrial(OrgBody):
    """Which trial."""

    job_id: Id


class AutomationTrialRead(Schema):
    """A trial, as far as it is."""

    state: Literal["queued", "running", "done", "failed", "cancelled"]
    error: str | None
    trial: AutomationTrial | None = Field(description="Null until it is done")
