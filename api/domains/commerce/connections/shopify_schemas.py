"""Request and response bodies for the connected shop."""

from typing import Annotated, Any, Literal, Self

from pydantic import AliasChoices, Field, StringConstraints, model_validator

from api.domains.commerce.connections.schemas import Name
from api.kit.schemas import OrgBody, Schema
from api.kit.timestamps import Moment
from api.kit.validation_messages import field_problem

ShopId = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Email = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=254)]
DiscountText = Annotated[
    str, StringConstraints(strip_whitespace=True, pattern=r"^[A-Za-z0-9_-]{1,60}$")
]
Amount = Annotated[str, StringConstraints(pattern=r"^\d{1,9}(\.\d{1,2})?$")]


class OfShop(OrgBody):
    """The connected shop."""


class UpdateShop(OrgBody):
    """New values for the connected shop. Absent fields do not change."""

    name: Name | None = None
    takes_orders: bool | None = None


class ListProducts(OrgBody):
    """Products whose title begins with a given text."""

    filter: str = Field("", max_length=100)
    position: ShopId | None = Field(None, description="The `next_position` of the previous page")
    size: int = Field(25, ge=1, le=100)


class OrderLine(Schema):
    """A variant and its quantity."""

    variant_id: ShopId
    quantity: int = Field(1, ge=1, le=1000)


class ShopRequest(ListProducts):
    """A search for products, or an order to place."""

    type: Literal["get-products", "create-order"]
    email: Email | None = Field(None, description="The customer's email address, for an order")
    lines: list[OrderLine] = Field(
        [], max_length=100, validation_alias=AliasChoices("lines", "line_items")
    )
    order_key: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")] | None = Field(
        None, description="Makes the order safe to repeat: the same key places only one order"
    )
    note: Annotated[str, StringConstraints(strip_whitespace=True, max_length=500)] | None = None

    @model_validator(mode="after")
    def _has_an_order(self) -> Self:
        if self.type == "create-order":
            for name in ("email", "lines", "order_key"):
                if not getattr(self, name):
                    raise field_problem(name, "is required for an order")
        return self


class CreateDiscount(OrgBody):
    """A discount on everything in the shop, for one code or for the promo codes of a batch."""

    title: Name
    code: DiscountText | None = None
    qr_id: ShopId | None = Field(
        None,
        validation_alias=AliasChoices("qr_id", "code_id"),
        description="The code whose promo codes get the discount, instead of `code`",
    )
    batch_id: ShopId | None = Field(None, description="Only promo codes of this batch")
    percent: float | None = Field(None, gt=0, le=100)
    amount: Amount | None = Field(None, description="The amount, in the shop's currency")
    starts_at: Moment | None = Field(None, description="When the discount starts; by default now")
    ends_at: Moment | None = None
    uses_per_code: int | None = Field(None, ge=1, le=1_000_000)
    once_per_customer: bool = False

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if (self.code is None) == (self.qr_id is None):
            raise field_problem("code", "or qr_id is required, but not both")
        if (self.percent is None) == (self.amount is None):
            raise field_problem("percent", "or amount is required, but not both")
        return self


class VariantRead(Schema):
    """A variant of a product that can be ordered."""

    variant_id: str
    title: str
    price_cents: int


class ProductRead(Schema):
    """A product of the shop."""

    product_id: str
    title: str
    url: str | None
    picture_url: str | None
    picture_text: str | None
    price_cents: int
    currency: str
    is_available: bool = Field(description="Whether the product is visible in the shop")
    variants: list[VariantRead]


class UseShopProduct(OrgBody):
    """A product of the connected shop, by its ID in the shop."""

    product_id: Annotated[str, StringConstraints(pattern=r"^(gid://shopify/Product/)?[0-9]{1,20}$")]


class ShopProductRead(Schema):
    """A product as pages show it."""

    product_id: str = Field(description="The value for `shop_product_id` in blocks")
    name: str
    price_cents: int
    currency: str
    url: str | None = Field(
        description="URL of the product in the shop; null while it is not published"
    )
    picture_url: str | None = Field(description="URL of Waypost's copy of the picture")
    is_available: bool = Field(
        description="Whether the product is visible in the shop. If not, pages hide it"
    )


class Products(Schema):
    """One page of products, sorted by title."""

    items: list[ProductRead]
    next_position: str | None


class PlacedOrderRead(Schema):
    """An order that was placed in the shop."""

    order_id: str
    name: str
    is_new: bool = Field(description="False if an earlier request with this key placed it")


class ShopAnswer(Schema):
    """The products or the order that the shop returned."""

    type: str
    products: Products | None
    order: PlacedOrderRead | None


class DiscountMade(Schema):
    """A discount in the shop."""

    discount_id: str
    codes: int


class ShopRemoved(Schema):
    """The shop was disconnected."""

    removed: bool


def products_of(page: Any) -> Products:
    """Return the response body with a page of products."""
    items = [ProductRead.model_validate(it) for it in page.items]
    return Products(items=items, next_position=page.next_position)
