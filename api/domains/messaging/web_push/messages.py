"""The rules of messages to browsers."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.domains.messaging.web_push.errors import (
    TooManyWebPushMessages,
    WebPushMessageNotFound,
    WebPushMessageOver,
    refused,
)
from api.domains.messaging.web_push.message_repository import MessageRepository
from api.domains.messaging.web_push.message_schemas import (
    BrowserMessageRead,
    BrowserReach,
    ChangeBrowserMessage,
    PreviewBrowsers,
    PushMessageAnswer,
    SendPushMessage,
)
from api.domains.messaging.web_push.models import WebPushMessage
from api.domains.people.segments.reading import missing_segments
from api.domains.wallet.pass_updates.service import (
    LATEST,
    ONE_DAY,
    TOLERANCE,
    PassUpdateService,
)
from api.jobs.queue import Jobs
from api.kit.pagination import Page, Paging, page_of

SEND = "web_push.send"
MAX_MESSAGES = 20
"""Maximum number of messages within 24 hours."""


class BrowserMessageService:
    """Messages of one organisation to browsers, and to passes and browsers together."""

    def __init__(
        self,
        session: Session,
        updates: PassUpdateService,
        jobs: Jobs,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._session = session
        self._updates = updates
        self._rows = MessageRepository(session)
        self._jobs = jobs
        self._now = now
        self._new_id = new_id

    def send(self, me: Member, body: SendPushMessage) -> PushMessageAnswer:
        """Send a message to holders of passes and to subscribed browsers, now or later.

        Raises:
            PassNotFound, Invalid: the pass or segment does not exist, or the time is invalid.
            TooManyPassUpdates, TooManyWebPushMessages: the daily limit is reached.
        """
        passes = self._updates.send(me, body) if "passes" in body.wanted else None
        row, browsers = None, 0
        if "browsers" in body.wanted:
            row, browsers = self._start(me, body)
        later = body.send_at if body.send_at is not None and body.send_at > self._now else None
        texts = [passes.text] if passes is not None else []
        if passes is None or browsers:
            texts.append(_text(browsers, later, is_alone=passes is None))
        return PushMessageAnswer(
            status="scheduled" if later is not None else "sent",
            text=" ".join(texts),
            update_id=passes.update_id if passes is not None else None,
            passes=passes.passes if passes is not None else 0,
            phones=passes.phones if passes is not None else 0,
            development=passes.development if passes is not None else 0,
            message_id=row.message_id if row is not None else None,
            browsers=browsers,
        )

    def preview(self, org_id: str, body: PreviewBrowsers) -> BrowserReach:
        """Return how many browsers a message would reach now. Raises Invalid if the segment does not exist."""
        self._check_segment(org_id, body.segment_id)
        return BrowserReach(browsers=self._rows.reach(org_id, body.segment_id))

    def change(self, org_id: str, body: ChangeBrowserMessage) -> BrowserMessageRead:
        """Pause, resume or end a message.

        Raises:
            WebPushMessageNotFound: the message does not exist.
            WebPushMessageOver: it has ended.
        """
        row = self._rows.find_locked(org_id, body.message_id)
        if row is None:
            raise WebPushMessageNotFound
        if row.state in ("done", "cancelled"):
            raise WebPushMessageOver
        if body.action == "pause":
            row.state, row.due_at = "paused", None
        elif body.action == "cancel":
            row.state, row.due_at, row.finished_at = "cancelled", None, self._now
            self._rows.stop_waiting(row)
        elif row.state == "paused":
            self._queue(row)
        self._session.flush()
        waiting = self._rows.count_waiting(org_id, [row.message_id])
        return _read(row, waiting.get(row.message_id, 0))

    def list_page(self, org_id: str, paging: Paging) -> Page[BrowserMessageRead]:
        """Return a page of messages, newest first."""
        rows, total = self._rows.list_page(org_id, paging)
        waiting = self._rows.count_waiting(org_id, [it.message_id for it in rows])
        items = [_read(row, waiting.get(row.message_id, 0)) for row in rows]
        return page_of(items, total, paging)

    def _start(self, me: Member, body: SendPushMessage) -> tuple[WebPushMessage | None, int]:
        """Create the message, and return it with its number of browsers. An immediate message that reaches no browser
        is not created.
        """
        later = body.send_at
        self._check_segment(me.org_id, body.segment_id)
        if later is not None and not self._now - TOLERANCE < later < self._now + LATEST:
            raise refused("send_at", "must be within the next 366 days", "bad_time")
        scheduled = later if later is not None and later > self._now else None
        browsers = self._rows.reach(me.org_id, body.segment_id)
        if not browsers and scheduled is None:
            return None, 0
        self._rows.lock_starting(me.org_id)
        if self._rows.started_since(me.org_id, self._now - ONE_DAY) >= MAX_MESSAGES:
            raise TooManyWebPushMessages
        row = WebPushMessage(
            message_id=self._new_id("wpm"),
            org_id=me.org_id,
            text=body.message,
            url=body.url,
            audience="segment" if body.segment_id else "all",
            audience_id=body.segment_id,
            scheduled_for=scheduled,
            position="",
            created_at=self._now,
            created_by=me.caller_id or None,
            total=browsers,
            **dict.fromkeys(("sent", "gone", "failed", "not_allowed"), 0),
        )
        self._queue(row)
        self._rows.add(row)
        return row, browsers

    def _queue(self, row: WebPushMessage) -> None:
        """Schedule the message, or queue its job if it is due now."""
        is_later = row.scheduled_for is not None and row.scheduled_for > self._now
        row.state = "scheduled" if is_later or not row.position else "running"
        row.due_at = row.scheduled_for if is_later else self._now
        if not is_later:
            self._jobs.enqueue(row.org_id, SEND, {})

    def _check_segment(self, org_id: str, segment_id: str | None) -> None:
        if segment_id is not None and missing_segments(self._session, org_id, [segment_id]):
            raise refused(
                "segment_id", "is not a segment of this organisation", "segment_not_found"
            )


def _text(browsers: int, later: datetime | None, *, is_alone: bool) -> str:
    whom = f"{browsers:,} {'browser' if browsers == 1 else 'browsers'}"
    if later is not None:
        begin = f"Scheduled for {later:%Y-%m-%d %H:%M} UTC. " if is_alone else ""
        return f"{begin}Today it would reach {whom}."
    if not browsers:
        return "The message was sent to nobody, because no browser in the audience is subscribed."
    return f"The message is being sent to {whom}."


def _read(row: WebPushMessage, waiting: int) -> BrowserMessageRead:
    names = (name for name in BrowserMessageRead.model_fields if name != "waiting")
    values = {name: getattr(row, name) for name in names}
    return BrowserMessageRead.model_validate({**values, "waiting": waiting})
