"""Request and response bodies for the programme and the ledger."""

from datetime import datetime
from typing import Annotated

from pydantic import AliasChoices, Field, StringConstraints, field_validator

from api.domains.promotions.loyalty.programs import Program, Tier
from api.domains.promotions.loyalty.types import Reason, Unit
from api.kit.pagination import MAX_PAGE, MAX_PAGE_SIZE
from api.kit.schemas import OrgBody, Schema


class ReadProgram(OrgBody):
    """The organisation's loyalty programme."""


class SaveProgram(Program, OrgBody):
    """The new programme. Absent fields get their default."""

    @field_validator("tiers")
    @classmethod
    def _rising(cls, tiers: list[Tier]) -> list[Tier]:
        if len({tier.name for tier in tiers}) < len(tiers):
            raise ValueError("must have different names")
        if len({tier.points for tier in tiers}) < len(tiers):
            raise ValueError("must require different numbers of points")
        return sorted(tiers, key=lambda tier: tier.points)


class ReadLedger(OrgBody):
    """A customer's ledger, newest first."""

    customer_id: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    page: int = Field(1, ge=1, le=MAX_PAGE)
    page_size: int = Field(
        20,
        ge=1,
        le=MAX_PAGE_SIZE,
        validation_alias=AliasChoices("pageSize", "per_page", "page_size"),
    )


class BalanceRead(Schema):
    """A customer's balance in points or stamps."""

    unit: Unit
    available: int
    pending: int = Field(description="Already given, but not available yet")
    next_expiry: datetime | None
    expiring: int = Field(description="How much of `available` expires at `next_expiry`")


class MovementRead(Schema):
    """A line of the ledger: a gain, or a use, which can take from several gains."""

    movement_id: str
    unit: Unit
    amount: int
    reason: Reason
    note: str | None
    code_id: str | None
    recorded_by: str | None = Field(description="Name of the member or API key")
    recorded_at: datetime
    available_from: datetime
    expires_at: datetime | None
    is_undone: bool


class TierRead(Schema):
    """A customer's tier, and the points required for the next one."""

    name: str | None
    points: int = Field(description="Points from the last `tier_days`")
    next_name: str | None
    next_points: int | None = Field(description="Points still required for the next tier")


class Ledger(Schema):
    """A customer's balances, and one page of their ledger."""

    customer_id: str
    balances: list[BalanceRead]
    tier: TierRead
    items: list[MovementRead]
    page: int
    page_size: int = Field(serialization_alias="pageSize")
    total: int
