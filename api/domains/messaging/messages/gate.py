"""The message gate: every message to a person is queued here, and nowhere else."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

from sqlalchemy.orm import Session

from api.domains.messaging.links.service import MessageLinkWriter
from api.domains.messaging.messages.contents import Content, ContentSealer
from api.domains.messaging.messages.gate_decisions import Decisions, Question, Verdict
from api.domains.messaging.messages.repository import MessageRepository
from api.domains.messaging.messages.sms_segments import sms_size
from api.domains.messaging.messages.types import (
    TRACKED,
    Explained,
    MessageRequest,
    MessageSource,
    MessageState,
    Queued,
)
from api.domains.people.consents.policy import ContactPolicy
from api.domains.people.consents.types import Channel
from api.domains.people.customers.sealing import Sealer
from api.jobs.queue import Jobs
from api.kit.ids import new_id

DISPATCH = "messages.dispatch"
OVER_QUOTA = "The messages of the plan are used up."


@dataclass(frozen=True, slots=True)
class _CheckedRequest:
    """A request, with the question about it and the verdict."""

    request: MessageRequest
    question: Question
    verdict: Verdict


class MessageGate:
    """Queues messages of one organisation in the caller's transaction."""

    def __init__(
        self,
        session: Session,
        policy: ContactPolicy,
        sealer: Sealer,
        can_send: Callable[[Channel], bool],
        base_url: str,
    ) -> None:
        self._messages = MessageRepository(session)
        self._decisions = Decisions(self._messages, policy, sealer, can_send)
        self._sealer = sealer
        self._contents = ContentSealer(sealer)
        self._links = MessageLinkWriter(session, sealer, base_url)

    def queue_one(
        self,
        org_id: str,
        source: MessageSource,
        source_id: str,
        step: str,
        request: MessageRequest,
        moment: datetime,
        *,
        created_by: str | None = None,
        leaves_now: bool = False,
    ) -> Queued:
        """Queue a single message, like `queue_many`."""
        (queued,) = self.queue_many(
            org_id,
            source,
            source_id,
            step,
            [request],
            moment,
            created_by=created_by,
            leaves_now=leaves_now,
        )
        return queued

    def queue_many(
        self,
        org_id: str,
        source: MessageSource,
        source_id: str,
        step: str,
        requests: Sequence[MessageRequest],
        moment: datetime,
        *,
        created_by: str | None = None,
        leaves_now: bool = False,
    ) -> list[Queued]:
        """Queue messages, store those that may not be sent with the reason, and return the result for each request.

        A recipient who got the same message from the same source before gets no second one, and the first result is
        returned again. Whether a message may be sent is decided again when it is due. Nothing is sent before the
        transaction is committed, unless the caller hands it over itself (`leaves_now`).
        """
        asked = self._asked(org_id, source, source_id, step, requests, moment)
        links: list[dict[str, Any]] = []
        rows = [self._row(org_id, it, moment, created_by, links) for it in asked]
        added = self._messages.add(rows)
        self._keep_quota(org_id, [row for row in rows if row["message_id"] in added], moment)
        self._links.store([it for it in links if it["message_id"] in added])
        self._messages.record(
            org_id,
            [(row, row["state"]) for row in rows if row["message_id"] in added],
            moment,
        )
        due = [row["due_at"] for row in rows if row["state"] == "queued"]
        if not leaves_now and any(it <= moment for it in due):
            self.queue_dispatch(org_id, moment)
        before = self._before(
            org_id, source, [row for row in rows if row["message_id"] not in added]
        )
        return [
            _queued(row, is_new=True) if row["message_id"] in added else before[_key(row)]
            for row in rows
        ]

    def _keep_quota(self, org_id: str, rows: Sequence[dict[str, Any]], moment: datetime) -> None:
        """Refuse messages that exceed the organisation's plan and credits, as the database decides. Passcodes,
        confirmation requests and messages to members are always sent, so that nobody is locked out.
        """
        counted = [it["message_id"] for it in rows if _counts(it)]
        over = self._messages.over_quota(org_id, counted, moment)
        refused = {
            "state": "refused",
            "reason": OVER_QUOTA,
            "ended_at": moment,
            "address_sealed": None,
            "content_sealed": None,
        }
        for row in rows:
            if row["message_id"] in over:
                row.update(refused)
        self._messages.change(org_id, [{"message_id": it, **refused} for it in over])

    def explain(
        self,
        org_id: str,
        source: MessageSource,
        source_id: str,
        requests: Sequence[MessageRequest],
        moment: datetime,
    ) -> list[Explained]:
        """Return the result that each request would have if it were queued now. Nothing is stored."""
        return [
            Explained(
                "refused" if it.verdict.kind == "refused" else "queued",
                it.verdict.reason,
                it.verdict.due_at or it.question.due_at,
            )
            for it in self._asked(org_id, source, source_id, "", requests, moment)
        ]

    def as_sent(self, source: MessageSource, request: MessageRequest) -> MessageRequest:
        """Return the request with the length that would be sent: with short links, which lead nowhere."""
        if source not in TRACKED:
            return request
        short = self._links.shortened(0, request.text, request.html, request.url)
        return replace(request, text=short.text, html=short.html, url=short.url)

    def cancel(self, org_id: str, source: MessageSource, source_id: str, moment: datetime) -> int:
        """Cancel the messages of a source that have not been sent, and return their number."""
        rows = self._messages.cancel(org_id, source, source_id, moment)
        self._messages.record(org_id, [(vars(it), "cancelled") for it in rows], moment)
        return len(rows)

    def hold(self, org_id: str, source: MessageSource, source_id: str, *, is_held: bool) -> None:
        """Hold back the messages of a source that have not been sent, or release them."""
        self._messages.hold(org_id, source, source_id, is_held=is_held)

    def queue_dispatch(self, org_id: str, moment: datetime) -> None:
        """Queue the job that sends due messages.

        A job that is already waiting may begin before this transaction is committed, and would not see its messages.
        """
        Jobs(self._messages.session, moment).enqueue(org_id, DISPATCH, {})

    def _asked(
        self,
        org_id: str,
        source: MessageSource,
        source_id: str,
        step: str,
        requests: Sequence[MessageRequest],
        moment: datetime,
    ) -> list[_CheckedRequest]:
        questions = [
            Question(
                message_id=new_id("msg"),
                customer_id=request.customer_id,
                channel=request.channel,
                purpose=request.purpose,
                source=source,
                source_id=source_id,
                step=request.step if request.step is not None else step,
                due_at=max(request.not_before or moment, moment),
                not_after=request.not_after,
                skips_quiet=request.skips_quiet,
                address=request.address,
            )
            for request in requests
        ]
        verdicts = self._decisions.decide(org_id, questions, moment)
        return [
            _CheckedRequest(request, question, _held_out(verdict) if request.held_out else verdict)
            for request, question, verdict in zip(requests, questions, verdicts, strict=True)
        ]

    def _row(
        self,
        org_id: str,
        it: _CheckedRequest,
        moment: datetime,
        created_by: str | None,
        links: list[dict[str, Any]],
    ) -> dict[str, Any]:
        """Return the row of a message. The row of its links is appended to `links`."""
        request, question, verdict = it.request, it.question, it.verdict
        is_refused = verdict.kind == "refused"
        if question.source in TRACKED:
            link_key = self._links.new_key()
            short = self._links.shortened(link_key, request.text, request.html, request.url)
            request = replace(request, text=short.text, html=short.html, url=short.url)
            if short.targets and not is_refused:
                due_at = verdict.due_at or question.due_at
                links.append(
                    self._links.row(org_id, question.message_id, link_key, short.targets, due_at)
                )
        key = verdict.profile.sealing_key if verdict.profile is not None else None
        content = Content(request.subject, request.text, request.html, request.url)
        address = self._sealer.wrap(request.address) if request.address is not None else None
        return {
            "message_id": question.message_id,
            "org_id": org_id,
            "source": question.source,
            "source_id": question.source_id,
            "step": question.step,
            "variant": request.variant,
            "customer_id": request.customer_id,
            "channel": request.channel,
            "purpose": request.purpose,
            "address_index": verdict.address_index
            or (b"\0" * 32 if not request.customer_id else None),
            "address_sealed": address if not is_refused else None,
            "content_sealed": None if is_refused else self._contents.seal(key, content),
            "language": request.language,
            "code_id": request.code_id,
            "state": "refused" if is_refused else "queued",
            "reason": verdict.reason,
            "tries": 0,
            "due_at": verdict.due_at or question.due_at,
            "not_after": request.not_after,
            "skips_quiet": request.skips_quiet,
            "segments": sms_size(request.text).segments if request.channel == "sms" else None,
            "provider": "",
            "cost_micros": None,
            "currency": None,
            "sender": "",
            "created_by": created_by,
            "created_at": moment,
            "ended_at": moment if is_refused else None,
        }

    def _before(
        self, org_id: str, source: MessageSource, rows: Sequence[dict[str, Any]]
    ) -> dict[tuple[Any, ...], Queued]:
        """Return the messages that were queued before, by the values that identify a message."""
        if not rows:
            return {}
        keys = {
            (row["source_id"], row["step"], row["customer_id"])
            for row in rows
            if row["customer_id"] is not None
        }
        found = list(self._messages.find_same(org_id, keys, source)) if keys else []
        for row in rows:
            if row["customer_id"] is None:
                same = self._messages.find_same_of_address(
                    org_id, source, row["source_id"], row["step"], row["address_index"]
                )
                found += [same] if same is not None else []
        return {
            _key(vars(it)): Queued(
                it.message_id,
                it.customer_id,
                cast(MessageState, it.state),
                it.reason,
                it.due_at,
                is_new=False,
            )
            for it in found
        }


def _held_out(verdict: Verdict) -> Verdict:
    """Return a refusal for the holdout, unless the message would be refused anyway."""
    return (
        verdict if verdict.kind == "refused" else replace(verdict, kind="refused", reason="holdout")
    )


def _counts(row: dict[str, Any]) -> bool:
    return row["state"] == "queued" and row["source"] not in ("passcode", "confirmation", "test")


def _key(row: dict[str, Any]) -> tuple[Any, ...]:
    index = row["address_index"] if row["customer_id"] is None else None
    return row["source_id"], row["step"], row["customer_id"], index


def _queued(row: dict[str, Any], *, is_new: bool) -> Queued:
    return Queued(
        row["message_id"], row["customer_id"], row["state"], row["reason"], row["due_at"], is_new
    )
