"""Profiles of one person are merged and separated again, with everything that belongs to them."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.api.people.test_pages_customers import Customers
from tests.pipelines.events import land, make_event
from tests.support.jobs import run_jobs
from tests.support.people import Org, Somebody
from warehouse.lake import Lake

ANA, BEN, CARA = "ana@example.com", "ben@example.com", "cara@example.com"
PHONE = "+14155552671"
HISTORY = (
    (
        "select customer_id, merged_into, email_index, phone_index, first_name, last_name, language,"
        " time_zone, birthday, owner_id, attributes, tags, sealing_key is null from customers"
    ),
    "select customer_id, text from customer_notes",
    "select customer_id, code_id, page_id from customer_touchpoints",
    "select customer_id, visitor_id, first_name, is_proven from customer_visitors",
    "select customer_id, submission_id from submissions",
)


class Calls:
    """The calls of one member."""

    def __init__(self, client: TestClient, member: Somebody, database_url: str) -> None:
        self._client = client
        self._member = member
        self._database_url = database_url

    def __call__(self, path: str, status: int = 200, **body: object) -> Any:
        answer = self._client.post(f"/v1/{path}", json=body, headers=self._member.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def add(self, **facts: object) -> str:
        return str(self("save-customer", **facts)["customer_id"])

    def merge(self, keep: str, merge: str) -> str:
        return str(self("merge-customers", keep=keep, merge=merge)["merges"][0]["merge_id"])

    def state(self) -> list[list[tuple[Any, ...]]]:
        """Return all profiles and what belongs to them."""
        with psycopg.connect(self._database_url) as connection:
            return [sorted(connection.execute(it).fetchall(), key=repr) for it in HISTORY]


@pytest.fixture
def call(client: TestClient, admin: Somebody, api_settings: Settings) -> Calls:
    return Calls(client, admin, api_settings.database_url)


def test_merged_profile_has_data_of_both_and_is_found_by_both_addresses(call: Calls) -> None:
    ana = call.add(email=ANA, first_name="Ana", tags=["vip"])
    twin = call.add(email=BEN, phone=PHONE, last_name="Silva", birthday="--05-17", tags=["tea"])
    call("add-customer-note", customer_id=twin, text="Likes the window seat.")

    kept = call("merge-customers", keep=ana, merge=twin, note="Told us so")

    assert (kept["first_name"], kept["last_name"], kept["phone"]) == ("Ana", "Silva", PHONE)
    assert (kept["email"], kept["birthday"], kept["tags"]) == (ANA, "--05-17", ["tea", "vip"])
    assert [note["text"] for note in kept["notes"]] == ["Likes the window seat."]
    assert call("get-customer", customer_id=twin)["customer_id"] == ana
    for text in (ANA, BEN, PHONE, "silva"):
        (found,) = call("get-customers", filter=text)["items"]
        assert found["customer_id"] == ana
    (merge,) = kept["merges"]
    assert (merge["reason"], merge["note"], merge["can_undo"]) == ("member", "Told us so", True)
    assert merge["merged_by"]
    call("save-customer", 422, email=BEN)
    call("merge-customers", 422, keep=ana, merge=ana)
    call("merge-customers", 409, keep=ana, merge=twin)
    call("merge-customers", 404, keep=ana, merge="cus_unknown")


def test_changes_since_a_merge_stay_with_the_kept_profile(call: Calls) -> None:
    ana = call.add(first_name="Ana")
    twin = call.add(email=BEN, last_name="Silva", tags=["tea"])
    merge_id = call.merge(ana, twin)
    call("save-customer", customer_id=ana, last_name="Souza", tags=["tea", "new"])
    call("add-customer-note", customer_id=twin, text="Came back.")

    kept = call("undo-customer-merge", merge_id=merge_id)
    other = call("get-customer", customer_id=twin)

    assert (kept["last_name"], kept["tags"], kept["email"]) == ("Souza", ["new"], None)
    assert [note["text"] for note in kept["notes"]] == ["Came back."]
    assert (other["last_name"], other["tags"], other["email"]) == ("Silva", ["tea"], BEN)
    assert other["notes"] == []
    call("undo-customer-merge", 409, merge_id=merge_id)
    call("undo-customer-merge", 404, merge_id="cmerge_unknown")


def test_chain_of_merges_is_undone_from_its_end(call: Calls) -> None:
    ana, ben, cara = call.add(email=ANA), call.add(email=BEN), call.add(email=CARA)
    before = call.state()
    first = call.merge(ben, cara)
    second = call.merge(ana, ben)

    refused = call("undo-customer-merge", 409, merge_id=first)
    assert refused["code"] == "customer_merged_later"
    assert call("get-customer", customer_id=cara)["customer_id"] == ana

    call("undo-customer-merge", merge_id=second)
    assert call("get-customer", customer_id=cara)["customer_id"] == ben
    call("undo-customer-merge", merge_id=first)
    assert call.state() == before


def test_later_merge_supplies_the_value_that_an_undone_merge_removes(call: Calls) -> None:
    ana, ben, cara = call.add(email=ANA), call.add(first_name="Ben"), call.add(first_name="Cara")
    first = call.merge(ana, ben)
    second = call.merge(ana, cara)

    assert call("undo-customer-merge", merge_id=first)["first_name"] == "Cara"
    assert call("undo-customer-merge", merge_id=second)["first_name"] is None


facts = st.fixed_dictionaries(
    {},
    optional={
        "first_name": st.sampled_from(["Ana", "Ben"]),
        "last_name": st.sampled_from(["Silva", "Souza"]),
        "birthday": st.sampled_from(["--05-17", "1990-05-17"]),
        "language": st.sampled_from(["pt", "en"]),
        "tags": st.lists(st.sampled_from(["vip", "tea", "new"]), max_size=3, unique=True),
        "has_email": st.just(True),
        "has_phone": st.just(True),
    },
)


@pytest.mark.slow
@hypothesis_settings(
    max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    people=st.lists(facts, min_size=4, max_size=4),
    merges=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=4),
    choice=st.randoms(use_true_random=False),
)
def test_merges_undone_in_any_valid_order_restore_everything(
    call: Calls, numbers: Iterator[int], people: list[dict[str, Any]], merges: Any, choice: Any
) -> None:
    ids = []
    for person in people:
        number = next(numbers)
        given_facts = {name: it for name, it in person.items() if not name.startswith("has_")}
        if "has_email" in person:
            given_facts["email"] = f"person{number}@example.com"
        if "has_phone" in person:
            given_facts["phone"] = f"+1415555{number:04}"
        given_facts.setdefault("first_name", f"P{number}")
        ids.append(call.add(**given_facts))
        call("add-customer-note", customer_id=ids[-1], text=f"Note {number}")
    before = call.state()
    roots, in_force = set(ids), []
    for keep, merge in merges:
        if keep != merge and {ids[keep], ids[merge]} <= roots:
            in_force.append((ids[keep], call.merge(ids[keep], ids[merge])))
            roots.discard(ids[merge])

    merged = {it for it in ids if it not in roots}
    while in_force:
        state = {it: call("get-customer", customer_id=it)["customer_id"] for it in ids}
        possible = [one for one in in_force if state[one[0]] == one[0]]
        one = choice.choice(possible)
        call("undo-customer-merge", merge_id=one[1])
        in_force.remove(one)

    assert call.state() == before
    assert merged or not in_force


@pytest.fixture
def numbers() -> Iterator[int]:
    return iter(range(1, 10_000))


def test_verified_phone_and_proven_browser_become_one_customer(
    call: Calls, api_settings: Settings, org: Org
) -> None:
    customers = Customers(api_settings, org)
    browser = customers.identify(visitor_id="ana_browser", first_name="Ana").customer
    phone = customers.identify(phone=PHONE, last_name="Silva").customer
    claimed = customers.identify(phone=PHONE, visitor_id="another_browser")
    assert call("get-customers")["total"] == 2, "a number that is only typed proves nothing"

    proven = customers.identify(phone=PHONE, visitor_id="ana_browser", phone_is_proven=True)

    assert (claimed.is_proven, proven.is_proven) == (False, True)
    (only,) = call("get-customers")["items"]
    assert only["customer_id"] == proven.customer.customer_id
    assert only["customer_id"] in (browser.customer_id, phone.customer_id)
    assert (only["phone"], only["last_name"]) == (PHONE, "Silva")
    (merge,) = call("get-customer", customer_id=phone.customer_id)["merges"]
    assert (merge["reason"], merge["merged_by"]) == ("verified_phone", None)


def test_unproven_address_is_not_merged_by_a_verified_phone(
    call: Calls, api_settings: Settings, org: Org
) -> None:
    customers = Customers(api_settings, org)
    customers.identify(email=ANA, visitor_id="browser")
    customers.identify(phone=PHONE)

    customers.identify(phone=PHONE, visitor_id="browser", phone_is_proven=True)

    assert call("get-customers")["total"] == 2


def test_duplicates_are_proposed_with_reasons_until_they_are_dismissed(call: Calls) -> None:
    ana = call.add(first_name="Ana", last_name="Silva", birthday="1990-05-17", email=ANA)
    twin = call.add(
        first_name=" ana", last_name="SILVA", birthday="1990-05-17", email="a.na+tea@example.com"
    )
    phone = call.add(phone=PHONE, first_name="Ben")
    other = call.add(phone="+34155552671", first_name="Benno")
    call.add(first_name="Ana", last_name="Silva", birthday="1991-05-17")
    card = {"name": "card_number", "label": "Card", "type": "text"}
    call("save-customer-field", **card)
    third = call.add(first_name="Cleo", fields={"card_number": "A 17"})
    fourth = call.add(first_name="Dan", fields={"card_number": "a 17 "})
    call("save-customer-field", 422, **card | {"name": "vip", "type": "yes_no"}, is_merge_key=True)
    assert call("list-duplicate-customers")["total"] == 2
    assert call("save-customer-field", **card, is_merge_key=True)["is_merge_key"]
    assert call("save-customer-field", **card)["is_merge_key"]

    pairs = call("list-duplicate-customers")

    found = {tuple(it["customer_id"] for it in pair["customers"]): pair for pair in pairs["items"]}
    assert {key: pair["reasons"] for key, pair in found.items()} == {
        (ana, twin): ["name_and_birthday", "similar_email"],
        (phone, other): ["similar_phone"],
        (third, fourth): ["merge_key"],
    }
    assert pairs["total"] == 3
    call.merge(third, fourth)
    call("distinguish-customers", customer_ids=[other, phone])
    call("distinguish-customers", 404, customer_ids=[phone, "cus_unknown"])
    call.merge(ana, twin)
    assert call("list-duplicate-customers")["total"] == 0


def test_timeline_and_totals_of_a_merged_customer_include_both_profiles(
    call: Calls, code: str, org: Org, lake: Lake, api_settings: Settings
) -> None:
    ana, twin = call.add(email=ANA), call.add(email=BEN)
    start = datetime.now(UTC) - timedelta(days=1)
    land(
        lake,
        *(
            make_event(
                pos,
                type=kind,
                org_id=org.org_id,
                code_id=code,
                customer_key=who,
                day=start.date(),
                occurred_at=start + timedelta(minutes=pos),
            )
            for pos, (kind, who) in enumerate([("scan", ana), ("submit", twin), ("scan", twin)])
        ),
    )

    def seen(customer_id: str) -> tuple[int, int, int]:
        totals = call("get-customer-interaction", customer_id=customer_id)
        timeline = call("get-customer-activity", customer_id=customer_id)
        return totals["scans"], totals["submits"], timeline["total"]

    before = [seen(ana), seen(twin)]
    merge_id = call.merge(ana, twin)
    report = call("get-report", report="customers", interval="all")

    assert before == [(1, 0, 1), (1, 1, 2)]
    assert seen(ana) == seen(twin) == (2, 1, 3)
    assert [row["customer_id"] for row in report["rows"]] == [ana]
    call("undo-customer-merge", merge_id=merge_id)
    assert [seen(ana), seen(twin)] == before


def test_points_of_both_profiles_are_one_balance_until_the_merge_is_undone(
    call: Calls, visitor: TestClient
) -> None:
    ana, twin = call.add(email=ANA), call.add(email=BEN)
    for who, amount in ((ana, 3), (twin, 4)):
        call("rewards/post-swapt-card", customer_id=who, action="add", unit="points", amount=amount)

    def points(who: str) -> int:
        card = call("rewards/get-swapt-card", customer_id=who)
        return sum(it["available"] for it in card["balances"] if it["unit"] == "points")

    cards = [call("rewards/get-swapt-card", customer_id=it)["swapt_card_id"] for it in (ana, twin)]

    def gains() -> list[list[str]]:
        pages = [visitor.get(f"/card/{it}").text for it in cards]
        return [re.findall(r"<span>\W?(\+\d+)", page) for page in pages]

    merge_id = call.merge(ana, twin)
    assert points(ana) == points(twin) == 7
    assert gains() == [["+4", "+3"]] * 2
    call("undo-customer-merge", merge_id=merge_id)
    assert (points(ana), points(twin)) == (3, 4)
    assert gains() == [["+3"], ["+4"]]


def test_erasure_deletes_all_profiles_of_a_person(
    call: Calls, api_settings: Settings, client: TestClient
) -> None:
    ana, twin = call.add(email=ANA, first_name="Ana"), call.add(email=BEN)
    call.merge(ana, twin)

    call("erase-person", customer_id=twin)
    run_jobs(api_settings)

    assert call("get-customers")["total"] == 0
    assert call.state()[0] == []
