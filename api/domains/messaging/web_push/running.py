"""Runs messages to browsers in batches, from inside a job.

A batch is sent outside transactions, and its position and counts are committed afterwards. After a crash between the
two it is sent again. The push service then replaces a waiting notification with the same topic, and the browser
replaces a displayed one with the same tag, so nobody sees it twice.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.auth.tenants import organization_of
from api.domains.messaging.web_push.message_repository import MessageRepository, Receiver
from api.domains.messaging.web_push.messages import SEND
from api.domains.messaging.web_push.models import WebPushMessage
from api.domains.messaging.web_push.notification_gate import BrowserPolicy, Verdict
from api.domains.messaging.web_push.sending import Notice, NoticeSender
from api.domains.messaging.web_push.subscription_repository import SubscriptionRepository
from api.domains.people.consents.dependencies import policy_of
from api.domains.wallet.pass_updates.gate_port import BroadcastGate
from api.integrations.ports.web_pusher import WebPusher, WebPushOutcome
from api.jobs.due import queue_for_each
from api.jobs.faults import take_turns
from api.jobs.registry import JobContext

BATCH = 200
DELAYS = [timedelta(minutes=it) for it in (1, 5, 15, 60, 180, 360)]
"""Pauses between attempts while a push service does not accept the message. After the last one, the message has failed
for that browser.
"""
CLAIMED_FOR = timedelta(minutes=5)
"""Time after which another worker takes over the waiting browsers of a killed worker."""


def queue_due(engine: Engine, now: datetime) -> int:
    """Queue a job for each organisation with a due message, and return their number."""
    return queue_for_each(
        engine, SEND, lambda session: MessageRepository(session).list_due(now), now
    )


class _Batch:
    """Browsers of a message about which was decided together."""

    def __init__(self, notice: Notice, position: str, *, has_waited: bool) -> None:
        self.notice = notice
        self.position = position
        self.has_waited = has_waited
        self.last = position
        self.allowed: list[Receiver] = []
        self.waits: list[tuple[Receiver, datetime]] = []
        self.not_allowed: list[Receiver] = []

    def add(self, receiver: Receiver, verdict: Verdict) -> None:
        """Add a browser to the list that corresponds to its verdict."""
        if not self.has_waited:
            self.last = receiver.row.subscription_id
        if verdict.allowed:
            self.allowed.append(receiver)
        elif verdict.not_before is not None:
            self.waits.append((receiver, verdict.not_before))
        else:
            self.not_allowed.append(receiver)


class DueMessages:
    """The due messages of one organisation."""

    def __init__(self, context: JobContext, pusher: WebPusher | None, gate: BroadcastGate) -> None:
        self._context = context
        self._gate = gate
        self._org_id = context.org_id
        self._sender = NoticeSender.of(context, pusher)

    def run(self) -> dict[str, Any]:
        """Run a batch of each message in turn."""
        with self._context.session() as session:
            due = MessageRepository(session).due(self._org_id, self._context.now())
        return {"batches": take_turns(self._context, SEND, due, self._run_batch)}

    def _run_batch(self, message_id: str) -> bool:
        """Run one batch. Return False when there is nothing more to do for now."""
        batch = self._next(message_id)
        if batch is None:
            return False
        outcomes = self._send(batch)
        with self._context.session() as session:
            self._settle(session, batch, outcomes)
        return True

    def _next(self, message_id: str) -> _Batch | None:
        """Return the next browsers with the decisions about them, or None when there is nothing more to do for now."""
        now = self._context.now()
        with self._context.session() as session:
            rows = MessageRepository(session)
            row = rows.find_locked(self._org_id, message_id)
            if row is None or row.due_at is None or row.due_at > now:
                return None
            row.state = "running"
            waited = rows.waiting(row, now, BATCH)
            rows.hold(row, waited, now + CLAIMED_FOR)
            receivers = waited or rows.after(row, BATCH)
            if not receivers:
                row.due_at = rows.next_waiting(row)
                if row.due_at is None:
                    row.state, row.finished_at = "done", now
                return None
            zone = organization_of(session, self._org_id).time_zone
            policy = policy_of(session, self._context.settings, now)
            browsers = BrowserPolicy(policy, self._org_id, zone, now)
            browsers.admit(self._gate, session, row, [it.row for it in receivers])
            notice = Notice(row.message_id, row.text, url=row.url)
            batch = _Batch(notice, row.position, has_waited=bool(waited))
            for receiver in receivers:
                batch.add(receiver, browsers.decide(receiver.row))
        return batch

    def _send(self, batch: _Batch) -> Sequence[WebPushOutcome]:
        if self._sender is None:
            return [WebPushOutcome("refused")] * len(batch.allowed)
        return self._sender.send(batch.notice, [it.row for it in batch.allowed])

    def _settle(self, session: Session, batch: _Batch, outcomes: Sequence[WebPushOutcome]) -> None:
        now, rows = self._context.now(), MessageRepository(session)
        row = rows.find_locked(self._org_id, batch.notice.message_id)
        if row is None:
            return
        if not batch.has_waited:
            if row.position != batch.position:  # another worker sent the same batch
                return
            row.position = batch.last
        counted = Counter(not_allowed=len(batch.not_allowed))
        done = [it.row.subscription_id for it in batch.not_allowed]
        gone: list[str] = []
        waits = [(it.row.subscription_id, moment, it.tries) for it, moment in batch.waits]
        for receiver, outcome in zip(batch.allowed, outcomes, strict=True):
            subscription_id = receiver.row.subscription_id
            if outcome.state == "later" and receiver.tries < len(DELAYS):
                moment = max(outcome.retry_at or now, now + DELAYS[receiver.tries])
                waits.append((subscription_id, moment, receiver.tries + 1))
                continue
            done.append(subscription_id)
            counted["failed" if outcome.state in ("later", "refused") else outcome.state] += 1
            if outcome.state == "gone":
                gone.append(subscription_id)
        rows.stop_waiting(row, done)
        SubscriptionRepository(session).remove_many(self._org_id, gone)
        if row.state != "cancelled":
            for wait in waits:
                rows.wait(row, *wait)
        _count(row, counted)


def _count(row: WebPushMessage, counted: Counter[str]) -> None:
    for name, count in counted.items():
        setattr(row, name, getattr(row, name) + count)
