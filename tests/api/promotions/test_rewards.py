"""Rewards: defined, given and redeemed, each once and never more than there are."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.promotions.rewards.signed_codes import signed_code
from api.kit.clock import Clock
from ingest.contracts.redemption import RedemptionRecordedV4
from runtime.settings import Settings
from tests.support.loyalty import Till
from tests.support.people import MakeMember, Org, People, Somebody
from tests.support.promos import MovableClock
from tests.support.visits import Outbox
from tests.support.waiting import eventually

PARALLEL = 64


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    return movable_clock


@pytest.fixture
def till(client: TestClient, admin: Somebody) -> Till:
    return Till(client, admin)


def test_rewards_are_created_changed_listed_and_deleted(till: Till, code: str) -> None:
    german = {"name": "Gratis Kaffee", "description": "Ein Kaffee deiner Wahl."}
    drafts = [
        {"name": "Free coffee", "price": 50, "translations": {"de": german}},
        {"name": "10 % off", "kind": "percent", "percent": 10, "unit": "stamps", "price": 10},
    ]

    made = till.call("register-reward", action="create", code_id=code, reward_list=drafts)
    coffee, percent = made["items"]
    change = {"reward_id": coffee["reward_id"], "price": 60}
    till.call("register-reward", action="update", reward_list=[change])
    gone = [{"reward_id": percent["reward_id"]}]
    till.call("register-reward", action="delete", reward_list=gone)
    (listed,) = till.call("register-reward", code_id=code)["items"]

    assert (listed["price"], listed["name"]) == (60, "Free coffee")
    assert listed["translations"] == {"de": german}
    till.call("register-reward", 404, action="update", reward_list=gone)


@pytest.mark.parametrize(
    ("draft", "field"),
    [
        ({}, "reward_list.0.name"),
        ({"name": "Five", "kind": "amount"}, "reward_list.0.value_cents"),
        ({"name": "Five", "kind": "amount", "value_cents": 500}, "reward_list.0.currency"),
        ({"name": "Off", "kind": "percent"}, "reward_list.0.percent"),
        (
            {"name": "A", "starts_at": "2026-05-02T00:00Z", "ends_at": "2026-05-01T00:00Z"},
            "reward_list.0.ends_at",
        ),
        ({"name": "A", "stock_by_code": {"nowhere": 1}}, "reward_list.0.stock_by_code"),
    ],
)
def test_invalid_reward_is_refused_with_its_field(
    till: Till, draft: dict[str, Any], field: str
) -> None:
    refused = till.call("register-reward", 422, action="create", reward_list=[draft])

    assert [it["field"] for it in refused["errors"]] == [field]
    assert till.call("register-reward")["total"] == 0


def test_viewer_reads_rewards_and_cannot_change_them(
    till: Till, client: TestClient, viewer: Somebody
) -> None:
    coffee = till.reward()
    reading = Till(client, viewer)

    listed = reading.call("register-reward")
    gone = {"action": "delete", "reward_list": [{"reward_id": coffee}]}
    refused = reading.call("register-reward", 403, **gone)

    assert [it["reward_id"] for it in listed["items"]] == [coffee]
    assert refused["code"] == "role_too_weak"


@pytest.mark.parametrize("stock", [1, 10, 1000])
def test_many_customers_at_once_get_exactly_the_stock(till: Till, stock: int) -> None:
    coffee = till.reward(stock=stock)
    customers = [till.customer() for _ in range(8)]

    def redeem(number: int) -> int:
        body = {"customer_id": customers[number % 8], "reward_id": coffee}
        return till.settled("rewards/redeem", {**body, "idempotency_key": f"once-{number}"})

    with ThreadPoolExecutor(PARALLEL) as pool:
        results = sorted(pool.map(redeem, range(PARALLEL)))

    given = min(stock, PARALLEL)
    assert results == [200] * given + [409] * (PARALLEL - given)
    assert till.call("register-reward")["items"][0]["taken"] == given


def test_repeated_request_after_a_lost_response_gets_the_same_response(
    till: Till, outbox: Outbox
) -> None:
    ana, ben = till.customer(), till.customer()
    till.give(ana, 10)
    coffee = till.reward(price=4)

    first = till.redeem(ana, reward_id=coffee, idempotency_key="k1")
    again = till.redeem(ana, reward_id=coffee, idempotency_key="k1")
    other = till.redeem(ben, 409, reward_id=coffee, idempotency_key="k1")

    assert first == again
    assert other["code"] == "idempotency_key_reused"
    assert till.balance(ana) == (6, 0)
    (event,) = [it for it in outbox.events() if isinstance(it, RedemptionRecordedV4)]
    assert (event.data.kind, event.data.points, event.customer_key) == ("reward", 4, ana)


def test_same_key_can_be_used_to_give_and_to_redeem(till: Till) -> None:
    ana = till.customer()
    cake, coffee = till.reward(name="Cake"), till.reward()
    gift = {"customer_id": ana, "reward_id": cake, "idempotency_key": "k1"}

    given = till.call("campaign-reward", **gift)["award"]
    redeemed = till.redeem(ana, reward_id=coffee, idempotency_key="k1")["award"]

    assert (given["reward_id"], redeemed["reward_id"]) == (cake, coffee)
    assert till.call("campaign-reward", **gift)["award"] == given


@pytest.mark.parametrize(("kind", "worth"), [("amount", (500, "EUR")), ("product", (None, None))])
def test_only_rewards_with_an_amount_have_a_monetary_value(
    till: Till, outbox: Outbox, kind: str, worth: tuple[int | None, str | None]
) -> None:
    voucher = till.reward(kind=kind, value_cents=500, currency="EUR")

    till.redeem(till.customer(), reward_id=voucher)
    (event,) = [it for it in outbox.events() if isinstance(it, RedemptionRecordedV4)]

    assert (event.data.amount_cents, event.data.currency) == worth


def test_first_gain_waits_for_the_customer_lock_before_the_card_is_created(
    till: Till, org: Org, settings: Settings
) -> None:
    ana = till.call("save-customer", first_name="Ana")["customer_id"]
    lock = "select pg_advisory_xact_lock(hashtextextended(%s, 0))"
    waiting = (
        "select exists (select from pg_locks join pg_database d on d.oid = database"
        " where datname = current_database() and locktype = 'advisory' and not granted)"
    )

    with ThreadPoolExecutor(1) as pool, psycopg.connect(settings.database_url) as other:
        other.execute(lock, [f"loyalty:{org.org_id}:{ana}"])
        giving = pool.submit(till.give, ana, 10)
        eventually(lambda: bool(other.execute(waiting).fetchall()[0][0]))
        other.execute("set local lock_timeout = '2s'")
        made = other.execute(
            "insert into loyalty_cards (card_id, org_id, customer_id, created_at)"
            " values ('card_first', %s, %s, now()) returning card_id",
            [org.org_id, ana],
        ).fetchone()
        other.commit()
        card = giving.result(timeout=30)["card"]

    assert made == (card["swapt_card_id"],)
    assert till.balance(ana) == (10, 0)


def test_redemption_can_be_undone_within_a_quarter_of_an_hour(
    till: Till, movable_clock: MovableClock
) -> None:
    ana = till.customer()
    till.give(ana, 10)
    coffee = till.reward(price=4, stock=1)

    award = till.redeem(ana, reward_id=coffee)["award"]["award_id"]
    none_left = till.redeem(ana, 409, reward_id=coffee)
    undone = till.redeem(ana, action="undo", award_id=award)
    twice = till.redeem(ana, action="undo", award_id=award)
    after_undo = till.balance(ana)
    later = till.redeem(ana, reward_id=coffee)["award"]["award_id"]
    movable_clock.move(minutes=16)
    too_late = till.redeem(ana, 409, action="undo", award_id=later)

    assert none_left["reason"] == "stock"
    assert undone["award"]["state"] == twice["award"]["state"] == "undone"
    assert after_undo == (10, 0)
    assert too_late["code"] == "cannot_undo"
    assert till.balance(ana) == (6, 0)


def test_given_reward_is_redeemed_once(till: Till, movable_clock: MovableClock) -> None:
    ana = till.customer()
    cake = till.reward(name="Cake", price=500, valid_days=7)
    body = {"customer_id": ana, "reward_id": cake}

    given = till.call("campaign-reward", **body, campaign_id="spring", idempotency_key="c1")
    same = till.call("campaign-reward", **body, campaign_id="spring", idempotency_key="c1")
    late = till.call("campaign-reward", **body)["award"]["award_id"]
    award = given["award"]["award_id"]
    redeemed = till.redeem(ana, award_id=award)
    again = till.redeem(ana, 409, award_id=award)
    first = redeemed["award"]["redemption_id"]
    till.redeem(ana, 422, action="undo", award_id=award)
    till.redeem(ana, action="undo", award_id=award, redemption_id=first)
    second = till.redeem(ana, award_id=award)["award"]
    repeated = till.redeem(ana, action="undo", award_id=award, redemption_id=first)["award"]
    till.redeem(ana, 409, action="undo", award_id=late, redemption_id=first)
    movable_clock.move(days=8)
    expired = till.redeem(ana, 409, award_id=late)

    assert same["award"] == given["award"]
    # A late repeated undo of the first redemption does not affect the second.
    assert (repeated["state"], repeated["redemption_id"]) == ("redeemed", second["redemption_id"])
    assert second["redemption_id"] != first
    assert (redeemed["award"]["state"], redeemed["award"]["price"]) == ("redeemed", 0)
    assert (again["code"], expired["code"]) == ("already_redeemed", "reward_expired")


def test_redeemable_awards_stay_on_the_card_however_many_came_later(
    till: Till, monkeypatch: pytest.MonkeyPatch, movable_clock: MovableClock
) -> None:
    monkeypatch.setattr("api.domains.promotions.rewards.cards.AWARDS", 3)
    ana = till.customer()
    cake, coffee = till.reward(name="Cake"), till.reward()
    expiring = till.reward(name="Old cake", valid_days=1)
    for reward in (cake, expiring, expiring):
        till.call("campaign-reward", customer_id=ana, reward_id=reward)
    movable_clock.move(days=2)
    for _ in range(3):
        movable_clock.move(minutes=1)
        till.redeem(ana, reward_id=coffee)

    awards = till.call("rewards/get-swapt-card", customer_id=ana)["awards"]

    assert [it["name"] for it in awards] == ["Cake", "Coffee", "Coffee"]


def test_limits_apply_per_person_day_place_window_and_tier(
    till: Till, code: str, movable_clock: MovableClock
) -> None:
    ana, ben = till.customer(), till.customer()
    once = till.reward(per_person=1)
    daily = till.reward(stock_per_day=1)
    here = till.reward(stock_by_code={code: 1})
    ended = till.reward(ends_at=movable_clock.now.isoformat())
    gold = till.reward(tiers=["Gold"])
    till.call("rewards/save-program", tiers=[{"name": "Gold", "points": 100}])

    def reason(customer: str, reward: str, **body: object) -> str:
        refused = till.redeem(customer, 409, reward_id=reward, **body)
        return str(refused["reason"])

    for reward in (once, daily):
        till.redeem(ana, reward_id=reward)
    till.redeem(ana, reward_id=here, code_id=code)
    assert reason(ana, once) == "person"
    assert reason(ben, daily) == "stock"
    assert reason(ben, here, code_id=code) == "stock"
    assert reason(ben, here) == "here"
    assert reason(ben, ended) == "over"
    assert reason(ben, gold) == "tier"
    till.give(ben, 100)
    movable_clock.move(days=1)
    till.redeem(ben, reward_id=gold)
    till.redeem(ben, reward_id=daily)


def test_card_shows_the_rewards_that_its_customer_can_redeem(till: Till) -> None:
    ana = till.customer(first_name="Ana")
    till.give(ana, 60)
    till.reward(name="Coffee", price=50)
    till.reward(name="Cake", price=90)

    card = till.call("rewards/get-swapt-card", customer_id=ana)
    by_id = till.call("rewards/get-swapt-card", swapt_card_id=card["swapt_card_id"])

    assert card == by_id
    assert [(it["name"], it["can_take"], it["reason"]) for it in card["rewards"]] == [
        ("Coffee", True, None),
        ("Cake", False, "balance"),
    ]
    assert (card["first_name"], card["stamps_goal"]) == ("Ana", 10)
    assert card["url"].endswith(f"/card/{card['swapt_card_id']}")


def test_card_states_where_a_reward_of_certain_places_is_available(
    till: Till, code: str, visitor: TestClient
) -> None:
    ana = till.customer()
    till.reward(name="Coffee", stock_by_code={code: 5})

    def reason(**place: str) -> Any:
        card = till.call("rewards/get-swapt-card", customer_id=ana, **place)
        return card["rewards"][0]["reason"]

    public = till.call("rewards/get-swapt-card", customer_id=ana)["url"]
    page = visitor.get(f"/card/{public.rpartition('/')[2]}", headers={"accept-language": "en"})

    assert (reason(code_id=code), reason()) == (None, "here")
    assert "Not available" not in page.text


def test_card_is_created_for_a_phone_number_at_the_till(till: Till) -> None:
    made = till.call("rewards/post-swapt-card", phone="(415) 555-2671", action="create")
    again = till.call("rewards/post-swapt-card", phone="+14155552671", action="create")
    unknown = till.call("rewards/get-swapt-card", 404, phone="+14155552672")
    wrong = till.call("rewards/get-swapt-card", 422, phone="no number")
    short = till.call("rewards/get-swapt-card", 422, phone="12")
    nobody = till.call("rewards/get-swapt-card", 422)

    assert made["card"] == again["card"]
    assert unknown["code"] == "customer_not_found"
    assert [it["errors"][0]["field"] for it in (wrong, nobody)] == ["phone", "swapt_card_id"]
    assert (short["code"], short["errors"]) == (wrong["code"], wrong["errors"])


def test_staff_scan_the_current_signed_code_of_a_card(
    till: Till, movable_clock: MovableClock, api_settings: Settings
) -> None:
    ana = till.customer()
    card = till.call("rewards/get-swapt-card", customer_id=ana)["swapt_card_id"]
    shown = signed_code(api_settings.secret_key, card, movable_clock.now)

    movable_clock.move(seconds=29)
    by_code = till.call("rewards/get-swapt-card", signed_code=shown)
    other = shown[:-1] + ("B" if shown.endswith("A") else "A")
    forged = till.call("rewards/get-swapt-card", 422, signed_code=other)
    movable_clock.move(seconds=60)
    old = till.call("rewards/get-swapt-card", 422, signed_code=shown)

    assert by_code["swapt_card_id"] == card
    assert [it["errors"][0]["code"] for it in (forged, old)] == ["code_not_good"] * 2


def test_cards_and_rewards_are_unknown_to_another_organisation(
    till: Till, people: People, make_member: MakeMember
) -> None:
    ana, coffee = till.customer(), till.reward()
    card = till.call("rewards/get-swapt-card", customer_id=ana)["swapt_card_id"]
    stranger = Till(till.client, make_member(people.org("Northwind Books"), "admin"))
    ben = stranger.customer()

    stranger.call("rewards/get-swapt-card", 404, swapt_card_id=card)
    stranger.redeem(ben, 404, reward_id=coffee)

    assert stranger.call("register-reward")["total"] == 0
