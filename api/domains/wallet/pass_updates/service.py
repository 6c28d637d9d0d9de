"""The rules of messages to holders of passes, and of changes of many passes."""

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.domains.people.segments.reading import missing_segments
from api.domains.wallet.pass_updates.errors import (
    PassUpdateNotFound,
    PassUpdateOver,
    TooManyPassUpdates,
    refused,
)
from api.domains.wallet.pass_updates.models import PassUpdate
from api.domains.wallet.pass_updates.schemas import (
    Audience,
    ChangePassUpdate,
    FieldOfPasses,
    PassUpdatePreview,
    PassUpdateRead,
    PreviewPassUpdate,
    PushAnswer,
    SendPush,
    StartPassUpdate,
)
from api.domains.wallet.pass_updates.update_repository import Reach, UpdateRepository
from api.domains.wallet.passes.errors import PassNotFound
from api.domains.wallet.passes.reading import is_pass
from api.jobs.queue import Jobs
from api.kit.pagination import Page, Paging, page_of

RUN = "passes.update"
MAX_UPDATES = 20
"""Maximum number of updates within 24 hours."""
ONE_DAY = timedelta(days=1)
LATEST = timedelta(days=366)
TOLERANCE = timedelta(minutes=5)
"""How far a client's clock may be behind."""


class PassUpdateService:
    """Updates of one organisation's passes."""

    def __init__(
        self,
        session: Session,
        jobs: Jobs,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._session = session
        self._rows = UpdateRepository(session)
        self._jobs = jobs
        self._now = now
        self._new_id = new_id

    def send(self, me: Member, body: SendPush) -> PushAnswer:
        """Send a message to holders of passes, now or later.

        Raises:
            PassNotFound, Invalid: the pass or segment does not exist, or the time is invalid.
            TooManyPassUpdates: the daily limit is reached.
        """
        row = self._new(me, body, kind="message", text=body.message, later=body.send_at)
        reach = self._start(me.org_id, row)
        return PushAnswer(
            status="scheduled" if row.scheduled_for else "sent",
            text=_text(row, reach),
            update_id=row.update_id,
            passes=reach.passes,
            phones=reach.phones,
            development=reach.development,
        )

    def start(self, me: Member, body: StartPassUpdate) -> PassUpdateRead:
        """Change a field of many passes, now or later.

        Raises:
            PassNotFound, Invalid: the pass, segment or field does not exist, or the time is invalid.
            TooManyPassUpdates: the daily limit is reached.
        """
        row = self._new(me, body, kind="field", text=body.value, later=body.send_at)
        row.field_key, row.change_message = body.field_key, body.change_message
        self._start(me.org_id, row)
        return _read(row, 0)

    def preview(self, me: Member, body: PreviewPassUpdate) -> PassUpdatePreview:
        """Return what a message or a change would reach now."""
        kind = "message" if body.field_key is None else "field"
        row = self._new(me, body, kind=kind, text=body.value or "", later=None)
        row.field_key = body.field_key
        fields = [FieldOfPasses(**it) for it in self._rows.fields(row)]
        reach, budget = self._rows.reach(row), self._rows.budget(row, self._now - ONE_DAY)
        return PassUpdatePreview(**reach._asdict(), **budget._asdict(), fields=fields)

    def change(self, org_id: str, body: ChangePassUpdate) -> PassUpdateRead:
        """Pause, resume or end an update.

        Raises:
            PassUpdateNotFound: the update does not exist.
            PassUpdateOver: it has ended.
        """
        row = self._rows.find_locked(org_id, body.update_id)
        if row is None:
            raise PassUpdateNotFound
        if row.state in ("done", "cancelled"):
            raise PassUpdateOver
        if body.action == "pause":
            row.state, row.due_at = "paused", None
        elif body.action == "cancel":
            row.state, row.due_at, row.finished_at = "cancelled", None, self._now
            self._rows.stop_waiting(row)
        elif row.state == "paused":
            self._queue(row)
        self._session.flush()
        return _read(row, self._rows.count_waiting(org_id, [row.update_id]).get(row.update_id, 0))

    def list_page(self, org_id: str, paging: Paging) -> Page[PassUpdateRead]:
        """Return a page of updates, newest first."""
        rows, total = self._rows.list_page(org_id, paging)
        waiting = self._rows.count_waiting(org_id, [it.update_id for it in rows])
        items = [_read(row, waiting.get(row.update_id, 0)) for row in rows]
        return page_of(items, total, paging)

    def _new(
        self, me: Member, body: Audience, *, kind: str, text: str, later: datetime | None
    ) -> PassUpdate:
        org_id = me.org_id
        if body.pass_id is not None and not is_pass(self._session, org_id, body.pass_id):
            raise PassNotFound
        if body.segment_id is not None and missing_segments(
            self._session, org_id, [body.segment_id]
        ):
            raise refused(
                "segment_id", "is not a segment of this organisation", "segment_not_found"
            )
        if later is not None and not self._now - TOLERANCE < later < self._now + LATEST:
            raise refused("send_at", "must be within the next 366 days", "bad_time")
        audience = "pass" if body.pass_id else "segment" if body.segment_id else "all"
        return PassUpdate(
            update_id=self._new_id("upd"),
            org_id=org_id,
            kind=kind,
            text=text,
            audience=audience,
            audience_id=body.pass_id or body.segment_id,
            state="scheduled",
            scheduled_for=later if later is not None and later > self._now else None,
            position="",
            created_at=self._now,
            created_by=me.caller_id or None,
            **dict.fromkeys(("total", "changed", "unchanged", "not_allowed", "limited"), 0),
        )

    def _start(self, org_id: str, row: PassUpdate) -> Reach:
        self._rows.lock_starting(org_id)
        if self._rows.started_since(org_id, self._now - ONE_DAY) >= MAX_UPDATES:
            raise TooManyPassUpdates
        reach = self._rows.reach(row)
        if row.field_key is not None and not reach.with_field:
            raise refused("field_key", "is not a field of any of these passes", "field_not_found")
        row.total = reach.passes
        row.field_label = self._rows.label(row)
        self._queue(row)
        self._rows.add(row)
        return reach

    def _queue(self, row: PassUpdate) -> None:
        """Schedule the update, or queue its job if it is due now."""
        is_later = row.scheduled_for is not None and row.scheduled_for > self._now
        row.state = "scheduled" if is_later or not row.position else "running"
        row.due_at = row.scheduled_for if is_later else self._now
        if not is_later:
            self._jobs.enqueue(row.org_id, RUN, {})


def _text(row: PassUpdate, reach: Reach) -> str:
    whom = f"{_count(reach.passes, 'pass', 'passes')} on {_count(reach.phones, 'phone', 'phones')}"
    if row.scheduled_for is not None:
        return f"Scheduled for {row.scheduled_for:%Y-%m-%d %H:%M} UTC. Today it would reach {whom}."
    if not reach.passes:
        return "The message was sent to nobody: no phone holds such a pass."
    text = f"The message is being sent to {whom}."
    if reach.development:
        text += f" {reach.development} signed for development: Apple does not push to them."
    return text


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _read(row: PassUpdate, waiting: int) -> PassUpdateRead:
    return PassUpdateRead.model_validate({**_columns(row), "waiting": waiting})


def _columns(row: PassUpdate) -> dict[str, object]:
    return {name: getattr(row, name) for name in PassUpdateRead.model_fields if name != "waiting"}
