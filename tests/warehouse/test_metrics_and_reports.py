"""A metric and a report with the same name have the same numbers, and a funnel narrows from step to step."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tests.pipelines.events import NOON, land, make_event
from warehouse.date_ranges import Granularity, Range, zone_of
from warehouse.lake import Lake
from warehouse.queries.analytics import Analytics
from warehouse.queries.language import Dimension, Question
from warehouse.reports.catalogue import get_report
from warehouse.reports.engine import Reports
from warehouse.reports.question import ReportQuestion

SPAN = Range(NOON - timedelta(days=1), NOON + timedelta(days=1))


def rows_of(lake: Lake, name: str, **asked: Any) -> list[dict[str, Any]]:
    reports = Reports(lake, threads=1)
    try:
        question = ReportQuestion(
            org_id="org_a", report=get_report(name), current=SPAN, zone=zone_of("UTC"), **asked
        )
        return reports.ask(question).rows
    finally:
        reports.close()


def votes_of(lake: Lake) -> int:
    analytics = Analytics(lake, threads=1)
    try:
        question = Question(
            org_id="org_a", current=SPAN, zone=zone_of("UTC"), granularity=Granularity.DAY,
            edges=(SPAN.start,),
        )  # fmt: skip
        return analytics.ask(question).totals.votes
    finally:
        analytics.close()


def test_votes_metric_equals_the_votes_of_the_report(new_lake: Callable[[], Lake]) -> None:
    lake = new_lake()
    ballots = [("tea", None), ("coffee", "tea"), ("tea", None), ("water", "coffee")]
    land(
        lake,
        *(
            make_event(
                pos,
                type="vote",
                data=f'{{"poll_id":"p","choice":"{choice}"'
                + (f',"previous_choice":"{before}"}}' if before else "}"),
            )
            for pos, (choice, before) in enumerate(ballots)
        ),
    )

    rows = rows_of(lake, "votes")

    assert votes_of(lake) == sum(row["votes"] for row in rows) == 4
    assert {row["choice"]: (row["votes"], row["standing"]) for row in rows} == {
        "tea": (2, 1),
        "coffee": (1, 0),
        "water": (1, 1),
    }


@pytest.mark.parametrize("group_by", [(), (Dimension.CODE,)], ids=["total", "by code"])
def test_funnel_steps_never_increase(
    new_lake: Callable[[], Lake], group_by: tuple[Dimension, ...]
) -> None:
    lake = new_lake()
    did = {
        "ana": ("scan", "view", "submit", "redemption", "order"),
        "ben": ("scan", "view", "submit"),
        "cleo": ("scan", "redemption", "order"),
        "dan": ("scan", "redemption"),
        "eve": ("redemption", "view"),
    }
    acts = [(who, step) for who, steps in did.items() for step in steps]
    land(
        lake,
        *(
            make_event(
                pos,
                type=step,
                version=3,
                visitor_id=who,
                amount_cents=100 if step == "order" else None,
                data='{"kind":"promo_code","currency":"EUR"}',
            )
            for pos, (who, step) in enumerate(acts)
        ),
    )

    (row,) = rows_of(lake, "funnel", group_by=group_by)

    steps = ("view", "submit", "redemption", "order")
    assert [row["scan_people"], *(row[f"{step}_reached"] for step in steps)] == [4, 2, 2, 1, 1]
    assert [row[f"{step}_people"] for step in steps] == [3, 2, 4, 2]
    assert all(row[f"{step}_share"] <= 1 for step in steps)
