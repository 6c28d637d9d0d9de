"""One person, one customer: whoever says what first, in whatever order, at once."""

import random
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import psycopg
import pytest
from sqlalchemy.orm import Session

from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService, Remembered
from api.kit.ids import new_id
from runtime.settings import Settings
from tests.support.people import Org

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
ANA, BEN = "ana@example.com", "ben@example.com"
PHONE, OTHER = "+14155552671", "+14155552672"


class Desk:
    """Remembers customers, each in a transaction of its own."""

    def __init__(self, settings: Settings, org: Org) -> None:
        self.engine = make_engine(settings)
        self.org_id = org.org_id
        self.sealer = Sealer(settings.secret_key)

    def service(self, session: Session) -> CustomerService:
        enter_tenant(session, self.org_id)
        return CustomerService(session, self.sealer, NOW, new_id)

    def remember(self, **said: object) -> Remembered:
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            return self.service(session).remember(self.org_id, **said)  # type: ignore[arg-type]


@pytest.fixture
def desk(settings: Settings, org: Org) -> Desk:
    return Desk(settings, org)


def test_a_phone_finds_who_gave_it_and_an_email_is_added(desk: Desk) -> None:
    first = desk.remember(phone=PHONE, first_name="Ana")
    claimed = desk.remember(phone=PHONE, email=ANA, first_name="Eve", visitor_id="stranger")
    unproven = (claimed.is_proven, claimed.customer.email, claimed.customer.first_name)
    second = desk.remember(phone=PHONE, email=ANA, phone_is_proven=True)

    assert unproven == (False, None, "Ana")
    assert (first.is_new, second.is_new) == (True, False)
    assert second.customer.customer_id == first.customer.customer_id
    assert (second.customer.email, second.customer.first_name) == (ANA, "Ana")


def test_an_email_decides_over_a_phone(desk: Desk) -> None:
    ana = desk.remember(email=ANA, phone=PHONE).customer
    ben = desk.remember(email=BEN, phone=PHONE, visitor_id="ben")

    assert ben.is_new
    assert (ben.customer.phone, ben.customer.customer_id != ana.customer_id) == (None, True)
    again = desk.remember(email=BEN, phone=OTHER, visitor_id="ben")
    assert (again.customer.customer_id, again.customer.phone) == (ben.customer.customer_id, OTHER)


def test_who_says_nothing_is_the_customer_of_the_browser(desk: Desk) -> None:
    ana = desk.remember(email=ANA, visitor_id="browser", first_name="Ana").customer

    same = desk.remember(visitor_id="browser")
    other = desk.remember(visitor_id="another")

    assert (same.customer.customer_id, same.is_new) == (ana.customer_id, False)
    assert other.is_new


def test_the_next_person_at_a_browser_is_not_greeted_by_the_last_ones_name(
    desk: Desk, settings: Settings
) -> None:
    desk.remember(email=ANA, visitor_id="shared", first_name="Ana")
    desk.remember(email=BEN, visitor_id="shared")

    with psycopg.connect(settings.database_url) as connection:
        tied = connection.execute("select first_name from customer_visitors").fetchall()
    assert tied == [(None,)]


def test_attributes_grow_and_stay_bounded(desk: Desk) -> None:
    desk.remember(email=ANA, attributes={"city": "Oslo"}, visitor_id="ana")
    grown = {f"a{n}": n for n in range(500)}
    many = desk.remember(email=ANA, attributes=grown, visitor_id="ana").customer

    assert many.attributes["city"] == "Oslo"
    assert len(many.attributes) == 100


def test_any_mix_at_once_leaves_every_email_and_phone_with_one(
    desk: Desk, settings: Settings
) -> None:
    randomness = random.Random(7)
    said = [
        {"email": randomness.choice([ANA, BEN, None]), "phone": randomness.choice([PHONE, OTHER])}
        for _ in range(60)
    ]

    with ThreadPoolExecutor(10) as pool:
        found = list(pool.map(lambda it: desk.remember(**it), said))

    assert len(found) == 60
    with psycopg.connect(settings.database_url) as connection:
        rows = connection.execute("select email, phone from customers").fetchall()
    emails = [email for email, _ in rows if email]
    phones = [phone for _, phone in rows if phone]
    assert sorted(emails) == [ANA, BEN]
    assert len(set(phones)) == len(phones)


def test_keys_are_wrapped_and_a_wrong_one_opens_nothing(settings: Settings) -> None:
    sealer = Sealer(settings.secret_key)
    key, other = sealer.new_key(), sealer.new_key()

    sealed = sealer.seal(key, b"hello")

    assert sealer.unseal(key, sealed) == b"hello"
    assert sealer.unseal(other, sealed) is None
    assert sealer.unseal(None, sealed) is None
    assert Sealer(b"another secret of another place").unseal(key, sealed) is None
