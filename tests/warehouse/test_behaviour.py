"""Conditions about people's actions, with built and unbuilt events."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.pipelines.events import NOON, ZONES, land, make_event
from tests.warehouse.built import only_built
from warehouse.builds.activity import build_activity
from warehouse.date_ranges import Range, zone_of
from warehouse.lake import Lake
from warehouse.segments.engine import Behaviour, BehaviourQuestion, CustomerBehaviour, Measure

SPAN = Range(datetime(2026, 3, 9, tzinfo=UTC), datetime(2026, 3, 13, tzinfo=UTC))


def order(pos: int, days: int, status: str, cents: int, who: str = "ana") -> dict[str, Any]:
    at = NOON + timedelta(days=days)
    return make_event(
        pos,
        type="order",
        day=at.date(),
        occurred_at=at,
        customer_key=who,
        visitor_id=None,
        visitor_kind="none",
        amount_cents=cents,
        data=json.dumps({"order_id": who, "source": "shop", "status": status, "currency": "USD"}),
    )


@pytest.fixture(params=["built", "unbuilt"])
def customers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[CustomerBehaviour]:
    """Ana ordered once and got part of the money back on the next day. Ben ordered on two days."""
    lake = Lake(str(tmp_path))
    land(
        lake,
        order(0, 0, "paid", 900),
        order(1, 1, "refunded", -400),
        order(2, 0, "paid", 300, "ben"),
        order(3, 1, "paid", 100, "ben"),
    )
    if request.param == "built":
        with only_built(("person_acts",)):
            build_activity(lake, ZONES)
    found = CustomerBehaviour(lake)
    yield found
    found.close()


@pytest.mark.parametrize(
    ("measure", "at_least", "who"),
    [
        ("times", 1, ["ana", "ben"]),
        ("times", 2, ["ben"]),
        ("days", 2, ["ben"]),
        ("amount", 400, ["ana", "ben"]),
        ("amount", 500, ["ana"]),
        ("amount", 501, []),
    ],
)
def test_refund_is_no_order_but_reduces_the_amount(
    customers: CustomerBehaviour, measure: Measure, at_least: int, who: list[str]
) -> None:
    ordered = Behaviour(("order",), measure, at_least, SPAN)

    found = customers.ask(BehaviourQuestion("org_a", zone_of("UTC"), [ordered]))

    assert found.customer_ids == who
