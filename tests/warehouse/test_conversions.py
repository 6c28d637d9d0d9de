"""What people did after they clicked a link: counted once, for the last click, within the window, however much of it is
built.
"""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.pipelines.events import land, make_event
from tests.warehouse.built import only_built
from warehouse.builds.activity import build_activity
from warehouse.conversions.engine import (
    CampaignResults,
    Conversions,
    HoldoutResult,
    HourResult,
    ResultsQuestion,
    RevenueResult,
)
from warehouse.date_ranges import zone_of
from warehouse.lake import Lake

START = datetime(2026, 3, 10, 12, tzinfo=UTC)
ZONE = "Asia/Kathmandu"


def event(pos: int, kind: str, hours: float, customer: str | None = None, **fields: Any) -> Any:
    at = START + timedelta(hours=hours)
    data = fields.pop("data", {})
    return make_event(
        pos,
        day=at.date(),
        type=kind,
        version=3 if kind == "message" else 1,
        occurred_at=at,
        customer_key=customer,
        visitor_id=fields.pop("visitor_id", None),
        visitor_kind=fields.pop("visitor_kind", "none"),
        data=json.dumps(data),
        **fields,
    )


def message(pos: int, status: str, hours: float, who: str, of: str = "cmp_1", **more: Any) -> Any:
    own = {"message_id": f"{of}-{who}", "channel": "sms", "status": status, "source": "campaign"}
    data = own | {"source_id": of, "variant": "a" if who < "c" else "b", "segments": 2}
    data |= more.pop("data", {})
    return event(pos, "message", hours, who, data=data, **more)


def order(pos: int, hours: float, who: str, cents: int, status: str = "paid", **more: str) -> Any:
    data = {"order_id": f"order-{who}", "source": "shop", "status": status, "currency": "USD"}
    return event(pos, "order", hours, who, amount_cents=cents, data=data | more)


EVENTS = [
    *(message(pos, "sent", 0, who) for pos, who in enumerate(("a", "b", "c", "d"))),
    message(4, "clicked", 1, "a", visitor_id="phone-a", visitor_kind="cookie"),
    message(5, "clicked", 1, "b", is_bot=True),
    message(6, "clicked", 2, "c", visitor_id="phone-c", visitor_kind="cookie"),
    # In the same browser without the customer's name, then a view, which is a visit too, and an
    # event too late for the window.
    event(7, "scan", 1.5, visitor_id="phone-a", visitor_kind="cookie"),
    event(8, "scan", 27, visitor_id="phone-c", visitor_kind="cookie"),
    order(9, 3, "a", 1000),
    order(10, 30, "a", -300, "refunded"),
    # The merged profile of c bought after a click in another campaign, which is the last click.
    message(11, "clicked", 4, "c", of="cmp_2"),
    order(12, 5, "c-merged", 700),
    # One event before the click, and a person who never clicked.
    event(13, "submit", 0.5, "a"),
    event(14, "redemption", 3, "b"),
    message(15, "unsubscribed", 6, "d"),
    message(16, "charged", 6, "d", data={"cost_micros": 15_800, "currency": "USD"}),
    # The holdout: one person bought anyway, one too late, and a third may not be contacted.
    *(
        message(17 + at, "refused", 0, who, data={"failure": "holdout"})
        for at, who in enumerate("xy")
    ),
    message(19, "refused", 0, "z", data={"failure": "no_consent"}),
    order(20, 20, "x", 500),
    order(21, 25, "y", 500),
    order(22, 20, "z", 500),
]


@pytest.mark.parametrize("built", [0, 10, len(EVENTS)])
def test_actions_after_a_click_are_credited_once(tmp_path: Path, built: int) -> None:
    lake = Lake(str(tmp_path))
    if built:
        land(lake, *EVENTS[:built])
        with only_built(("messages", "orders", "person_acts")):
            build_activity(lake, {"org_a": ZONE})
    if EVENTS[built:]:
        land(lake, *EVENTS[built:])
    conversions = Conversions(lake)
    try:
        found = conversions.ask(
            ResultsQuestion(
                "org_a",
                zone_of(ZONE),
                "cmp_1",
                START - timedelta(hours=1),
                START + timedelta(hours=48),
                {"cmp_1": 24, "cmp_2": 24},
                {"c-merged": "c"},
            )
        )
    finally:
        conversions.close()

    a, b = (it for it in found.versions if it.sent)
    assert (a.variant, a.channel, a.sent, a.clicked, a.segments) == ("a", "sms", 2, 1, 4)
    assert (a.visited, a.submitted, a.redeemed, a.ordered) == (1, 0, 0, 1)
    assert (b.sent, b.clicked, b.visited, b.ordered, b.stopped) == (2, 1, 0, 0, 1)
    assert (a.cost_micros, b.cost_micros) == (0, 15_800)
    assert found.revenue == [RevenueResult("a", "sms", "USD", 1, 700, 490_000.0)]
    # All recipients, with a click or without: a sent a form, b redeemed, a and c bought.
    assert found.holdout == [
        HoldoutResult(is_held_out=False, people=4, visited=0, submitted=1, redeemed=1, ordered=2),
        HoldoutResult(is_held_out=True, people=2, visited=0, submitted=0, redeemed=0, ordered=1),
    ]
    # Hours of a time zone that is 5:45 ahead begin at a quarter past.
    first = START - timedelta(minutes=45)
    assert found.hours == [
        HourResult(first, 4, 0, 0, 0),
        HourResult(first + timedelta(hours=1), 0, 1, 0, 0),
        HourResult(first + timedelta(hours=2), 0, 1, 1, 0),
        HourResult(first + timedelta(hours=3), 0, 0, 0, 1),
    ]


def test_steps_of_an_automation_are_counted_separately(tmp_path: Path) -> None:
    """A second enrolment of the same person has the same steps; a campaign with the same id is counted separately."""

    def sent(pos: int, status: str, hours: float, step: str, who: str = "a") -> Any:
        data = {"message_id": f"{step}-{who}", "source": "automation", "step": step}
        return message(pos, status, hours, who, of="aut_1", data=data, visitor_id="phone-a")

    lake = Lake(str(tmp_path))
    land(
        lake,
        sent(0, "sent", 0, "hello"),
        sent(1, "sent", 2, "hello.2"),
        sent(2, "sent", 3, "later"),
        sent(3, "clicked", 3, "later"),
        order(4, 4, "a", 900),
        message(5, "sent", 0, "b", of="aut_1"),
    )
    conversions = Conversions(lake)
    try:
        found = conversions.ask(
            ResultsQuestion(
                "org_a",
                zone_of(ZONE),
                "aut_1",
                START - timedelta(hours=1),
                START + timedelta(hours=48),
                source="automation",
            )
        )
    finally:
        conversions.close()

    assert [(it.variant, it.sent, it.clicked, it.ordered) for it in found.versions] == [
        ("hello", 2, 0, 0),
        ("later", 1, 1, 1),
    ]
    assert [(it.variant, it.revenue_cents) for it in found.revenue] == [("later", 900)]


def results_of(events: list[Any], zone: str = ZONE) -> CampaignResults:
    with TemporaryDirectory() as folder:
        lake = Lake(folder)
        land(lake, *events)
        conversions = Conversions(lake)
        since, until = START - timedelta(hours=1), START + timedelta(hours=48)
        try:
            return conversions.ask(
                ResultsQuestion("org_a", zone_of(zone), "cmp_1", since, until, {"cmp_1": 24})
            )
        finally:
            conversions.close()


def test_orders_of_two_shops_with_the_same_number_are_counted_separately() -> None:
    found = results_of(
        [
            message(0, "sent", 0, "a"),
            message(1, "sent", 0, "b"),
            message(2, "clicked", 1, "a"),
            order(3, 2, "a", 500, order_id="1001", source="shop"),
            order(4, 1.5, "b", 900, order_id="1001", source="market"),
            order(5, 3, "a", -100, "refunded", order_id="1001", source="shop"),
        ]
    )

    (version,) = found.versions
    assert (version.clicked, version.ordered) == (1, 1)
    assert found.revenue == [RevenueResult("a", "sms", "USD", 1, 400, 160_000.0)]
    assert [(it.people, it.ordered) for it in found.holdout] == [(2, 2)]


def test_refund_of_an_earlier_order_is_no_order() -> None:
    found = results_of(
        [
            message(0, "sent", 0, "a"),
            message(1, "clicked", 1, "a"),
            order(2, -200, "a", 500),
            order(3, 2, "a", -500, "refunded"),
        ]
    )

    (version,) = found.versions
    assert (version.clicked, version.ordered, found.revenue) == (1, 0, [])
    assert [(it.people, it.ordered) for it in found.holdout] == [(1, 0)]


def test_hour_that_occurs_twice_is_two_hours() -> None:
    at = [
        (datetime(2026, 10, 25, hour, 30, tzinfo=UTC) - START) / timedelta(hours=1)
        for hour in (0, 1)
    ]

    with TemporaryDirectory() as folder:
        lake = Lake(folder)
        land(lake, message(0, "sent", at[0], "a"), message(1, "sent", at[1], "b"))
        conversions = Conversions(lake)
        since, until = datetime(2026, 10, 24, tzinfo=UTC), datetime(2026, 10, 26, tzinfo=UTC)
        try:
            zone = zone_of("Europe/Berlin")
            found = conversions.ask(ResultsQuestion("org_a", zone, "cmp_1", since, until))
        finally:
            conversions.close()

    assert found.hours == [
        HourResult(datetime(2026, 10, 25, hour, tzinfo=UTC), 1, 0, 0, 0) for hour in (0, 1)
    ]
