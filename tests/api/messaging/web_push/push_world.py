"""An organisation with a page that offers notifications, browsers that accept them, and their push service."""

from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
from sqlalchemy import create_engine
from starlette.testclient import TestClient

from api.apps.job_modules import load
from api.domains.messaging.messages.broadcasts import BroadcastGate
from api.domains.messaging.web_push.running import DueMessages
from api.integrations.web_pusher import web_pusher
from api.jobs.registry import JobContext
from runtime.settings import Settings
from tests.support.jobs import run_jobs
from tests.support.pages import PageMaker, field, form_block
from tests.support.people import Somebody
from tests.twins.web_push import Browser, WebPushTwin

TEXT = "Offers of the week, at most one a week."
GERMAN = "Angebote der Woche, höchstens eines je Woche."


class World:
    """The actions of the organisation's owner and its visitors."""

    def __init__(
        self,
        client: TestClient,
        visitor: TestClient,
        admin: Somebody,
        pages: PageMaker,
        settings: Settings,
        twin: WebPushTwin,
    ) -> None:
        self.client = client
        self.visitor = visitor
        self.admin = admin
        self.pages = pages
        self.twin = twin
        self.settings = settings
        asks = {"type": "Notifications", "props": {"id": "n", "text": TEXT}}
        asked = form_block(field("email", "email", required=True), form_id="f")
        self.page_id = pages.page(asks, asked, translations={"de": {"n.text": GERMAN}})
        pages.publish(self.page_id)

    def ask(self, path: str, status: int = 200, **body: Any) -> Any:
        """Make a call as an admin."""
        answer = self.client.post(path, json=body, headers=self.admin.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def key(self) -> str:
        """Return the public key with which browsers subscribe."""
        asked = self.visitor.get("/v1/web-push-key", params={"page_id": self.page_id})
        assert asked.status_code == 200, asked.text
        return str(asked.json()["public_key"])

    def browser(self, name: str = "phone") -> Browser:
        """Return a browser that allowed notifications but is not known to Waypost yet."""
        return self.twin.subscribe(name, self.key())

    def subscribe(self, browser: Browser, status: int = 200, **body: Any) -> Any:
        """Subscribe a browser."""
        sent = {"page_id": self.page_id, "subscription": browser.subscription, **body}
        answer = self.visitor.post("/v1/web-push-subscribe", json=sent)
        assert answer.status_code == status, answer.text
        return answer.json()

    def unsubscribe(self, browser: Browser) -> None:
        """Turn notifications off."""
        sent = {"page_id": self.page_id, "endpoint": browser.endpoint}
        answer = self.visitor.post("/v1/web-push-unsubscribe", json=sent)
        assert answer.json() == {"is_subscribed": False}, answer.text

    def submit(self, email: str) -> str:
        """Send the page's form in the visitor's browser and return the customer ID."""
        sent = {"page_id": self.page_id, "form_id": "f", "fields": {"email": email}}
        answer = self.visitor.post("/v1/append-submit", json=sent)
        assert answer.status_code == 200, answer.text
        ((customer_id,),) = self.rows("select customer_id from customers")
        return str(customer_id)

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a database query."""
        with psycopg.connect(self.settings.database_url) as connection:
            return connection.execute(query, values).fetchall()

    def work(self) -> None:
        """Run everything that the workers have to do now."""
        run_jobs(self.settings)

    def later(self, after: timedelta) -> None:
        """Run everything that the workers have to do after some time."""
        load()
        now = datetime.now(UTC) + after
        engine = create_engine(self.settings.database_url)
        assert self.admin.org_id is not None
        try:
            context = JobContext("job", self.admin.org_id, None, self.settings, engine, lambda: now)
            gate = BroadcastGate(context, "web_push")
            DueMessages(context, web_pusher(self.settings), gate).run()
        finally:
            engine.dispose()

    def run(self) -> None:
        """Run the message job once."""
        self.later(timedelta())

    def newest(self) -> Any:
        """Return the last message to browsers."""
        return self.ask("/v1/list-web-push-messages")["items"][0]
