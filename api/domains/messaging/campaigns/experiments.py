"""Versions of a campaign: who gets which, who gets none, and whether a difference is more than luck."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from api.domains.messaging.campaigns.schemas import CampaignVariant, Experiment
from api.domains.messaging.campaigns.timing import share_of

FEWEST = 30
"""With fewer messages of a version nothing is said about luck."""


class Side(NamedTuple):
    """On which side of an experiment a person is; always the same for a campaign and a customer."""

    variant: str
    is_held_out: bool
    waits_for_winner: bool


def side_of(
    campaign_id: str, customer_id: str, variants: Sequence[CampaignVariant], experiment: Experiment
) -> Side:
    """Which version a person gets, or why none or not yet."""
    held_out = share_of(campaign_id, "holdout", customer_id) * 100 < experiment.holdout
    is_tested = share_of(campaign_id, "test", customer_id) * 100 < experiment.test_share
    place = share_of(campaign_id, "variant", customer_id) * 100
    for variant in variants:
        place -= variant.share
        if place < 0:
            break
    return Side(variant.key, held_out, len(variants) > 1 and not is_tested)


class Result(NamedTuple):
    """How a version did."""

    key: str
    sent: int
    clicked: int

    @property
    def rate(self) -> float:
        return self.clicked / self.sent if self.sent else 0.0


def winner_of(results: Sequence[Result]) -> str:
    """The version with the most clicks for each message; the first one where they are equal."""
    return max(results, key=lambda it: it.rate).key


def chance_of_luck(one: Result, other: Result) -> float | None:
    """The chance that two equally good versions differ by this much or more, by a two-sided z-test of proportions.

    None where there are too few messages or clicks to say anything.
    """
    if min(one.sent, other.sent) < FEWEST:
        return None
    together = (one.clicked + other.clicked) / (one.sent + other.sent)
    if together in (0.0, 1.0):
        return None
    spread = math.sqrt(together * (1 - together) * (1 / one.sent + 1 / other.sent))
    return math.erfc(abs(one.rate - other.rate) / spread / math.sqrt(2))
