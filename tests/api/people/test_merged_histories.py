"""After a merge and its undo, profiles have the consents, points and referrals that they had, whatever happened in
between.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import psycopg
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.orm import Session

from api.auth.member import Member, viewer_of
from api.auth.tenants import organization_of
from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.domains.people.consents.service import ConsentService
from api.domains.people.consents.types import Origin as ConsentOrigin
from api.domains.people.consents.types import Topic
from api.domains.people.customers.merge_repository import MergeRepository
from api.domains.people.customers.merging import Merging
from api.domains.people.customers.repository import CustomerRepository
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.domains.promotions.loyalty.dependencies import ledger_of
from api.domains.promotions.loyalty.errors import NotEnough
from api.domains.promotions.loyalty.types import Origin
from api.domains.promotions.referrals.dependencies import referrals_of
from api.domains.promotions.referrals.errors import AlreadyReferred, ReferralLoop, SelfReferral
from api.domains.promotions.referrals.program import ReferralProgram
from api.domains.promotions.referrals.types import Friend
from api.kit.ids import new_id
from runtime.settings import Settings

START = datetime(2026, 5, 1, 12, tzinfo=UTC)
PEOPLE = 4
TOPICS: tuple[Topic, ...] = (("email", "marketing"), ("web_push", "marketing"))
ROWS = (
    (
        "select customer_id, unit, amount, reason, movement_id, lot_id from loyalty_entries"
        " where customer_id = :id order by seq"
    ),
    (
        "select channel, purpose, decision, address_index, source, decided_at from consent_entries"
        " where customer_id = :id order by seq"
    ),
    (
        "select referral_id, referrer_id, friend_id, state, flags from referrals"
        " where referrer_id = :id or friend_id = :id order by referral_id"
    ),
    "select code from referral_codes where customer_id = :id order by code",
)

who = st.integers(0, PEOPLE - 1)
acts = st.lists(
    st.one_of(
        st.tuples(st.just("give"), who, st.integers(1, 20)),
        st.tuples(st.just("take"), who, st.integers(1, 25)),
        st.tuples(st.sampled_from(["yes", "no"]), who, st.integers(0, len(TOPICS) - 1)),
        st.tuples(st.just("refer"), who, who),
    ),
    max_size=10,
)
merges = st.lists(st.tuples(who, who), min_size=1, max_size=4)


class World:
    """Four customers of one organisation, through one session for it."""

    def __init__(self, session: Session, settings: Settings, me: Member, number: int) -> None:
        self.session, self.settings, self.me = session, settings, me
        self.now = START
        self.sealer = Sealer.of(settings)
        self.emails = [f"p{number}-{it}@example.com" for it in range(PEOPLE)]
        self.ids = [
            self.customers.identify(me.org_id, email=email).customer.customer_id
            for email in self.emails
        ]

    @property
    def customers(self) -> CustomerService:
        return CustomerService(self.session, self.sealer, self.now, new_id)

    @property
    def merging(self) -> Merging:
        rows, merges = CustomerRepository(self.session), MergeRepository(self.session)
        return Merging(rows, merges, self.sealer, self.now, new_id)

    @property
    def consents(self) -> ConsentService:
        return ConsentService(self.session, self.customers, self.now, new_id)

    def person(self, number: int) -> list[str]:
        return self.customers.ids_of_person(self.me.org_id, self.ids[number])

    def act(self, kind: str, number: int, detail: int) -> None:
        self.now += timedelta(minutes=1)
        org_id, ids = self.me.org_id, self.person(number)
        ledger = ledger_of(self.session, self.now)
        if kind == "give":
            ledger.give(org_id, ids, "points", detail, Origin(new_id("key")))
        elif kind == "take":
            before = self.balance(ids)
            try:
                ledger.spend(org_id, ids, "points", detail, Origin(new_id("key")))
            except NotEnough:
                assert before < detail
        elif kind == "refer":
            self._refer(ids, detail)
        else:
            decision = "given" if kind == "yes" else "withdrawn"
            person = self.consents.person(org_id, ids[0])
            self.consents.record(person, [TOPICS[detail]], decision, ConsentOrigin("form"))  # type: ignore[arg-type]

    def _refer(self, referrer_ids: Sequence[str], friend: int) -> None:
        referrals = referrals_of(self.session, self.settings, self.now)
        referrals.create_code(self.me, referrer_ids)
        try:
            with self.session.begin_nested():
                who = Friend(email=self.emails[friend])
                referrals.add(self.me, referrer_ids, who, None, None)
        except (AlreadyReferred, ReferralLoop, SelfReferral):
            pass

    def balance(self, ids: Sequence[str]) -> int:
        ledger = ledger_of(self.session, self.now)
        return ledger.balances(self.me.org_id, ids)["points"].available

    def state(self) -> list[Any]:
        """Return for each profile its rows and their sums."""
        referrals = referrals_of(self.session, self.settings, self.now)
        found: list[Any] = []
        for customer_id in self.ids:
            ids = self.customers.ids_of_person(self.me.org_id, customer_id)
            person = self.consents.person(self.me.org_id, customer_id)
            rows = [self.session.execute(text(it), {"id": customer_id}).all() for it in ROWS]
            code = referrals.code(self.me.org_id, ids)
            standings = {topic: it[:2] for topic, it in self.consents.standings(person).items()}
            found.append((ids, rows, self.balance(ids), standings, code.code, code.friends))
        return found


@pytest.fixture(scope="module")
def worlds(module_settings: Settings) -> Iterator[Iterator[World]]:
    org_id = new_id("org")
    with psycopg.connect(module_settings.database_url) as connection:
        connection.execute(
            "insert into organizations (org_id, slug, name, time_zone) values (%s, %s, 'A', 'UTC')",
            [org_id, org_id.lower()],
        )
    with Session(make_engine(module_settings)) as session:
        enter_tenant(session, org_id)
        me = viewer_of(organization_of(session, org_id))
        program = ReferralProgram(is_active=True)
        referrals_of(session, module_settings, START).save_program(
            *(me, program),
            knows_reward=lambda *_: True,
            needs_code=lambda *_: False,
            knows_code=lambda *_: True,
        )
        yield (World(session, module_settings, me, number) for number in count())
        session.rollback()


def _merge(world: World, pairs: Sequence[tuple[int, int]]) -> list[str]:
    """Merge people who are not merged yet, and return the IDs of the merges."""
    done = []
    for keep, other in pairs:
        kept, merged = world.person(keep)[0], world.person(other)[0]
        if kept != merged:
            world.now += timedelta(minutes=1)
            merge = world.merging.merge(world.me.org_id, kept, merged, reason="member")
            done.append(merge.merge_id)
    return done


def _undo(world: World, merge_ids: Sequence[str]) -> None:
    for merge_id in reversed(merge_ids):
        world.now += timedelta(minutes=1)
        world.merging.undo(world.me.org_id, merge_id, None)


@hypothesis_settings(max_examples=12)
@given(acts, merges)
def test_merged_and_undone_profiles_have_the_same_history(
    worlds: Iterator[World], acts: list[tuple[str, int, int]], merges: list[tuple[int, int]]
) -> None:
    world = next(worlds)
    for act in acts:
        world.act(*act)
    before = world.state()

    done = _merge(world, merges)
    people = {tuple(sorted(world.person(it))) for it in range(PEOPLE)}
    assert sum(world.balance(ids) for ids in people) == sum(it[2] for it in before)
    _undo(world, done)

    assert world.state() == before


@hypothesis_settings(max_examples=12)
@given(acts, merges, acts)
def test_events_between_merge_and_undo_are_kept_and_a_withdrawal_applies_to_all_profiles(
    worlds: Iterator[World],
    acts: list[tuple[str, int, int]],
    merges: list[tuple[int, int]],
    between: list[tuple[str, int, int]],
) -> None:
    world = next(worlds)
    for act in acts:
        world.act(*act)
    done = _merge(world, merges)
    for act in between:
        world.act(*act)
    people = {tuple(sorted(world.person(it))) for it in range(PEOPLE)}
    total = sum(world.balance(ids) for ids in people)
    refused = {
        (topic, customer_id)
        for ids in people
        for topic, standing in world.consents.standings(
            world.consents.person(world.me.org_id, ids[0])
        ).items()
        if standing.state == "withdrawn"
        for customer_id in ids
    }

    _undo(world, done)

    after = [world.balance([customer_id]) for customer_id in world.ids]
    assert sum(after) == total
    assert min(after) >= 0
    for topic, customer_id in refused:
        person = world.consents.person(world.me.org_id, customer_id)
        entries = world.consents.standings(person)
        assert topic not in entries or entries[topic].state != "given"
