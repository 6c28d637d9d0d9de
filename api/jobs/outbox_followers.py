"""Followers of the outbox, which receive events in commit order, each exactly once.

A follower's position moves in the same transaction as its work on the events, so a crash neither loses nor repeats any.
The transaction holds the follower's advisory lock: one worker leads, and the others have nothing to do.
"""

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Event as Signal
from threading import Thread

import structlog
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.orm import Session

from api.db.engine import make_engine
from api.db.session import enter_tenant
from api.kit.clock import Clock
from ingest.contracts.codec import ContractError, decode
from ingest.contracts.envelope import Event
from runtime.settings import Settings

BATCH = 2_000
"""Number of events per transaction."""
IDLE_SECONDS = 1.0
FAILED_SECONDS = 5.0

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class OutboxFollower:
    """A component that acts on events.

    `organizations` returns those of the given organisations for which it has something to do. `take` acts on events of
    one organisation, whose tenant scope the session has entered, and never commits. If it fails, the events are skipped
    for this organisation, and the failure is logged.
    """

    name: str
    organizations: Callable[[Session, Collection[str]], Collection[str]]
    take: Callable[[Session, Settings, str, Sequence[Event], datetime], None]


FOLLOWERS: dict[str, OutboxFollower] = {}


def outbox_follower(follower: OutboxFollower) -> OutboxFollower:
    """Declare a follower, which the worker runs continuously. It starts with the events after its first run."""
    FOLLOWERS[follower.name] = follower
    return follower


_BATCH = text("""
select after_xid, after_seq, upto_xid, upto_seq, org_ids from follow_outbox(:name, :most)
""")
_EVENTS = text("""
select payload from outbox
where org_id = :org_id and (outbox.xid, outbox.seq) > (cast(:after_xid as xid8), :after_seq)
  and (outbox.xid, outbox.seq) <= (cast(:upto_xid as xid8), :upto_seq)
order by outbox.xid, outbox.seq
""")
_MOVE = text("select move_outbox_follower(:name, :upto_xid, :upto_seq)")


def follow(engine: Engine, settings: Settings, follower: OutboxFollower, now: datetime) -> int:
    """Process the next events up to the relay's position, and return the number of organisations. Zero if there are
    none, or if another worker leads.
    """
    with Session(engine) as session, session.begin():
        batch = session.execute(_BATCH, {"name": follower.name, "most": BATCH}).one_or_none()
        if batch is None:
            return 0
        span = {name: value for name, value in batch._asdict().items() if name != "org_ids"}
        for org_id in sorted(follower.organizations(session, batch.org_ids)):
            enter_tenant(session, org_id)
            payloads = session.scalars(_EVENTS, span | {"org_id": org_id}).all()
            _take(session, settings, follower, org_id, payloads, now)
        session.execute(
            _MOVE,
            {"name": follower.name, "upto_xid": batch.upto_xid, "upto_seq": batch.upto_seq},
        )
        return len(batch.org_ids)


def _take(
    session: Session,
    settings: Settings,
    follower: OutboxFollower,
    org_id: str,
    payloads: Sequence[bytes],
    now: datetime,
) -> None:
    events = []
    for payload in payloads:
        try:
            events.append(decode(payload))
        except ContractError:  # the lander stores it as a dead letter
            log.warning("event not followed: it fits no contract", follower=follower.name)
    try:
        with session.begin_nested():
            follower.take(session, settings, org_id, events, now)
    except (OperationalError, InterfaceError):
        raise  # a database problem: the whole batch is retried
    except Exception:
        log.exception("events passed over", follower=follower.name, org_id=org_id)


class FollowerThread:
    """Runs every declared follower until it is stopped."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._stop = Signal()
        self._thread = Thread(target=self._run, name="outbox-followers", daemon=True)

    def __enter__(self) -> "FollowerThread":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(timeout=30)

    def _run(self) -> None:
        engine = make_engine(self._settings, statement_timeout="120s", pool_size=1)
        waits_until = dict.fromkeys(FOLLOWERS, 0.0)
        while not self._stop.is_set():
            is_busy = False
            for name, follower in FOLLOWERS.items():
                if time.monotonic() < waits_until[name]:
                    continue
                try:
                    is_busy |= follow(engine, self._settings, follower, self._clock()) > 0
                except DBAPIError as error:
                    waits_until[name] = time.monotonic() + FAILED_SECONDS
                    log.warning("follower waits", follower=name, reason=str(error.orig))
                except Exception:
                    waits_until[name] = time.monotonic() + FAILED_SECONDS
                    log.exception("follower failed", follower=name)
            if not is_busy:
                self._stop.wait(IDLE_SECONDS)
        engine.dispose()
