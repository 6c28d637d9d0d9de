"""An installation whose organisations pay at Stripe's twin."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.rows import dict_row
from pydantic import SecretStr
from starlette.testclient import TestClient

from api.apps.job_modules import load
from api.apps.web import create_app
from api.db.engine import make_engine
from api.domains.commerce.payments.jobs import keep_plans
from api.integrations.stripe.config import StripeSettings
from api.jobs.worker import run_queued
from runtime.settings import Settings
from tests.support.browsers import BROWSER
from tests.support.people import Org, Somebody
from tests.support.promos import MovableClock
from tests.twins.stripe import KEY, PUBLISHABLE, Stripe, running_stripe
from tests.twins.stripe_account import SECRET, Row


@pytest.fixture
def clock(movable_clock: MovableClock) -> MovableClock:
    return movable_clock


@pytest.fixture
def stripe() -> Iterator[Stripe]:
    with running_stripe() as running:
        for plan, amount in (("starter", 2_900), ("growth", 9_900)):
            running.add_price(f"waypost_{plan}_month", "month", amount, eur=amount - 200)
            running.add_price(f"waypost_{plan}_year", "year", amount * 10)
        running.add_price("waypost_credits_1000", None, 2_000, eur=1_900)
        running.add_price("another_product", None, 1)
        yield running


@pytest.fixture
def paid_settings(api_settings: Settings, stripe: Stripe, org: Org) -> Settings:
    return api_settings.with_vendors(
        StripeSettings(
            secret_key=SecretStr(KEY),
            publishable_key=PUBLISHABLE,
            webhook_secret=SecretStr(SECRET),
            operator_org=org.org_id,
            base_url=stripe.url,
        )
    )


class Till:
    """An admin's calls, Stripe's webhooks and the worker's jobs."""

    def __init__(
        self, client: TestClient, settings: Settings, stripe: Stripe, me: Somebody, clock: Any
    ) -> None:
        self.client = client
        self.settings = settings
        self.stripe = stripe
        self.me = me
        self.clock = clock
        self.reported = 0

    def call(
        self, name: str, body: Any = None, *, as_: Somebody | None = None, **headers: str
    ) -> Any:
        """Return the status and the body of a response."""
        sent = (as_ or self.me).headers | headers
        answer = self.client.post(f"/v1/{name}", json=body or {}, headers=sent)
        return answer.status_code, answer.json() if answer.content else None

    def good(self, name: str, body: Any = None, **more: Any) -> Any:
        """Return the response to a call that must succeed."""
        status, answer = self.call(name, body, **more)
        assert status < 300, answer
        return answer

    def tell(self, event: Row) -> int:
        """Deliver an event from Stripe."""
        body, headers = self.stripe.webhook(event)
        return self.client.post("/webhooks/stripe", content=body, headers=headers).status_code

    def hear(self) -> None:
        """Deliver everything that happened at Stripe since, and let the worker apply it."""
        for event in self.stripe.events[self.reported :]:
            assert self.tell(event) == 200
        self.reported = len(self.stripe.events)
        self.hear_nothing()

    def hear_nothing(self) -> None:
        """Let the worker apply what is already known."""
        load()
        run_queued(self.settings, self.clock)

    def minute(self) -> None:
        """Run the worker's periodic task."""
        engine = make_engine(self.settings)
        keep_plans(self.settings, engine, self.clock())
        engine.dispose()

    def pass_days(self, days: int) -> None:
        self.clock.move(days=days)
        self.stripe.now += days * 86_400

    def plan(self) -> dict[str, Any]:
        """Return the organisation's plan according to the API."""
        found = self.good("stripe-get-options")
        return {**found["subscription"], "credits": found["credits"]}

    def subscribed(self, plan: str = "starter", **more: Any) -> str:
        """Subscribe and pay; return the subscription ID."""
        made = self.good("stripe-create-subscription", {"plan": plan, **more})
        self.stripe.pay(made["subscription_id"])
        self.hear()
        return str(made["subscription_id"])

    def write(self, statement: str, *values: Any) -> None:
        with psycopg.connect(self.settings.database_url) as connection:
            connection.execute(statement, values)

    def rows(self, table: str) -> list[dict[str, Any]]:
        """Return the organisation's rows of a table."""
        with psycopg.connect(self.settings.database_url, row_factory=dict_row) as connection:
            query = sql.SQL("select * from {} where org_id = %s").format(sql.Identifier(table))
            return connection.execute(query, [self.me.org_id]).fetchall()


@pytest.fixture
def till(
    paid_settings: Settings, stripe: Stripe, owner: Somebody, clock: MovableClock
) -> Iterator[Till]:
    app = create_app(paid_settings, clock)
    with TestClient(app, headers=BROWSER, follow_redirects=False) as client:
        till = Till(client, paid_settings, stripe, owner, clock)
        till.minute()
        yield till
