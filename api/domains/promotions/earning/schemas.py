"""Request and response bodies for earning rules."""

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
    """An earning rule: which act earns how many points or stamps, and its caps."""

    kind: EarningKind = Field(
        description="`submit`: answering a form. `review`: answering a form in which a field named"
        " `review` or `rating` is filled in. `order`: an order. `birthday`: the customer's birthday."
        " `scan` and `check_in`: a scan or a check-in, at most once a day"
    )
    name: Name = Field(description="Name, which customers see on their card")
    is_active: bool = True
    unit: Unit = "points"
    amount: int = Field(
        ge=1,
        le=1_000_000,
        description="Points or stamps to give; with `order`, for each full `per_cents`",
    )
    per_cents: Cents | None = Field(
        None,
        description="With `order`, required: the amount of money that earns `amount`, rounded down",
    )
    min_cents: Cents | None = Field(None, description="With `order`: smaller orders earn nothing")
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")] | None = Field(
        None, description="With `order`, required: the ISO 4217 code of the currency"
    )
    code_ids: list[Id] = Field(
        [], max_length=50, description="Only at these codes; empty for all codes"
    )
    latitude: float | None = Field(
        None, ge=-90, le=90, description="With `check_in`: latitude of the place"
    )
    longitude: float | None = Field(None, ge=-180, le=180)
    radius_m: int | None = Field(None, ge=10, le=100_000)
    person_day: Most | None = Field(
        None, description="Cap per customer and day, in the organisation's time zone"
    )
    person_week: Most | None = Field(
        None, description="Cap per customer and week, from Monday to Sunday"
    )
    person_total: Most | None = Field(None, description="Cap per customer in total")
    total: Most | None = Field(None, description="Cap for all customers together")
    starts_at: Moment | None = Field(None, description="By default when the rule is saved")
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
                    raise field_problem(name, "is not allowed for rules of this kind")
                if self.kind == kind and getattr(self, name) is None:
                    raise field_problem(name, "is required")
        if self.min_cents is not None and self.kind != "order":
            raise field_problem("min_cents", "is only allowed for rules of the kind order")
        if self.code_ids and self.kind in ("birthday", "check_in"):
            raise field_problem("code_ids", "is not allowed for rules of this kind")
        if self.starts_at and self.ends_at and self.starts_at >= self.ends_at:
            raise field_problem("ends_at", "must be later than starts_at")
        return self


class ListEarningRules(OrgBody):
    """All earning rules."""


class SaveEarningRule(RuleDraft, OrgBody):
    """A new rule, or the new values of an existing one if `rule_id` is given. A rule's kind cannot change."""

    rule_id: Id | None = None


class DeleteEarningRule(OrgBody):
    """The rule to delete. The points and stamps that it gave are kept."""

    rule_id: Id


class CheckIn(WhoBody):
    """The position of a customer, as reported by their device."""

    latitude: float = Field(ge=-90, le=90)
    longitude: float = Field(ge=-180, le=180)
    accuracy_m: float = Field(ge=0, le=1_000_000, description="Accuracy that the device reports")


class EarningRuleRead(Schema):
    """An earning rule."""

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
    given: int = Field(
        description="Points or stamps that it has given so far, without those taken back after refunds"
    )


class EarningRuleList(Schema):
    """Earning rules, oldest first."""

    items: list[EarningRuleRead]
    total: int


class EarnedRead(Schema):
    """The result of a rule. The amount is 0 if a cap was reached."""

    rule_id: str
    name: str
    unit: Unit
    amount: int


class CheckedIn(Schema):
    """The points or stamps that a check-in earned; nothing if the customer already received them today."""

    customer_id: str
    earned: list[EarnedRead]
