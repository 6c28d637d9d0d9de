"""Versions of a campaign: who gets which, who gets none, and whether a difference is statistically significant."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from api.domains.messaging.campaigns.schemas import CampaignVariant, Experiment
from api.domains.messaging.campaigns.timing import share_of

FEWEST = 30
"""With fewer messages of a version, significance is not calculated."""


class Side(NamedTuple):
    """A person's side in an experiment, which is always the same for a campaign and a customer."""

    variant: str
    is_held_out: bool
    waits_for_winner: bool


def side_of(
    campaign_id: str, customer_id: str, variants: Sequence[CampaignVariant], experiment: Experiment
) -> Side:
    """Return the version that a person gets, or why they get none or not yet."""
    held_out = share_of(campaign_id, "holdout", customer_id) * 100 < experiment.holdout
    is_tested = share_of(campaign_id, "test", customer_id) * 100 < experiment.test_share
    place = share_of(campaign_id, "variant", customer_id) * 100
    for variant in variants:
        place -= variant.share
        if place < 0:
            break
    return Side(variant.key, held_out, len(variants) > 1 and not is_tested)


class Result(NamedTuple):
    """The result of a version: the number of sent messages, their total effect, and the sum of squares of the effect of
    each. If each message has an effect of one or nothing, like a click, the two sums are equal.
    """

    key: str
    sent: int
    total: float
    squares: float

    @property
    def rate(self) -> float:
        """Return the average effect of a message."""
        return self.total / self.sent if self.sent else 0.0

    @property
    def variance(self) -> float:
        """Return the variance of the effect of each message."""
        return max(0.0, self.squares / self.sent - self.rate**2) if self.sent else 0.0


def proportion(key: str, sent: int, reached: int) -> Result:
    """Return the result of a version whose messages each reached a goal or not."""
    return Result(key, sent, reached, reached)


def winner_of(results: Sequence[Result]) -> str:
    """Return the version with the highest average effect of a message, the first of them if they are equal."""
    return max(results, key=lambda it: it.rate).key


def chance_of_luck(one: Result, other: Result) -> float | None:
    """Return the probability that two equally good versions differ by this much or more, by a two-sided z-test of
    means. If each message reaches its goal or not, it is the test of two proportions.

    None if there are too few messages, or if all of them had the same effect.
    """
    if min(one.sent, other.sent) < FEWEST:
        return None
    sent = one.sent + other.sent
    together = Result("", sent, one.total + other.total, one.squares + other.squares)
    spread = math.sqrt(together.variance * (1 / one.sent + 1 / other.sent))
    if spread == 0:
        return None
    return math.erfc(abs(one.rate - other.rate) / spread / math.sqrt(2))
