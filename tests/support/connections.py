"""What tests of connections share: events recorded, the outbox followed, what is due sent, at a moment of theirs."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from sqlalchemy import Engine
from starlette.testclient import TestClient

from api.domains.commerce.connections.fan_out import FAN_OUT
from api.domains.commerce.connections.serving import serve_next
from api.kit.clock import utc_now
from ingest.contracts.submit import SubmitData, SubmitRecorded
from runtime.settings import Settings
from tests.support.calling import call
from tests.support.events import insert_events, make_scan
from tests.support.following import follow_all
from tests.support.people import Somebody

_OF_SCANS = {"type", "version", "data"}


@dataclass
class Wires:
    """Connections of one organisation, with a clock that tests move."""

    client: TestClient
    who: Somebody
    settings: Settings
    engine: Engine
    later: timedelta = timedelta()
    """How far the clock was moved."""

    def __call__(self, path: str, status: int = 200, /, **body: Any) -> Any:
        return call(self.client, self.who, path, status, **body)

    def happen(self, count: int = 1, **values: Any) -> list[str]:
        """Record scans and make deliveries of them; the ids of the events."""
        events = [make_scan(it, org_id=self.who.org_id, **values) for it in range(count)]
        insert_events(self.settings.database_url, events)
        self.follow()
        return [str(it.event_id) for it in events]

    def submit(self, count: int = 1, **values: Any) -> list[str]:
        """Record sent forms and make deliveries of them; the ids of the events."""
        shared: dict[str, Any] = make_scan(0, org_id=self.who.org_id, **values).model_dump()
        shared = {name: it for name, it in shared.items() if name not in _OF_SCANS}
        events = [
            SubmitRecorded(
                **shared | {"event_id": uuid4()},
                data=SubmitData(submission_id=f"sub_{it}", form="form_tasting"),
            )
            for it in range(count)
        ]
        insert_events(self.settings.database_url, events)
        self.follow()
        return [str(it.event_id) for it in events]

    def follow(self) -> None:
        """Make deliveries of what was recorded."""
        follow_all(self.engine, self.settings, FAN_OUT, utc_now)

    def send(self, *, after: timedelta = timedelta()) -> int:
        """Send what is due, a while later; how many connections were served."""
        self.later += after
        served = 0
        while serve_next(self.settings, self.engine, lambda: datetime.now(UTC) + self.later):
            served += 1
        return served
