"""Friends referred by link and by call: held rewards, caps, levels, retries, merges, the tree."""

import base64
import csv
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.domains.promotions.referrals.due_settlements import queue_due
from api.domains.promotions.referrals.referral_emails import encode_referral_email
from api.kit.clock import utc_now
from ingest.contracts.referral import ReferralRecorded
from runtime.settings import Settings
from tests.api.rendering.test_right_to_left import english_in
from tests.pipelines.events import land, make_event
from tests.support.jobs import run_jobs
from tests.support.loyalty import Till
from tests.support.people import Somebody
from tests.support.referrals import Program
from tests.support.visits import Outbox
from warehouse.lake import Lake

PARALLEL = 24


@pytest.fixture
def program(client: TestClient, admin: Somebody, settings: Settings) -> Program:
    made = Program(Till(client, admin), settings)
    made.save()
    return made


def test_referrer_and_friend_are_rewarded_once_the_friend_has_acted(
    program: Program, outbox: Outbox
) -> None:
    ana = program.till.customer(email="ana@example.com")
    added = program.add(
        email="ben@example.com", referral_email=encode_referral_email("ana@example.com")
    )
    ben = added["friend"]["customer_id"]
    assert (added["state"], added["rewards"]) == ("held", [])
    assert program.till.balance(ana) == (0, 0)

    program.act(ben)
    program.act(ben)

    (referral,) = program.listed()
    assert (referral["state"], referral["action"]) == ("rewarded", "redemption")
    assert [(it["level"], it["amount"]) for it in referral["rewards"]] == [(0, 50), (1, 50)]
    assert (program.till.balance(ana), program.till.balance(ben)) == ((50, 0), (50, 0))
    code = program.till.call("referral-code", id=ana)
    assert (code["friends"], code["rewarded"], code["code"]) == (1, 1, None)
    events = [it for it in outbox.events() if isinstance(it, ReferralRecorded)]
    assert [(it.data.action, it.data.points) for it in events] == [
        ("referred", None),
        ("rewarded", 100),
    ]
    assert not {ana, ben} & {part for it in events for part in repr(it).split("'")}


def test_referral_link_registers_a_friend_who_sends_a_form(
    program: Program, visitor: TestClient, client: TestClient
) -> None:
    ana = program.till.customer(email="ana@example.com")
    code = program.code(ana)
    page = visitor.get(f"/refer/{code.lower()}", headers={"accept-language": "de"})
    assert (page.status_code, "Einladung annehmen" in page.text) == (200, True)
    hebrew = visitor.get(f"/refer/{code.lower()}", headers={"accept-language": "he"}).text
    assert ('<html lang="he" dir="rtl">' in hebrew, english_in(hebrew)) == (True, [])

    mistyped = visitor.post(f"/refer/{code}", data={"email": "Ben@"})
    sent = visitor.post(f"/refer/{code}", data={"email": "Ben@Example.com"})

    # With `no-store`, Back would show an error instead of the form.
    answers = (mistyped, sent)
    assert {it.headers["cache-control"] for it in answers} == {"private, no-cache"}
    assert (sent.status_code, "received your answer" in sent.text) == (200, True)
    (referral,) = program.listed()
    assert referral["friend"]["contact"] == "ben@example.com"
    assert (referral["state"], referral["source"], referral["flags"]) == ("held", "link", [])


def test_friends_who_act_simultaneously_do_not_exceed_the_cap(program: Program) -> None:
    program.save(cap_count=10)
    ana = program.till.customer(email="ana@example.com")
    code = program.code(ana)
    friends = [
        program.add(email=f"friend-{number}@example.com", id=code)["friend"]["customer_id"]
        for number in range(PARALLEL)
    ]
    coffee = program.till.reward()

    def redeem(customer_id: str) -> int:
        body = {"customer_id": customer_id, "reward_id": coffee, "idempotency_key": customer_id}
        return program.till.settled("rewards/redeem", body)

    with ThreadPoolExecutor(PARALLEL) as pool:
        statuses = set(pool.map(redeem, friends))
    program.sql("update referrals set next_try_at = now()")
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: program.settle(), range(4)))

    assert statuses == {200}
    assert program.till.balance(ana) == (500, 0)
    assert {program.till.balance(it) for it in friends} == {(50, 0)}
    capped = [it for it in program.listed(pageSize=100) if "cap" in it["flags"]]
    assert len(capped) == PARALLEL - 10


def test_indirect_referrers_are_rewarded_only_if_configured(program: Program) -> None:
    top = program.till.customer(email="top@example.com")
    middle = program.add(email="middle@example.com", id=program.code(top))
    middle_id = middle["friend"]["customer_id"]
    low = program.add(email="low@example.com", id=program.code(middle_id))
    program.act(low["friend"]["customer_id"])
    assert (program.till.balance(top), program.till.balance(middle_id)) == ((0, 0), (50, 0))

    program.save(upper_amounts=[7])
    code = program.code(middle_id)
    early, late = (program.add(email=f"{it}@example.com", id=code) for it in ("early", "late"))
    program.act(early["friend"]["customer_id"])
    assert (program.till.balance(top), program.till.balance(middle_id)) == ((0, 0), (100, 0))

    program.act(middle_id)
    program.act(late["friend"]["customer_id"])

    assert (program.till.balance(top), program.till.balance(middle_id)) == ((57, 0), (200, 0))


def test_reward_that_cannot_be_given_now_is_retried(program: Program) -> None:
    cake = program.till.reward(name="Cake", stock=0, cost_cents=250)
    program.save(friend_reward={"kind": "reward", "reward_id": cake})
    ana = program.till.customer(email="ana@example.com")
    ben = program.add(email="ben@example.com", id=program.code(ana))["friend"]["customer_id"]

    program.act(ben)
    (waiting,) = program.listed()
    program.till.call(
        "register-reward", action="update", reward_list=[{"reward_id": cake, "stock": 1}]
    )
    program.settle_later()

    assert (waiting["state"], waiting["problem"], waiting["rewards"]) == ("held", "stock", [])
    (given,) = program.listed()
    assert (given["state"], given["problem"]) == ("rewarded", None)
    assert [it["kind"] for it in given["rewards"]] == ["reward", "points"]
    assert program.till.call("refer-analysis")["totals"]["cost_cents"] == 250


def test_scan_by_the_friends_browser_counts_if_configured(
    program: Program, visitor: TestClient, code: str
) -> None:
    program.save(actions=["scan"])
    ana = program.till.customer(email="ana@example.com")
    visitor.post(f"/refer/{program.code(ana)}", data={"email": "ben@example.com"})
    ben = program.listed()[0]["friend"]["customer_id"]
    program.act(ben)
    assert [it["state"] for it in program.listed()] == ["held"]
    with psycopg.connect(program.settings.database_url) as connection:
        found = connection.execute("select visitor_id from customer_visitors").fetchone()
    assert found is not None

    scan = make_event(
        1, org_id=program.till.who.org_id, visitor_id=found[0], occurred_at=datetime.now(UTC)
    )
    land(Lake.from_settings(program.settings), {**scan, "day": datetime.now(UTC).date()})
    program.settle()

    (referral,) = program.listed()
    assert (referral["state"], referral["action"]) == ("rewarded", "scan")


def test_referral_of_a_friend_who_does_not_act_in_time_expires(program: Program) -> None:
    code = program.code(program.till.customer(email="ana@example.com"))
    added = program.add(email="ben@example.com", id=code)
    program.sql("update referrals set act_by = now() - interval '1 minute'")
    engine = make_engine(program.settings)
    assert queue_due(engine, utc_now()) == 1
    engine.dispose()

    run_jobs(program.settings)
    program.act(added["friend"]["customer_id"])

    assert [it["state"] for it in program.listed()] == ["expired"]
    assert program.till.balance(added["friend"]["customer_id"]) == (0, 0)


def test_every_customer_gets_a_referral_code_if_configured(
    program: Program, visitor: TestClient
) -> None:
    early = program.till.customer(email="early@example.com")
    program.save(codes_for="everyone")
    run_jobs(program.settings)
    late = program.till.customer(email="late@example.com")

    codes = [program.till.call("referral-code", id=it) for it in (early, late)]
    card = program.till.call("rewards/get-swapt-card", customer_id=late)
    shown = visitor.get(f"/card/{card['swapt_card_id']}").text

    assert all(len(it["code"]) == 8 for it in codes)
    assert codes[1]["url"] in shown
    assert "Invite friends" in shown


def test_merged_friends_are_rewarded_once_and_self_referral_is_never_rewarded(
    program: Program,
) -> None:
    till = program.till
    ana, ben = till.customer(email="ana@example.com"), till.customer(email="ben@example.com")
    first = program.add(email="cy@example.com", id=program.code(ana))["friend"]["customer_id"]
    second = program.add(phone_number="+14155550139", id=program.code(ben))
    own = program.add(email="ana.two@example.com", id=program.code(ana))["friend"]["customer_id"]
    till.call("merge-customers", keep=first, merge=second["friend"]["customer_id"])
    merge = till.call("merge-customers", keep=ana, merge=own)["merges"][0]["merge_id"]

    program.act(first)
    program.act(ana)

    states = {it["friend"]["contact"]: (it["state"], it["flags"]) for it in program.listed()}
    assert (
        sorted(states.values())
        == [
            ("rejected", ["had_reward"]),
            ("rejected", ["same_person"]),
            ("rewarded", []),
        ]
        or len(program.listed()) == 3
    )
    assert till.balance(first) == (50, 0)
    assert till.balance(ana)[0] + till.balance(ben)[0] == 50
    till.call("undo-customer-merge", merge_id=merge)
    assert {it["friend"]["customer_id"] for it in program.listed()} >= {own}


def test_report_has_the_referral_tree_and_weekly_numbers(program: Program) -> None:
    people = ["ana"]
    ids = {"ana": program.till.customer(email="ana@example.com", first_name="Ana")}
    for name, by in (("ben", "ana"), ("cy", "ben"), ("di", "cy"), ("ed", "ana")):
        added = program.add(email=f"{name}@example.com", id=program.code(ids[by]))
        ids[name] = added["friend"]["customer_id"]
        people.append(name)
    program.act(ids["di"])

    whole = program.till.call("refer-analysis", depth=10)
    shallow = program.till.call("refer-analysis", depth=1)
    part = program.till.call("refer-analysis", id=ids["ben"], weeks=1)

    assert [(it["level"], it["friends"], it["below"]) for it in whole["tree"]] == [
        *((0, 2, 4), (1, 1, 2), (1, 0, 0), (2, 1, 1), (3, 0, 0)),
    ]
    assert (whole["is_whole"], shallow["is_whole"], len(shallow["tree"])) == (True, False, 3)
    assert [it["person"]["customer_id"] for it in part["tree"]] == [
        ids[it] for it in ("ben", "cy", "di")
    ]
    totals = whole["totals"]
    assert (totals["referrals"], totals["rewarded"], totals["conversion"]) == (4, 1, 0.25)
    assert (totals["points"], totals["revenue_cents"]) == (100, None)
    week = whole["weeks"][-1]
    assert (week["referrals"], week["rewarded"], week["customers"]) == (4, 1, 3)
    assert week["k_factor"] == pytest.approx(1 / 3)
    assert whole["top"][0]["person"]["customer_id"] == ids["cy"]


def test_tree_includes_everybody_below_a_cycle_created_by_a_merge(program: Program) -> None:
    ids = {"ana": program.till.customer(email="ana@example.com")}
    for name, by in (("ben", "ana"), ("cy", "ben"), ("di", "ben"), ("ed", "di")):
        added = program.add(email=f"{name}@example.com", id=program.code(ids[by]))
        ids[name] = added["friend"]["customer_id"]
    top = program.till.customer(email="top@example.com")
    program.add(email="low@example.com", id=program.code(top))
    program.till.call("merge-customers", keep=ids["ana"], merge=ids["cy"])

    tree = program.till.call("refer-analysis", depth=10)["tree"]

    # Ana or Ben represents the cycle of both, so the levels differ.
    shown = [it["person"]["customer_id"] for it in tree]
    assert len(shown) == len(set(shown)) == 6
    assert {*shown} >= {top, *(ids[it] for it in ("ana", "ben", "di", "ed"))}
    assert sum(it["level"] == 0 for it in tree) == 2


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"friend_reward": {"kind": "reward"}}, "friend_reward.reward_id"),
        ({"friend_reward": {"kind": "reward", "reward_id": "no"}}, "friend_reward.reward_id"),
        ({"code_id": "nowhere"}, "code_id"),
        ({"actions": []}, "actions"),
        ({"referrer_reward": {"kind": "none"}, "upper_amounts": [5]}, "upper_amounts"),
    ],
)
def test_invalid_programme_is_refused_with_its_field(
    program: Program, values: dict[str, Any], field: str
) -> None:
    refused = program.till.call("save-referral-program", 422, is_active=True, **values)

    assert [it["field"] for it in refused["errors"]] == [field]


def test_export_includes_code_and_referrer_and_erasure_leaves_nothing(program: Program) -> None:
    till = program.till
    ana = till.customer(email="ana@example.com")
    code = program.code(ana)
    ben = program.add(email="ben@example.com", id=code)["friend"]["customer_id"]
    cy = program.add(email="cy@example.com", id=program.code(ben))["friend"]["customer_id"]
    program.act(ben)

    asked = {"from": "customers", "params": {"interval": "24hour"}}
    file = till.call("export-csv", **asked)["data"]
    till.call("erase-person", customer_id=ana)
    run_jobs(program.settings)

    lines = csv.DictReader(base64.b64decode(file).decode("utf-8-sig").splitlines())
    row = {it["customer_id"]: it for it in lines}
    assert (row[ana]["referral_code"], row[ben]["referred_by"]) == (code, ana)
    assert [it["friend"]["customer_id"] for it in program.listed()] == [cy]
    assert till.balance(ben) == (50, 0)
    with psycopg.connect(program.settings.database_url) as connection:
        for table in ("referrals", "referral_codes", "referral_rewards"):
            rows = [str(it) for it in connection.execute(f"select * from {table}").fetchall()]
            assert not [it for it in rows if ana in it], table
