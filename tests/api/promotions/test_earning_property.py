"""Caps are respected and balances are the sum of the ledger, for any events in any order, however often they are
repeated.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.orm import Session

from api.auth.member import Member, viewer_of
from api.auth.tenants import organization_of
from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.domains.promotions.earning.dependencies import earner_of
from api.domains.promotions.earning.types import Happening
from api.domains.promotions.loyalty.dependencies import ledger_of
from api.domains.promotions.loyalty.errors import NotEnough
from api.domains.promotions.loyalty.types import Origin
from api.domains.promotions.orders.dependencies import orders_of
from api.domains.promotions.orders.errors import RefundTooLarge
from api.domains.promotions.orders.schemas import RecordOrder, RefundOrder
from api.domains.promotions.orders.service import OrderService
from api.kit.ids import new_id
from runtime.settings import Settings

START = datetime(2026, 6, 15, 12, tzinfo=UTC)
DAY_CAP, WEEK_CAP, PERSON_CAP, TOTAL_CAP = 7, 15, 30, 45
PEOPLE = 3

steps = st.lists(
    st.one_of(
        st.tuples(st.just("order"), st.integers(0, 12), st.integers(0, PEOPLE - 1)),
        st.tuples(st.just("submit"), st.integers(0, 12), st.integers(0, PEOPLE - 1)),
        st.tuples(st.just("refund"), st.integers(0, 12), st.integers(1, 900)),
        st.tuples(st.just("spend"), st.integers(1, 9), st.integers(0, PEOPLE - 1)),
        st.tuples(st.just("wait"), st.integers(1, 4), st.just(0)),
    ),
    max_size=30,
)
"""Numbers repeat: an order, an answer and a refund come again, sometimes after others."""


@dataclass
class Running:
    """A session for one organisation, as in the app."""

    session: Session
    settings: Settings
    me: Member
    people: list[str] = field(default_factory=list)

    def orders(self, now: datetime) -> OrderService:
        return orders_of(self.session, self.settings, now)


_NUMBERS = count()


@pytest.fixture(scope="module")
def running(module_settings: Settings) -> Iterator[Running]:
    org_id = new_id("org")
    with psycopg.connect(module_settings.database_url) as connection:
        connection.execute(
            "insert into organizations (org_id, slug, name, time_zone) values (%s, %s, 'A', 'UTC')",
            [org_id, org_id.lower()],
        )
    with Session(make_engine(module_settings)) as session:
        enter_tenant(session, org_id)
        yield Running(session, module_settings, viewer_of(organization_of(session, org_id)))
        session.rollback()


def begin(running: Running) -> tuple[str, str]:
    """Create new people and new rules, and return the IDs of the rules."""
    sealer = Sealer.of(running.settings)
    customers = CustomerService(running.session, sealer, START, new_id)
    running.people = [
        customers.identify(
            running.me.org_id, email=f"person{next(_NUMBERS)}@example.com"
        ).customer.customer_id
        for _ in range(PEOPLE)
    ]
    rules = new_id("ern"), new_id("ern")
    running.session.execute(text("update earning_rules set is_active = false"))
    for rule_id, kind in zip(rules, ("order", "submit"), strict=True):
        running.session.execute(
            text(
                "insert into earning_rules (rule_id, org_id, kind, name, is_active, unit, amount,"
                " per_cents, currency, code_ids, person_day, person_week, person_total, total,"
                " starts_at, created_at, updated_at) values (:rule_id, :org_id, :kind, 'Rule', true,"
                " 'points', 3, case when :kind = 'order' then 200 end,"
                " case when :kind = 'order' then 'USD' end, '{}',"
                " :day, :week, :person, :total, :start, :start, :start)"
            ),
            {
                "rule_id": rule_id, "org_id": running.me.org_id, "kind": kind, "day": DAY_CAP,
                "week": WEEK_CAP, "person": PERSON_CAP, "total": TOTAL_CAP,
                "start": START - timedelta(days=30),
            },
        )  # fmt: skip
    return rules


def most(running: Running, grouping: str) -> int:
    """Return the most that a rule of this run gave within one group."""
    found = running.session.scalar(
        text(
            "select max(sum) from (select sum(amount) from earnings where org_id = :org_id"
            f" and customer_id = any(:people) group by rule_id, {grouping}) sums"
        ),
        {"org_id": running.me.org_id, "people": running.people},
    )
    return int(found or 0)


@given(steps)
def test_caps_hold_and_balances_equal_the_sum_of_the_ledger(
    running: Running, steps: list[tuple[str, int, int]]
) -> None:
    begin(running)
    org_id, now, mark = running.me.org_id, START, next(_NUMBERS)
    earned: dict[tuple[str, int], int] = {}
    owners: dict[int, int] = {}

    for kind, number, other in steps:
        if kind == "wait":
            now += timedelta(days=number)
        elif kind == "order":
            owner = owners.setdefault(number, other)
            body = RecordOrder(
                customer_id=running.people[owner],
                order_number=f"{mark}-{number}",
                amount_cents=100 + 97 * number,
                currency="USD",
            )
            order = running.orders(now).record(running.me, body)
            amount = sum(it.amount for it in order.earned)
            assert earned.setdefault((kind, number), amount) == amount
        elif kind == "submit":
            it = Happening("submit", f"sub_{mark}_{number}", now)
            earner_of(running.session, now).earn(org_id, "UTC", [running.people[other]], it)
        elif kind == "refund" and number in owners:
            body_of_refund = RefundOrder(
                order_number=f"{mark}-{number}",
                refund_number=f"r{other % 3}",
                amount_cents=1 + other % 3 * 211,
            )
            try:
                after = running.orders(now).refund(running.me, body_of_refund)
            except RefundTooLarge:
                pass
            else:
                taken = sum(it.points_taken + it.points_short for it in after.refunds)
                kept = earned["order", number] * (after.amount_cents - after.refunded_cents)
                assert taken == earned["order", number] - kept // after.amount_cents
        elif kind == "spend":
            origin = Origin(f"spend-{next(_NUMBERS)}")
            try:
                ledger_of(running.session, now).spend(
                    org_id, [running.people[other]], "points", number, origin
                )
            except NotEnough:
                assert (
                    ledger_of(running.session, now)
                    .balances(org_id, [running.people[other]])["points"]
                    .available
                    < number
                )

    assert most(running, "customer_id, day") <= DAY_CAP
    assert most(running, "customer_id, date_trunc('week', day)") <= WEEK_CAP
    assert most(running, "customer_id") <= PERSON_CAP
    assert most(running, "org_id") <= TOTAL_CAP
    for person in running.people:
        entries = running.session.scalar(
            text(
                "select coalesce(sum(amount), 0) from loyalty_entries"
                " where org_id = :org_id and customer_id = :person"
            ),
            {"org_id": org_id, "person": person},
        )
        found = ledger_of(running.session, now).balances(org_id, [person])["points"]
        assert found.available + found.pending == entries >= 0
