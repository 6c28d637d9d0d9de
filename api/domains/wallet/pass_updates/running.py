"""Runs updates of passes in batches, from inside a job. Position, counts and changed passes are committed together, so
that an interrupted update continues where it stopped and no pass gets it twice.
"""

from collections import Counter
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.domains.people.customers.reading import kept_customers
from api.domains.wallet.pass_updates.contents import shows, with_news, with_value
from api.domains.wallet.pass_updates.gate_port import Admission, BroadcastGate
from api.domains.wallet.pass_updates.models import PassUpdate
from api.domains.wallet.pass_updates.service import RUN
from api.domains.wallet.pass_updates.update_repository import (
    MOST_MESSAGES,
    Holder,
    UpdateRepository,
)
from api.domains.wallet.passes.changing import change_passes
from api.jobs.due import queue_for_each
from api.jobs.faults import take_turns
from api.jobs.registry import JobContext
from api.rendering.wallet.content import WalletPass

BATCH = 100
ONE_DAY = timedelta(days=1)


def queue_due(engine: Engine, now: datetime) -> int:
    """Queue a job for each organisation with a due update, and return their number."""
    return queue_for_each(engine, RUN, lambda session: UpdateRepository(session).list_due(now), now)


class DueUpdates:
    """The due updates of one organisation."""

    def __init__(self, context: JobContext, gate: BroadcastGate) -> None:
        self._context = context
        self._gate = gate
        self._org_id = context.org_id

    def run(self) -> dict[str, Any]:
        """Run a batch of each update in turn."""
        with self._context.session() as session:
            due = UpdateRepository(session).due(self._org_id, self._context.now())
        return {"batches": take_turns(self._context, RUN, due, self._run_batch)}

    def _run_batch(self, update_id: str) -> bool:
        """Run one batch. Return False when there is nothing more to do for now."""
        now = self._context.now()
        with self._context.session() as session:
            rows = UpdateRepository(session)
            row = rows.find_locked(self._org_id, update_id)
            if row is None or row.due_at is None or row.due_at > now:
                return False
            row.state = "running"
            held_back = rows.waiting(row, now, BATCH)
            holders = held_back or rows.after(row, BATCH)
            if not holders:
                self._rest(rows, row, now)
                return False
            if row.kind == "message":
                counted = _Message(session, rows, row, self._gate, now).deliver(holders)
            else:
                counted = _change_field(session, row, holders, now)
            for name, count in counted.items():
                setattr(row, name, getattr(row, name) + count)
            if not held_back:
                row.position = holders[-1].pass_id
        return True

    @staticmethod
    def _rest(rows: UpdateRepository, row: PassUpdate, now: datetime) -> None:
        """Wait for the end of quiet hours, or finish the update."""
        row.due_at = rows.next_waiting(row)
        if row.due_at is None:
            row.state, row.finished_at = "done", now


def _change_field(
    session: Session, row: PassUpdate, holders: list[Holder], now: datetime
) -> Counter[str]:
    change = partial(
        with_value, key=row.field_key or "", value=row.text, change_message=row.change_message
    )
    ids = [it.pass_id for it in holders]
    changed = change_passes(session, row.org_id, ids, change, now)
    return Counter(changed=len(changed), unchanged=len(ids) - len(changed))


class _Message:
    """One batch of a message."""

    def __init__(
        self,
        session: Session,
        rows: UpdateRepository,
        row: PassUpdate,
        gate: BroadcastGate,
        now: datetime,
    ) -> None:
        self._session = session
        self._rows = rows
        self._row = row
        self._gate = gate
        self._now = now
        self._counted: Counter[str] = Counter()

    def deliver(self, holders: list[Holder]) -> Counter[str]:
        """Show the message on the passes of those who may get it, and return counts of the results."""
        org_id = self._row.org_id
        ids = [it.pass_id for it in holders]
        had = self._rows.messages_since(org_id, ids, self._now - ONE_DAY)
        known = {it.customer_id for it in holders if it.customer_id}
        kept = kept_customers(self._session, org_id, known)
        not_now: list[str] = []
        asked: list[Holder] = []
        reached: set[str] = set()
        for holder in holders:
            if had.get(holder.pass_id, 0) >= MOST_MESSAGES:
                self._counted["limited"] += 1
                not_now.append(holder.pass_id)
                continue
            who = Holder(holder.pass_id, kept.get(holder.customer_id or "", holder.customer_id))
            if who.customer_id is not None:
                if who.customer_id in reached or self._has_other(who):
                    self._counted["unchanged"] += 1
                    not_now.append(holder.pass_id)
                    continue
                reached.add(who.customer_id)
            asked.append(who)
        admitted = self._gate.admit(
            self._session, org_id, self._row.update_id, reached, self._row.text
        )
        allowed: dict[str, Holder] = {}
        for who in asked:
            # For a pass without a known holder, there is nobody about whom the gate could decide.
            it = admitted[who.customer_id] if who.customer_id is not None else Admission(True)
            if it.allowed:
                allowed[who.pass_id] = who
            elif it.not_before is not None:
                self._rows.deliver(self._row, who, "waiting", it.not_before)
            else:
                self._counted["not_allowed"] += 1
                not_now.append(who.pass_id)
        self._rows.forget(self._row, not_now)
        self._put(allowed)
        return self._counted

    def _has_other(self, who: Holder) -> bool:
        """Return whether the person got the message on another pass."""
        assert who.customer_id is not None
        on = self._rows.reached(self._row, [who.customer_id]).get(who.customer_id)
        return on is not None and on != who.pass_id

    def _put(self, allowed: dict[str, Holder]) -> None:
        changed = change_passes(
            self._session, self._row.org_id, list(allowed), self._with_message, self._now
        )
        for pass_id in sorted(changed):
            self._rows.deliver(self._row, allowed[pass_id], "changed", self._now)
        self._rows.forget(self._row, allowed.keys() - changed)
        self._counted["changed"] += len(changed)
        self._counted["unchanged"] += len(allowed) - len(changed)

    def _with_message(self, content: WalletPass) -> WalletPass:
        return content if shows(content, self._row.text) else with_news(content, self._row.text)
