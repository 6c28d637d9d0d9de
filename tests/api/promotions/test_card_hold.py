"""Rewards that are redeemed on the card itself, by holding a button in front of the staff."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from starlette.testclient import TestClient

from api.kit.clock import Clock
from tests.support.loyalty import Till
from tests.support.people import Somebody
from tests.support.promos import MovableClock

ENGLISH = {"accept-language": "en"}


@pytest.fixture
def clock(movable_clock: MovableClock) -> Clock:
    return movable_clock


@pytest.fixture
def till(client: TestClient, admin: Somebody) -> Till:
    return Till(client, admin)


def path_of(till: Till, customer_id: str) -> str:
    card = till.call("rewards/get-swapt-card", customer_id=customer_id)
    return f"/card/{card['swapt_card_id']}"


def hold(visitor: TestClient, path: str, key: str = "once", **what: str) -> str:
    """Hold the button and return the address to which the response leads."""
    answer = visitor.post(f"{path}/redeem", data={"key": key, **what})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def test_reward_is_redeemed_once_per_key_and_shown_with_its_time(
    till: Till, visitor: TestClient
) -> None:
    ana = till.customer()
    till.give(ana, 30, "stamps")
    coffee = till.reward(price=10, unit="stamps", hold_to_redeem=True)
    path = path_of(till, ana)

    first, lost, another = (hold(visitor, path, key, reward_id=coffee) for key in ("a", "a", "b"))
    shown = visitor.get(first, headers=ENGLISH).text

    assert first == lost != another
    assert till.balance(ana, "stamps") == (10, 0)
    assert "data-clock" in shown
    assert "Redeemed on " in shown
    assert "Coffee" in shown


def test_many_phones_with_the_same_key_redeem_once(till: Till, visitor: TestClient) -> None:
    ana = till.customer()
    till.give(ana, 100, "stamps")
    coffee = till.reward(price=10, unit="stamps", hold_to_redeem=True)
    path = path_of(till, ana)

    with ThreadPoolExecutor(16) as pool:
        places = set(pool.map(lambda _: hold(visitor, path, reward_id=coffee), range(16)))

    assert len(places) == 1
    assert till.balance(ana, "stamps") == (90, 0)


def test_staff_undo_a_redemption_within_the_undo_time(
    till: Till, visitor: TestClient, movable_clock: MovableClock
) -> None:
    ana = till.customer()
    till.give(ana, 20, "stamps")
    coffee = till.reward(price=10, unit="stamps", hold_to_redeem=True, stock=2)
    path = path_of(till, ana)
    places = [hold(visitor, path, key, reward_id=coffee) for key in ("a", "b")]
    first, second = (it.rpartition("=")[2] for it in places)

    till.redeem(ana, action="undo", award_id=first)
    movable_clock.now += timedelta(minutes=16)
    till.redeem(ana, 409, action="undo", award_id=second)

    assert till.balance(ana, "stamps") == (10, 0)
    assert "could not be redeemed" in visitor.get(places[0], headers=ENGLISH).text
    assert "data-clock" in visitor.get(places[1], headers=ENGLISH).text


def test_staff_only_reward_is_neither_offered_nor_redeemable_on_the_card(
    till: Till, visitor: TestClient
) -> None:
    ana, ben = till.customer(), till.customer()
    till.give(ana, 20, "stamps")
    coffee = till.reward(price=10, unit="stamps")
    cake = till.reward(price=50, unit="stamps", hold_to_redeem=True)
    tea = till.reward(hold_to_redeem=True)
    of_ben = till.call("campaign-reward", customer_id=ben, reward_id=tea)["award"]["award_id"]
    path = path_of(till, ana)

    refused = [
        hold(visitor, path, reward_id=coffee),
        hold(visitor, path, reward_id=cake),
        hold(visitor, path, award_id=of_ben),
        hold(visitor, path, reward_id="rwd_unknown"),
        hold(visitor, path),
        hold(visitor, path, "", reward_id=tea),
        hold(visitor, path, reward_id=tea, award_id=of_ben),
    ]
    page = visitor.get(refused[0], headers=ENGLISH).text

    assert set(refused) == {f"{path}?refused=1"}
    assert "could not be redeemed" in page
    assert page.count('class="card-hold"') == 1  # tea
    assert till.balance(ana, "stamps") == (20, 0)
    assert visitor.post(f"{path}/redeem", data={"key": "a b"}).status_code == 422
    unknown = visitor.post(f"/card/card_{'2' * 22}/redeem", data={"key": "a", "reward_id": tea})
    assert unknown.status_code == 404


def test_refused_redemption_counts_nothing(till: Till, visitor: TestClient) -> None:
    ana = till.customer()
    coffee = till.reward(price=10, unit="stamps", hold_to_redeem=True, stock=1)
    path = path_of(till, ana)

    hold(visitor, path, "a", reward_id=coffee)
    till.give(ana, 10, "stamps")
    taken = hold(visitor, path, "a", reward_id=coffee)

    assert "redeemed=" in taken
    assert till.balance(ana, "stamps") == (0, 0)


def test_given_reward_is_redeemed_once_by_holding(till: Till, visitor: TestClient) -> None:
    ana = till.customer()
    tea = till.reward(hold_to_redeem=True)
    award = till.call("campaign-reward", customer_id=ana, reward_id=tea)["award"]["award_id"]
    path = path_of(till, ana)

    places = [hold(visitor, path, key, award_id=award) for key in ("a", "a", "b")]

    assert places == [f"{path}?redeemed={award}"] * 2 + [f"{path}?refused=1"]
