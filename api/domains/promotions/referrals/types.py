"""Terms of referrals."""

from dataclasses import dataclass
from typing import Literal

Action = Literal["submit", "redemption", "scan"]
"""What a friend can do first for the rewards to be given."""
CodesFor = Literal["everyone", "on_request"]
RewardKind = Literal["none", "points", "stamps", "reward"]
State = Literal["held", "doubtful", "rewarded", "rejected", "expired"]
Source = Literal["link", "call", "member"]
Flag = Literal[
    "same_device",
    "same_mailbox",
    "similar_phone",
    "shared_phone",
    "shared_network",
    "many_on_network",
    "velocity",
    "existing_customer",
    "same_card",
    "cap",
    "same_person",
    "had_reward",
]
"""What was noticed about a referral."""

DOUBTFUL: frozenset[Flag] = frozenset(
    {
        *("same_device", "same_mailbox", "similar_phone"),
        *("many_on_network", "velocity", "existing_customer", "same_card"),
    }
)
"""Flags with which a person decides. The others are shown, as families and offices share addresses."""

FRIEND, REFERRER = 0, 1
"""Levels of rewards; 2 is who brought the referrer."""


@dataclass(frozen=True, slots=True)
class Friend:
    """Who was brought, as the request names them."""

    email: str | None = None
    """Normalised."""
    phone: str | None = None
    """In E.164."""
    visitor_id: str | None = None
    network: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a friend and the referrer when a referral begins."""

    is_own_device: bool = False
    """The friend's browser was the referrer's, or that of another friend of theirs."""
    is_known_mailbox: bool = False
    """Another friend of the referrer has the same mailbox under another spelling."""
    has_similar_phone: bool = False
    """The friend's number ends like one of the referrer's."""
    has_shared_phone: bool = False
    """The number belongs to another customer."""
    on_network: int = 0
    """The referrer's other friends of the last day from the same network."""
    of_day: int = 0
    """The referrer's other friends of the last day."""
    is_existing: bool = False
    """The friend was a customer before."""
