"""The steps of an automation: a small tree, and the path through it."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, NamedTuple, Self

from pydantic import Field, StringConstraints, model_validator

from api.domains.messaging.automations.triggers import Time
from api.domains.messaging.campaigns.content import LocalContent
from api.domains.messaging.campaigns.types import CampaignChannel
from api.domains.people.segments.rules import PlaceId, SegmentRules
from api.kit.schemas import Body

MOST_STEPS = 60
"""Maximum number of steps of one automation, including those in branches."""
MOST_DEPTH = 4
"""Maximum depth of nested conditions."""
MOST_LANGUAGES = 20
MOST_MINUTES = 43_200

StepId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{1,12}$")]
DateField = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_]{1,64}$")]


class WaitStep(Body):
    """Waits for an amount of time, until a time of day, or until a date in the customer's profile. Times are in the
    customer's time zone.
    """

    kind: Literal["wait"] = "wait"
    id: StepId
    amount: int | None = Field(None, ge=1, le=MOST_MINUTES)
    unit: Literal["minutes", "hours", "days"] = Field(
        "days", description="A day is 24 hours, even when clocks change"
    )
    until: Time | None = Field(
        None, description="The next time at which the customer's clock shows this"
    )
    weekdays: list[Annotated[int, Field(ge=1, le=7)]] = Field(
        [], max_length=7, description="For `until`: only on these days of the week; 1 is Monday"
    )
    date_field: DateField | None = Field(
        None,
        description="A custom field of the type date. The step waits until `at` on that day, in the"
        " customer's time zone. `birthday` is the next birthday",
    )
    offset_days: int = Field(
        0, ge=-365, le=365, description="For `date_field`: number of days after the date"
    )
    at: Time = Field("09:00", description="For `date_field`: the time of day")

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if sum(it is not None for it in (self.amount, self.until, self.date_field)) != 1:
            raise ValueError("needs exactly one of amount, until and date_field")
        if self.weekdays and self.until is None:
            raise ValueError("can have weekdays only with `until`")
        most = {"minutes": MOST_MINUTES, "hours": 365 * 24, "days": 365}[self.unit]
        if self.amount is not None and self.amount > most:
            raise ValueError(f"can wait for at most {most} {self.unit}")
        return self


class ConditionStep(Body):
    """Customers who match the rules when they reach this step take one branch, and all others take the other."""

    kind: Literal["condition"] = "condition"
    id: StepId
    rules: SegmentRules
    yes: "list[Step]" = Field([], max_length=MOST_STEPS)
    no: "list[Step]" = Field([], max_length=MOST_STEPS)


class MessageStep(Body):
    """Sends a message, if the message gate allows it."""

    kind: Literal["message"] = "message"
    id: StepId
    channel: CampaignChannel
    purpose: Literal["marketing", "feedback"] = "marketing"
    contents: list[LocalContent] = Field(
        min_length=1,
        max_length=MOST_LANGUAGES,
        description="The content by language; the first one is the default",
    )
    code_id: PlaceId | None = Field(None, description="The code that `{{link}}` leads to")

    @model_validator(mode="after")
    def _has_each_language_once(self) -> Self:
        if len({it.language for it in self.contents}) < len(self.contents):
            raise ValueError("has two contents in the same language")
        return self


class ExitStep(Body):
    """Customers leave the automation here."""

    kind: Literal["exit"] = "exit"
    id: StepId


Step = Annotated[WaitStep | ConditionStep | MessageStep | ExitStep, Field(discriminator="kind")]
ConditionStep.model_rebuild()


class Place(NamedTuple):
    """A step and the steps that follow it; None is the end. `yes` and `no` are the branches of a condition."""

    step: WaitStep | ConditionStep | MessageStep | ExitStep
    after: str | None
    yes: str | None
    no: str | None


class Flow:
    """The path through the steps of one plan."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self.first = steps[0].id if steps else None
        self._places: dict[str, Place] = {}
        self._link(steps, None)

    def at(self, step_id: str) -> Place | None:
        """Return a step, or None if the plan has no step with this ID."""
        return self._places.get(step_id)

    def _link(self, steps: Sequence[Step], after: str | None) -> None:
        for number, step in enumerate(steps):
            following = steps[number + 1].id if number + 1 < len(steps) else after
            yes = no = following
            if isinstance(step, ConditionStep):
                yes = step.yes[0].id if step.yes else following
                no = step.no[0].id if step.no else following
                self._link(step.yes, following)
                self._link(step.no, following)
            self._places[step.id] = Place(step, following, yes, no)

    def in_order(self) -> list[tuple[str, Place]]:
        """Return all steps, each before those that follow it on any path."""
        order: list[str] = []
        self._visit(self.first, order)
        return [(it, self._places[it]) for it in reversed(order)]

    def _visit(self, step_id: str | None, order: list[str]) -> None:
        if step_id is None or step_id in order:
            return
        place = self._places[step_id]
        for following in dict.fromkeys((place.after, place.no, place.yes)):
            self._visit(following, order)
        order.append(step_id)


def walked(
    steps: Sequence[Step], path: str = "steps", depth: int = 0
) -> Iterator[tuple[str, int, WaitStep | ConditionStep | MessageStep | ExitStep]]:
    """Yield every step with its path and its depth."""
    for number, step in enumerate(steps):
        where = f"{path}.{number}"
        yield where, depth, step
        if isinstance(step, ConditionStep):
            yield from walked(step.yes, f"{where}.yes", depth + 1)
            yield from walked(step.no, f"{where}.no", depth + 1)
