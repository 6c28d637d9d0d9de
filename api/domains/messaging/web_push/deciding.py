"""Whether the owner of a subscribed browser may be notified, and if not now, when."""

from datetime import datetime
from typing import NamedTuple

from api.domains.messaging.web_push.models import WebPushSubscription
from api.domains.people.consents.policy import ContactPolicy
from api.domains.people.consents.quiet_hours import QuietRule, first_allowed
from api.domains.people.consents.types import ContactDecision
from warehouse.date_ranges import zone_of


class Verdict(NamedTuple):
    """Whether a browser gets a message now; with `not_before`, not yet."""

    allowed: bool
    not_before: datetime | None = None


class BrowserPolicy:
    """Decides about browsers of one organisation. A subscription of somebody unknown is its own consent."""

    def __init__(self, policy: ContactPolicy, org_id: str, time_zone: str, now: datetime) -> None:
        self._policy = policy
        self._org_id = org_id
        self._time_zone = time_zone
        self._now = now
        self._hours = policy.quiet_hours(org_id)
        self._decided: dict[str, ContactDecision] = {}

    def decide(self, row: WebPushSubscription) -> Verdict:
        """Whether the browser's owner may be notified now."""
        if row.customer_id is not None:
            decision = self._of_person(row.customer_id)
            return Verdict(decision.allowed, decision.not_before)
        if self._hours is None:
            return Verdict(allowed=True)
        zone = zone_of(row.time_zone or self._time_zone)
        first = first_allowed(self._now, [QuietRule(self._hours)], zone)
        is_quiet = first is None or first > self._now
        return Verdict(not is_quiet, first if is_quiet else None)

    def _of_person(self, customer_id: str) -> ContactDecision:
        if customer_id not in self._decided:
            decision = self._may_contact(customer_id)
            if decision.reason == "merged" and decision.customer_id is not None:
                decision = self._may_contact(decision.customer_id)
            self._decided[customer_id] = decision
        return self._decided[customer_id]

    def _may_contact(self, customer_id: str) -> ContactDecision:
        return self._policy.may_contact(
            self._org_id, customer_id, "web_push", "marketing", self._now
        )
