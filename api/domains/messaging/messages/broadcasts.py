"""Passes broadcasts to passes and browsers through the gate like all other messages: one decision about each person,
with a row that counts against caps and quotas and contains the reason if they did not get it.
"""

from collections.abc import Collection, Mapping
from typing import Literal

from sqlalchemy.orm import Session

from api.domains.messaging.messages.dependencies import gate_of
from api.domains.messaging.messages.repository import MessageRepository
from api.domains.messaging.messages.types import LEFT, MessageRequest
from api.domains.wallet.pass_updates.gate_port import Admission
from api.jobs.registry import JobContext


class BroadcastGate:
    """Decides who gets a broadcast, in the transaction that records its delivery."""

    def __init__(self, context: JobContext, channel: Literal["wallet_push", "web_push"]) -> None:
        self._context = context
        self._channel = channel

    def admit(
        self,
        session: Session,
        org_id: str,
        broadcast_id: str,
        customer_ids: Collection[str],
        text: str,
    ) -> Mapping[str, Admission]:
        """Return which of these people, none of them merged into another profile, get it now, later or not at all.

        People who were admitted before are admitted again, for a second browser of theirs or after a crash.
        """
        if not customer_ids:
            return {}
        now = self._context.now()
        messages = MessageRepository(session)
        # One decision at a time, so that two messages to a person count against the same cap.
        messages.lock(org_id)
        keys = {(broadcast_id, "", it) for it in customer_ids}
        known = {it.customer_id: it.state for it in messages.find_same(org_id, keys, "single")}
        admitted = {it: Admission(state in LEFT) for it, state in known.items() if it is not None}
        requests = [
            MessageRequest(it, self._channel, "marketing", text)
            for it in sorted(set(customer_ids) - known.keys())
        ]
        gate = gate_of(session, self._context.settings, now)
        asked = []
        for request, explained in zip(
            requests, gate.explain(org_id, "single", broadcast_id, requests, now), strict=True
        ):
            person = request.customer_id
            assert person is not None
            if explained.state == "queued" and explained.due_at > now:
                # A deferred person has no row yet, so the broadcast must be decided again.
                admitted[person] = Admission(False, explained.due_at)
            else:
                asked.append(request)
        queued = gate.queue_many(org_id, "single", broadcast_id, "", asked, now)
        left = {it.message_id for it in queued if it.state == "queued"}
        rows = messages.lock_some(org_id, sorted(left))
        values = {"state": "sent", "provider": self._channel, "sending_at": now, "sent_at": now}
        messages.change(org_id, [{"message_id": it, **values} for it in sorted(left)])
        messages.record(org_id, [(vars(it) | values, "sent") for it in rows], now)
        return admitted | {
            it.customer_id: Admission(it.message_id in left)
            for it in queued
            if it.customer_id is not None
        }
