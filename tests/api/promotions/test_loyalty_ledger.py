"""The ledger of points and stamps: the balance is the sum of its entries, whatever happens at once or again."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import count

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.domains.promotions.loyalty.errors import AlreadySpent, MovementNotFound, NotEnough
from api.domains.promotions.loyalty.programs import Earned, Program, Tier, tier_status
from api.domains.promotions.loyalty.repository import LedgerRepository
from api.domains.promotions.loyalty.service import LedgerService
from api.domains.promotions.loyalty.types import Origin
from api.kit.clock import Clock
from api.kit.ids import new_id
from runtime.settings import Settings
from tests.support.loyalty import Till
from tests.support.people import MakeMember, Org, People, Somebody
from tests.support.promos import MovableClock

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


def test_what_expires_first_is_spent_first(till: Till, movable_clock: MovableClock) -> None:
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


def test_points_are_pending_until_returns_are_over(till: Till, movable_clock: MovableClock) -> None:
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


def test_a_correction_names_its_reason_and_never_goes_below_zero(till: Till) -> None:
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


def test_a_gain_can_be_undone_until_it_is_spent_or_a_quarter_of_an_hour_is_over(
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


def test_a_customer_gets_no_more_in_a_day_than_the_programme_allows(
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


def test_the_same_key_gives_once_and_only_the_same(till: Till) -> None:
    ana, ben = till.customer(), till.customer()

    first = till.give(ana, 10, idempotency_key="till-1")
    again = till.give(ana, 10, idempotency_key="till-1")
    other = till.post(ana, 409, action="add", amount=11, unit="points", idempotency_key="till-1")
    of_ben = till.post(ben, 409, action="add", amount=10, unit="points", idempotency_key="till-1")

    assert first["movement_id"] == again["movement_id"]
    assert other["code"] == of_ben["code"] == "idempotency_key_reused"
    assert till.balance(ana) == (10, 0)


def test_many_tills_at_once_spend_exactly_what_there_is(till: Till) -> None:
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


def test_entries_never_change_and_no_lot_is_overdrawn_whoever_writes(
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


def test_points_of_another_organisation_stay_out_of_reach(
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


def test_a_tier_counts_a_rolling_window_and_stays_for_a_grace_period() -> None:
    earned = [Earned(START, 250), Earned(START + timedelta(days=50), 60)]

    def tier(days: float) -> str | None:
        return tier_status(TIERS, earned, START + timedelta(days=days)).name

    assert [tier(it) for it in (0, 49, 50, 99)] == ["Silver", "Silver", "Gold", "Gold"]
    assert [tier(it) for it in (105, 109.9, 110.1, 159)] == ["Gold", "Gold", None, None]
    assert tier_status(TIERS, earned, START).next_points == 50


moves = st.lists(
    st.one_of(
        st.tuples(st.just("give"), st.integers(1, 30), st.sampled_from([None, 3, 10])),
        st.tuples(st.just("take"), st.integers(1, 40), st.none()),
        st.tuples(st.just("undo"), st.integers(0, 9), st.none()),
        st.tuples(st.just("again"), st.integers(0, 9), st.none()),
        st.tuples(st.just("wait"), st.integers(1, 5), st.sampled_from(["minutes", "days"])),
    ),
    max_size=25,
)


class PlainLedger:
    """The same rules in plain Python: a list of lots, and what each movement changed of them."""

    def __init__(self) -> None:
        self.lots: list[list[object]] = []
        self.done: list[tuple[str, datetime, list[tuple[int, int]]]] = []

    def live(self, now: datetime) -> list[int]:
        numbers = [n for n, (_, expiry) in enumerate(self.lots) if expiry is None or expiry > now]  # type: ignore[operator]
        return sorted(
            numbers, key=lambda n: (self.lots[n][1] or datetime.max.replace(tzinfo=UTC), n)
        )

    def balance(self, now: datetime) -> int:
        return sum(int(self.lots[n][0]) for n in self.live(now))  # type: ignore[call-overload]

    def change(self, parts: list[tuple[int, int]]) -> bool:
        if any(int(self.lots[n][0]) + amount < 0 for n, amount in parts):  # type: ignore[call-overload]
            return False
        for n, amount in parts:
            self.lots[n][0] = int(self.lots[n][0]) + amount  # type: ignore[call-overload]
        return True

    def give(self, amount: int, expiry: datetime | None, now: datetime) -> None:
        self.lots.append([amount, expiry])
        self.done.append(("given", now, [(len(self.lots) - 1, amount)]))

    def take(self, amount: int, now: datetime) -> bool:
        if self.balance(now) < amount:
            return False
        parts = []
        for n in self.live(now):
            part = min(amount, int(self.lots[n][0]))  # type: ignore[call-overload]
            if part:
                parts.append((n, -part))
                amount -= part
        self.change(parts)
        self.done.append(("redeem", now, parts))
        return True


class Running:
    """A session in one organisation, as the app has it."""

    def __init__(self, session: Session, org_id: str) -> None:
        self.session, self.org_id = session, org_id
        self.customers = count()


@pytest.fixture(scope="module")
def running(module_settings: Settings) -> Iterator[Running]:
    org_id = new_id("org")
    with psycopg.connect(module_settings.database_url) as connection:
        connection.execute(
            "insert into organizations (org_id, slug, name, time_zone) values (%s, %s, 'A', 'UTC')",
            [org_id, org_id.lower()],
        )
    with Session(make_engine(module_settings)) as session:
        enter_tenant(session, org_id)
        yield Running(session, org_id)
        session.rollback()


@given(moves)
def test_the_balance_is_that_of_a_plain_evaluation(
    running: Running, moves: list[tuple[str, int, object]]
) -> None:
    plain, now = PlainLedger(), START
    customer = [f"cus_{next(running.customers)}"]
    movements: list[str] = []

    def ledger() -> LedgerService:
        return LedgerService(LedgerRepository(running.session), now, new_id)

    def balance(moment: datetime) -> int:
        service = LedgerService(LedgerRepository(running.session), moment, new_id)
        return service.balances(running.org_id, customer)["points"].available

    def key(number: int) -> Origin:
        return Origin(f"{customer[0]}-{number}")

    for kind, size, detail in moves:
        number = len(plain.done)
        if kind == "wait":
            now += timedelta(**{str(detail): size})
        elif kind == "give":
            days = detail if isinstance(detail, int) else None
            ledger().save_program(running.org_id, "", Program(points_expire_days=days))
            made = ledger().give(running.org_id, customer, "points", size, key(number))
            movements.append(made.movement_id)
            plain.give(size, now + timedelta(days=days) if days else None, now)
        elif kind == "take":
            try:
                made = ledger().spend(running.org_id, customer, "points", size, key(number))
            except NotEnough:
                assert not plain.take(size, now)
            else:
                assert plain.take(size, now)
                movements.append(made.movement_id)
        elif plain.done:
            of, at, parts = plain.done[size % number]
            movement_id = movements[size % number]
            if kind == "again":
                amount = sum(part for _, part in parts)
                repeat = ledger().give if of == "given" else ledger().spend
                made = repeat(running.org_id, customer, "points", abs(amount), key(size % number))
                assert (made.movement_id, made.is_new) == (movement_id, False)
                continue
            undone = f"undone-{size % number}"
            try:
                made = ledger().undo(running.org_id, customer, movement_id, key(0), of=of)  # type: ignore[arg-type]
            except MovementNotFound:
                assert now - at > timedelta(minutes=15)
            except AlreadySpent:
                assert undone not in vars(plain)
                assert not plain.change([(lot, -part) for lot, part in parts])
            else:
                assert made.is_new == (undone not in vars(plain))
                if made.is_new:
                    assert plain.change([(lot, -part) for lot, part in parts])
                    setattr(plain, undone, True)
        assert balance(now) == plain.balance(now)

    for days in (0, 2, 4, 11):
        moment = now + timedelta(days=days)
        assert balance(moment) == plain.balance(moment)
    available = balance(now)
    assert available >= 0
