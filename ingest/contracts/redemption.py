"""A one-time code, promo code, reward or prize was redeemed."""

from typing import Literal

from pydantic import Field

from ingest.contracts.envelope import Cents, Contract, Currency, Event, Id


class RedemptionData(Contract):
    redemption_id: Id
    kind: Literal["one_time_code", "promo_code", "master_key", "reward", "prize"]
    subject_id: Id
    """Id of what was used up."""
    base_code_id: Id | None = None
    amount_cents: Cents | None = None
    currency: Currency | None = None
    points: Cents | None = None


class RedemptionRecorded(Event):
    type: Literal["redemption"] = "redemption"
    version: Literal[1] = 1
    data: RedemptionData


class RedemptionDataV2(RedemptionData):
    batch_id: Id | None = None
    """Batch that the promo code or one-time code was issued in."""
    batch_code_id: Id | None = None
    """Code that the batch belongs to."""
    use_number: int | None = Field(None, ge=1, le=2**31 - 1)
    """Which use of this very code it was."""
    max_uses: int | None = Field(None, ge=1, le=2**31 - 1)
    """How many uses it allows; None where there is no end."""


class RedemptionRecordedV2(Event):
    type: Literal["redemption"] = "redemption"
    version: Literal[2] = 2
    data: RedemptionDataV2


class RedemptionDataV3(Contract):
    """As version 2, and passes: `subject_id` is the pass."""

    redemption_id: Id
    kind: Literal["one_time_code", "promo_code", "master_key", "reward", "prize", "pass"]
    subject_id: Id
    base_code_id: Id | None = None
    amount_cents: Cents | None = None
    currency: Currency | None = None
    points: Cents | None = None
    batch_id: Id | None = None
    batch_code_id: Id | None = None
    use_number: int | None = Field(None, ge=1, le=2**31 - 1)
    max_uses: int | None = Field(None, ge=1, le=2**31 - 1)


class RedemptionRecordedV3(Event):
    type: Literal["redemption"] = "redemption"
    version: Literal[3] = 3
    data: RedemptionDataV3


class RedemptionDataV4(Contract):
    """As version 3, and what was taken back: `redemption_id` is that of the redemption which is undone."""

    action: Literal["redeemed", "undone"]
    redemption_id: Id
    kind: Literal["one_time_code", "promo_code", "master_key", "reward", "prize", "pass"]
    subject_id: Id
    base_code_id: Id | None = None
    amount_cents: Cents | None = None
    currency: Currency | None = None
    points: Cents | None = None
    batch_id: Id | None = None
    batch_code_id: Id | None = None
    use_number: int | None = Field(None, ge=1, le=2**31 - 1)
    max_uses: int | None = Field(None, ge=1, le=2**31 - 1)


class RedemptionRecordedV4(Event):
    type: Literal["redemption"] = "redemption"
    version: Literal[4] = 4
    data: RedemptionDataV4
