"""Request and response bodies for Square."""

from typing import Annotated, Literal

from pydantic import AliasChoices, Field, StringConstraints

from api.domains.commerce.connections.vendor_schemas import EmailText, PhoneText
from api.kit.schemas import OrgBody, Schema

SquareOperation = Literal["loyalty", "add_points", "customers", "orders", "catalog"]


class AuthorizeSquare(OrgBody):
    """The organisation; its ID is required."""


class SquareAuthorization(Schema):
    """Whether a login at Square is required, and where."""

    has_valid_token: bool
    url: str | None = Field(description="URL of the login; null if the token is valid")
    message: str


class OperateSquare(OrgBody):
    """Read loyalty accounts, customers, orders or products of the connected Square account, or give points."""

    operation: SquareOperation = Field(validation_alias=AliasChoices("operation", "action"))
    phone: PhoneText | None = Field(
        None, description="Phone number of the loyalty account or customer"
    )
    email: EmailText | None = Field(None, description="Email address of the customer")
    points: Annotated[int, Field(ge=1, le=1_000_000)] | None = Field(
        None, description="How many points to give"
    )
    idempotency_key: (
        Annotated[str, StringConstraints(min_length=1, max_length=128, pattern=r"^[\x21-\x7e]+$")]
        | None
    ) = Field(
        None,
        description="Makes it safe to repeat the request: points are given once for each key."
        " Required to give points",
    )
    cursor: Annotated[str, StringConstraints(max_length=2000)] | None = Field(
        None, description="The `cursor` of the previous page"
    )


class SquareLoyalty(Schema):
    """A loyalty account at Square."""

    id: str
    balance: int
    lifetime_points: int


class SquareCustomer(Schema):
    """A customer at Square."""

    id: str
    name: str
    email: str | None
    phone: str | None


class SquareOrder(Schema):
    """An order at Square."""

    id: str
    state: str
    amount_cents: int
    currency: str
    created_at: str
    customer_id: str | None


class SquareProduct(Schema):
    """A product at Square."""

    id: str
    name: str
    amount_cents: int | None
    currency: str | None


class SquareAnswer(Schema):
    """The result. Lists that were not requested are empty."""

    operation: SquareOperation
    loyalty: SquareLoyalty | None = Field(description="Null if there is no account")
    customers: list[SquareCustomer]
    orders: list[SquareOrder]
    products: list[SquareProduct]
    cursor: str | None = Field(description="The cursor for the next page; null on the last page")
