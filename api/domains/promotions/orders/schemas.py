"""Request and response bodies for orders."""

import re
from datetime import date, datetime
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from api.domains.promotions.earning.schemas import EarnedRead
from api.domains.promotions.rewards.schemas import Id, Key, WhoBody
from api.kit.pagination import PagedBody
from api.kit.schemas import OrgBody, Schema
from api.kit.timestamps import Moment
from api.kit.validation_messages import field_problem
from api.kit.visible_text import VISIBLE

Source = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,40}$")]
OrderCents = Annotated[int, Field(ge=1, le=10**12)]
"""Up to ten billion rupiah. Nine million such orders can still be summed in the warehouse, which uses 64-bit
integers.
"""
Note = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500), VISIBLE
]


Fingerprint = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{6,100}$")]
_CARD_NUMBER = re.compile(r"\d{12,19}")
OrderDay = Annotated[date, Field(ge=date(2000, 1, 1), le=date(2100, 1, 1))]
OrderStatus = Literal["paid", "partly_refunded", "refunded"]


class OrderNumber(OrgBody):
    """An order, as the shop or till identifies it."""

    source: Source = Field(
        "api", description="The shop or till; order numbers are unique within it"
    )
    order_number: Key = Field(
        description="Repeated requests with the same number record the order only once"
    )


class RecordOrder(OrderNumber, WhoBody):
    """An order that a customer paid. An unknown email address or phone number creates a customer."""

    amount_cents: OrderCents = Field(description="Total in the smallest unit of the currency")
    currency: Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
    item_count: int | None = Field(None, ge=0, le=1_000_000)
    code_id: Id | None = Field(None, description="The code at which the customer ordered")
    card_fingerprint: Fingerprint | None = Field(
        None,
        description="The payment provider's identifier for the card, never the card number. A"
        " referral is marked as doubtful if the friend pays with the referrer's card",
    )
    ordered_at: Moment | None = Field(None, description="When the customer ordered; by default now")

    @model_validator(mode="after")
    def _is_no_card_number(self) -> Self:
        if _CARD_NUMBER.fullmatch(self.card_fingerprint or ""):
            raise field_problem("card_fingerprint", "must not be a card number")
        return self


class RefundOrder(OrderNumber):
    """A refund of an order, in whole or in part."""

    refund_number: Key | None = Field(
        None, description="Repeated requests with the same number refund only once"
    )
    amount_cents: OrderCents | None = Field(
        None, description="The amount to refund; by default the rest of the order"
    )
    refunded_at: Moment | None = Field(None, description="When it was refunded; by default now")
    note: Note | None = None


class ListOrders(PagedBody):
    """Orders, newest first."""

    customer_id: Id | None = Field(None, description="Only orders of this customer")
    filter: str | None = Field(
        None, max_length=200, description="Text that the order number contains"
    )
    source: Source | None = Field(None, description="Only orders from this shop or till")
    status: OrderStatus | None = Field(None, description="Only orders with this status")
    first_day: OrderDay | None = Field(
        None, description="First day, in the organisation's time zone"
    )
    last_day: OrderDay | None = None


class RefundRead(Schema):
    """A refund. What the order had earned was taken back, as far as it was still available."""

    refund_id: str
    refund_number: str
    amount_cents: int
    points_taken: int
    points_short: int = Field(
        description="Points that could not be taken back, because they had been spent or expired. "
        "If their redemption is undone, they are taken back then"
    )
    stamps_taken: int
    stamps_short: int
    note: str | None
    refunded_at: datetime


class OrderRead(Schema):
    """An order with its refunds and what it earned."""

    order_id: str
    source: str
    order_number: str
    customer_id: str
    customer_name: str | None = Field(description="Null if no name is known")
    amount_cents: int
    refunded_cents: int
    currency: str
    item_count: int | None
    code_id: str | None
    ordered_at: datetime
    recorded_at: datetime
    earned: list[EarnedRead]
    refunds: list[RefundRead]
