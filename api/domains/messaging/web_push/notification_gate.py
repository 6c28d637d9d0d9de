"""Decides whether the owner of a subscribed browser may be notified, and if not now, when."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy.orm import Session

from api.domains.messaging.web_push.models import WebPushMessage, WebPushSubscription
from api.domains.people.consents.policy import ContactPolicy
from api.domains.people.consents.quiet_hours import QuietRule, first_allowed
from api.domains.people.customers.reading import kept_customers
from api.domains.wallet.pass_updates.gate_port import Admission, BroadcastGate
from warehouse.date_ranges import zone_of


class Verdict(NamedTuple):
    """Whether a browser gets a message now. If `not_before` is set, it gets the message later."""

    allowed: bool
    not_before: datetime | None = None


class BrowserPolicy:
    """Decides about the browsers of one organisation. For customers, the gate of all messages decides. The subscription
    of an unknown visitor is its own consent.
    """

    def __init__(self, policy: ContactPolicy, org_id: str, time_zone: str, now: datetime) -> None:
        self._org_id = org_id
        self._time_zone = time_zone
        self._now = now
        self._hours = policy.quiet_hours(org_id)
        self._admitted: dict[str, Admission] = {}

    def admit(
        self,
        gate: BroadcastGate,
        session: Session,
        message: WebPushMessage,
        rows: Sequence[WebPushSubscription],
    ) -> None:
        """Let the gate decide about the known owners of these browsers, all at once."""
        kept = kept_customers(
            session, self._org_id, {it.customer_id for it in rows if it.customer_id}
        )
        admitted = gate.admit(
            session, self._org_id, message.message_id, set(kept.values()), message.text
        )
        self._admitted |= {it: admitted[person] for it, person in kept.items()}

    def decide(self, row: WebPushSubscription) -> Verdict:
        """Return whether the browser's owner may be notified now."""
        if row.customer_id is not None:
            admission = self._admitted.get(row.customer_id, Admission(False))
            return Verdict(admission.allowed, admission.not_before)
        if self._hours is None:
            return Verdict(allowed=True)
        zone = zone_of(row.time_zone or self._time_zone)
        first = first_allowed(self._now, [QuietRule(self._hours)], zone)
        is_quiet = first is None or first > self._now
        return Verdict(not is_quiet, first if is_quiet else None)
