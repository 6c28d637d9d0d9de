"""When referral rewards are given: undone redemptions, final refusals, browsers of friends, due rewards."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.domains.promotions.referrals.due_settlements import queue_due
from api.kit.clock import utc_now
from runtime.settings import Settings
from tests.pipelines.events import land, make_event
from tests.support.loyalty import Till
from tests.support.people import Somebody
from tests.support.referrals import Program
from warehouse.lake import Lake


@pytest.fixture
def program(client: TestClient, admin: Somebody, settings: Settings) -> Program:
    made = Program(Till(client, admin), settings)
    made.save()
    return made


def _due(program: Program) -> int:
    engine = make_engine(program.settings)
    try:
        return queue_due(engine, utc_now())
    finally:
        engine.dispose()


def _friend(program: Program, name: str = "ben") -> tuple[str, str]:
    """Return a referrer and their friend."""
    ana = program.till.customer(email=f"ana.{name}@example.com")
    added = program.add(email=f"{name}@example.com", id=program.code(ana))
    return ana, added["friend"]["customer_id"]


def test_undone_redemption_rewards_nobody(program: Program) -> None:
    till, coffee = program.till, program.till.reward()
    ana, ben = _friend(program)
    first, second = (
        till.redeem(ben, reward_id=coffee, idempotency_key=f"cup-{number}")["award"]["award_id"]
        for number in range(2)
    )
    program.settle()
    assert [(it["state"], it["action"]) for it in program.listed()] == [("held", "redemption")]

    till.redeem(ben, action="undo", award_id=first)
    assert [it["action"] for it in program.listed()] == ["redemption"]
    till.redeem(ben, action="undo", award_id=second)
    undone = program.listed()
    program.settle_later()

    assert [(it["action"], it["acted_at"]) for it in undone] == [(None, None)]
    assert till.balance(ana) == (0, 0)
    program.act(ben)
    assert till.balance(ana) == (50, 0)


def test_form_is_rewarded_without_waiting_even_after_an_earlier_redemption(
    program: Program,
) -> None:
    ana, ben = _friend(program)
    program.till.redeem(ben, reward_id=program.till.reward())

    org_id = program.till.who.org_id
    program.sql("select note_referral_action(%s, %s, 'submit', now())", org_id, ben)
    program.settle()

    assert [(it["state"], it["action"]) for it in program.listed()] == [("rewarded", "submit")]
    assert program.till.balance(ana) == (50, 0)


@pytest.mark.parametrize("refused", ["person", "points"])
def test_person_who_cannot_get_a_reward_does_not_block_the_reward_of_the_other(
    program: Program, refused: str
) -> None:
    till = program.till
    ana = till.customer(email="ana@example.com")
    mug = till.reward(name="Mug", per_person=1)
    if refused == "points":
        till.call("rewards/save-program", daily_points=60)
        program.save(referrer_reward={"kind": "points", "amount": 61})
    else:
        till.redeem(ana, reward_id=mug)
        program.save(referrer_reward={"kind": "reward", "reward_id": mug})
    ben = program.add(email="ben@example.com", id=program.code(ana))["friend"]["customer_id"]

    program.act(ben)

    (referral,) = program.listed()
    assert (referral["state"], referral["flags"]) == ("rewarded", ["cap"])
    assert [(it["level"], it["kind"]) for it in referral["rewards"]] == [(0, "points")]
    assert (till.balance(ana), till.balance(ben)) == ((0, 0), (50, 0))


def test_reward_with_stock_by_code_is_refused(program: Program, code: str) -> None:
    bound = program.till.reward(stock_by_code={code: 5})

    for side in ("friend_reward", "referrer_reward"):
        gives: dict[str, Any] = {side: {"kind": "reward", "reward_id": bound}}
        refused = program.till.call("save-referral-program", 422, is_active=True, **gives)
        assert [it["field"] for it in refused["errors"]] == [f"{side}.reward_id"]


def test_used_idempotency_key_blocks_no_other_referral(program: Program) -> None:
    _, ben = _friend(program)
    cy_referrer, cy = _friend(program, "cy")
    stranger = program.till.customer(email="stranger@example.com")
    for friend in (ben, cy):
        program.till.redeem(friend, reward_id=program.till.reward())
    (spoilt,) = program.listed(customer_id=ben)
    program.sql(
        "insert into loyalty_entries (entry_id, org_id, customer_id, movement_id, part, unit, amount, lot_id,"
        " available_from, reason, idempotency_key, recorded_at)"
        " values ('ent_x', %s, %s, 'mov_x', 0, 'points', 1, 'ent_x', now(), 'given', %s, now())",
        *(program.till.who.org_id, stranger, f"referral:{spoilt['referral_id']}:0"),
    )

    program.settle_later()

    (spoilt,) = program.listed(customer_id=ben)
    assert (spoilt["state"], spoilt["problem"]) == ("held", "idempotency_key_reused")
    assert program.till.balance(cy_referrer) == (50, 0)
    assert _due(program) == 0


def test_referrals_of_a_paused_programme_are_not_due(program: Program) -> None:
    _, ben = _friend(program)
    program.till.redeem(ben, reward_id=program.till.reward())
    assert _due(program) == 0
    program.sql("update referrals set next_try_at = now() - interval '1 second'")
    assert _due(program) == 1

    program.till.call("save-referral-program", is_active=False)
    assert _due(program) == 0
    program.save()
    assert _due(program) == 1


def test_only_recent_scans_of_browsers_proven_to_belong_to_the_friend_count(
    program: Program,
) -> None:
    program.save(actions=["scan"])
    org_id, now = program.till.who.org_id, datetime.now(UTC)
    friends = {it: _friend(program, it)[1] for it in ("typed", "old", "merged")}
    kept = program.till.customer(email="kept@example.com")
    program.till.call("merge-customers", keep=kept, merge=friends["merged"])
    program.sql("update referrals set created_at = created_at - interval '9 days'")
    scans = []
    for number, (name, owner) in enumerate({**friends, "merged": kept}.items()):
        program.sql(
            "insert into customer_visitors (org_id, visitor_id, customer_id, is_proven)"
            " values (%s, %s, %s, %s)",
            *(org_id, f"visitor-{name}", owner, name != "typed"),
        )
        at = now - timedelta(days=4 if name == "old" else 0)
        fields = {"org_id": org_id, "visitor_id": f"visitor-{name}", "occurred_at": at}
        scans.append({**make_event(number, **fields), "day": at.date()})
    land(Lake.from_settings(program.settings), *scans)

    program.settle()

    states = {it["friend"]["customer_id"]: it["state"] for it in program.listed()}
    assert states == {friends["typed"]: "held", friends["old"]: "held", kept: "rewarded"}


def test_friend_who_pays_with_the_referrers_card_waits_for_a_decision(program: Program) -> None:
    ana, ben = _friend(program)
    for number, customer_id in enumerate((ana, ben)):
        body = {"customer_id": customer_id, "order_number": str(number), "amount_cents": 500}
        program.till.call("record-order", currency="USD", card_fingerprint="Xt5EWLLDS7FJ", **body)
    typed = program.till.call(
        *("record-order", 422),
        customer_id=ana,
        order_number="x",
        amount_cents=5,
        currency="USD",
        card_fingerprint="4242424242424242",
    )

    program.act(ben)
    (doubtful,) = program.listed()
    before = program.till.balance(ana)
    program.till.call(
        *("decide-referral",),
        referral_id=doubtful["referral_id"],
        action="approve",
        note="Spouses",
    )

    assert [it["field"] for it in typed["errors"]] == ["card_fingerprint"]
    assert (doubtful["state"], doubtful["flags"]) == ("doubtful", ["same_card"])
    assert before == (0, 0)
    assert program.till.balance(ana) == (50, 0)
