"""An organisation that gives points by rules, through the API and its job."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine

from api.domains.promotions.earning.due_settlements import DueEarnings
from api.jobs.registry import JobContext
from api.kit.clock import Clock
from runtime.settings import Settings
from tests.support.loyalty import Till


@dataclass(frozen=True)
class Earning:
    """Creates rules and orders as one member, and runs the job."""

    till: Till
    engine: Engine
    settings: Settings
    org_id: str
    clock: Clock

    def rule(self, kind: str = "order", status: int = 200, **fields: Any) -> Any:
        """Create a rule; return it, or the error."""
        body = {"kind": kind, "name": f"For each {kind}", "amount": 1, **fields}
        if kind == "order":
            body = {"per_cents": 100, "currency": "USD", **body}
        return self.till.call("save-earning-rule", status, **body)

    def order(self, customer_id: str, number: str, cents: int, **fields: Any) -> Any:
        """Record an order of a customer."""
        body = {"customer_id": customer_id, "order_number": number, "amount_cents": cents}
        return self.till.call("record-order", **{"currency": "USD", **body, **fields})

    def refund(self, number: str, cents: int | None = None, status: int = 200, **more: Any) -> Any:
        """Refund an order."""
        body = {"order_number": number, "amount_cents": cents, **more}
        return self.till.call("refund-order", status, **body)

    def settle(self) -> dict[str, Any]:
        """Run the job of the organisation."""
        context = JobContext(
            "job_earning", self.org_id, None, self.settings, self.engine, self.clock
        )
        return DueEarnings(context).settle()
