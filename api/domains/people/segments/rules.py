"""Rules of a segment as they are stored and sent in requests: conditions in groups.

The meaning of the conditions is defined in `matching` (profiles) and `behaviour` (what people do). Each condition
either holds or does not; for an unknown fact, neither `is` nor `is_not` holds.
"""

from collections.abc import Iterator
from datetime import date
from typing import Annotated, Literal, Self
from zoneinfo import available_timezones

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from api.domains.people.consents.types import Channel, Purpose, State
from api.domains.people.customers.schemas import FieldName, Tag

MAX_CONDITIONS = 40
"""Maximum number of conditions in one segment, without groups."""
MAX_DEPTH = 5
"""Maximum depth of nested groups."""
MAX_DAYS = 3650

Either = Literal["is", "is_not"]
Bound = Literal["at_least", "at_most"]
Act = Literal[
    "any",
    "scan",
    "view",
    "use",
    "submit",
    "vote",
    "play",
    "redemption",
    "order",
    "pass",
    "pass_removed",
]
PlaceId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Word = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Language = Annotated[str, StringConstraints(pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$")]
Country = Annotated[
    str, StringConstraints(strip_whitespace=True, to_upper=True, pattern=r"^[A-Za-z]{2}$")
]
Days = Annotated[int, Field(ge=1, le=MAX_DAYS)]
Count = Annotated[int, Field(ge=1, le=1_000_000)]


def _known_zone(name: str) -> str:
    if name not in available_timezones():
        raise ValueError("must be a time zone like Europe/Lisbon")
    return name


TimeZone = Annotated[str, StringConstraints(max_length=64), AfterValidator(_known_zone)]


class Part(BaseModel):
    """Base of all parts of a rule. Unknown fields are refused, because a misspelt one would match too many customers."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, defer_build=True)


class DayRange(Part):
    """A range of local days: the last days including today, or from one day to another. Without values, all time."""

    last_days: Days | None = None
    first_day: date | None = Field(None, description="The first day, included")
    last_day: date | None = Field(None, description="The last day, included")

    @model_validator(mode="after")
    def _is_one_range(self) -> Self:
        if self.last_days is not None and (self.first_day or self.last_day):
            raise ValueError("last_days cannot be combined with first_day or last_day")
        for day in (self.first_day, self.last_day):
            if day is not None and not 2000 <= day.year <= 2100:
                raise ValueError("days must be between the years 2000 and 2100")
        if self.first_day and self.last_day and self.first_day > self.last_day:
            raise ValueError("last_day must not be before first_day")
        return self


EVER = DayRange()


class CustomerLanguageCondition(Part):
    """The customer's language. `pt` matches every Portuguese, `pt-BR` only Brazilian Portuguese."""

    kind: Literal["language"] = "language"
    op: Either = "is"
    values: list[Language] = Field(min_length=1, max_length=50)


class CustomerCountryCondition(Part):
    """The country that the customer gave in a form, otherwise the country of their time zone."""

    kind: Literal["country"] = "country"
    op: Either = "is"
    values: list[Country] = Field(min_length=1, max_length=250)


class TimeZoneCondition(Part):
    """The customer's time zone."""

    kind: Literal["time_zone"] = "time_zone"
    op: Either = "is"
    values: list[TimeZone] = Field(min_length=1, max_length=100)


class TagCondition(Part):
    """The customer's tags: `is` matches customers with at least one of them, `is_not` those with none of them."""

    kind: Literal["tag"] = "tag"
    op: Either = "is"
    values: list[Tag] = Field(min_length=1, max_length=50)


class ContactCondition(Part):
    """Whether the customer's email address or phone number is known."""

    kind: Literal["contact"] = "contact"
    op: Either = "is"
    value: Literal["email", "phone"]


class ConsentCondition(Part):
    """The customer's last decision about consent. `none` means that there is no decision, or only consent for an
    earlier address.

    Consent alone does not mean that the customer may be contacted: suppression lists and quiet hours also apply.
    """

    kind: Literal["consent"] = "consent"
    op: Either = "is"
    channel: Channel
    purpose: Purpose = "marketing"
    state: State = "given"


class FieldCondition(Part):
    """A custom field. Texts are compared case-insensitively. `at_least` and `at_most` are for numbers and dates."""

    kind: Literal["field"] = "field"
    name: FieldName
    op: Literal["is", "is_not", "contains", "at_least", "at_most", "known", "unknown"] = "is"
    values: list[bool | Annotated[float, Field(ge=-1e15, le=1e15)] | Word] = Field(
        [], max_length=50
    )

    @model_validator(mode="after")
    def _has_its_values(self) -> Self:
        if self.op in ("known", "unknown"):
            if self.values:
                raise ValueError(f"{self.op} takes no values")
        elif not self.values:
            raise ValueError("needs values")
        elif self.op in ("at_least", "at_most", "contains") and len(self.values) > 1:
            raise ValueError(f"{self.op} takes exactly one value")
        return self


class BirthdayCondition(Part):
    """The customer's birthday: in one of these months, or within the next `days` days."""

    kind: Literal["birthday"] = "birthday"
    months: list[Annotated[int, Field(ge=1, le=12)]] = Field([], max_length=12)
    days: Annotated[int, Field(ge=0, le=366)] | None = Field(
        None,
        description="Number of days from today, in the organisation's time zone; 0 is only today",
    )

    @model_validator(mode="after")
    def _is_one_of_two(self) -> Self:
        if bool(self.months) == (self.days is not None):
            raise ValueError("needs either months or days")
        return self


class AgeCondition(Part):
    """The customer's age in years. Customers without a year of birth have no known age."""

    kind: Literal["age"] = "age"
    op: Bound = "at_least"
    years: int = Field(ge=0, le=120)


class CreatedCondition(Part):
    """When the customer became known."""

    kind: Literal["created"] = "created"
    op: Either = "is"
    within: DayRange = EVER


class SegmentCondition(Part):
    """Whether the customer matches another segment, by its current rules."""

    kind: Literal["segment"] = "segment"
    op: Either = "is"
    segment_id: PlaceId


class Placed(Part):
    """Activity in a range of days at any of these codes, pages, placements or folders. Without any, activity
    anywhere.
    """

    within: DayRange = EVER
    codes: list[PlaceId] = Field([], max_length=200)
    pages: list[PlaceId] = Field([], max_length=200)
    placements: list[
        Annotated[str, StringConstraints(pattern=r"^[^\x00-\x1f:]{1,60}: ?[^\x00-\x1f]{1,200}$")]
    ] = Field([], max_length=100, description="Properties of codes, like `table: 4`")
    folders: list[PlaceId] = Field(
        [],
        max_length=100,
        description="Folders, including their subfolders and all codes that are in them now",
    )


class BehaviourCondition(Placed):
    """Whether the customer did something at least this often, or did not (`is_not`)."""

    kind: Literal["behaviour"] = "behaviour"
    op: Either = "is"
    act: Act = "any"
    times: Count = Field(1, description="The least number of times")


class FrequencyCondition(Placed):
    """On how many days the customer did something."""

    kind: Literal["frequency"] = "frequency"
    op: Bound = "at_least"
    act: Act = "any"
    days: Days


class ValueCondition(Placed):
    """The total of the customer's orders minus refunds, regardless of currency."""

    kind: Literal["value"] = "value"
    op: Bound = "at_least"
    amount_cents: int = Field(ge=0, le=10**12)

    @model_validator(mode="after")
    def _is_a_bound(self) -> Self:
        if self.op == "at_least" and not self.amount_cents:
            raise ValueError("needs an amount above 0 with at_least")
        return self


class RecencyCondition(Part):
    """Days since the customer last did something. Unknown for customers who never did it."""

    kind: Literal["recency"] = "recency"
    op: Bound = "at_most"
    days: Annotated[int, Field(ge=0, le=MAX_DAYS)]


class ConditionGroup(Part):
    """Conditions of which all, any or none (`not`) must hold."""

    kind: Literal["all", "any", "not"] = "all"
    conditions: "list[Condition]" = Field(min_length=1, max_length=MAX_CONDITIONS)


Leaf = (
    CustomerLanguageCondition
    | CustomerCountryCondition
    | TimeZoneCondition
    | TagCondition
    | ContactCondition
    | ConsentCondition
    | FieldCondition
    | BirthdayCondition
    | AgeCondition
    | CreatedCondition
    | SegmentCondition
    | BehaviourCondition
    | FrequencyCondition
    | ValueCondition
    | RecencyCondition
)
Acted = BehaviourCondition | FrequencyCondition | ValueCondition | RecencyCondition
"""Conditions that the warehouse evaluates. All others are evaluated on profiles."""

Condition = Annotated[Leaf | ConditionGroup, Field(discriminator="kind")]


class SegmentRules(Part):
    """The rules of a segment: one group of conditions."""

    kind: Literal["all", "any", "not"] = "all"
    conditions: list[Condition] = Field(min_length=1, max_length=MAX_CONDITIONS)

    @model_validator(mode="after")
    def _is_not_too_large(self) -> Self:
        if sum(1 for _ in leaves(self)) > MAX_CONDITIONS:
            raise ValueError(f"a segment can have at most {MAX_CONDITIONS} conditions")
        if _depth(self) > MAX_DEPTH:
            raise ValueError(f"groups can be nested at most {MAX_DEPTH} levels deep")
        return self


def leaves(
    group: "SegmentRules | ConditionGroup", path: str = "rules"
) -> Iterator[tuple[str, Leaf]]:
    """Yield the conditions of a group and its subgroups in order, each with its path."""
    for place, condition in enumerate(group.conditions):
        where = f"{path}.conditions.{place}"
        if isinstance(condition, ConditionGroup):
            yield from leaves(condition, where)
        else:
            yield where, condition


def _depth(group: "SegmentRules | ConditionGroup") -> int:
    within = [_depth(it) for it in group.conditions if isinstance(it, ConditionGroup)]
    return 1 + max(within, default=0)
