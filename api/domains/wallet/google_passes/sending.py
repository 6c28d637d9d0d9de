"""The work of the job that sends changes of passes to Google.

Each pass is patched to its newest state, so a job that is run again after an interruption changes nothing twice. A
message that notifies a phone is counted before it is sent, under an ID with which a later job determines whether Google
has it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Engine

from api.auth.tenants import organization_of
from api.domains.wallet.google_passes.blanking import blank_some
from api.domains.wallet.google_passes.blanking_repository import BlankRepository
from api.domains.wallet.google_passes.dependencies import accounts_of
from api.domains.wallet.google_passes.drawing import Drawing
from api.domains.wallet.google_passes.models import KeptPass
from api.domains.wallet.google_passes.object_sync import Wanted, keep
from api.domains.wallet.google_passes.sending_repository import (
    Notice,
    SendingRepository,
    Sent,
    list_due,
)
from api.domains.wallet.passes.contents_reading import ShownPass, list_shown_passes
from api.domains.wallet.passes.pictures import PassPictures
from api.integrations.ports.wallet_objects import (
    Answer,
    Document,
    Request,
    WalletObjects,
    WalletProblem,
    WalletUnavailable,
)
from api.integrations.wallet_objects import Issuer, wallet_of
from api.jobs.due import queue_for_each, queue_next
from api.jobs.registry import JobContext
from api.objects.store import objects_of
from api.rendering.wallet.google_json import GooglePass
from api.rendering.wallet.google_kinds import KINDS
from api.rendering.wallet.google_message import message, text_of_changes

SEND = "google_passes.send"
BATCH = 50
SECONDS = 60.0
"""Maximum duration of one round trip with its retries. A batch takes at most five."""
LEASE = timedelta(minutes=10)
LATER = timedelta(minutes=1)
LONGEST = timedelta(hours=12)
A_DAY = timedelta(days=1)


def queue_due(engine: Engine, now: datetime) -> int:
    """Queue one job for each organisation with a due pass, and return their number."""
    return queue_for_each(engine, SEND, lambda session: list_due(session, now), now)


@dataclass(frozen=True, slots=True)
class Due:
    """A pass whose current state Google does not have."""

    row: KeptPass
    shown: ShownPass
    made: GooglePass
    values: dict[str, str]
    unsent: Notice | None
    zone: ZoneInfo

    @property
    def wanted(self) -> Wanted:
        """Return the pass for Google, with what is known of Google's copy."""
        return Wanted(self.made, self.row.is_known, self.row.class_digest)

    @property
    def object_id(self) -> str:
        """Return its ID at Google."""
        return str(self.made.object_document["id"])


class GoogleSender:
    """Sends the passes of one organisation. Only one sender works for it at a time."""

    def __init__(self, context: JobContext) -> None:
        self._context = context
        self._org_id = context.org_id
        self._open = wallet_of(context.settings, context.now, seconds=SECONDS)
        self._sent = 0
        self._announced = 0

    def send(self) -> dict[str, Any]:
        """Send everything that is due to Google."""
        now = self._context.now()
        with self._context.session() as session:
            accounts = accounts_of(session, self._context.settings, now, self._open)
            own = accounts.find(self._org_id)
            issuer = own.issuer if own is not None and not own.is_development else None
            rows = SendingRepository(session)
            rows.skip_foreign(self._org_id, issuer.issuer_id if issuer else "", now + A_DAY)
            BlankRepository(session).skip_foreign(
                self._org_id, issuer.issuer_id if issuer else "", now + A_DAY
            )
            is_mine = issuer is not None and rows.begin(
                self._org_id, self._context.job_id, now, now + LEASE
            )
        if issuer is None or not is_mine:
            return self._result()
        retry_at: datetime | None = None
        is_done = True
        try:
            is_done = self._send_all(issuer)
        except WalletUnavailable as error:
            retry_at = self._pause(error)
        finally:
            with self._context.session() as session:
                SendingRepository(session).end(
                    self._org_id, self._context.job_id, self._context.now(), retry_at
                )
        if not is_done:
            queue_next(self._context, SEND)
        return self._result()

    def _send_all(self, issuer: Issuer) -> bool:
        """Send until nothing is due or the time is up. Return whether nothing is due."""
        while blank_some(self._context, issuer, self._open) or self._send_some(issuer):
            self._context.progress(self._sent)
            if not self._context.has_time():
                return False
        return True

    def _send_some(self, issuer: Issuer) -> bool:
        """Send some passes to Google. Return False if none is due."""
        due = self._due(issuer)
        if not due:
            return False
        wallet = self._open(issuer)
        answers = keep(wallet, [it.wanted for it in due])
        kept: list[tuple[Due, Document]] = []
        for it, answer in zip(due, answers, strict=True):
            if answer.problem is None:
                kept.append((it, answer.document))
            else:
                self._failed(it, answer)
        self._notify_holders(wallet, kept)
        return True

    def _due(self, issuer: Issuer) -> list[Due]:
        now = self._context.now()
        with self._context.session() as session:
            rows = SendingRepository(session)
            if not rows.keep_lease(self._org_id, self._context.job_id, now + LEASE):
                return []
            due = rows.due(self._org_id, issuer.issuer_id, now, BATCH)
            ids = [it.pass_id for it in due]
            shown = list_shown_passes(session, self._org_id, ids)
            unsent = rows.unsent_notices(self._org_id, ids)
            organization = organization_of(session, self._org_id)
            pictures = PassPictures(session, objects_of(self._context.settings))
            drawing = Drawing(organization, pictures, self._context.settings.base_url, now)
            made: list[Due] = []
            for row in due:
                it = shown.get(row.pass_id)
                if it is not None:
                    kind = next(known for known in KINDS if known == row.kind)
                    drawn = drawing.draw(it, issuer.issuer_id, kind)
                    notice = unsent.get(row.pass_id)
                    made.append(Due(row, it, drawn, drawing.values(it), notice, drawing.zone))
        return made

    def _notify_holders(self, wallet: WalletObjects, kept: Sequence[tuple[Due, Document]]) -> None:
        """Notify the phones of holders if the changes require it, then store the progress of all passes."""
        arrived = [
            (it, it.unsent)
            for it, document in kept
            if it.unsent is not None and it.unsent.notice_id in _messages(document)
        ]
        with self._context.session() as session:
            rows = SendingRepository(session)
            for it, notice in arrived:
                rows.notice_sent(self._org_id, it.row.pass_id, notice.notice_id, self._now())
            claimed = [
                claim
                for it, document in kept
                if (claim := self._claim(rows, it, document)) is not None
            ]
        answers = wallet.do([request for _, _, request in claimed]) if claimed else []
        unanswered: set[str] = set()
        with self._context.session() as session:
            rows = SendingRepository(session)
            for (it, notice_id, _), answer in zip(claimed, answers, strict=True):
                if answer.problem is None or _is_spent(answer):
                    rows.notice_sent(self._org_id, it.row.pass_id, notice_id, self._now())
                    self._announced += answer.problem is None
                elif answer.problem in (WalletProblem.REFUSED, WalletProblem.MISSING):
                    rows.give_notice_back(self._org_id, it.row.pass_id, notice_id)
                else:
                    unanswered.add(it.row.pass_id)
                    self._put_off(rows, it, answer)
            done = [_sent(it, document) for it, document in kept]
            rows.sent(
                self._org_id, [it for it in done if it.pass_id not in unanswered], self._now()
            )
        self._sent += len(done) - len(unanswered)

    def _claim(
        self, rows: SendingRepository, it: Due, document: Document
    ) -> tuple[Due, str, Request] | None:
        """Count a message about the changes since the holder was last notified, if there is anyone to notify."""
        unsent = it.unsent
        has_arrived = unsent is not None and unsent.notice_id in _messages(document)
        announced = unsent.announced if unsent is not None and has_arrived else it.row.announced
        text = text_of_changes(it.shown.content, it.zone, announced, it.values)
        if text is None or document.get("hasUsers") is False:
            return None
        open_id = unsent.notice_id if unsent is not None and not has_arrived else None
        notice = Notice(open_id or f"waypost-{it.shown.change_tag}", it.values)
        if open_id is not None:
            rows.renew_notice(self._org_id, it.row.pass_id, notice)
        elif not rows.claim_notice(self._org_id, it.row.pass_id, notice, self._now()):
            return None
        body = message(it.shown.content, notice.notice_id, text)
        request = Request("message", "object", it.made.kind, it.object_id, body)
        return it, notice.notice_id, request

    def _failed(self, it: Due, answer: Answer) -> None:
        with self._context.session() as session:
            self._put_off(SendingRepository(session), it, answer)

    def _put_off(self, rows: SendingRepository, it: Due, answer: Answer) -> None:
        wait = min(LATER * 2.0 ** min(it.row.tries, 20), LONGEST)
        asked = timedelta(seconds=answer.retry_after or 0)
        text = f"{answer.problem}: {answer.text}"
        next_try_at = self._now() + max(wait, asked)
        rows.failed(self._org_id, it.row.pass_id, text, next_try_at, it.shown.change_tag)

    def _pause(self, error: WalletUnavailable) -> datetime:
        with self._context.session() as session:
            failures = SendingRepository(session).failures(self._org_id)
        wait = min(LATER * 2.0 ** min(failures, 20), LONGEST)
        return self._now() + max(wait, timedelta(seconds=error.retry_after or 0))

    def _now(self) -> datetime:
        return self._context.now()

    def _result(self) -> dict[str, Any]:
        return {"sent": self._sent, "announced": self._announced}


def _messages(document: Document) -> set[str]:
    """Return the IDs of the messages that Google has for a pass."""
    found = document.get("messages")
    listed = found if isinstance(found, list) else []
    return {str(it.get("id")) for it in listed if isinstance(it, dict)}


def _is_spent(answer: Answer) -> bool:
    """Return whether Google reports that the pass has used up its messages for today. The change itself has arrived
    already.
    """
    return answer.problem is WalletProblem.BUSY and "quota" in answer.text.lower()


def _sent(it: Due, document: Document) -> Sent:
    has_users = document.get("hasUsers")
    return Sent(
        it.row.pass_id,
        it.shown.change_tag,
        it.wanted.digest,
        it.values,
        has_users if isinstance(has_users, bool) else None,
    )
