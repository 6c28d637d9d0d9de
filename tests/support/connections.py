"""Helpers for tests of connections: record events, follow the outbox, send due deliveries, at a time that the test
chooses.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import orjson
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from api.db.session import enter_tenant
from api.domains.commerce.connections.fan_out import FAN_OUT
from api.domains.commerce.connections.serving import serve_next
from api.domains.people.customers.models import Customer
from api.domains.people.customers.sealing import Sealer
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
    """How far the clock has been moved."""

    def __call__(self, path: str, status: int = 200, /, **body: Any) -> Any:
        return call(self.client, self.who, path, status, **body)

    def happen(self, count: int = 1, **values: Any) -> list[str]:
        """Record scans, create their deliveries, and return the IDs of the events."""
        values = {"received_at": utc_now(), **values}
        events = [make_scan(it, org_id=self.who.org_id, **values) for it in range(count)]
        insert_events(self.settings.database_url, events)
        self.follow()
        return [str(it.event_id) for it in events]

    def submit(
        self, count: int = 1, *, answers: dict[str, Any] | None = None, **values: Any
    ) -> list[str]:
        """Record submitted forms, create their deliveries, and return the IDs of the events."""
        sealed = self._sealed(str(values["customer_key"]), answers) if answers else None
        values = {"received_at": utc_now(), **values}
        shared: dict[str, Any] = make_scan(0, org_id=self.who.org_id, **values).model_dump()
        shared = {name: it for name, it in shared.items() if name not in _OF_SCANS}
        events = [
            SubmitRecorded(
                **shared | {"event_id": uuid4()},
                data=SubmitData(submission_id=f"sub_{it}", form="form_tasting", sealed=sealed),
            )
            for it in range(count)
        ]
        insert_events(self.settings.database_url, events)
        self.follow()
        return [str(it.event_id) for it in events]

    def _sealed(self, customer_id: str, answers: dict[str, Any]) -> str:
        """Return the answers of a form, encrypted for this customer."""
        asked = select(Customer.sealing_key).where(Customer.customer_id == customer_id)
        with Session(self.engine) as session, session.begin():
            enter_tenant(session, self.who.org_id)
            key = session.scalars(asked).one()
        assert key is not None
        return Sealer(self.settings.secret_key, self.settings.sealing_keys).seal(
            key, orjson.dumps(answers)
        )

    def follow(self) -> None:
        """Create the deliveries of recorded events."""
        follow_all(self.engine, self.settings, FAN_OUT, utc_now)

    def send(self, *, after: timedelta = timedelta()) -> int:
        """Send what is due, optionally some time later; return how many connections were served."""
        self.later += after
        served = 0
        while serve_next(self.settings, self.engine, lambda: datetime.now(UTC) + self.later):
            served += 1
        return served
