"""Requests and answers about earning rules."""

from datetime import datetime
from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from api.domains.promotions.earning.types import EarningKind
from api.domains.promotions.loyalty.types import Unit
from api.domains.promotions.rewards.schemas import Id, Name, WhoBody
from api.kit.schemas import Body, OrgBody, Schema
from api.kit.timestamps import Moment
from api.kit.validation_messages import field_problem

Most = Annotated[int, Field(ge=1, le=1_000_000_000)]
Cents = Annotated[int, Field(ge=1, le=100_000_000)]


class RuleDraft(Body):
    """What a rule gives, for what, and how much at most."""

    kind: EarningKind = Field(
        description="A form was answered, a review given (a form with something in a field named `review` or `rating`), an order"
        " recorded, a birthday, a scan (once a day), a check-in (once a day)"
    )
    name: Name = Field(description="Customers read it on their card")
    is_active: bool = True
    unit: Unit = "points"
    amount: int = Field(ge=1, le=1_000_000, description="With `order`: for each full `per_cents`")
    per_cents: Cents | None = Field(
        None, description="With `order`, where it is needed: for how much; rounded down"
    )
    min_cents: Cents | None = Field(None, description="With `order`: smaller ones give nothing")
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] | None = Field(
        None, description="With `order`, where it is needed"
    )
    code_ids: list[Id] = Field(
        [], max_length=50, description="Only at these codes; empty: anywhere"
    )
    latitude: float | None = Field(None, ge=-90, le=90, description="With `check_in`: the place")
    longitude: float | None = Field(None, ge=-180, le=180)
    radius_m: int | None = Field(None, ge=10, le=100_000)
    person_day: Most | None = Field(
        None, description="Most for one customer on a day, in the organisation's time zone"
    )
    person_week: Most | None = Field(
        None, description="Most for one customer from Monday to Sunday"
    )
    person_total: Most | None = Field(None, description="Most for one customer in all")
    total: Most | None = Field(None, description="Most for all customers together")
    starts_at: Moment | None = Field(None, description="Default: when the rule is saved")
    ends_at: Moment | None = None

    @model_validator(mode="after")
    def _has_what_its_kind_takes(self) -> Self:
        wanted = {
            "order": ("per_cents", "currency"),
            "check_in": ("latitude", "longitude", "radius_m"),
        }
        for kind, names in wanted.items():
            for name in names:
                if (getattr(self, name) is not None) > (self.kind == kind):
                    raise field_problem(name, "is not for rules of this kind")
                if self.kind == kind and getattr(self, name) is None:
                    raise field_problem(name, "is needed")
        if self.min_cents is not None and self.kind != "order":
            raise field_problem("min_cents", "is not for rules of this kind")
        if self.code_ids and self.kind in ("birthday", "check_in"):
            raise field_problem("code_ids", "is not for rules of this kind")
        if self.starts_at and self.ends_at and self.starts_at >= self.ends_at:
            raise field_problem("ends_at", "must be later than the start")
        return self


class ListEarningRules(OrgBody):
    """All rules."""


class SaveEarningRule(RuleDraft, OrgBody):
    """A rule to add; with `rule_id`, the new text of one, which keeps its kind."""

    rule_id: Id | None = None


class DeleteEarningRule(OrgBody):
    """The rule to delete. What it gave stays."""

    rule_id: Id


class CheckIn(WhoBody):
    """A customer is at a place, as their device says."""

    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)
    accuracy_m: float = Field(ge=0, le=1_000_000, description="As the device states it")


class EarningRuleRead(Schema):
    """A rule as members see it."""

    rule_id: str
    kind: EarningKind
    name: str
    is_active: bool
    unit: Unit
    amount: int
    per_cents: int | None
    min_cents: int | None
    currency: str | None
    code_ids: list[str]
    latitude: float | None
    longitude: float | None
    radius_m: int | None
    person_day: int | None
    person_week: int | None
    person_total: int | None
    total: int | None
    starts_at: datetime
    ends_at: datetime | None
    created_at: datetime
    updated_at: datetime
    given: int = Field(description="What it has given so far, refunds not counted")


class EarningRuleList(Schema):
    """Rules, oldest first."""

    items: list[EarningRuleRead]
    total: int


class EarnedRead(Schema):
    """What a rule gave; 0 where a cap left nothing."""

    rule_id: str
    name: str
    unit: Unit
    amount: int


class CheckedIn(Schema):
    """What a check-in gave; nothing if the customer had it today."""

    customer_id: str
    earned: list[EarnedRead]
