"""Orders and refunds: recorded once, with the points that they give and take back."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.domains.promotions.orders.service import owed
from api.kit.clock import Clock
from ingest.contracts.order import OrderRecorded
from runtime.settings import Settings
from tests.support.earning import Earning
from tests.support.loyalty import Till
from tests.support.people import MakeMember, Org, People, Somebody
from tests.support.promos import MovableClock
from tests.support.visits import Outbox

PARALLEL = 64


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    return movable_clock


@pytest.fixture
def shop(
    client: TestClient, admin: Somebody, settings: Settings, clock: Clock
) -> Iterator[Earning]:
    engine = make_engine(settings)
    yield Earning(Till(client, admin), engine, settings, admin.org_id, clock)
    engine.dispose()


def test_order_gives_points_for_each_full_amount_and_is_an_event(
    shop: Earning, outbox: Outbox, code: str
) -> None:
    rule = shop.rule(amount=3, per_cents=200, name="Coffee and cake")
    ana = shop.till.customer()

    order = shop.order(ana, "1042", 2390, code_id=code, item_count=3)

    (earned,) = order["earned"]
    assert earned == {
        "rule_id": rule["rule_id"],
        "name": "Coffee and cake",
        "unit": "points",
        "amount": 2390 * 3 // 200,
    }
    assert shop.till.balance(ana) == (35, 0)
    event, points = (it for it in outbox.events() if it.type in ("order", "points"))
    assert isinstance(event, OrderRecorded)
    assert event.customer_key == points.customer_key == ana
    assert (event.code_id, event.data.status, event.data.amount_cents) == (code, "paid", 2390)
    assert (event.data.order_id, event.data.currency, event.data.item_count) == ("1042", "USD", 3)
    assert (points.data.amount, points.data.reason) == (35, "earned")
    (line,) = shop.till.call("rewards/get-ledger", customer_id=ana)["items"]
    assert (line["reason"], line["note"]) == ("earned", "Coffee and cake")


def test_rules_can_require_currency_amount_place_and_time(
    shop: Earning, code: str, movable_clock: MovableClock
) -> None:
    shop.rule(name="Large", min_cents=1000)
    shop.rule(name="Here", code_ids=[code])
    shop.rule(name="Pounds", currency="GBP")
    shop.rule(name="Off", is_active=False)
    later = (movable_clock.now + timedelta(days=1)).isoformat()
    shop.rule(name="Tomorrow", starts_at=later)
    ana = shop.till.customer()

    def names(number: str, cents: int, **fields: object) -> list[str]:
        earned = shop.order(ana, number, cents, **fields)["earned"]
        return sorted(it["name"] for it in earned)

    assert names("1", 999) == []
    assert names("2", 1000) == ["Large"]
    assert names("3", 500, code_id=code) == ["Here"]
    assert names("4", 1000, currency="GBP") == ["Pounds"]
    assert names("5", 99, code_id=code) == []
    movable_clock.move(days=1, seconds=1)
    assert names("6", 500) == ["Tomorrow"]


def test_same_order_number_is_recorded_once_and_refused_for_a_different_order(
    shop: Earning, outbox: Outbox
) -> None:
    shop.rule()
    ana, ben = shop.till.customer(), shop.till.customer()

    first = shop.order(ana, "1042", 500)
    again = shop.order(ana, "1042", 500)
    body = {"order_number": "1042", "amount_cents": 500, "currency": "USD"}
    of_ben = shop.till.call("record-order", 409, customer_id=ben, **body)
    other = shop.till.call("record-order", 409, customer_id=ana, **body | {"amount_cents": 501})
    elsewhere = shop.order(ana, "1042", 700, source="till_2")

    assert first == again
    assert of_ben["code"] == other["code"] == "order_number_reused"
    assert elsewhere["order_id"] != first["order_id"]
    assert shop.till.balance(ana) == (12, 0)
    assert sum(it.type == "order" for it in outbox.events()) == 2


def test_order_with_an_unknown_email_creates_a_customer(shop: Earning) -> None:
    shop.rule()
    body = {"amount_cents": 300, "currency": "USD", "email": "New.Friend@example.com"}

    first = shop.till.call("record-order", order_number="1", **body)
    second = shop.till.call("record-order", order_number="2", **body)
    nobody = shop.till.call("record-order", 404, customer_id="cus_gone", order_number="3",
                            amount_cents=1, currency="USD")  # fmt: skip

    assert first["customer_id"] == second["customer_id"]
    assert shop.till.balance(first["customer_id"]) == (6, 0)
    assert nobody["code"] == "customer_not_found"


def test_points_wait_for_the_return_window_and_a_refund_removes_them(
    shop: Earning, outbox: Outbox, movable_clock: MovableClock
) -> None:
    shop.rule()
    shop.till.call("rewards/save-program", pending_days=14)
    ana = shop.till.customer()
    shop.order(ana, "1042", 1000)

    waiting = shop.till.balance(ana)
    half = shop.refund("1042", 500, refund_number="r1", note="Broken cup")
    again = shop.refund("1042", 500, refund_number="r1")
    movable_clock.move(days=14, seconds=1)

    assert waiting == (0, 10)
    assert half == again
    assert half["refunded_cents"] == 500
    (refund,) = half["refunds"]
    assert (refund["points_taken"], refund["points_short"], refund["note"]) == (5, 0, "Broken cup")
    assert shop.till.balance(ana) == (5, 0)
    last = [it for it in outbox.events() if isinstance(it, OrderRecorded)][-1]
    assert (last.data.status, last.data.amount_cents) == ("refunded", -500)


def test_refund_records_already_spent_points_as_short(shop: Earning) -> None:
    shop.rule()
    ana = shop.till.customer()
    shop.order(ana, "1042", 1000)
    shop.till.redeem(ana, reward_id=shop.till.reward(price=8))

    (refund,) = shop.refund("1042")["refunds"]

    assert (refund["points_taken"], refund["points_short"]) == (2, 8)
    assert shop.till.balance(ana) == (0, 0)


def test_undone_redemption_does_not_return_refunded_points(shop: Earning, outbox: Outbox) -> None:
    shop.rule()
    ana = shop.till.customer()
    shop.order(ana, "1042", 1000)
    shop.order(ana, "1043", 500)
    award = shop.till.redeem(ana, reward_id=shop.till.reward(price=12))["award"]["award_id"]
    shop.refund("1042", 500)
    shop.refund("1042", 200)

    shop.till.redeem(ana, action="undo", award_id=award)
    shop.till.redeem(ana, action="undo", award_id=award)
    after_undo = shop.till.balance(ana)
    again = shop.till.redeem(ana, reward_id=shop.till.reward(price=8))["award"]["award_id"]
    shop.till.redeem(ana, action="undo", award_id=again)

    assert after_undo == shop.till.balance(ana) == (8, 0)
    moved = [it.data.amount for it in outbox.events() if it.type == "points"]
    assert moved == [10, 5, -10, -2, 10, 2, -7, -3, -5, 3, 5]


def test_refunds_do_not_exceed_the_paid_amount(shop: Earning) -> None:
    ana = shop.till.customer()
    shop.order(ana, "1042", 1000)
    shop.refund("1042", 400, refund_number="r1")

    too_large = shop.refund("1042", 601, 409)
    other = shop.refund("1042", 300, 409, refund_number="r1")
    rest = shop.refund("1042")
    nothing = shop.refund("1042", None, 409)
    unknown = shop.refund("1043", None, 404)

    assert too_large["code"] == nothing["code"] == "refund_too_large"
    assert other["code"] == "refund_number_reused"
    assert rest["refunded_cents"] == 1000
    assert unknown["code"] == "order_not_found"


@pytest.mark.parametrize("parts", [[1000], [1, 999], [333, 333, 334], [999, 1], [100] * 10])
def test_full_refund_removes_all_points_however_many_parts_it_has(parts: list[int]) -> None:
    refunded, due = 0, 0
    for part in parts:
        due += owed(7, 1000, refunded + part) - owed(7, 1000, refunded)
        refunded += part

    assert due == 7


def test_parallel_requests_record_and_refund_each_order_number_once(shop: Earning) -> None:
    shop.rule()
    ana = shop.till.customer()
    order = {"customer_id": ana, "order_number": "1042", "amount_cents": 1000, "currency": "USD"}

    with ThreadPoolExecutor(PARALLEL) as pool:
        recorded = list(
            pool.map(lambda _: shop.till.settled("record-order", order), range(PARALLEL))
        )
        before = shop.till.balance(ana)
        refunded = list(
            pool.map(
                lambda number: shop.till.settled(
                    "refund-order",
                    {"order_number": "1042", "amount_cents": 50, "refund_number": f"r{number}"},
                ),
                range(PARALLEL),
            )
        )

    assert set(recorded) == {200}
    assert before == (10, 0)
    assert sorted(refunded) == [200] * 20 + [409] * (PARALLEL - 20)
    assert shop.till.balance(ana) == (0, 0)


def test_orders_are_listed_newest_first_and_by_customer(
    shop: Earning, movable_clock: MovableClock
) -> None:
    ana, ben = shop.till.customer(), shop.till.customer()
    shop.order(ana, "1", 100)
    movable_clock.move(minutes=1)
    shop.order(ben, "2", 100)
    movable_clock.move(minutes=1)
    shop.order(ana, "3", 100, ordered_at=(movable_clock.now - timedelta(days=3)).isoformat())

    everybody = shop.till.call("list-orders", pageSize=2)
    of_ana = shop.till.call("list-orders", customer_id=ana)

    assert [it["order_number"] for it in everybody["items"]] == ["2", "1"]
    assert everybody["total"] == 3
    assert [it["order_number"] for it in of_ana["items"]] == ["1", "3"]


def test_order_dated_tomorrow_is_refused(shop: Earning, movable_clock: MovableClock) -> None:
    ana = shop.till.customer()
    tomorrow = (movable_clock.now + timedelta(days=1)).isoformat()
    body = {"order_number": "1", "amount_cents": 1, "currency": "USD", "ordered_at": tomorrow}

    refused = shop.till.call("record-order", 422, customer_id=ana, **body)

    assert refused["errors"][0]["field"] == "ordered_at"


def test_orders_of_another_organisation_are_inaccessible(
    shop: Earning, org: Org, people: People, make_member: MakeMember
) -> None:
    ana = shop.till.customer()
    shop.order(ana, "1042", 1000)
    stranger = Till(shop.till.client, make_member(people.org("Northwind Books"), "admin"))

    stranger.call("refund-order", 404, order_number="1042")
    stranger.call("list-orders", 404, customer_id=ana)

    assert stranger.call("list-orders")["items"] == []
    assert org.org_id == shop.org_id


def test_orders_are_found_by_number_state_source_and_day(
    shop: Earning, org: Org, movable_clock: MovableClock
) -> None:
    ana = shop.till.customer()
    shop.order(ana, "A-1", 500)
    movable_clock.now += timedelta(minutes=1)
    shop.order(ana, "A-2", 500)
    shop.till.call("refund-order", order_number="A-2", amount_cents=200)
    movable_clock.now += timedelta(days=2)
    shop.order(ana, "B-1", 500, source="shop")
    shop.till.call("refund-order", order_number="B-1", source="shop")
    today = movable_clock.now.astimezone(ZoneInfo(org.time_zone)).date()

    def found(**wanted: object) -> list[str]:
        return [it["order_number"] for it in shop.till.call("list-orders", **wanted)["items"]]

    assert found() == ["B-1", "A-2", "A-1"]
    assert found(filter="a-") == ["A-2", "A-1"]
    assert found(source="shop") == ["B-1"]
    assert found(status="paid") == ["A-1"]
    assert found(status="partly_refunded") == ["A-2"]
    assert found(status="refunded") == ["B-1"]
    assert found(first_day=str(today - timedelta(days=1))) == ["B-1"]
    assert found(last_day=str(today - timedelta(days=1))) == ["A-2", "A-1"]
