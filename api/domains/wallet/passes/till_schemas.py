"""Requests and responses about passes at the till."""

from typing import Annotated

from pydantic import Field, StringConstraints

from api.kit.schemas import OrgBody, Schema

Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class FindPass(OrgBody):
    """The text that was scanned or typed."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=2_000)] = Field(
        description="The barcode's message, the serial number, or the address of the pass's page"
    )


class RedeemPass(OrgBody):
    """Redeem a pass."""

    pass_id: Id
    idempotency_key: Annotated[str, StringConstraints(min_length=1, max_length=100)] = Field(
        description="Requests with the same key count as one use"
    )


class UndoPassRedemption(OrgBody):
    """Undo a redemption."""

    redemption_id: Id


class ShownValue(Schema):
    """A field on the front, as text."""

    label: str
    value: str


class HolderAtTill(Schema):
    """The customer who holds the pass."""

    customer_id: str
    first_name: str | None


class PassAtTill(Schema):
    """A pass that was scanned."""

    pass_id: str
    serialNumber: str  # noqa: N815
    style: str
    description: str
    holder: HolderAtTill | None
    values: list[ShownValue]
    is_void: bool
    is_expired: bool
    uses: int
    max_uses: int | None = Field(description="Null: no limit")
    can_redeem: bool
    undoable: str | None = Field(description="The latest use in the last 15 minutes")


class PassRedeemed(Schema):
    """The result of a redemption, and the pass as it is now."""

    redemption_id: str
    card: PassAtTill
