"""Vouchers: each customer gets the next unused code of a promo batch, once."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from ingest.contracts.issue import IssueRecorded
from tests.support.loyalty import Till
from tests.support.people import MakeMember, MakeOrg, Org, Somebody
from tests.support.promos import Locks
from tests.support.visits import Outbox

PARALLEL = 64
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def till(client: TestClient, admin: Somebody) -> Till:
    return Till(client, admin)


@pytest.fixture
def locks(client: TestClient, admin: Somebody) -> Locks:
    return Locks(client, admin)


def batch(locks: Locks, amount: int) -> tuple[str, str, list[str]]:
    """Return a locked code, its only batch, and the codes of that batch."""
    code_id = locks.page()
    codes = locks.promos(code_id, amount=amount)
    (made,) = locks.call("promo_lock/get_lock", qr_id=code_id)["batches"]
    return code_id, made["batch_id"], codes


def listed(till: Till, reward_id: str) -> Any:
    items = till.call("register-reward")["items"]
    return next(it for it in items if it["reward_id"] == reward_id)


def test_redeeming_a_voucher_issues_the_next_code_and_shows_it_on_the_card(
    till: Till, locks: Locks, visitor: TestClient
) -> None:
    _, batch_id, codes = batch(locks, 2)
    voucher = till.reward(kind="voucher", batch_id=batch_id, hold_to_redeem=True)
    ana, ben = till.customer(), till.customer()

    first = till.redeem(ana, reward_id=voucher, idempotency_key="k1")
    again = till.redeem(ana, reward_id=voucher, idempotency_key="k1")
    left = listed(till, voucher)["codes_left"]
    second = till.redeem(ben, reward_id=voucher)
    none_left = till.redeem(ana, 409, reward_id=voucher)
    card = till.call("rewards/get-swapt-card", customer_id=ana)
    page = visitor.get(f"/card/{card['swapt_card_id']}", headers=ENGLISH).text

    assert again["award"] == first["award"]
    assert {it["award"]["voucher"] for it in (first, second)} == set(codes)
    assert left == 1
    assert none_left["reason"] == "stock"
    assert [(it["can_take"], it["reason"]) for it in card["rewards"]] == [(False, "stock")]
    assert first["award"]["voucher"] in page
    assert second["award"]["voucher"] not in page


def test_code_of_an_award_opens_its_lock_and_is_issued_to_nobody_else(
    till: Till, locks: Locks
) -> None:
    code_id, batch_id, codes = batch(locks, 3)
    locks.use(code_id, codes[0])
    voucher = till.reward(kind="voucher", batch_id=batch_id)

    given = [till.redeem(till.customer(), reward_id=voucher)["award"]["voucher"] for _ in "ab"]

    assert sorted(given) == sorted(codes[1:])
    assert locks.use(code_id, given[0])["used"]


def test_many_customers_at_once_get_one_code_each(till: Till, locks: Locks) -> None:
    _, batch_id, codes = batch(locks, 20)
    voucher = till.reward(kind="voucher", batch_id=batch_id)
    customers = [till.customer() for _ in range(8)]

    def redeem(number: int) -> int:
        body = {"customer_id": customers[number % 8], "reward_id": voucher}
        return till.settled("rewards/redeem", {**body, "idempotency_key": f"once-{number}"})

    with ThreadPoolExecutor(PARALLEL) as pool:
        results = sorted(pool.map(redeem, range(PARALLEL)))

    assert results == [200] * 20 + [409] * 44
    shown = [
        award["voucher"]
        for customer in customers
        for award in till.call("rewards/get-swapt-card", customer_id=customer)["awards"]
    ]
    assert sorted(shown) == sorted(codes)
    assert listed(till, voucher)["codes_left"] == 0


def test_undoing_a_redemption_withdraws_its_already_shown_code(
    till: Till, locks: Locks, outbox: Outbox
) -> None:
    code_id, batch_id, _ = batch(locks, 2)
    voucher = till.reward(kind="voucher", batch_id=batch_id, price=5)
    ana = till.customer()
    till.give(ana, 10)

    seen = till.redeem(ana, reward_id=voucher)["award"]
    undone = till.redeem(ana, action="undo", award_id=seen["award_id"])
    after = till.redeem(ana, reward_id=voucher)["award"]

    issues = [it.data for it in outbox.events() if isinstance(it, IssueRecorded)]
    assert [(it.action, it.codes) for it in issues] == [("issued", 2), ("voided", 1)]
    assert undone["award"]["voucher"] is None
    assert after["voucher"] != seen["voucher"]
    assert till.balance(ana) == (5, 0)
    assert listed(till, voucher)["codes_left"] == 0
    assert locks.use(code_id, seen["voucher"])["reason"] == "withdrawn"


def test_used_voucher_cannot_be_undone(till: Till, locks: Locks) -> None:
    code_id, batch_id, _ = batch(locks, 1)
    voucher = till.reward(kind="voucher", batch_id=batch_id, price=5)
    ana = till.customer()
    till.give(ana, 5)
    award = till.redeem(ana, reward_id=voucher)["award"]

    locks.use(code_id, award["voucher"])
    refused = till.redeem(ana, 409, action="undo", award_id=award["award_id"])

    assert refused["code"] == "voucher_used"
    assert till.balance(ana) == (0, 0)
    assert till.call("rewards/get-swapt-card", customer_id=ana)["awards"][0]["state"] == "redeemed"


def test_given_voucher_keeps_its_code_when_its_redemption_is_undone(
    till: Till, locks: Locks
) -> None:
    _, batch_id, codes = batch(locks, 1)
    voucher = till.reward(kind="voucher", batch_id=batch_id)
    ana = till.customer()

    given = till.call("campaign-reward", customer_id=ana, reward_id=voucher)["award"]
    nothing_left = till.redeem(till.customer(), 409, reward_id=voucher)
    first = till.redeem(ana, award_id=given["award_id"])["award"]
    undo = {"award_id": given["award_id"], "redemption_id": first["redemption_id"]}
    till.redeem(ana, action="undo", **undo)
    second = till.redeem(ana, award_id=given["award_id"])["award"]

    assert given["voucher"] is None
    assert nothing_left["reason"] == "stock"
    assert [first["voucher"], second["voucher"]] == codes * 2


def test_viewers_do_not_see_usable_voucher_codes(
    till: Till, locks: Locks, client: TestClient, org: Org, make_member: MakeMember
) -> None:
    _, batch_id, _ = batch(locks, 1)
    voucher = till.reward(kind="voucher", batch_id=batch_id)
    ana = till.customer()
    till.redeem(ana, reward_id=voucher)

    card = Till(client, make_member(org, "viewer")).call("rewards/get-swapt-card", customer_id=ana)

    assert card["awards"][0]["voucher"] is None


@pytest.mark.parametrize("amount", [None, "missing", "foreign"])
def test_voucher_needs_a_batch_of_the_organisation(
    till: Till,
    client: TestClient,
    make_org: MakeOrg,
    make_member: MakeMember,
    amount: str | None,
) -> None:
    draft: dict[str, Any] = {"name": "Voucher", "kind": "voucher"}
    if amount == "missing":
        draft["batch_id"] = "pbt_nothing"
    elif amount == "foreign":
        draft["batch_id"] = batch(Locks(client, make_member(make_org(), "admin")), 1)[1]

    refused = till.call("register-reward", 422, action="create", reward_list=[draft])

    assert [it["field"] for it in refused["errors"]] == ["reward_list.0.batch_id"]


def test_batches_are_listed_with_their_remaining_codes(till: Till, locks: Locks) -> None:
    code_id, batch_id, _ = batch(locks, 3)
    voucher = till.reward(kind="voucher", batch_id=batch_id)
    till.redeem(till.customer(), reward_id=voucher)

    (found,) = till.call("promo_lock/list_batches")["items"]

    assert (found["batch_id"], found["code_id"], found["left"]) == (batch_id, code_id, 2)
