"""A referral programme of one organisation, through the API."""

from dataclasses import dataclass
from typing import Any

import psycopg

from api.db.engine import make_engine
from api.domains.promotions.referrals.due_settlements import DueReferrals
from api.jobs.registry import JobContext
from api.kit.clock import utc_now
from runtime.settings import Settings
from tests.support.loyalty import Till
from tests.support.waiting import retry_while_unavailable

POINTS = {"kind": "points", "amount": 50}


@dataclass(frozen=True)
class Program:
    """A running programme of one organisation."""

    till: Till
    settings: Settings

    def save(self, **values: Any) -> Any:
        both = {"friend_reward": POINTS, "referrer_reward": POINTS, "daily_limit": 1000}
        return self.till.call("save-referral-program", is_active=True, **{**both, **values})

    def code(self, customer_id: str) -> str:
        made = self.till.call("referral-code", id=customer_id, action="create")
        code: str = made["code"]
        return code

    def add(self, status: int = 200, **body: Any) -> Any:
        post, headers = self.till.client.post, self.till.who.headers
        answer = retry_while_unavailable(
            lambda: post("/v0/add-referral", json=body, headers=headers)
        )
        assert answer.status_code == status, answer.text
        return answer.json()

    def act(self, customer_id: str, **body: Any) -> None:
        """Let a customer redeem something, and run what follows when it can no longer be undone."""
        self.till.redeem(customer_id, reward_id=self.till.reward(), **body)
        self.settle_later()

    def settle_later(self) -> None:
        """Run the job at a time when redemptions can no longer be undone and refusals are retried."""
        self.sql("update referrals set next_try_at = now() - interval '1 second'")
        self.settle()

    def settle(self) -> None:
        """Run the job in this thread."""
        engine = make_engine(self.settings)
        context = JobContext("job_x", self.till.who.org_id, None, self.settings, engine, utc_now)
        try:
            DueReferrals(context).settle()
        finally:
            engine.dispose()

    def sql(self, statement: str, *values: Any) -> None:
        with psycopg.connect(self.settings.database_url) as connection:
            connection.execute(statement, values)

    def listed(self, **body: Any) -> list[dict[str, Any]]:
        items: list[dict[str, Any]] = self.till.call("list-referrals", **body)["items"]
        return items
