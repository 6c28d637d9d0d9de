"""The ledger compared with the same rules in plain Python, for any events in any order."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import cast

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.orm import Session

from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.domains.promotions.loyalty.dependencies import ledger_of
from api.domains.promotions.loyalty.errors import AlreadySpent, MovementNotFound, NotEnough
from api.domains.promotions.loyalty.programs import Program
from api.domains.promotions.loyalty.service import LedgerService
from api.domains.promotions.loyalty.types import Movement, Origin
from api.kit.ids import new_id
from runtime.settings import Settings

START = datetime(2026, 5, 1, 12, tzinfo=UTC)
NEVER = datetime.max.replace(tzinfo=UTC)
LASTS = [(None, 0), (3, 0), (10, 2), (None, 4)]
"""Days until points expire, and days until they can be spent."""
moves = st.lists(
    st.one_of(
        st.tuples(st.just("give"), st.integers(1, 30), st.sampled_from(LASTS)),
        st.tuples(st.just("take"), st.integers(1, 40), st.none()),
        st.tuples(st.just("correct"), st.integers(1, 40), st.none()),
        st.tuples(st.just("undo"), st.integers(0, 9), st.none()),
        st.tuples(st.just("again"), st.integers(0, 9), st.none()),
        st.tuples(st.just("wait"), st.integers(1, 5), st.sampled_from(["minutes", "days"])),
    ),
    max_size=25,
)


@dataclass
class Lot:
    rest: int
    starts: datetime
    ends: datetime


class PlainLedger:
    """The same rules in plain Python: a list of lots, and what each movement changed in them."""

    def __init__(self) -> None:
        self.lots: list[Lot] = []
        self.done: list[tuple[str, datetime, list[tuple[int, int]]]] = []

    def live(self, now: datetime) -> list[int]:
        return [n for n, lot in enumerate(self.lots) if lot.starts <= now < lot.ends]

    def pending(self, now: datetime) -> list[int]:
        return [n for n, lot in enumerate(self.lots) if lot.starts > now]

    def balance(self, now: datetime) -> tuple[int, int]:
        live, pending = self.live(now), self.pending(now)
        return sum(self.lots[n].rest for n in live), sum(self.lots[n].rest for n in pending)

    def change(self, parts: list[tuple[int, int]]) -> bool:
        if any(self.lots[n].rest + amount < 0 for n, amount in parts):
            return False
        for n, amount in parts:
            self.lots[n].rest += amount
        return True

    def give(self, amount: int, days: int | None, pending: int, now: datetime) -> None:
        starts = now + timedelta(days=pending)
        self.lots.append(Lot(amount, starts, starts + timedelta(days=days) if days else NEVER))
        self.done.append(("given", now, [(len(self.lots) - 1, amount)]))

    def take(self, reason: str, amount: int, now: datetime) -> bool:
        queues = [self.pending(now)] if reason == "correction" else []
        parts = []
        for queue in (*queues, self.live(now)):
            for n in sorted(queue, key=lambda n: (self.lots[n].ends, n)):
                part = min(amount, self.lots[n].rest)
                if part:
                    parts.append((n, -part))
                    amount -= part
        if amount:
            return False
        self.change(parts)
        self.done.append((reason, now, parts))
        return True


class Running:
    """A session for one organisation, as in the app."""

    def __init__(self, session: Session, org_id: str) -> None:
        self.session, self.org_id = session, org_id
        self.customers = count()


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
        yield Running(session, org_id)
        session.rollback()


@given(moves)
def test_balance_equals_a_plain_evaluation(
    running: Running, moves: list[tuple[str, int, object]]
) -> None:
    plain, now = PlainLedger(), START
    customer = [f"cus_{next(running.customers)}"]
    movements: list[str] = []

    def ledger() -> LedgerService:
        return ledger_of(running.session, now)

    def balance(moment: datetime) -> tuple[int, int]:
        service = ledger_of(running.session, moment)
        found = service.balances(running.org_id, customer)["points"]
        return found.available, found.pending

    def key(number: int) -> Origin:
        return Origin(f"{customer[0]}-{number}", "till", "Why")

    def change(reason: str, amount: int, number: int) -> Movement:
        changes = {"given": ledger().give, "redeem": ledger().spend, "correction": ledger().correct}
        signed = -amount if reason == "correction" else amount
        return changes[reason](running.org_id, customer, "points", signed, key(number))

    for kind, size, detail in moves:
        number = len(plain.done)
        if kind == "wait":
            now += timedelta(**{str(detail): size})
        elif kind == "give":
            days, pending = cast(tuple[int | None, int], detail)
            program = Program(points_expire_days=days, pending_days=pending)
            ledger().save_program(running.org_id, "", program)
            movements.append(change("given", size, number).movement_id)
            plain.give(size, days, pending, now)
        elif kind in ("take", "correct"):
            reason = "redeem" if kind == "take" else "correction"
            try:
                made = change(reason, size, number)
            except NotEnough:
                assert not plain.take(reason, size, now)
            else:
                assert plain.take(reason, size, now)
                movements.append(made.movement_id)
        elif plain.done:
            of, at, parts = plain.done[size % number]
            movement_id = movements[size % number]
            if kind == "again":
                amount = sum(part for _, part in parts)
                made = change(of, abs(amount), size % number)
                assert (made.movement_id, made.is_new) == (movement_id, False)
                continue
            undone = f"undone-{size % number}"
            try:
                made = ledger().undo(running.org_id, customer, movement_id, key(0), of=of)  # type: ignore[arg-type]
            except MovementNotFound:
                assert now - at > timedelta(minutes=15)
            except AlreadySpent:
                assert undone not in vars(plain)
                assert not plain.change([(lot, -part) for lot, part in parts])
            else:
                assert made.is_new == (undone not in vars(plain))
                if made.is_new:
                    assert plain.change([(lot, -part) for lot, part in parts])
                    setattr(plain, undone, True)
        assert balance(now) == plain.balance(now)

    for days in (0, 2, 4, 11):
        moment = now + timedelta(days=days)
        assert balance(moment) == plain.balance(moment)
    assert min(balance(now)) >= 0
