"""The demonstration's customers, and the programmes that keep them coming back."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from api.apps.demo import make_demo_state
from api.apps.web import create_app
from runtime.demo import harbor_people, northwind_people
from runtime.demo.harbor_coffee import HARBOR_COFFEE
from runtime.demo.harbor_people import HARBOR_LOYALTY
from runtime.demo.loyalty import DEMO_TAG, DemoLoyalty
from runtime.demo.northwind_books import NORTHWIND_BOOKS
from runtime.demo.northwind_people import NORTHWIND_LOYALTY
from runtime.demo.world import DemoOrganization
from runtime.settings import Settings
from tests.demo.conftest import without_people_made
from tests.support.app_client import AppClient
from tests.support.pages import PlainRenderer
from tests.support.signing import running_signer

NOW = datetime(2026, 3, 18, 15, 20, tzinfo=UTC)
Caller = Callable[..., Any]


FICTION = re.compile(r"\+1\d{3}55501\d\d|\+447700900\d{3}")
"""Telephone numbers that are never assigned, from the North American Numbering Plan and from Ofcom."""


@pytest.mark.parametrize("loyalty", [HARBOR_LOYALTY, NORTHWIND_LOYALTY])
def test_customers_are_the_same_in_every_run_and_cannot_be_real_people(
    loyalty: DemoLoyalty,
) -> None:
    made = loyalty.customers()

    assert made == loyalty.customers()
    assert len({it.email for it in made}) == len({it.phone for it in made}) == len(made)
    for it in made:
        assert it.email.isascii()
        assert it.email.endswith("@example.com")
        assert FICTION.fullmatch(it.phone)
        assert DEMO_TAG in it.tags
        assert all(0 < visit.days_ago < it.joined_days_ago for visit in it.visits)


@pytest.fixture(scope="module")
def owner_of(module_settings: Settings) -> Iterator[Callable[[DemoOrganization], Caller]]:
    """Yield a function that makes calls as the owner of a demo organisation, which these tests share; they only
    read.
    """
    make_demo_state(module_settings, NOW, PlainRenderer())
    with (
        running_signer() as signer,
        AppClient(
            create_app(module_settings.model_copy(update={"auth0_domain": signer.domain}))
        ) as client,
    ):

        def calls(organization: DemoOrganization) -> Caller:
            headers = {"Authorization": f"Bearer {signer.token(organization.people[0].sub)}"}

            def call(path: str, **body: Any) -> Any:
                answer = client.post(f"/v1/{path}", json=body, headers=headers)
                assert answer.status_code == 200, answer.text
                return answer.json()

            return call

        yield calls


@pytest.fixture(scope="module")
def owner(owner_of: Callable[[DemoOrganization], Caller]) -> Caller:
    """Return calls as the owner of Harbor Coffee."""
    return owner_of(HARBOR_COFFEE)


def test_members_see_customers_with_their_cards_consents_and_referrers(owner: Caller) -> None:
    listed = owner("get-customers", tags=[DEMO_TAG], per_page=100)
    cards = [
        owner("rewards/get-ledger", customer_id=it["customer_id"]) for it in listed["items"][:8]
    ]
    consents = [
        owner("get-customer-consents", customer_id=it["customer_id"]) for it in listed["items"][:8]
    ]
    referrals = owner("list-referrals")["items"]
    rewards = owner("register-reward")["items"]
    log = owner("list-till-actions", per_page=100)
    duplicates = owner("list-duplicate-customers")["items"]
    orders = owner("list-orders", per_page=100)
    rules = owner("list-earning-rules")["items"]

    assert listed["total"] == harbor_people.CUSTOMERS + 4
    assert all(it["available"] >= 0 for card in cards for it in card["balances"])
    assert {it["state"] for one in consents for it in one["standings"]} >= {"given"}
    assert sorted(it["state"] for it in referrals) == ["held", "rewarded", "rewarded"]
    assert all(it["taken"] > 0 for it in rewards)
    assert log["total"] > 100
    assert len({it["staff"] for it in log["items"]}) == 2
    assert len(duplicates) == 1
    assert all(it["earned"] and it["customer_name"] for it in orders["items"])
    assert len([it for it in orders["items"] if it["refunds"]]) == 1
    assert len(rules) == len(harbor_people.EARNING)
    assert sum(it["given"] for it in rules) > 1000


def test_northwind_demo_has_its_own_customers_rewards_orders_and_passes(
    owner_of: Callable[[DemoOrganization], Caller],
) -> None:
    owner = owner_of(NORTHWIND_BOOKS)

    listed = owner("get-customers", tags=[DEMO_TAG], per_page=100)
    spoken = {it["language"] for it in listed["items"] if it["language"]}
    rewards = owner("register-reward")["items"]
    log = owner("list-till-actions", per_page=100)
    orders = owner("list-orders", per_page=100)["items"]
    referrals = owner("list-referrals")["items"]
    holders = owner("list-pass-holders", per_page=100)
    updates = owner("list-pass-updates")["items"]

    assert listed["total"] == northwind_people.READERS + 4
    assert spoken == {"en", "fr", "de"}
    assert {it["name"]: it["taken"] > 0 for it in rewards} == {
        it["name"]: True for it in NORTHWIND_LOYALTY.rewards
    }
    assert {it["unit"] for it in rewards} == {"points", "stamps"}
    assert {it["currency"] for it in orders} == {"GBP"}
    assert len([it for it in orders if it["refunds"]]) == 1
    assert log["total"] > len(orders)
    assert len({it["staff"] for it in log["items"]}) == 2
    assert sorted(it["state"] for it in referrals) == ["held", "rewarded", "rewarded"]
    assert len({it["referrer"]["customer_id"] for it in referrals}) == 1
    assert holders["total"] == sum(NORTHWIND_LOYALTY.passes.holders.values())
    assert len(updates) == 2
    harbor = {it["name"] for it in owner_of(HARBOR_COFFEE)("register-reward")["items"]}
    assert harbor.isdisjoint(it["name"] for it in rewards)


def test_organisation_with_its_own_programme_gets_no_demo_people(
    settings: Settings,
) -> None:
    with without_people_made():
        make_demo_state(settings, NOW, PlainRenderer())
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into loyalty_programs (org_id, stamps_goal, pending_days, tier_days, grace_days, tiers,"
            " updated_at) select org_id, 10, 0, 365, 30, '[]', now() from organizations",
        )

    before = _customers(settings)
    assert {source for *_, source in before} == {"form"}
    make_demo_state(settings, NOW, PlainRenderer())

    assert _customers(settings) == before


def _customers(settings: Settings) -> list[Any]:
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute(
            "select org_id, customer_id, source from customers order by 1, 2"
        ).fetchall()


def test_history_is_in_the_past(module_settings: Settings, owner: Caller) -> None:
    assert owner("list-segments")["total"] == len(harbor_people.SEGMENTS)
    with psycopg.connect(module_settings.database_url) as connection:
        first, last = connection.execute(
            "select min(recorded_at), max(recorded_at) from loyalty_entries"
        ).fetchone() or (NOW, NOW)
    assert NOW - timedelta(days=81) < first < last < NOW
