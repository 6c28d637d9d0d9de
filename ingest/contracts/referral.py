"""A customer referred another one. Neither is named, and the ID of the referral has a meaning only in Postgres."""

from typing import Literal

from ingest.contracts.envelope import Cents, Contract, Event, Id


class ReferralData(Contract):
    referral_id: Id
    action: Literal["referred", "rewarded", "rejected", "expired"]
    source: Literal["link", "call", "member"]
    """How the friend came: by the page of a link, or added by a program or a member."""
    amount_cents: Cents | None = None
    """What the rewards cost, in the organisation's currency; with `rewarded`."""
    points: Cents | None = None
    """Points that both sides got."""


class ReferralRecorded(Event):
    type: Literal["referral"] = "referral"
    version: Literal[1] = 1
    data: ReferralData
