"""Something good for one use was used: a one-time code, promo code, reward or prize."""

from typing import Literal

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
