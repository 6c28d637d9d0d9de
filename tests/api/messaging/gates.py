"""The gate and the dispatcher of one organisation, without HTTP, at times that the test chooses."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import psycopg
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.domains.messaging.messages.carriers import Carrier
from api.domains.messaging.messages.dependencies import gate_of
from api.domains.messaging.messages.dispatching import Dispatcher
from api.domains.messaging.messages.gate import MessageGate
from api.domains.messaging.messages.models import Message
from api.domains.messaging.messages.repository import MessageRepository
from api.domains.messaging.messages.sending import carriers_of
from api.domains.messaging.messages.types import MessageRequest, Queued
from api.domains.people.consents.types import Channel
from api.jobs.registry import JobContext
from runtime.settings import Settings
from tests.support.people import Org


class Gate:
    """A gate that runs each call in its own transaction."""

    def __init__(self, settings: Settings, org: Org, now: datetime) -> None:
        self.engine: Engine = make_engine(settings)
        self._settings = settings
        self._org_id = org.org_id
        self.now = now

    @contextmanager
    def session(self) -> Iterator[tuple[Session, MessageGate]]:
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            enter_tenant(session, self._org_id)
            yield session, gate_of(session, self._settings, self.now)

    def queue(
        self, *requests: MessageRequest, source_id: str = "cmp_1", source: Any = "campaign"
    ) -> Sequence[Queued]:
        """Queue requests of one campaign."""
        with self.session() as (_, gate):
            return gate.queue_many(self._org_id, source, source_id, "", requests, self.now)

    def dispatch(self, carriers: Mapping[Channel, Carrier] | None = None) -> dict[str, Any]:
        """Send what is due."""
        return self.dispatcher(carriers).run()

    def dispatcher(self, carriers: Mapping[Channel, Carrier] | None = None) -> Dispatcher:
        """Return the dispatcher, which a test may stop between its steps."""
        context = JobContext(
            "job_test", self._org_id, None, self._settings, self.engine, lambda: self.now
        )
        sending = carriers_of(self._settings, self.engine, lambda: self.now)
        return Dispatcher(context, carriers if carriers is not None else sending)

    def is_due(self) -> bool:
        """Return whether messages wait for a job while none is queued."""
        with psycopg.connect(self._settings.database_url) as owner:
            owner.execute("delete from jobs")
        with Session(self.engine) as session:
            return self._org_id in MessageRepository(session).list_due(self.now)

    def paced_jobs(self) -> int:
        """Return how many jobs wait because of a sender's rate."""
        with psycopg.connect(self._settings.database_url) as owner:
            rows = owner.execute(
                "select from jobs where org_id = %s and state = 'queued' and args ? 'paced'",
                [self._org_id],
            )
            return len(rows.fetchall())

    def hold(self, source_id: str, *, is_held: bool) -> None:
        """Hold a campaign's messages, or release them."""
        with self.session() as (_, gate):
            gate.hold(self._org_id, "campaign", source_id, is_held=is_held)

    def move(self, **delta: float) -> None:
        """Let time pass."""
        self.now += timedelta(**delta)

    def rows(self) -> Sequence[Message]:
        """Return every message, in the order in which they were queued."""
        with self.session() as (session, _):
            own = select(Message).where(Message.org_id == self._org_id)
            return session.scalars(own.order_by(Message.created_at, Message.message_id)).all()

    def states(self) -> list[tuple[str, str]]:
        """Return the state and reason of every message."""
        return [(it.state, it.reason) for it in self.rows()]
