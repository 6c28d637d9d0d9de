"""Bodies of the calls about Square."""

from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.commerce.connections.vendor_schemas import EmailText, PhoneText
from api.kit.schemas import OrgBody, Schema

SquareOperation = Literal["loyalty", "add_points", "customers", "orders", "catalog"]


class AuthorizeSquare(OrgBody):
    """Which organisation; its ID has to be named."""


class SquareAuthorization(Schema):
    """Whether one has to log in at Square, and where."""

    has_valid_token: bool
    url: str | None = Field(description="Where to log in; null with a valid token")
    message: str


class OperateSquare(OrgBody):
    """Read loyalty, customers, orders or products of the connected account, or give points."""

    operation: SquareOperation = Field(validation_alias=AliasChoices("operation", "action"))
    phone: PhoneText | None = Field(None, description="Whose loyalty account, or which customer")
    email: EmailText | None = Field(None, description="Which customer")
    points: Annotated[int, Field(ge=1, le=1_000_000)] | None = Field(
        None, description="How many to give"
    )
    idempotency_key: (
        Annotated[str, StringConstraints(min_length=1, max_length=128, pattern=r"^[\x21-\x7e]+$")]
        | None
    ) = Field(None, description="Points are given once for each; needed to give points")
    cursor: Annotated[str, StringConstraints(max_length=2000)] | None = Field(
        None, description="Of the page before"
    )


class SquareLoyalty(Schema):
    """A loyalty account."""

    id: str
    balance: int
    lifetime_points: int


class SquareCustomer(Schema):
    """A customer."""

    id: str
    name: str
    email: str | None
    phone: str | None


class SquareOrder(Schema):
    """An order."""

    id: str
    state: str
    amount_cents: int
    currency: str
    created_at: str
    customer_id: str | None


class SquareProduct(Schema):
    """A product."""

    id: str
    name: str
    amount_cents: int | None
    currency: str | None


class SquareAnswer(Schema):
    """What was read; lists that were not asked for are empty."""

    operation: SquareOperation
    loyalty: SquareLoyalty | None = Field(description="Null if there is no account")
    customers: list[SquareCustomer]
    orders: list[SquareOrder]
    products: list[SquareProduct]
    cursor: str | None = Field(description="Of the next page; null if this is the last one")
