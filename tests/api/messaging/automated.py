"""An organisation with automations, run at times that the test chooses: events, workers and the dispatcher."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import uuid4

import psycopg
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.domains.messaging.automations.following import FOLLOWER
from api.domains.messaging.automations.running import DueAutomations
from api.domains.messaging.messages.dispatching import Dispatcher
from api.domains.messaging.messages.sending import carriers_of
from api.jobs.registry import JobContext
from ingest.contracts.order import OrderData, OrderRecorded
from ingest.contracts.submit import SubmitData, SubmitRecorded
from runtime.settings import Settings
from tests.support.automation_calls import automation_plan
from tests.support.events import insert_events
from tests.support.following import follow_all
from tests.support.people import Org, Somebody
from tests.support.promos import MovableClock


class Automated:
    """An organisation with people who consented to text messages."""

    def __init__(
        self, client: TestClient, admin: Somebody, settings: Settings, org: Org, clock: MovableClock
    ) -> None:
        self._client = client
        self.admin = admin
        self.settings = settings
        self.org_id = org.org_id
        self.time_zone = org.time_zone
        self.engine = make_engine(settings)
        self.clock = clock
        self._phones = 0

    def ask(self, path: str, status: int = 200, who: Somebody | None = None, **body: Any) -> Any:
        headers = (who or self.admin).headers
        answer = self._client.post(f"/v1/{path}", json=body, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def person(self, *, agrees: bool = True, **facts: Any) -> str:
        self._phones += 1
        made = self.ask("save-customer", phone=f"+35191234{self._phones:04}", **facts)
        customer_id = str(made["customer_id"])
        if agrees:
            self.decide(customer_id, "given")
        return customer_id

    def decide(self, customer_id: str, decision: str) -> None:
        self.ask(
            "record-consent",
            customer_id=customer_id,
            channel="sms",
            purpose="marketing",
            decision=decision,
            reason="Signed form",
        )

    def made(self, *steps: dict[str, Any], **more: Any) -> str:
        """Create an automation, activate it and return its ID."""
        saved = self.ask("save-automation", **automation_plan("Hello", *steps, **more))
        automation_id = str(saved["automation_id"])
        self.ask("change-automation", automation_id=automation_id, action="turn_on")
        return automation_id

    def submits(self, *customer_ids: str, at: datetime | None = None) -> None:
        """Make these customers send a form now, or at another time."""
        moment = at or self.clock()
        insert_events(
            self.settings.database_url,
            [
                SubmitRecorded(
                    event_id=uuid4(),
                    org_id=self.org_id,
                    customer_key=it,
                    occurred_at=moment,
                    received_at=moment,
                    data=SubmitData(submission_id="sub_1"),
                )
                for it in customer_ids
            ],
        )

    def orders(self, customer_id: str, order_id: str = "1", cents: int = 1_000) -> None:
        moment = self.clock()
        event = OrderRecorded(
            event_id=uuid4(),
            org_id=self.org_id,
            customer_key=customer_id,
            occurred_at=moment,
            received_at=moment,
            data=OrderData(
                order_id=order_id, source="till", status="paid", amount_cents=cents, currency="EUR"
            ),
        )
        insert_events(self.settings.database_url, [event])

    def context(self, now: Callable[[], datetime] | None = None) -> JobContext:
        clock = now or self.clock
        return JobContext("job_test", self.org_id, None, self.settings, self.engine, clock)

    def follow(self) -> None:
        follow_all(self.engine, self.settings, FOLLOWER, self.clock)

    def run(self) -> None:
        """Process what happened, and run the job that moves people through automations."""
        self.follow()
        with psycopg.connect(self.settings.database_url) as connection:
            connection.execute("delete from jobs where kind = 'automations.run'")
        DueAutomations(self.context()).run()

    def dispatch(self) -> None:
        Dispatcher(self.context(), carriers_of(self.settings, self.engine, self.clock)).run()

    def texts(self) -> list[str]:
        self.dispatch()
        return [it["body"] for it in self.ask("get-sandbox-messages", pageSize=100)["items"]]

    def people(self, automation_id: str) -> dict[str, tuple[str | None, str | None]]:
        """Return for each customer the step at which they wait and the reason why they left."""
        page = self.ask("list-automation-people", automation_id=automation_id, pageSize=100)
        return {it["customer_id"]: (it["step_id"], it["reason"]) for it in page["items"]}
