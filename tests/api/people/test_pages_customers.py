"""One person is one customer, whichever address is sent first, in any order, even concurrently."""

import random
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import psycopg
import pytest
from sqlalchemy.orm import Session

from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService, IdentifiedCustomer
from api.kit.ids import new_id
from runtime.settings import Settings
from tests.support.people import Org

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
ANA, BEN = "ana@example.com", "ben@example.com"
PHONE, OTHER = "+14155552671", "+14155552672"


class Customers:
    """Identifies customers, each in its own transaction."""

    def __init__(self, settings: Settings, org: Org) -> None:
        self.engine = make_engine(settings)
        self.org_id = org.org_id
        self.sealer = Sealer.of(settings)

    def service(self, session: Session) -> CustomerService:
        enter_tenant(session, self.org_id)
        return CustomerService(session, self.sealer, NOW, new_id)

    def identify(self, **facts: object) -> IdentifiedCustomer:
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            return self.service(session).identify(self.org_id, **facts)  # type: ignore[arg-type]

    def email(self, identified: IdentifiedCustomer) -> str | None:
        return self.sealer.contacts(identified.customer).email

    def phone(self, identified: IdentifiedCustomer) -> str | None:
        return self.sealer.contacts(identified.customer).phone


@pytest.fixture
def customers(settings: Settings, org: Org) -> Customers:
    return Customers(settings, org)


def test_verified_phone_finds_its_customer_and_adds_an_email(customers: Customers) -> None:
    first = customers.identify(phone=PHONE, first_name="Ana")
    claimed = customers.identify(phone=PHONE, email=ANA, first_name="Eve", visitor_id="stranger")
    unproven = (claimed.is_proven, customers.email(claimed), claimed.customer.first_name)
    second = customers.identify(phone=PHONE, email=ANA, phone_is_proven=True)

    assert unproven == (False, None, "Ana")
    assert (first.is_new, second.is_new) == (True, False)
    assert second.customer.customer_id == first.customer.customer_id
    assert (customers.email(second), second.customer.first_name) == (ANA, "Ana")


def test_email_takes_precedence_over_phone(customers: Customers) -> None:
    ana = customers.identify(email=ANA, phone=PHONE).customer
    ben = customers.identify(email=BEN, phone=PHONE, visitor_id="ben")

    assert ben.is_new
    assert (customers.phone(ben), ben.customer.customer_id != ana.customer_id) == (None, True)
    again = customers.identify(email=BEN, phone=OTHER, visitor_id="ben")
    assert (again.customer.customer_id, customers.phone(again)) == (ben.customer.customer_id, OTHER)


def test_visitor_without_email_is_the_customer_of_the_browser(customers: Customers) -> None:
    ana = customers.identify(email=ANA, visitor_id="browser", first_name="Ana").customer

    same = customers.identify(visitor_id="browser")
    other = customers.identify(visitor_id="another")

    assert (same.customer.customer_id, same.is_new) == (ana.customer_id, False)
    assert other.is_new


def test_next_customer_at_a_browser_does_not_get_the_previous_name(
    customers: Customers, settings: Settings
) -> None:
    customers.identify(email=ANA, visitor_id="shared", first_name="Ana")
    customers.identify(email=BEN, visitor_id="shared")

    with psycopg.connect(settings.database_url) as connection:
        tied = connection.execute("select first_name from customer_visitors").fetchall()
    assert tied == [(None,)]


def test_attributes_accumulate_up_to_a_limit(customers: Customers) -> None:
    customers.identify(email=ANA, attributes={"city": "Oslo"}, visitor_id="ana")
    grown = {f"a{n}": n for n in range(500)}
    many = customers.identify(email=ANA, attributes=grown, visitor_id="ana").customer

    assert many.attributes["city"] == "Oslo"
    assert len(many.attributes) == 100


def test_simultaneous_requests_create_one_customer_per_email_and_phone(
    customers: Customers, settings: Settings
) -> None:
    randomness = random.Random(7)
    requests = [
        {"email": randomness.choice([ANA, BEN, None]), "phone": randomness.choice([PHONE, OTHER])}
        for _ in range(60)
    ]
    requests += [{"email": email, "phone": None} for email in (ANA, BEN)]

    with ThreadPoolExecutor(10) as pool:
        found = list(pool.map(lambda it: customers.identify(**it), requests))

    assert len(found) == 62
    with psycopg.connect(settings.database_url) as connection:
        rows = connection.execute("select email_index, phone_index from customers").fetchall()
    emails = {email for email, _ in rows if email}
    phones = [phone for _, phone in rows if phone]
    assert emails == {customers.sealer.index(customers.org_id, "email", it) for it in (ANA, BEN)}
    assert len([email for email, _ in rows if email]) == 2
    assert len(set(phones)) == len(phones)


def test_wrong_key_decrypts_nothing(settings: Settings) -> None:
    sealer = Sealer.of(settings)
    key, other = sealer.new_key(), sealer.new_key()

    sealed = sealer.seal(key, b"hello")

    assert sealer.unseal(key, sealed) == b"hello"
    assert sealer.unseal(other, sealed) is None
    assert sealer.unseal(None, sealed) is None
    assert Sealer(b"another secret", [b"another sealing key"]).unseal(key, sealed) is None
