"""The customers of the demonstration, and what keeps them coming."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest

from api.apps.demo import make_demo_state
from api.apps.demo_content import ORG
from api.apps.web import create_app
from runtime.demo import harbor_people
from runtime.demo.harbor_coffee import HARBOR_COFFEE
from runtime.settings import Settings
from tests.demo.conftest import without_people_made
from tests.support.app_client import AppClient
from tests.support.pages import PlainRenderer
from tests.support.signing import running_signer

NOW = datetime(2026, 3, 18, 15, 20, tzinfo=UTC)
Caller = Callable[..., Any]


def test_customers_are_the_same_in_every_run_and_nobody_could_be_real() -> None:
    made = harbor_people.customers()

    assert made == harbor_people.customers()
    assert len({it.email for it in made}) == len({it.phone for it in made}) == len(made)
    for it in made:
        assert it.email.isascii()
        assert it.email.endswith("@example.com")
        assert it.phone[5:10] == "55501"
        assert harbor_people.DEMO_TAG in it.tags
        assert all(0 < visit.days_ago < it.joined_days_ago for visit in it.visits)


@pytest.fixture(scope="module")
def owner(module_settings: Settings) -> Iterator[Caller]:
    """Makes calls as the owner of the demo organisation, which these tests share: they read only."""
    make_demo_state(module_settings, NOW, PlainRenderer())
    with (
        running_signer() as signer,
        AppClient(
            create_app(module_settings.model_copy(update={"auth0_domain": signer.domain}))
        ) as client,
    ):
        headers = {"Authorization": f"Bearer {signer.token(HARBOR_COFFEE.people[0].sub)}"}

        def call(path: str, **body: Any) -> Any:
            answer = client.post(f"/v1/{path}", json=body, headers=headers)
            assert answer.status_code == 200, answer.text
            return answer.json()

        yield call


def test_members_see_customers_their_cards_and_consents_and_who_brought_whom(owner: Caller) -> None:
    listed = owner("get-customers", tags=[harbor_people.DEMO_TAG], per_page=100)
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


def test_nothing_is_made_for_an_organisation_with_a_programme_of_its_own(
    settings: Settings,
) -> None:
    with without_people_made():
        make_demo_state(settings, NOW, PlainRenderer())
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into loyalty_programs (org_id, stamps_goal, pending_days, tier_days, grace_days, tiers,"
            " updated_at) values (%s, 10, 0, 365, 30, '[]', now())",
            [ORG],
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


def test_history_lies_in_the_past(module_settings: Settings, owner: Caller) -> None:
    assert owner("list-segments")["total"] == len(harbor_people.SEGMENTS)
    with psycopg.connect(module_settings.database_url) as connection:
        first, last = connection.execute(
            "select min(recorded_at), max(recorded_at) from loyalty_entries"
        ).fetchone() or (NOW, NOW)
    assert NOW - timedelta(days=81) < first < last < NOW
