"""Sends the due messages of one organisation in batches, inside a job.

A message is claimed in one transaction, in which the gate decides about it again. It is handed over outside of any
transaction, and its outcome is stored in another one. If a worker is killed in between, its messages are never sent
again blindly: the provider is queried first.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import stamina
import structlog
from sqlalchemy import Engine

from api.domains.messaging.messages.carriers import NOT_TAKEN, Carrier, Outcome, Outgoing
from api.domains.messaging.messages.contents import Content, ContentSealer
from api.domains.messaging.messages.delivery_states import ASKED_AGAIN_AFTER, settle
from api.domains.messaging.messages.events import Status
from api.domains.messaging.messages.gate import DISPATCH
from api.domains.messaging.messages.gate_decisions import Decisions, Question, Verdict
from api.domains.messaging.messages.models import Message
from api.domains.messaging.messages.pacing import TextPace
from api.domains.messaging.messages.receivers import Receivers
from api.domains.messaging.messages.repository import MessageRepository
from api.domains.messaging.messages.sending import TextCarrier
from api.domains.people.consents.dependencies import policy_of
from api.domains.people.consents.many_reading import ManyPeople, Profile
from api.domains.people.consents.types import Channel
from api.domains.people.customers.sealing import Sealer
from api.jobs.due import queue_for_each, queue_next
from api.jobs.registry import JobContext
from api.kit.database_errors import is_passing

BATCH = 500
CLAIMED_FOR = timedelta(minutes=2)
"""Time after which another worker queries the outcome of a killed worker's messages."""
HANDED_OVER_WITHIN = timedelta(seconds=75)
"""Messages of a claim that are not started within this time wait for the next claim, because a request may take the
rest of the claim's time.
"""
HANDED_OVER_AT_ONCE = 100
STORED_WITHIN = 40.0
"""Seconds for which storing outcomes is retried, so that a restart of the database loses nothing."""
ASKED_AT_ONCE = 500
"""Maximum number of messages whose prices are requested from a provider in one run."""
PRICES_ASKED_AGAIN = timedelta(hours=1)
ASKED_FOR_PRICES = timedelta(days=2)
"""After this time, a message remains without a price."""

AFTERWARDS = {"campaign": "campaigns.run"}
"""The job that checks whether all messages of a source have been sent, by source."""

log = structlog.get_logger(__name__)


def queue_due(engine: Engine, now: datetime) -> int:
    """Queue a job for each organisation with due messages for which no job exists, and return how many."""
    return queue_for_each(
        engine, DISPATCH, lambda session: MessageRepository(session).list_due(now), now
    )


class Dispatcher:
    """The due messages of one organisation."""

    def __init__(
        self,
        context: JobContext,
        carriers: Mapping[Channel, Carrier],
    ) -> None:
        self._context = context
        self._org_id = context.org_id
        self._carriers = carriers
        self._sealer = Sealer.of(context.settings)
        self._contents = ContentSealer(self._sealer)
        self._count: Counter[str] = Counter()
        self._sources: set[str] = set()
        # The sandbox accepts everything at once.
        texts = carriers.get("sms")
        self._pace = TextPace(context, texts.sender_of) if isinstance(texts, TextCarrier) else None

    def run(self) -> dict[str, Any]:
        """Send the due messages, and return the number of each outcome."""
        while self._resolve() and self._context.has_time():
            pass
        while True:
            claimed, decided = self._claim()
            if not decided:
                break
            outcomes = self._hand_over(claimed)
            # If none was accepted, the provider is unavailable. The next attempt is when the first
            # of these messages is due again.
            if outcomes and all(it.kind == "later" for it in outcomes):
                break
            if not self._context.has_time():
                queue_next(self._context, DISPATCH)
                break
        if self._pace is not None and self._pace.has_held_back:
            self._pace.look_again(DISPATCH)
        self._queue_follow_ups()
        return dict(self._count)

    def _queue_follow_ups(self) -> None:
        """Queue the jobs that wait until the messages of their source have been sent."""
        for kind in sorted(AFTERWARDS[it] for it in self._sources & AFTERWARDS.keys()):
            queue_next(self._context, kind)

    def _claim(self) -> tuple[list[Outgoing], int]:
        """Claim the due messages that may be sent. Return them, and the number of messages that were decided."""
        texts = self._pace.take(BATCH) if self._pace is not None else None
        outgoing, decided = self._decide(texts)
        if self._pace is not None:
            self._pace.used(texts, outgoing)
        return outgoing, decided

    def _decide(self, texts: int | None) -> tuple[list[Outgoing], int]:
        """Decide about due messages, with at most `texts` text messages, and claim those that may be sent."""
        now = self._context.now()
        with self._context.session() as session:
            messages = MessageRepository(session)
            # One claim at a time, so that two messages to a person count against the same cap.
            messages.lock(self._org_id)
            due = messages.lock_due(self._org_id, now, BATCH, texts)
            if not due:
                return [], 0
            decisions = Decisions(
                messages,
                policy_of(session, self._context.settings, now),
                self._sealer,
                lambda channel: channel in self._carriers,
            )
            asked = [question_of(it, self._sealer) for it in due]
            verdicts = decisions.decide(self._org_id, asked, now)
            pairs = list(zip(due, verdicts, strict=True))
            self._sources |= {it.source for it in due}
            outgoing = [it for it in (self._outgoing(*pair, now) for pair in pairs) if it]
            leaving = {it.message_id for it in outgoing}
            messages.change(
                self._org_id,
                [
                    _claimed(row, verdict, now, self._carriers, row.message_id in leaving)
                    for row, verdict in pairs
                ],
            )
            refused: list[tuple[dict[str, Any], Status]] = [
                (vars(row) | {"reason": verdict.reason or "gone"}, "refused")
                for row, verdict in pairs
                if verdict.kind != "deferred" and row.message_id not in leaving
            ]
            messages.record(self._org_id, refused, now)
            self._count.update(it.kind for it in verdicts if it.kind != "allowed")
            return outgoing, len(due)

    def _outgoing(self, row: Message, verdict: Verdict, now: datetime) -> Outgoing | None:
        if verdict.kind != "allowed":
            return None
        key = verdict.profile.sealing_key if verdict.profile is not None else None
        content = self._contents.unseal(key, row.content_sealed)
        if content is None:
            return None
        return _outgoing(row, verdict.address or "", content, now)

    def _hand_over(self, claimed: Sequence[Outgoing]) -> list[Outcome]:
        """Hand messages over, and store outcomes after every few of them, so that few outcomes are uncertain if the
        worker or the database is killed.
        """
        outcomes: list[Outcome] = []
        for channel, messages in _by_channel(claimed).items():
            for start in range(0, len(messages), HANDED_OVER_AT_ONCE):
                some = messages[start : start + HANDED_OVER_AT_ONCE]
                found = self._carriers[channel].hand_over(some)
                for attempt in _patiently():
                    with attempt:
                        self._store(found, some)
                outcomes += found
        return outcomes

    def _resolve(self) -> bool:
        """Query the outcomes of messages that a killed worker left or that may have been accepted, and of messages
        without a price. Return whether there may be more of them.
        """
        now = self._context.now()
        with self._context.session() as session:
            messages = MessageRepository(session)
            messages.lock(self._org_id)
            left = messages.lock_left_behind(self._org_id, now, BATCH)
            unpriced = messages.lock_unpriced(
                self._org_id, now, now - ASKED_FOR_PRICES, ASKED_AT_ONCE
            )
            for it in unpriced:
                it.due_at = now + PRICES_ASKED_AGAIN
            people = ManyPeople(session, self._org_id).profiles(
                it.customer_id for it in (*left, *unpriced) if it.customer_id
            )
            asked = [self._asked(it, people) for it in (*left, *unpriced)]
            messages.change(
                self._org_id,
                [
                    {
                        "message_id": it.message_id,
                        "state": "unknown",
                        "claimed_until": now + ASKED_AGAIN_AFTER,
                    }
                    for it in left
                ],
            )
        known = [it for it in asked if it]
        outcomes = []
        for channel, messages_of in _by_channel(known).items():
            carrier = self._carriers.get(channel)
            outcomes += carrier.look_up(messages_of) if carrier is not None else []
        self._store(outcomes, known)
        return len(left) == BATCH or len(unpriced) == ASKED_AT_ONCE

    def _asked(self, row: Message, people: Mapping[str, Profile]) -> Outgoing | None:
        """Return a message as it was handed over, or None if its address is no longer known."""
        person = people.get(row.customer_id or "")
        if row.customer_id is None:
            address = self._sealer.unwrap(row.address_sealed) if row.address_sealed else None
        else:
            sealed = person.sealed(row.channel) if person is not None else None  # type: ignore[arg-type]
            read = self._sealer.unseal(person.sealing_key, sealed) if person is not None else None
            address = read.decode() if read is not None else None
        key = person.sealing_key if person is not None else None
        content = self._contents.unseal(key, row.content_sealed) or Content("", "", "")
        return _outgoing(row, address or "", content, row.sending_at or row.created_at)

    def _store(self, outcomes: Sequence[Outcome], asked: Sequence[Outgoing]) -> None:
        if not outcomes:
            return
        now = self._context.now()
        claimed_at = {it.message_id: it.sending_at for it in asked}
        with self._context.session() as session:
            messages = MessageRepository(session)
            rows = messages.lock_some(self._org_id, [it.message_id for it in outcomes])
            receivers = Receivers(session, self._context.settings, now)
            # A worker that was too slow must not release messages that another worker has claimed
            # in the meantime.
            lost = {
                it.message_id
                for it in rows
                if it.sending_at is not None and it.sending_at != claimed_at[it.message_id]
            }
            mine = [it for it in outcomes if it.kind not in NOT_TAKEN or it.message_id not in lost]
            settle(session, rows, mine, receivers, now)
        self._count.update(it.kind for it in outcomes)


def _patiently() -> Iterator[stamina.Attempt]:
    yield from stamina.retry_context(
        on=is_passing, attempts=None, timeout=STORED_WITHIN, wait_initial=0.2, wait_max=2.0
    )


def question_of(row: Message, sealer: Sealer) -> Question:
    """Return the question for the gate about a stored message."""
    is_free = row.customer_id is None and row.address_sealed is not None
    return Question(
        message_id=row.message_id,
        customer_id=row.customer_id,
        channel=row.channel,  # type: ignore[arg-type]
        purpose=row.purpose,  # type: ignore[arg-type]
        source=row.source,
        source_id=row.source_id,
        step=row.step,
        due_at=row.due_at,
        not_after=row.not_after,
        skips_quiet=row.skips_quiet,
        address=sealer.unwrap(row.address_sealed) if is_free and row.address_sealed else None,
    )


def _claimed(
    row: Message,
    verdict: Verdict,
    now: datetime,
    carriers: Mapping[Channel, Carrier],
    is_leaving: bool,
) -> dict[str, Any]:
    """Return the new values of a message after the decision about it."""
    values: dict[str, Any] = {"message_id": row.message_id}
    if is_leaving:
        return values | {
            "state": "sending",
            "provider": carriers[row.channel].name,  # type: ignore[index]
            "reason": "",
            "tries": row.tries + 1,
            "claimed_until": now + CLAIMED_FOR,
            "sending_at": now,
            "entry_id": verdict.entry_id,
            "address_index": verdict.address_index,
        }
    if verdict.kind == "deferred":
        return values | {"reason": verdict.reason, "due_at": verdict.due_at}
    # Without its content, nothing can be sent: the customer's key no longer exists.
    reason = verdict.reason or "gone"
    return values | {"state": "refused", "reason": reason, "ended_at": now, "content_sealed": None}


def _outgoing(row: Message, address: str, content: Content, sending_at: datetime) -> Outgoing:
    return Outgoing(
        message_id=row.message_id,
        org_id=row.org_id,
        customer_id=row.customer_id,
        channel=row.channel,  # type: ignore[arg-type]
        purpose=row.purpose,
        address=address,
        address_index=row.address_index,
        content=content,
        language=row.language,
        code_id=row.code_id,
        tries=row.tries + 1,
        sending_at=sending_at,
        not_after=sending_at + HANDED_OVER_WITHIN,
        provider_id=row.provider_id,
    )


def _by_channel(messages: Sequence[Outgoing]) -> dict[Channel, list[Outgoing]]:
    found: dict[Channel, list[Outgoing]] = defaultdict(list)
    for it in messages:
        found[it.channel].append(it)
    return found
