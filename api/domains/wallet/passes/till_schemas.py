"""What calls about passes at the till take and give."""

from typing import Annotated

from pydantic import Field, StringConstraints

from api.kit.schemas import OrgBody, Schema

Id = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class FindPass(OrgBody):
    """What was scanned or typed."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=2_000)] = Field(
        description="The barcode's message, the serial number, or the address of the pass's page"
    )


class RedeemPass(OrgBody):
    """A pass that is used."""

    pass_id: Id
    idempotency_key: Annotated[str, StringConstraints(min_length=1, max_length=100)] = Field(
        description="The same key again is the same use"
    )


class UndoPassRedemption(OrgBody):
    """A use that is taken back."""

    redemption_id: Id


class ShownValue(Schema):
    """A field of the front, as text."""

    label: str
    value: str


class HolderAtTill(Schema):
    """Whose pass it is."""

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
    max_uses: int | None = Field(description="Null: as often as its holder comes")
    can_redeem: bool
    undoable: str | None = Field(description="The latest use of the last 15 minutes")


class PassRedeemed(Schema):
    """What became of a use, and the pass as it is now."""

    redemption_id: str
    card: PassAtTill
