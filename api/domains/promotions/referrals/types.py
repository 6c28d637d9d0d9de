"""Types of referrals."""

from dataclasses import dataclass
from typing import Literal

Action = Literal["submit", "redemption", "scan"]
"""The first actions of a friend for which rewards can be given."""
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
"""Something unusual about a referral."""

DOUBTFUL: frozenset[Flag] = frozenset(
    {
        *("same_device", "same_mailbox", "similar_phone"),
        *("many_on_network", "velocity", "existing_customer", "same_card"),
    }
)
"""Flags that require a decision by a person. The others are only shown, because families and offices share
addresses.
"""

FRIEND, REFERRER = 0, 1
"""The levels of rewards; level 2 is the person who referred the referrer."""


@dataclass(frozen=True, slots=True)
class Friend:
    """The referred friend, as the request names them."""

    email: str | None = None
    """The normalised email address."""
    phone: str | None = None
    """The phone number in E.164 format."""
    visitor_id: str | None = None
    network: str | None = None


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of the friend and the referrer when a referral begins."""

    is_own_device: bool = False
    """Whether the friend's browser was the referrer's, or that of another of the referrer's friends."""
    is_known_mailbox: bool = False
    """Whether another of the referrer's friends has the same mailbox in another spelling."""
    has_similar_phone: bool = False
    """Whether the friend's number ends with the same nine digits as one of the referrer's."""
    has_shared_phone: bool = False
    """Whether the number belongs to another customer."""
    on_network: int = 0
    """The referrer's other friends of the last day from the same network."""
    of_day: int = 0
    """The referrer's other friends of the last day."""
    is_existing: bool = False
    """Whether the friend was already a customer."""
