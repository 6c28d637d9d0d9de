"""Earning rules: who gets how much for which act, once, and never more than the caps allow."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.domains.promotions.earning.due_settlements import ends_of, queue_due
from api.kit.clock import Clock
from runtime.settings import Settings
from tests.pipelines.events import land, make_event
from tests.support.browsers import BROWSER
from tests.support.earning import Earning
from tests.support.loyalty import Till
from tests.support.pages import PageMaker, field, form_block
from tests.support.people import Org, Somebody
from tests.support.promos import MovableClock
from warehouse.lake import Lake

PARALLEL = 64
HERE = {"latitude": 52.52, "longitude": 13.405}
NEAR = {"latitude": 52.5203, "longitude": 13.405}
AWAY = {"latitude": 52.53, "longitude": 13.405}


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


def test_earning_rules_are_added_changed_listed_and_deleted(shop: Earning) -> None:
    made = shop.rule("submit", name="Sign-up", amount=20, person_total=20)
    orders = shop.rule(amount=2)
    changed = {"rule_id": made["rule_id"], "kind": "submit", "name": "Club sign-up", "amount": 30}

    shop.till.call("save-earning-rule", **changed)
    of_another_kind = shop.till.call("save-earning-rule", 422, **changed | {"kind": "scan"})
    shop.till.call("delete-earning-rule", rule_id=orders["rule_id"])
    gone = shop.till.call("delete-earning-rule", 404, rule_id=orders["rule_id"])
    (listed,) = shop.till.call("list-earning-rules")["items"]

    assert (listed["name"], listed["amount"], listed["person_total"]) == ("Club sign-up", 30, None)
    assert listed["given"] == 0
    assert of_another_kind["errors"][0]["field"] == "kind"
    assert gone["code"] == "earning_rule_not_found"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"kind": "order", "currency": None}, "currency"),
        ({"kind": "order", "per_cents": None}, "per_cents"),
        ({"kind": "submit", "per_cents": 100}, "per_cents"),
        ({"kind": "submit", "min_cents": 100}, "min_cents"),
        ({"kind": "check_in"}, "latitude"),
        ({"kind": "check_in", **HERE}, "radius_m"),
        ({"kind": "birthday", "code_ids": ["some"]}, "code_ids"),
        ({"kind": "submit", "amount": 0}, "amount"),
        (
            {"starts_at": "2026-05-02T00:00:00Z", "ends_at": "2026-05-01T00:00:00Z"},
            "ends_at",
        ),
        ({"ends_at": "2020-05-01T00:00:00Z"}, "ends_at"),
    ],
)
def test_contradictory_fields_are_refused(
    shop: Earning, fields: dict[str, Any], field: str
) -> None:
    refused = shop.rule(status=422, **fields)

    assert refused["errors"][0]["field"] == field


def test_only_admins_change_earning_rules(
    shop: Earning, client: TestClient, editor: Somebody
) -> None:
    weak = Till(client, editor)
    made = shop.rule()

    weak.call("delete-earning-rule", 403, rule_id=made["rule_id"])
    weak.call("save-earning-rule", 403, kind="submit", name="Mine", amount=1)

    assert weak.call("list-earning-rules")["total"] == 1


def test_per_person_caps_use_days_and_weeks_of_the_organisation(
    shop: Earning, movable_clock: MovableClock, settings: Settings
) -> None:
    with psycopg.connect(settings.database_url) as connection:
        zone = "update organizations set time_zone = 'Asia/Tokyo' where org_id = %s"
        connection.execute(zone, [shop.org_id])
    shop.rule(person_day=10, person_week=25, person_total=40,
              starts_at="2026-01-01T00:00:00Z")  # fmt: skip
    movable_clock.now = datetime(2026, 6, 30, tzinfo=UTC)
    ana = shop.till.customer()

    def earned(at: str, cents: int = 800) -> int:
        order = shop.order(ana, f"order {at}".replace(" ", "_"), cents, ordered_at=at)
        amount: int = order["earned"][0]["amount"]
        return amount

    # In Tokyo, Monday, 15 June begins on Sunday at 15:00 UTC.
    assert earned("2026-06-14T14:59:59Z") == 8
    assert earned("2026-06-14T15:00:00Z") == 8
    assert earned("2026-06-15T14:59:59Z") == 2
    assert earned("2026-06-16T12:00:00Z", 5000) == 10
    assert earned("2026-06-18T12:00:00Z") == 5
    assert earned("2026-06-19T12:00:00Z") == 0
    assert earned("2026-06-22T12:00:00Z") == 7
    assert earned("2026-06-29T12:00:00Z") == 0
    assert shop.till.balance(ana) == (40, 0)
    assert shop.till.call("list-earning-rules")["items"][0]["given"] == 40


def test_merged_profiles_share_their_caps(shop: Earning) -> None:
    shop.rule(person_total=10)
    ana, again = shop.till.customer(), shop.till.customer()
    shop.order(ana, "1", 800)
    shop.order(again, "2", 100)

    shop.till.call("merge-customers", keep=ana, merge=again)
    shop.order(again, "3", 800)

    assert shop.till.balance(ana) == (10, 0)


def test_daily_limit_of_the_programme_applies_to_rules_too(shop: Earning) -> None:
    shop.rule()
    shop.till.call("rewards/save-program", daily_points=12)
    ana = shop.till.customer()

    shop.till.give(ana, 5)
    shop.order(ana, "1", 1000)
    refused = shop.till.post(ana, 409, action="add", unit="points", amount=1)

    assert shop.till.balance(ana) == (12, 0)
    assert refused["code"] == "daily_limit"


def test_parallel_gains_do_not_exceed_the_total_of_the_rule(shop: Earning) -> None:
    shop.rule(amount=10, per_cents=100, person_total=130, total=500)
    people = [shop.till.customer() for _ in range(8)]

    def order(number: int) -> int:
        body = {"customer_id": people[number % 8], "order_number": f"{number}"}
        return shop.till.settled("record-order", {**body, "amount_cents": 370, "currency": "USD"})

    with ThreadPoolExecutor(PARALLEL) as pool:
        assert set(pool.map(order, range(PARALLEL))) == {200}

    balances = [shop.till.balance(it)[0] for it in people]
    assert sum(balances) == 500
    assert max(balances) <= 130
    assert shop.till.call("list-earning-rules")["items"][0]["given"] == 500


def test_answered_form_gives_points_once(
    shop: Earning, client: TestClient, admin: Somebody, movable_clock: MovableClock
) -> None:
    shop.rule("submit", amount=20, name="Thanks for signing up", starts_at="2026-01-01T00:00:00Z")
    code, _ = PageMaker(client, admin.headers).published()
    form = {"code_id": code, "fields": {"first_name": "Ana", "email": "ana@example.com"}}
    client.post("/v1/append-submit", json=form, headers=BROWSER)
    stranger = {"code_id": code, "fields": {"first_name": "Eve", "email": "ana@example.com"}}
    client.cookies.clear()
    client.post("/v1/append-submit", json=stranger, headers=BROWSER)
    movable_clock.now = datetime.now(UTC) + timedelta(minutes=5)

    due = queue_due(shop.engine, movable_clock.now)
    first, second = shop.settle(), shop.settle()

    assert due == 1
    assert (first["submits"], second["submits"]) == (1, 0)
    (ana,) = shop.till.call("get-customers")["items"]
    ledger = shop.till.call("rewards/get-ledger", customer_id=ana["customer_id"])
    assert [(it["amount"], it["note"]) for it in ledger["items"]] == [(20, "Thanks for signing up")]


def test_review_is_an_answer_with_a_rating(
    shop: Earning, client: TestClient, admin: Somebody, movable_clock: MovableClock
) -> None:
    shop.rule("review", amount=15, name="Thanks for the review", starts_at="2026-01-01T00:00:00Z")
    asked = form_block(field("email", "email", required=True), field("rating", "number"))
    code, _ = PageMaker(client, admin.headers).published(asked)
    for answers in ({}, {"rating": "5"}):
        fields = {"email": "ana@example.com", **answers}
        sent = client.post(
            "/v1/append-submit", json={"code_id": code, "fields": fields}, headers=BROWSER
        )
        assert sent.status_code == 200, sent.text
    movable_clock.now = datetime.now(UTC) + timedelta(minutes=5)

    assert shop.settle()["submits"] == 1
    (ana,) = shop.till.call("get-customers")["items"]
    assert shop.till.balance(ana["customer_id"]) == (15, 0)


def test_birthday_gives_points_once_a_year(shop: Earning, movable_clock: MovableClock) -> None:
    movable_clock.now = datetime(2026, 5, 17, 9, tzinfo=UTC)
    rule = shop.rule("birthday", amount=50)
    ana = shop.till.customer(birthday="1990-05-17")
    ben = shop.till.customer(birthday="--05-17")
    eve = shop.till.customer(birthday="1990-05-18")

    first = shop.settle()["birthdays"]
    again = shop.settle()["birthdays"]
    # Changing the date in the profile does not give a second birthday.
    shop.till.call("save-customer", customer_id=ana, birthday="1990-05-20")
    movable_clock.move(days=4)
    later = shop.settle()["birthdays"]
    movable_clock.now = datetime(2027, 5, 20, 9, tzinfo=UTC)
    next_year = shop.settle()["birthdays"]

    assert (first, again, later, next_year) == (2, 0, 1, 3)
    assert [shop.till.balance(it)[0] for it in (ana, ben, eve)] == [100, 100, 100]
    assert shop.till.call("list-earning-rules")["items"][0]["given"] == 300
    assert rule["given"] == 0


def test_birthday_entered_on_the_day_itself_gives_points(
    shop: Earning, movable_clock: MovableClock
) -> None:
    movable_clock.now = datetime(2026, 5, 17, 9, tzinfo=UTC)
    shop.rule("birthday", amount=50)
    people, settled = [shop.till.customer()], [shop.settle()["birthdays"]]

    shop.till.call("save-customer", customer_id=people[0], birthday="1990-05-17")
    for hours in (1, 14.5):  # the last search is after midnight
        people.append(shop.till.customer(birthday="--05-17"))
        movable_clock.move(hours=hours)
        settled.append(shop.settle()["birthdays"])

    assert settled == [0, 2, 1]
    assert [shop.till.balance(it)[0] for it in people] == [50, 50, 50]


@pytest.mark.parametrize(
    ("day", "ends"),
    [
        (date(2026, 2, 28), ("02-28", "02-29")),
        (date(2028, 2, 28), ("02-28",)),
        (date(2028, 2, 29), ("02-29",)),
        (date(2026, 3, 1), ("03-01",)),
    ],
)
def test_person_born_on_a_leap_day_has_a_birthday_each_year(
    day: date, ends: tuple[str, ...]
) -> None:
    assert ends_of(day) == ends


def test_scan_by_a_known_customer_gives_points_once_a_day(
    shop: Earning, org: Org, settings: Settings, movable_clock: MovableClock
) -> None:
    movable_clock.now = datetime(2026, 3, 10, 18, tzinfo=UTC)
    shop.rule("scan", amount=5)
    ana = shop.till.customer()
    with psycopg.connect(settings.database_url) as connection:
        for visitor, is_proven in (
            ("phone_of_ana", True),
            ("tablet_of_ana", True),
            ("typed", False),
        ):
            connection.execute(
                "insert into customer_visitors (org_id, visitor_id, customer_id, is_proven)"
                " values (%s, %s, %s, %s)",
                [org.org_id, visitor, ana, is_proven],
            )

    def scan(pos: int, visitor: str, at: datetime, **fields: Any) -> dict[str, Any]:
        own = {"org_id": org.org_id, "visitor_id": visitor, "occurred_at": at, "day": at.date()}
        return make_event(pos, **own, **fields)

    first = datetime(2026, 3, 10, 18, 30, tzinfo=UTC)
    lake = Lake.from_settings(settings)
    land(
        lake,
        scan(0, "phone_of_ana", first - timedelta(hours=1)),  # before the rule existed
        scan(1, "typed", first),
        scan(2, "stranger", first),
        scan(3, "phone_of_ana", first, is_bot=True),
    )
    movable_clock.now = first + timedelta(minutes=5)
    nothing = shop.settle()["scans"]
    land(
        lake,
        scan(4, "phone_of_ana", first, code_id="code_b"),
        scan(5, "tablet_of_ana", first + timedelta(minutes=1)),
        scan(6, "phone_of_ana", first + timedelta(minutes=2)),
    )
    movable_clock.move(minutes=15)
    once = shop.settle()["scans"]
    land(lake, scan(7, "tablet_of_ana", first + timedelta(days=1)))
    movable_clock.move(days=1)
    next_day = shop.settle()["scans"]

    assert (nothing, once, next_day) == (0, 1, 1)
    assert shop.till.balance(ana) == (10, 0)


def test_customer_checks_in_on_the_card_at_the_position_of_the_phone(
    shop: Earning, movable_clock: MovableClock, visitor: TestClient
) -> None:
    movable_clock.now = datetime(2026, 5, 4, 9, tzinfo=UTC)
    ana = shop.till.customer()
    card = shop.till.call("rewards/get-swapt-card", customer_id=ana)["swapt_card_id"]
    english = {"accept-language": "en"}

    def check_in(accuracy: str = "25", **where: float) -> str:
        sent = {**{name: str(it) for name, it in where.items()}, "accuracy": accuracy}
        answer = visitor.post(f"/card/{card}/check-in", data=sent)
        assert answer.status_code == 303, answer.text
        shown: str = visitor.get(answer.headers["location"], headers=english).text
        return shown

    before = visitor.get(f"/card/{card}", headers=english).text
    shop.rule("check_in", unit="stamps", name="Café Mitte", radius_m=100, **HERE)
    offered = visitor.get(f"/card/{card}", headers=english).text
    refused = (check_in(), check_in("nan", **HERE), check_in("101", **HERE), check_in(**AWAY))
    there, again = check_in(**NEAR), check_in(**HERE)

    assert "check-in" not in before
    assert "data-needs-location" in offered
    assert [
        any(text in page for text in ("Without your location", "precise enough", "do not seem"))
        for page in refused
    ] == [True] * 4
    assert "Without your location" in refused[0]
    assert "precise enough" in refused[2]
    assert "You are checked in" in there
    assert "already" in again
    assert shop.till.balance(ana, "stamps") == (1, 0)


def test_points_of_an_erased_customer_still_count_towards_the_total_of_a_rule(
    shop: Earning, settings: Settings
) -> None:
    shop.rule(total=10)
    ana, ben = shop.till.customer(), shop.till.customer()
    shop.order(ana, "1", 800)
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("delete from earnings where customer_id = %s", [ana])

    order = shop.order(ben, "2", 800)

    assert [it["amount"] for it in order["earned"]] == [2]
    assert [it["given"] for it in shop.till.call("list-earning-rules")["items"]] == [10]


def test_check_in_needs_a_position_at_the_place(shop: Earning, movable_clock: MovableClock) -> None:
    movable_clock.now = datetime(2026, 5, 4, 9, tzinfo=UTC)
    shop.rule("check_in", unit="stamps", name="Café Mitte", radius_m=100, **HERE)
    ana = shop.till.customer()

    def check_in(status: int = 200, **body: Any) -> Any:
        return shop.till.call("rewards/check-in", status, customer_id=ana, **body)

    without = check_in(422)
    away = check_in(409, accuracy_m=10, **AWAY)
    inexact = check_in(409, accuracy_m=101, **HERE)
    there = check_in(accuracy_m=25, **NEAR)
    again = check_in(accuracy_m=25, **HERE)
    movable_clock.move(days=1)
    tomorrow = check_in(accuracy_m=25, **HERE)

    assert {it["field"] for it in without["errors"]} == {"latitude", "longitude", "accuracy_m"}
    assert away["code"] == inexact["code"] == "not_at_a_place"
    assert [(it["name"], it["amount"]) for it in there["earned"]] == [("Café Mitte", 1)]
    assert again["earned"] == []
    assert len(tomorrow["earned"]) == 1
    assert shop.till.balance(ana, "stamps") == (2, 0)


def test_reactivated_rule_gives_nothing_for_events_while_it_was_off(
    shop: Earning, movable_clock: MovableClock
) -> None:
    movable_clock.now = datetime(2026, 5, 10, 9, tzinfo=UTC)
    rule = shop.rule("birthday", is_active=False)
    ana = shop.till.customer(birthday="1990-05-12")
    movable_clock.move(days=4)

    shop.till.call("save-earning-rule", **{**rule, "is_active": True})
    movable_clock.move(minutes=15)
    shop.settle()

    assert shop.till.balance(ana) == (0, 0)
