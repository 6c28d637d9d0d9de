"""Statements of the job that sends changes of passes to Google."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from api.db.tenancy import Repository
from api.domains.wallet.google_passes.models import GoogleNotice, GoogleSending, KeptPass

A_DAY = timedelta(hours=24)
MOST_NOTICES = 3
"""Maximum number of messages that notify a phone, for one pass within 24 hours. Google refuses more."""
_DUE = text("select org_id from due_google_passes(:now)")


@dataclass(frozen=True, slots=True)
class Sent:
    """The state of Google's copy of a pass."""

    pass_id: str
    tag: int
    class_digest: str
    announced: dict[str, str]
    has_users: bool | None


@dataclass(frozen=True, slots=True)
class Notice:
    """A message that notifies a phone, and the text of each field that it announces."""

    notice_id: str
    announced: dict[str, str]


def list_due(session: Session, now: datetime) -> Sequence[str]:
    """Return the organisations with a due pass on which no job is working."""
    return session.scalars(_DUE, {"now": now}).all()


class SendingRepository(Repository[KeptPass]):
    """Passes of one organisation that are being sent to Google."""

    model = KeptPass

    def begin(self, org_id: str, job_id: str, now: datetime, until: datetime) -> bool:
        """Become the only sender for the organisation until a time. Return False while another one is active."""
        statement = insert(GoogleSending).values(
            org_id=org_id, job_id=job_id, until=until, failures=0
        )
        taken = statement.on_conflict_do_update(
            index_elements=["org_id"],
            set_={"job_id": job_id, "until": until},
            where=(GoogleSending.org_id == org_id)
            & ((GoogleSending.until <= now) | (GoogleSending.job_id == job_id)),
        )
        return self.session.scalar(taken.returning(GoogleSending.org_id)) is not None

    def keep_lease(self, org_id: str, job_id: str, until: datetime) -> bool:
        """Remain the only sender. Return False if another one took over."""
        mine = (GoogleSending.org_id == org_id, GoogleSending.job_id == job_id)
        kept = update(GoogleSending).where(*mine).values(until=until)
        return self.session.scalar(kept.returning(GoogleSending.org_id)) is not None

    def end(self, org_id: str, job_id: str, now: datetime, retry_at: datetime | None) -> None:
        """Let others send, from `retry_at` on if Google asked for a pause."""
        mine = (GoogleSending.org_id == org_id, GoogleSending.job_id == job_id)
        failures = GoogleSending.failures + 1 if retry_at is not None else 0
        self.session.execute(
            update(GoogleSending)
            .where(*mine)
            .values(until=now, retry_at=retry_at, failures=failures)
        )

    def failures(self, org_id: str) -> int:
        """Return how many times in a row Google could not be reached."""
        found = select(GoogleSending.failures).where(GoogleSending.org_id == org_id)
        return self.session.scalar(found) or 0

    def due(self, org_id: str, issuer_id: str, now: datetime, most: int) -> list[KeptPass]:
        """Return passes whose newest state Google does not have, those that have waited longest first."""
        found = (
            self.scoped(org_id)
            .where(KeptPass.issuer_id == issuer_id, KeptPass.wanted_tag > KeptPass.sent_tag)
            .where(func.coalesce(KeptPass.next_try_at, now) <= now)
            .order_by(KeptPass.next_try_at.asc().nulls_first(), KeptPass.pass_id)
            .limit(most)
        )
        return list(self.session.scalars(found))

    def skip_foreign(self, org_id: str, issuer_id: str, next_try_at: datetime) -> None:
        """Postpone the passes of an issuer whose key is no longer available here."""
        self.session.execute(
            update(KeptPass)
            .where(KeptPass.org_id == org_id, KeptPass.issuer_id != issuer_id)
            .where(KeptPass.wanted_tag > KeptPass.sent_tag)
            .values(next_try_at=next_try_at)
        )

    def sent(self, org_id: str, done: Iterable[Sent], now: datetime) -> None:
        """Store that Google has these passes in the state of their tags."""
        rows = [
            {
                "b_pass": it.pass_id,
                "b_tag": it.tag,
                "b_digest": it.class_digest,
                "b_announced": it.announced,
                "b_users": it.has_users,
            }
            for it in done
        ]
        if not rows:
            return
        statement = (
            update(KeptPass.__table__)  # type: ignore[arg-type]
            .where(KeptPass.org_id == org_id, KeptPass.pass_id == bindparam("b_pass"))
            .values(
                is_known=True,
                sent_tag=bindparam("b_tag"),
                class_digest=bindparam("b_digest"),
                announced=bindparam("b_announced", type_=KeptPass.announced.type),
                has_users=bindparam("b_users"),
                tries=0,
                next_try_at=None,
                problem=None,
                sent_at=now,
            )
        )
        self.session.connection().execute(statement, rows)

    def failed(
        self, org_id: str, pass_id: str, problem: str, next_try_at: datetime, tag: int
    ) -> None:
        """Store why Google did not accept a pass. A change in the meantime is tried at once."""
        self.session.execute(
            update(KeptPass)
            .where(KeptPass.org_id == org_id, KeptPass.pass_id == pass_id)
            .where(KeptPass.wanted_tag == tag)
            .values(tries=KeptPass.tries + 1, problem=problem[:300], next_try_at=next_try_at)
        )

    def unsent_notices(self, org_id: str, pass_ids: Sequence[str]) -> dict[str, Notice]:
        """Return notices that were counted but may not have been sent, by pass."""
        rows = self.session.execute(
            select(GoogleNotice.pass_id, GoogleNotice.notice_id, GoogleNotice.announced).where(
                GoogleNotice.org_id == org_id,
                GoogleNotice.pass_id.in_(pass_ids),
                GoogleNotice.sent_at.is_(None),
            )
        )
        return {pass_id: Notice(notice_id, announced) for pass_id, notice_id, announced in rows}

    def claim_notice(self, org_id: str, pass_id: str, notice: Notice, now: datetime) -> bool:
        """Count a notice before it is sent. Return False if the pass already had three within 24 hours."""
        # Two transactions that count at the same time would both find room, so the locked row of
        # the pass admits one at a time.
        locked = self.scoped(org_id).where(KeptPass.pass_id == pass_id).with_for_update()
        if self.session.scalar(locked) is None:
            return False
        own = (GoogleNotice.org_id == org_id, GoogleNotice.pass_id == pass_id)
        old = (GoogleNotice.claimed_at <= now - A_DAY, GoogleNotice.sent_at.is_not(None))
        self.session.execute(delete(GoogleNotice).where(*own, *old))
        counted = select(func.count()).select_from(GoogleNotice).where(*own)
        if (self.session.scalar(counted) or 0) >= MOST_NOTICES:
            return False
        values: dict[str, Any] = {
            "pass_id": pass_id,
            "notice_id": notice.notice_id,
            "org_id": org_id,
            "announced": notice.announced,
            "claimed_at": now,
        }
        claimed = insert(GoogleNotice).values(values).on_conflict_do_nothing()
        added = self.session.scalar(claimed.returning(GoogleNotice.notice_id))
        return added is not None

    def renew_notice(self, org_id: str, pass_id: str, notice: Notice) -> None:
        """Update a notice that was counted but never reached Google with the current values."""
        self._change(org_id, pass_id, notice.notice_id, announced=notice.announced)

    def notice_sent(self, org_id: str, pass_id: str, notice_id: str, now: datetime) -> None:
        """Store that a notice reached Google."""
        self._change(org_id, pass_id, notice_id, sent_at=now)

    def _change(self, org_id: str, pass_id: str, notice_id: str, **values: Any) -> None:
        self.session.execute(
            update(GoogleNotice)
            .where(GoogleNotice.org_id == org_id, GoogleNotice.pass_id == pass_id)
            .where(GoogleNotice.notice_id == notice_id)
            .values(**values)
        )

    def give_notice_back(self, org_id: str, pass_id: str, notice_id: str) -> None:
        """Delete a notice that Google refused, because nobody was notified."""
        self.session.execute(
            delete(GoogleNotice).where(
                GoogleNotice.org_id == org_id,
                GoogleNotice.pass_id == pass_id,
                GoogleNotice.notice_id == notice_id,
            )
        )
