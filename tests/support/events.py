"""Events, and the pipeline that transports them, run from inside a test."""

import uuid
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from threading import Event as Signal
from threading import Thread
from typing import Any, Self

import psycopg
import pyarrow as pa

from ingest.contracts.envelope import Context, Event, Verdicts, Visitor
from ingest.contracts.scan import ScanData, ScanRecorded
from ingest.contracts.topics import EVENTS_TOPIC
from ingest.landing.dead_letters import MAX_CONSECUTIVE_DEAD_LETTERS
from ingest.landing.lander import Lander
from ingest.landing.source import GROUP, RecordSource
from ingest.outbox.recording import outbox_row
from ingest.outbox.relay import Relay
from ingest.processes import connect, make_relay
from runtime.disk_space import disk_space
from runtime.kafka_access import kafka_access
from runtime.settings import Settings
from tests.support.waiting import eventually
from warehouse.lake import Lake, LakeTable

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def make_scan(number: int = 0, **overrides: Any) -> ScanRecorded:
    """Return a scan at noon plus `number` seconds, on one of ten codes."""
    at = NOON + timedelta(seconds=number)
    values: dict[str, Any] = {
        "event_id": uuid.uuid4(),
        "org_id": "org_harbor",
        "code_id": f"code{number % 10}",
        "occurred_at": at,
        "received_at": at,
        "visitor": Visitor(id=f"v{number}", kind="cookie"),
        "context": Context(country="US", device="phone"),
        "verdicts": Verdicts(version=1),
        "data": ScanData(outcome="page"),
        **overrides,
    }
    return ScanRecorded(**values)


def insert_events(url: str, events: Sequence[Event]) -> None:
    """Record events as web processes do, in one transaction."""
    with psycopg.connect(url) as connection:
        insert_in(connection, events)


def insert_in(connection: psycopg.Connection[Any], events: Sequence[Event]) -> None:
    """Record events in the caller's open transaction."""
    rows = [outbox_row(event) for event in events]
    with connection.cursor() as cursor:
        cursor.executemany(
            "insert into outbox (event_id, org_id, key, payload) values (%s, %s, %s, %s)", rows
        )


@dataclass
class Running:
    """A relay or lander on a separate thread."""

    process: Relay | Lander
    stop_signal: Signal
    thread: Thread = field(init=False)
    failure: BaseException | None = None

    def __post_init__(self) -> None:
        self.thread = Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        try:
            self.process.run()
        except BaseException as failure:
            self.failure = failure

    def stop(self) -> None:
        self.stop_signal.set()
        self.thread.join(30)
        assert not self.thread.is_alive()


class Road:
    """A pipeline: one database, one topic, one lake."""

    def __init__(self, settings: Settings, *, shared: bool) -> None:
        self.settings = settings
        self.shared = shared
        suffix = uuid.uuid4().hex[:8]
        self.topic = f"{EVENTS_TOPIC}.{suffix}" if shared else EVENTS_TOPIC
        self.group = f"{GROUP}-{suffix}"
        self._stack = ExitStack()
        self._running: list[Running] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def events(self) -> LakeTable:
        return Lake.from_settings(self.settings).events

    def record(self, *events: Event) -> None:
        insert_events(self.settings.database_url_as("waypost_visitor"), events)

    def record_scans(self, count: int, start: int = 0) -> list[ScanRecorded]:
        scans = [make_scan(start + number) for number in range(count)]
        self.record(*scans)
        return scans

    def relay(self) -> Running:
        stop = Signal()
        return self._started(Running(make_relay(self.settings, stop, topic=self.topic), stop))

    def lander(
        self,
        brake: int | None = MAX_CONSECUTIVE_DEAD_LETTERS,
        events: LakeTable | None = None,
        *,
        spacing: float = 0.1,
    ) -> Running:
        stop = Signal()
        lander = Lander(
            lambda: connect(self.settings),
            lambda assigned, revoked: RecordSource(
                kafka_access(self.settings),
                shared=self.shared,
                on_assigned=assigned,
                on_revoked=revoked,
                topic=self.topic,
                group=self.group,
            ),
            events or self.events,
            stop,
            linger=0.1,
            spacing=spacing,
            brake=brake,
            is_disk_low=disk_space(self.settings).is_low,
        )
        return self._started(Running(lander, stop))

    def _started(self, running: Running) -> Running:
        self._running.append(running)
        self._stack.callback(running.stop)
        return running

    def forget(self, running: Running) -> None:
        """Ignore a relay or lander whose failure was expected."""
        self._running.remove(running)

    def _eventually(self, true: Callable[[], bool], within: float) -> None:
        def true_and_alive() -> bool:
            for running in self._running:
                if running.failure is not None:
                    raise running.failure
            return true()

        eventually(true_and_alive, within)

    def query(self, sql: str, *parameters: Any) -> list[Any]:
        """Return rows of Postgres, as the owner sees them."""
        with psycopg.connect(self.settings.database_url) as connection:
            return connection.execute(sql, parameters).fetchall()

    def query_owner(self, sql: str, *parameters: Any) -> None:
        """Change something in Postgres, as the owner."""
        with psycopg.connect(self.settings.database_url) as connection:
            connection.execute(sql, parameters)

    def lake(self) -> pa.Table:
        """Return all events that landed, in order of position."""
        if not self.events.exists():
            return pa.table({"pos": [], "event_id": []})
        return self.events.handle().to_pyarrow_table().sort_by("pos")

    def landed(self, column: str = "event_id") -> list[Any]:
        values: list[Any] = self.lake()[column].to_pylist()
        return values

    def wait_landed(self, count: int, within: float = 40) -> None:
        """Wait until the lake has at least this many events."""
        self._eventually(lambda: self.lake().num_rows >= count, within)

    def wait_published(self, pos: int, within: float = 40) -> None:
        """Wait until the relay has saved this position."""
        eventually(
            lambda: self.query("select 1 from relay_cursor where pos >= %s", pos) != [], within
        )

    def assert_exact(self, events: Sequence[Event]) -> None:
        """Assert that the lake has exactly these events, each once, numbered consecutively."""
        lake = self.lake()
        assert sorted(lake["event_id"].to_pylist()) == sorted(str(e.event_id) for e in events)
        assert lake["pos"].to_pylist() == list(range(1, len(events) + 1))
