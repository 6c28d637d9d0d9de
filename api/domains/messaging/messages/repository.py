"""All SQL statements about messages."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    Boolean,
    ColumnElement,
    bindparam,
    func,
    literal_column,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.dialects.postgresql import insert

from api.auth.tenants import organization_of
from api.db.advisory_locks import lock_until_commit
from api.db.listing import Columns
from api.db.tenancy import Repository
from api.domains.messaging.messages.events import Status, message_event
from api.domains.messaging.messages.models import Message
from api.domains.messaging.messages.schemas import ListMessages
from api.domains.messaging.messages.types import LEFT
from api.domains.people.consents.tables import contact_rules
from api.domains.people.consents.types import ASKED_PURPOSES
from api.jobs.models import Job
from ingest.outbox.recording import record_many

_COLUMNS = Columns(
    searched=(Message.reason, Message.source_id),
    ordered={
        "created_at": Message.created_at,
        "due_at": Message.due_at,
        "state": Message.state,
        "channel": Message.channel,
    },
    default_sort="-created_at",
)
_OVER_QUOTA = text("select message_id from messages_over_quota(:org, :ids, :month, :now)")
_DUE = text("select org_id from due_messages(:now)")
_WAITED_FOR = literal_column("(messages.source not in ('campaign', 'automation'))", Boolean)
PACED = "paced"
"""The argument that marks a job which waits for the rate of a sender."""


class Limits(NamedTuple):
    """The organisation's rules about the frequency of messages and the age of recipients."""

    cap: tuple[int, int] | None
    """Maximum number of news and survey messages, and the number of days for which it applies."""
    min_age: int | None


class MessageRepository(Repository[Message]):
    """Messages of one organisation, in one session."""

    model = Message

    def lock(self, org_id: str) -> None:
        """Prevent other workers from claiming messages of the organisation until the transaction ends."""
        lock_until_commit(self.session, "messages", org_id)

    def list_due(self, now: datetime) -> Sequence[str]:
        """Return the organisations with due messages for which no job exists."""
        return self.session.scalars(_DUE, {"now": now}).all()

    def record(
        self,
        org_id: str,
        steps: Iterable[tuple[Mapping[str, Any], Status]],
        now: datetime,
    ) -> None:
        """Record steps of messages in the transaction of the change."""
        steps = list(steps)
        if not steps:
            return
        is_demo = organization_of(self.session, org_id).is_demo
        record_many(
            self.session,
            [message_event(row, status, is_demo=is_demo, now=now) for row, status in steps],
        )

    def has_paced_job(self, org_id: str, kind: str) -> bool:
        """Return whether a job of this kind is waiting for the rate of a sender."""
        waiting = select(Job.job_id).where(
            Job.org_id == org_id, Job.kind == kind, Job.state == "queued", Job.args.has_key(PACED)
        )
        return self.session.scalar(waiting.limit(1)) is not None

    def limits(self, org_id: str) -> Limits:
        """Return the organisation's rules."""
        columns = contact_rules.c
        found = self.session.execute(
            select(columns.cap_messages, columns.cap_days, columns.min_age).where(
                columns.org_id == org_id
            )
        ).first()
        if found is None:
            return Limits(None, None)
        cap = (found[0], found[1]) if found[0] is not None else None
        return Limits(cap, found[2])

    def copies(self, org_id: str, customer_ids: Collection[str]) -> set[tuple[str, str, str, str]]:
        """Return source, source ID, step and profile of the messages that were sent to these profiles or are queued."""
        own = select(Message.source, Message.source_id, Message.step, Message.customer_id).where(
            Message.org_id == org_id,
            Message.customer_id.in_(customer_ids),
            Message.state.in_((*LEFT, "queued")),
        )
        return {tuple(row) for row in self.session.execute(own)}  # type: ignore[misc]

    def count_sent_since(
        self,
        org_id: str,
        customer_ids: Collection[str],
        since: datetime,
        but: Collection[str],
    ) -> dict[str, int]:
        """Return the number of news and survey messages sent since the given time, by profile, without the messages in
        `but`.
        """
        own = (
            select(Message.customer_id, func.count())
            .where(
                Message.org_id == org_id,
                Message.customer_id.in_(customer_ids),
                Message.purpose.in_(ASKED_PURPOSES),
                Message.state.in_(LEFT),
                Message.sending_at > since,
                Message.message_id.not_in(but),
            )
            .group_by(Message.customer_id)
        )
        return {row[0]: row[1] for row in self.session.execute(own) if row[0] is not None}

    def add(self, rows: Sequence[Mapping[str, Any]]) -> set[str]:
        """Store messages, and return the IDs of those whose recipient did not already have the same one."""
        if not rows:
            return set()
        added = self.session.scalars(
            insert(Message).on_conflict_do_nothing().returning(Message.message_id),
            [dict(it) for it in rows],
        )
        return set(added)

    def over_quota(self, org_id: str, message_ids: Sequence[str], moment: datetime) -> set[str]:
        """Return those of these stored messages that neither the plan nor credits cover. Concurrent calls wait."""
        if not message_ids:
            return set()
        month = moment.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
        values = {"org": org_id, "ids": list(message_ids), "month": month, "now": moment}
        return set(self.session.scalars(_OVER_QUOTA, values))

    def find_same(
        self, org_id: str, keys: Collection[tuple[str, str, str]], source: str
    ) -> Sequence[Message]:
        """Return messages of a source by source ID, step and recipient."""
        own = self.scoped(org_id).where(
            Message.source == source,
            tuple_(Message.source_id, Message.step, Message.customer_id).in_(list(keys)),
        )
        return self.session.scalars(own).all()

    def find_same_of_address(
        self, org_id: str, source: str, source_id: str, step: str, index: bytes | None
    ) -> Message | None:
        """Return the message of a source to an address without a customer."""
        own = self.scoped(org_id).where(
            Message.source == source,
            Message.source_id == source_id,
            Message.step == step,
            Message.customer_id.is_(None),
            Message.address_index == index,
        )
        return self.session.scalar(own)

    def find(self, org_id: str, message_id: str) -> Message | None:
        """Return a message."""
        return self.session.scalar(self.scoped(org_id).where(Message.message_id == message_id))

    def known_provider_ids(self, org_id: str, provider_ids: Sequence[str]) -> set[str]:
        """Return those of these provider IDs that belong to messages."""
        own = select(Message.provider_id).where(
            Message.org_id == org_id, Message.provider_id.in_(provider_ids)
        )
        return {it for it in self.session.scalars(own) if it is not None}

    def last_text_to(self, org_id: str, address_index: bytes, since: datetime) -> Message | None:
        """Return the latest text message that was sent to a number since the given time. Passcodes are ignored, because
        nobody replies to them.
        """
        own = self.scoped(org_id).where(
            Message.address_index == address_index,
            Message.channel == "sms",
            Message.source != "passcode",
            Message.state.in_(LEFT),
            Message.sending_at > since,
        )
        return self.session.scalar(own.order_by(Message.sending_at.desc()).limit(1))

    def texts_to(self, org_id: str, address_index: bytes, most: int) -> Sequence[Message]:
        """Return the latest text messages to a number, latest first, without passcodes, whose content is not stored."""
        own = self.scoped(org_id).where(
            Message.address_index == address_index,
            Message.channel == "sms",
            Message.source != "passcode",
            Message.state != "refused",
        )
        return self.session.scalars(own.order_by(Message.created_at.desc()).limit(most)).all()

    def newest_of(
        self, org_id: str, source: str, source_id: str, customer_ids: Collection[str]
    ) -> Message | None:
        """Return the latest message of a source to a person, preferably one that was not refused."""
        own = self.scoped(org_id).where(
            Message.source == source,
            Message.source_id == source_id,
            Message.customer_id.in_(customer_ids),
        )
        refused = Message.state == "refused"
        return self.session.scalar(own.order_by(refused, Message.created_at.desc()).limit(1))

    def list_messages(
        self, org_id: str, body: ListMessages, customer_ids: Sequence[str] | None
    ) -> tuple[list[Message], int]:
        """Return a page of messages, newest first, and the total number."""
        own = self.scoped(org_id)
        if customer_ids is not None:
            own = own.where(Message.customer_id.in_(customer_ids))
        for column, wanted in (
            (Message.source, body.source),
            (Message.source_id, body.source_id),
            (Message.channel, body.channel),
        ):
            if wanted is not None:
                own = own.where(column == wanted)
        if body.state:
            own = own.where(Message.state.in_(body.state))
        matching = _COLUMNS.matching(own, body)
        tie_breaker = Message.message_id.asc()
        return self.page(matching, body.paging, _COLUMNS.order(body), tie_breaker)

    def lock_due(
        self, org_id: str, now: datetime, most: int, texts: int | None = None
    ) -> Sequence[Message]:
        """Return due messages, locked until the transaction ends: first those for which people are waiting, then those
        that have been due longest, with at most `texts` text messages.
        """
        if texts is None:
            return self._lock_due(org_id, now, most)
        is_text = Message.channel == "sms"
        found = list(self._lock_due(org_id, now, min(texts, most), is_text)) if texts else []
        return found + list(self._lock_due(org_id, now, most - len(found), ~is_text))

    def _lock_due(
        self, org_id: str, now: datetime, most: int, *which: ColumnElement[bool]
    ) -> list[Message]:
        found: list[Message] = []
        # Matches the condition of the index on messages for which people are waiting.
        for is_waited_for in (_WAITED_FOR, ~_WAITED_FOR):
            due = (
                self.scoped(org_id)
                .where(Message.state == "queued", ~Message.held, Message.due_at <= now)
                .where(is_waited_for, *which)
                .order_by(Message.due_at)
                .limit(most - len(found))
                .with_for_update(skip_locked=True)
            )
            found += self.session.scalars(due) if len(found) < most else []
        return found

    def count_due_texts(self, org_id: str, now: datetime, most: int) -> int:
        """Return how many text messages are due, up to `most`."""
        due = (
            select(Message.message_id)
            .where(
                Message.org_id == org_id,
                Message.state == "queued",
                ~Message.held,
                Message.due_at <= now,
                Message.channel == "sms",
            )
            .limit(most)
            .subquery()
        )
        return self.session.scalar(select(func.count()).select_from(due)) or 0

    def lock_left_behind(self, org_id: str, now: datetime, most: int) -> Sequence[Message]:
        """Return messages that a killed worker left, or about which the provider must now be queried."""
        left = (
            self.scoped(org_id)
            .where(Message.claimed_until <= now)
            .order_by(Message.claimed_until)
            .limit(most)
            .with_for_update(skip_locked=True)
        )
        return self.session.scalars(left).all()

    def lock_unpriced(
        self, org_id: str, now: datetime, since: datetime, most: int
    ) -> Sequence[Message]:
        """Return text messages that a provider accepted and that have no price, if they are due for a query, locked."""
        own = (
            self.scoped(org_id)
            .where(
                Message.provider == "twilio",
                Message.provider_id.is_not(None),
                Message.cost_micros.is_(None),
                Message.claimed_until.is_(None),
                Message.state != "queued",
                Message.due_at <= now,
                Message.sending_at > since,
            )
            .order_by(Message.due_at)
            .limit(most)
            .with_for_update(skip_locked=True)
        )
        return self.session.scalars(own).all()

    def lock_some(self, org_id: str, message_ids: Sequence[str]) -> Sequence[Message]:
        """Return these messages, locked until the transaction ends."""
        own = (
            self.scoped(org_id)
            .where(Message.message_id.in_(message_ids))
            .order_by(Message.message_id)
            .with_for_update()
        )
        return self.session.scalars(own.execution_options(populate_existing=True)).all()

    def change(self, org_id: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Write values of messages by `message_id`, with one statement for all rows that have the same columns."""
        alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
        for row in rows:
            named = {f"new_{name}": value for name, value in row.items()}
            alike.setdefault(tuple(sorted(row)), []).append(named)
        table = Message.__table__
        for names, values in alike.items():
            statement = (
                table.update()  # type: ignore[attr-defined]
                .where(table.c.org_id == org_id, table.c.message_id == bindparam("new_message_id"))
                .values({name: bindparam(f"new_{name}") for name in names if name != "message_id"})
            )
            self.session.connection().execute(statement, values)

    def move(
        self, org_id: str, message_id: str, states: Sequence[str], **values: Any
    ) -> Message | None:
        """Write values if the message is in one of these states, and return the changed message, or None if it is in
        another state.
        """
        moved = (
            update(Message)
            .where(
                Message.org_id == org_id,
                Message.message_id == message_id,
                Message.state.in_(states),
            )
            .values(**values)
            .returning(Message)
        )
        return self.session.scalar(moved.execution_options(populate_existing=True))

    def cancel(self, org_id: str, source: str, source_id: str, now: datetime) -> Sequence[Message]:
        """Cancel the messages of a source that have not been sent, and return them."""
        cancelled = (
            update(Message)
            .where(
                Message.org_id == org_id,
                Message.source == source,
                Message.source_id == source_id,
                Message.state == "queued",
            )
            .values(state="cancelled", ended_at=now)
            .returning(Message)
        )
        return self.session.scalars(cancelled.execution_options(populate_existing=True)).all()

    def hold(self, org_id: str, source: str, source_id: str, *, is_held: bool) -> None:
        """Hold back the messages of a source that have not been sent, or release them."""
        self.session.execute(
            update(Message)
            .where(
                Message.org_id == org_id,
                Message.source == source,
                Message.source_id == source_id,
                Message.state == "queued",
            )
            .values(held=is_held)
        )
