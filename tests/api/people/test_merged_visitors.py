"""Submissions of a merged profile's visitors stay theirs, and a wrong merge gives nobody access to another profile."""

from datetime import UTC, datetime

import psycopg
import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from api.db.session import enter_tenant
from api.domains.people.customers.service import CustomerService
from api.kit.ids import new_id
from api.kit.web_app import WebApp
from runtime.settings import Settings
from tests.api.people.test_merging import ANA, BEN, PHONE, Calls
from tests.api.people.test_pages_customers import OTHER, Customers
from tests.support.browsers import BROWSER
from tests.support.pages import PageMaker
from tests.support.people import Org, Somebody


@pytest.fixture
def call(client: TestClient, admin: Somebody, api_settings: Settings) -> Calls:
    return Calls(client, admin, api_settings.database_url)


class CustomersOfToday(Customers):
    """Identifies customers at the present time, as the calls do."""

    def service(self, session: Session) -> CustomerService:
        enter_tenant(session, self.org_id)
        return CustomerService(session, self.sealer, datetime.now(UTC), new_id)


@pytest.fixture
def customers(api_settings: Settings, org: Org) -> Customers:
    return CustomersOfToday(api_settings, org)


def test_submissions_of_a_merged_profile_keep_their_address_and_are_readable(
    call: Calls, pages: PageMaker, visitor: TestClient, app: WebApp
) -> None:
    code_id, page_id = pages.published()
    form = {"first_name": "Ben", "email": BEN}
    sent = visitor.post("/v1/append-submit", json={"code_id": code_id, "fields": form}).json()
    (ben,) = call("get-customers", filter=BEN)["items"]
    ana = call.add(phone=PHONE, first_name="Ana")
    exchange = {"id": page_id, "exchange_id": sent["submission_id"], "email": BEN}

    def seen() -> tuple[object, ...]:
        (row,) = call("get-submit-data", filter=BEN)["items"]
        back = TestClient(app, headers=BROWSER).post("/v1/return-page", json=exchange).json()
        own = visitor.post("/v1/return-page", json={"id": code_id}).json()
        fields = back["exchange"]["fields"]["first_name"]
        return row["email"], row["fields"]["first_name"], fields, len(own["submissions"])

    before = seen()
    merge_id = call.merge(ana, ben["customer_id"])
    assert call("get-customer", customer_id=ana)["email"] == BEN
    merged = seen()
    call("undo-customer-merge", merge_id=merge_id)

    assert before == merged == seen() == (BEN, "Ben", "Ben", 1)


def test_browsers_of_an_undone_merge_do_not_write_to_the_kept_profile(
    call: Calls, customers: Customers
) -> None:
    ana = call.add(email=ANA, first_name="Ana")
    ben = customers.identify(phone=PHONE, first_name="Ben", visitor_id="ben-1").customer
    merge_id = call.merge(ana, ben.customer_id)
    customers.identify(visitor_id="ben-1")
    customers.identify(phone=PHONE, visitor_id="ben-2", phone_is_proven=True)
    call("undo-customer-merge", merge_id=merge_id)

    first = customers.identify(visitor_id="ben-1", last_name="Silva")
    second = customers.identify(visitor_id="ben-2", last_name="Souza")

    assert (first.customer.customer_id, first.is_proven) == (ben.customer_id, True)
    assert not second.is_proven
    assert call("get-customer", customer_id=ana)["last_name"] is None


def test_passcode_verifies_the_number_of_a_merged_profile(
    call: Calls, customers: Customers
) -> None:
    ana, ben = call.add(phone=PHONE), call.add(phone=OTHER)
    call.merge(ana, ben)

    proven = customers.identify(
        phone=OTHER, visitor_id="ben", phone_is_proven=True, first_name="Ben"
    )

    assert (proven.customer.customer_id, proven.is_proven) == (ana, True)
    assert call("get-customer", customer_id=ana)["first_name"] == "Ben"


def test_number_that_replaces_a_verified_number_is_unverified(
    call: Calls, customers: Customers, api_settings: Settings
) -> None:
    ana = customers.identify(phone=PHONE, phone_is_proven=True).customer

    def verified() -> object:
        with psycopg.connect(api_settings.database_url) as connection:
            row = connection.execute("select phone_verified_at from customers").fetchone()
        return row and row[0]

    assert verified() is not None
    call("save-customer", customer_id=ana.customer_id, phone=OTHER)
    assert verified() is None


def test_addresses_of_more_than_five_profiles_are_no_duplicates_and_paging_ends(
    call: Calls,
) -> None:
    for number in range(6):
        call.add(email=f"team+{number}@example.com")
    for name in ("ana", "ben"):
        call.add(email=f"{name}@example.com")
        call.add(email=f"{name}+tea@example.com")

    beyond = call("list-duplicate-customers", page=3, pageSize=1)

    assert (beyond["items"], beyond["total"]) == ([], 2)
