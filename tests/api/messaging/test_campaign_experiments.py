"""The comparison of versions and the holdout: which did better, and whether that is more than luck."""

import pytest

from api.domains.messaging.campaigns.experiments import chance_of_luck, proportion, winner_of
from api.domains.messaging.campaigns.results import results, results_by
from api.domains.messaging.campaigns.schemas import CampaignPlan
from tests.support.campaign_calls import campaign_plan
from warehouse.conversions.engine import (
    CampaignResults,
    HoldoutResult,
    RevenueResult,
    VersionResult,
)


def test_difference_that_may_be_chance_is_reported_as_chance() -> None:
    few, more = proportion("a", 100, 10), proportion("b", 100, 12)
    many, most = proportion("a", 10_000, 1_000), proportion("b", 10_000, 1_200)
    assert winner_of([few, more]) == "b"
    assert chance_of_luck(few, more) == pytest.approx(0.651, abs=0.002)
    assert (chance_of_luck(many, most) or 1) < 0.001
    assert chance_of_luck(proportion("a", 29, 3), more) is None
    assert chance_of_luck(proportion("a", 100, 0), proportion("b", 100, 0)) is None


def test_versions_are_compared_by_visits_or_by_revenue_in_the_main_currency() -> None:
    def result(key: str, visited: int) -> VersionResult:
        return VersionResult(key, "sms", 100, 100, 0, 0, 50, 0, 0, visited, 0, 0, 0, 100, 0)

    takings = [
        RevenueResult("a", "sms", "USD", 40, 40_000, 40_000_000.0),
        RevenueResult("a", "email", "USD", 1, 100, 10_000.0),
        RevenueResult("b", "sms", "USD", 2, 20_000, 200_000_000.0),
        RevenueResult("b", "sms", "JPY", 1, 9_000_000, 81e12),
    ]
    found = CampaignResults([result("a", 10), result("b", 30)], [], takings, [], None)
    one, *_ = CampaignPlan.model_validate(campaign_plan("Cake")).variants
    versions = [one.model_copy(update={"key": key, "share": 50}) for key in "ab"]

    def plan(goal: str) -> CampaignPlan:
        experiment = {"winner_by": goal}
        return CampaignPlan.model_validate(
            campaign_plan("Cake") | {"variants": versions, "experiment": experiment}
        )

    by_visits, by_revenue = (results_by(plan(it), found) for it in ("visits", "revenue"))
    assert [it.total for it in by_visits] == [10, 30]
    assert winner_of(by_visits) == "b"
    assert [(it.total, it.squares) for it in by_revenue] == [(40_100, 40_010_000), (20_000, 2e8)]
    assert winner_of(by_revenue) == "a"
    # Two large orders against forty small ones are more likely to be luck than the numbers suggest.
    chance = chance_of_luck(*by_revenue)
    assert chance is not None
    assert 0.1 < chance < 0.3


def test_effect_compares_recipients_with_the_holdout() -> None:
    plan = CampaignPlan.model_validate(campaign_plan("Cake"))
    got = HoldoutResult(False, 900, 300, 0, 40, 90)
    held = HoldoutResult(True, 100, 30, 0, 4, 2)
    effect = {
        it.act: it for it in results(plan, CampaignResults([], [], [], [got, held], None)).effect
    }

    ordered = effect["ordered"]
    assert (ordered.people, ordered.did, ordered.held_out, ordered.did_held_out) == (
        900,
        90,
        100,
        2,
    )
    assert ordered.chance is not None
    assert ordered.chance < 0.02 < (effect["redeemed"].chance or 0)
    assert effect["submitted"].chance is None, "nobody did"
    assert results(plan, CampaignResults([], [], [], [got], None)).effect == []
