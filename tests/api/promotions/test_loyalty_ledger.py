"""The ledger of points and stamps: the balance is the sum of its entries, despite concurrency and repetition."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.promotions.loyalty.programs import Earned, Program, Tier, tier_status
from api.kit.clock import Clock
from runtime.settings import Settings
from tests.support.loyalty import Till
from tests.support.people import MakeMember, Org, People, Somebody
from tests.support.promos import MovableClock
from tests.support.visits import Outbox

PARALLEL = 64
START = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    return movable_clock


@pytest.fixture
def till(client: TestClient, admin: Somebody) -> Till:
    return Till(client, admin)


def test_points_are_given_spent_and_listed(till: Till) -> None:
    ana = till.customer()
    till.give(ana, 30)
    till.give(ana, 12)
    coffee = till.reward(price=40)

    till.redeem(ana, reward_id=coffee)
    ledger = till.call("rewards/get-ledger", customer_id=ana)

    assert till.balance(ana) == (2, 0)
    assert [(it["amount"], it["reason"]) for it in ledger["items"]] == [
        (-40, "redeem"),
        (12, "given"),
        (30, "given"),
    ]
    assert ledger["total"] == 3
    assert ledger["items"][0]["recorded_by"]


def test_every_ledger_entry_has_an_event_that_commits_with_it(till: Till, outbox: Outbox) -> None:
    ana = till.customer()
    till.call("rewards/save-program", points_expire_days=30)
    first = till.give(ana, 10)["movement_id"]
    till.give(ana, 5, idempotency_key="once")
    till.give(ana, 5, idempotency_key="once")
    coffee = till.reward(price=12)

    redeemed = till.redeem(ana, reward_id=coffee)["award"]
    till.redeem(ana, action="undo", award_id=redeemed["award_id"])
    till.redeem(ana, 409, reward_id=till.reward(price=100))

    recorded = [it for it in outbox.events() if it.type == "points"]
    assert [(it.data.amount, it.data.reason) for it in recorded] == [
        (10, "given"),
        (5, "given"),
        (-10, "redeem"),
        (-2, "redeem"),
        (10, "undo_redeem"),
        (2, "undo_redeem"),
    ]
    assert {it.customer_key for it in recorded} == {ana}
    assert {it.data.unit for it in recorded} == {"points"}
    assert recorded[2].data.lot_id == recorded[0].data.entry_id == f"{first}-0"
    assert (
        recorded[2].data.expires_at
        == recorded[0].data.expires_at
        == recorded[0].occurred_at + timedelta(30)
    )


def test_points_that_expire_first_are_spent_first(till: Till, movable_clock: MovableClock) -> None:
    ana = till.customer()
    till.call("rewards/save-program", points_expire_days=30)
    till.give(ana, 10)
    movable_clock.move(days=10)
    till.give(ana, 10)
    coffee = till.reward(price=12)

    till.redeem(ana, reward_id=coffee)
    movable_clock.move(days=20, seconds=1)
    after_the_first = till.balance(ana)
    movable_clock.move(days=10)

    assert after_the_first == (8, 0)
    assert till.balance(ana) == (0, 0)


def test_points_are_pending_until_the_return_window_ends(
    till: Till, movable_clock: MovableClock
) -> None:
    ana = till.customer()
    till.call("rewards/save-program", pending_days=14)
    till.give(ana, 10)
    coffee = till.reward(price=10)

    refused = till.redeem(ana, 409, reward_id=coffee)
    before = till.balance(ana)
    movable_clock.move(days=14)

    assert (refused["code"], refused["reason"]) == ("reward_unavailable", "balance")
    assert before == (0, 10)
    assert till.balance(ana) == (10, 0)


def test_correction_takes_pending_points_first(till: Till) -> None:
    ana = till.customer()
    till.give(ana, 10)
    till.call("rewards/save-program", pending_days=14)
    till.give(ana, 10)

    def correct(amount: int, status: int = 200) -> tuple[int, int]:
        till.post(ana, status, action="correct", unit="points", amount=amount, note="Returned")
        return till.balance(ana)

    assert correct(-4) == (10, 6)
    assert correct(-17, 409) == (10, 6)
    assert correct(-8) == (8, 0)


def test_correction_needs_a_reason_and_never_goes_below_zero(till: Till) -> None:
    ana = till.customer()
    till.give(ana, 10)

    unexplained = till.post(ana, 422, action="correct", unit="points", amount=-5)
    till.post(ana, action="correct", unit="points", amount=-4, note="Given twice by mistake")
    refused = till.post(ana, 409, action="correct", unit="points", amount=-7, note="More")
    newest = till.call("rewards/get-ledger", customer_id=ana)["items"][0]

    assert unexplained["errors"][0]["field"] == "note"
    assert refused["code"] == "balance_too_low"
    assert till.balance(ana) == (6, 0)
    assert (newest["note"], newest["amount"]) == ("Given twice by mistake", -4)


def test_gain_can_be_undone_for_a_quarter_of_an_hour_unless_it_is_spent(
    till: Till, movable_clock: MovableClock
) -> None:
    ana, ben = till.customer(), till.customer()
    first = till.give(ana, 10)["movement_id"]
    second = till.give(ben, 10)["movement_id"]
    coffee = till.reward(price=1)

    till.post(ana, action="undo", movement_id=first)
    till.post(ana, action="undo", movement_id=first)
    till.redeem(ben, reward_id=coffee)
    spent = till.post(ben, 409, action="undo", movement_id=second)
    of_another = till.post(ana, 404, action="undo", movement_id=second)
    movable_clock.move(minutes=16)
    late = till.post(ben, 404, action="undo", movement_id=second)

    assert till.balance(ana) == (0, 0)
    assert till.balance(ben) == (9, 0)
    assert [it["code"] for it in (spent, of_another, late)] == [
        "already_spent",
        "movement_not_found",
        "movement_not_found",
    ]


def test_customer_gets_no_more_per_day_than_the_programme_allows(
    till: Till, movable_clock: MovableClock
) -> None:
    ana = till.customer()
    till.call("rewards/save-program", daily_stamps=3)
    till.give(ana, 2, "stamps")

    refused = till.post(ana, 409, action="add", unit="stamps", amount=2)
    till.give(ana, 1, "stamps")
    movable_clock.move(hours=24, seconds=1)
    till.give(ana, 3, "stamps")

    assert refused["code"] == "daily_limit"
    assert till.balance(ana, "stamps") == (6, 0)


def test_same_key_gives_once_and_is_refused_for_a_different_request(till: Till) -> None:
    ana, ben = till.customer(), till.customer()

    first = till.give(ana, 10, idempotency_key="till-1")
    again = till.give(ana, 10, idempotency_key="till-1")
    other = till.post(ana, 409, action="add", amount=11, unit="points", idempotency_key="till-1")
    of_ben = till.post(ben, 409, action="add", amount=10, unit="points", idempotency_key="till-1")

    assert first["movement_id"] == again["movement_id"]
    assert other["code"] == of_ben["code"] == "idempotency_key_reused"
    assert till.balance(ana) == (10, 0)


def test_many_tills_at_once_spend_exactly_the_balance(till: Till) -> None:
    ana = till.customer()
    till.give(ana, 70)
    coffee = till.reward(price=2)
    body = {"customer_id": ana, "reward_id": coffee}

    def redeem(number: int) -> int:
        return till.settled("rewards/redeem", {**body, "idempotency_key": f"redemption-{number}"})

    with ThreadPoolExecutor(PARALLEL) as pool:
        results = sorted(pool.map(redeem, range(PARALLEL)))

    assert results == [200] * 35 + [409] * (PARALLEL - 35)
    assert till.balance(ana) == (0, 0)


def test_many_tills_at_once_use_each_key_once(till: Till) -> None:
    ana = till.customer()

    def give(number: int) -> int:
        key = number % 4
        body = {"customer_id": ana, "action": "add", "amount": 1 + key}
        return till.settled("rewards/post-swapt-card", {**body, "idempotency_key": f"key-{key}"})

    with ThreadPoolExecutor(PARALLEL) as pool:
        results = list(pool.map(give, range(PARALLEL)))

    assert set(results) == {200}
    assert till.balance(ana, "stamps") == (1 + 2 + 3 + 4, 0)


def test_entries_are_immutable_and_no_lot_is_overdrawn_by_any_writer(
    till: Till, org: Org, settings: Settings
) -> None:
    ana = till.customer()
    till.give(ana, 10)
    overdraw = (
        "insert into loyalty_entries (entry_id, org_id, customer_id, movement_id, part, unit, amount,"
        " lot_id, available_from, expires_at, reason, idempotency_key, recorded_at)"
        " select 'forged', org_id, customer_id, 'forged', 0, unit, -11, lot_id, available_from,"
        " expires_at, 'redeem', 'forged', now() from loyalty_entries"
    )

    with psycopg.connect(settings.database_url, autocommit=True) as owner:
        for statement in ("update loyalty_entries set amount = 1000", overdraw):
            with pytest.raises((psycopg.errors.RestrictViolation, psycopg.errors.CheckViolation)):
                owner.execute(statement)
        owner.execute("select set_config('app.org_id', %s, false)", [org.org_id])
        owner.execute("set role waypost_app")
        for statement in ("update loyalty_entries set amount = 1", "delete from loyalty_entries"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                owner.execute(statement)

    assert till.balance(ana) == (10, 0)


def test_points_of_another_organisation_are_inaccessible(
    till: Till, people: People, make_member: MakeMember
) -> None:
    ana = till.customer()
    stranger = Till(till.client, make_member(people.org("Northwind Books"), "admin"))

    stranger.post(ana, 404, action="add", amount=5)
    stranger.call("rewards/get-ledger", 404, customer_id=ana)

    assert till.balance(ana) == (0, 0)


TIERS = Program(
    tier_days=100,
    grace_days=10,
    tiers=[Tier(name="Silver", points=100), Tier(name="Gold", points=300)],
)


def test_tier_counts_a_rolling_window_and_is_kept_for_a_grace_period() -> None:
    earned = [Earned(START, 250), Earned(START + timedelta(days=50), 60)]

    def tier(days: float) -> str | None:
        return tier_status(TIERS, earned, START + timedelta(days=days)).name

    assert [tier(it) for it in (0, 49, 50, 99)] == ["Silver", "Silver", "Gold", "Gold"]
    assert [tier(it) for it in (105, 109.9, 110.1, 159)] == ["Gold", "Gold", None, None]
    assert tier_status(TIERS, earned, START).next_points == 50


def test_undone_points_give_no_tier(till: Till, movable_clock: MovableClock) -> None:
    ana = till.customer()
    till.call("rewards/save-program", tiers=[{"name": "Gold", "points": 100}])

    given = till.give(ana, 100)
    movable_clock.move(minutes=1)
    undone = till.post(ana, action="undo", movement_id=given["movement_id"])

    assert given["card"]["tier"]["name"] == "Gold"
    assert (undone["card"]["tier"]["name"], undone["card"]["tier"]["points"]) == (None, 0)
