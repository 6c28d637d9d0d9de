"""Requests and responses about the activity of a customer."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, StringConstraints

from api.kit.schemas import OrgBody, Schema


class WhichCustomer(OrgBody):
    """A customer by ID, email address or phone number. The first one given is used."""

    customer_id: Annotated[str, StringConstraints(max_length=64)] | None = None
    email: Annotated[str, StringConstraints(max_length=254)] | None = None
    phone: Annotated[str, StringConstraints(max_length=40)] | None = None


class GetCustomerActivity(WhichCustomer):
    """A page of the timeline."""

    after: str | None = Field(None, max_length=200, description="`next` of the previous page")
    page_size: int = Field(50, ge=1, le=200)


class ActivityRow(Schema):
    """An event of a customer, or a message to them."""

    id: str
    occurred_at: datetime
    type: str = Field(description="The event's family, such as scan, view, submit or redemption")
    action: str | None = Field(
        description="For page interactions: click, play, share, duration or form; for passes: created,"
        " downloaded, installed, updated, fetched, stale or removed; for segments: entered or"
        " left; for orders: placed, paid, refunded or cancelled; for messages: their status,"
        " such as sent, delivered, failed or refused; otherwise null"
    )
    code_id: str | None
    code_name: str | None
    page_id: str | None
    page_name: str | None
    campaign_id: str | None
    campaign_name: str | None
    pass_id: str | None = Field(description="For wallet passes and their redemptions")
    subject_kind: str | None = Field(
        description="For redemptions: one_time_code, promo_code, master_key, reward, prize or pass"
    )
    subject_id: str | None = Field(
        description="What was redeemed, the segment, or the order number at its source"
    )
    subject_name: str | None = Field(description="Its name, if it has one")
    outcome: str | None
    country: str | None
    city: str | None
    device: str | None
    channel: str | None = Field(description="For messages: sms, email, web_push or wallet_push")
    failure: str | None = Field(description="For messages: why it failed or was refused")
    amount_cents: int | None
    currency: str | None = Field(description="For orders and redemptions with an amount; ISO 4217")


class CustomerActivity(Schema):
    """The timeline of a customer, newest first. `next` is the cursor of the next page, or null on the last."""

    customer_id: str
    timezone: str
    as_of: datetime | None
    items: list[ActivityRow]
    total: int | None = Field(description="Only on the first page")
    next: str | None


class CustomerInteraction(Schema):
    """A customer's totals by channel, value and recency. All are zero if there are no events."""

    customer_id: str
    timezone: str
    as_of: datetime | None
    segment: str | None = Field(description="As in the report `customers`; null without any event")
    first_at: datetime | None
    last_at: datetime | None
    days_since_last: int | None
    acts: int = Field(description="Everything that they did, without messages sent to them")
    scans: int
    views: int
    submits: int
    votes: int
    plays: int
    redemptions: int
    orders: int
    messages: int
    amount_cents: int = Field(description="Total of all orders, regardless of currency")
    definitions: dict[str, str]
