"""All SQL for submissions and consents."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, delete, func, not_, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from api.db.advisory_locks import lock_until_commit
from api.db.tenancy import Repository
from api.domains.codes.codes.tables import codes
from api.domains.content.forms.models import FormGuest, Submission, SubmissionConsent
from api.domains.content.forms.schemas import GetSubmits, MarkSubmissions
from api.domains.people.consents.tables import consent_texts
from api.domains.people.customers.tables import (
    IS_KEPT,
    customers,
    kept_customers,
    reached_by,
)
from api.domains.people.customers.types import ContactIndexes, CustomerRead, CustomerRow
from api.kit.pagination import contains_pattern

SubmissionRow = tuple[
    Submission,
    CustomerRow | None,
    SubmissionConsent | None,
    str | None,
    str | None,
    str | None,
]
"""A submission, its sender, their consent and its text, and name and base of the opened code."""


class SubmissionRepository(Repository[Submission]):
    """Submissions of one organisation, accessed through one session."""

    model = Submission

    def lock_submission_key(self, page_id: str, submission_key: str) -> None:
        """Lock a submission key, so that concurrent requests with it run one after the other."""
        lock_until_commit(self.session, "submission", page_id, submission_key)

    def find_by_key(self, org_id: str, page_id: str, submission_key: str) -> Submission | None:
        """Return the submission that was sent under this key."""
        return self.session.scalar(
            self.scoped(org_id).where(
                Submission.page_id == page_id, Submission.submission_key == submission_key
            )
        )

    def add_guest(self, values: dict[str, str]) -> bool:
        """Record who answered. Returns False if they had answered before, and waits for a concurrent insert of the same
        person to finish.
        """
        added = self.session.execute(
            insert(FormGuest)
            .values(**values)
            .on_conflict_do_nothing()
            .returning(FormGuest.submission_id)
        )
        return added.scalar() is not None

    def answered_form(
        self,
        org_id: str,
        page_id: str,
        form_id: str,
        *,
        customer_ids: Sequence[str] | None = None,
        visitor_id: str | None = None,
    ) -> bool:
        """Return whether a customer with any of these IDs, or a browser, has sent this form before."""
        statement = self.scoped(org_id).where(
            Submission.page_id == page_id, Submission.form_id == form_id
        )
        if customer_ids is not None:
            statement = statement.where(Submission.customer_id.in_(customer_ids))
        if visitor_id is not None:
            statement = statement.where(Submission.visitor_id == visitor_id)
        return bool(self.session.scalar(select(statement.exists())))

    def find(self, org_id: str, submission_id: str) -> Submission | None:
        """Return a submission, or None."""
        return self.session.scalar(
            self.scoped(org_id).where(Submission.submission_id == submission_id)
        )

    def add(self, submission: Submission) -> None:
        """Insert a submission."""
        self.session.add(submission)
        self.session.flush()

    def delete(self, org_id: str, submission_id: str) -> bool:
        """Delete a submission. The database frees its places. Returns False if there is none."""
        gone = self.session.scalar(
            delete(Submission)
            .where(Submission.org_id == org_id, Submission.submission_id == submission_id)
            .returning(Submission.submission_id)
        )
        return gone is not None

    def count_of(self, org_id: str, submission_ids: set[str]) -> int:
        """Return how many of these submissions exist."""
        own = self.scoped(org_id).where(Submission.submission_id.in_(submission_ids))
        return self.session.scalar(select(func.count()).select_from(own.subquery())) or 0

    def mark(self, org_id: str, body: MarkSubmissions, now: datetime) -> int:
        """Mark submissions as read or unread, and return how many changed."""
        chosen = (
            Submission.submission_id.in_(body.submission_ids)
            if body.submission_ids is not None
            else and_(Submission.page_id == body.page_id, Submission.form_id == body.form_id)
        )
        is_unread = Submission.read_at.is_(None)
        marked = self.session.scalars(
            update(Submission)
            .where(Submission.org_id == org_id, chosen)
            .where(is_unread if body.is_read else not_(is_unread))
            .values(read_at=now if body.is_read else None)
            .returning(Submission.submission_id)
        )
        return len(marked.all())

    def add_consent(self, consent: SubmissionConsent) -> None:
        """Insert a consent. Its text is already stored."""
        self.session.add(consent)
        self.session.flush()

    def has_submitted(
        self, org_id: str, page_id: str, *, customer_id: str | None, visitor_id: str | None
    ) -> bool:
        """Return whether a customer or a browser has sent a form of this page."""
        who = [
            column == value
            for column, value in (
                (Submission.customer_id, customer_id),
                (Submission.visitor_id, visitor_id),
            )
            if value is not None
        ]
        if not who:
            return False
        statement = self.scoped(org_id).where(Submission.page_id == page_id, or_(*who))
        return bool(self.session.scalar(select(statement.exists())))

    def of_visitor(
        self, org_id: str, page_id: str, visitor_id: str, limit: int
    ) -> list[Submission]:
        """Return a browser's submissions on a page, newest first."""
        statement = self.scoped(org_id).where(
            Submission.page_id == page_id, Submission.visitor_id == visitor_id
        )
        ordered = statement.order_by(Submission.created_at.desc()).limit(limit)
        return list(self.session.scalars(ordered))

    def list_submissions(
        self, org_id: str, body: GetSubmits, named: ContactIndexes
    ) -> tuple[list[SubmissionRow], int]:
        """Return one page of submissions with their senders, newest first unless sorted otherwise.

        `named` has the indexes of the filter's whole text, if it is an address or a number.
        """
        matching = (
            select(
                Submission,
                SubmissionConsent,
                consent_texts.c.text.label("consent_text"),
                codes.c.name.label("code_name"),
                codes.c.base_code_id,
                *(customers.c[name] for name in CustomerRead._fields),
            )
            .outerjoin(
                customers,
                (customers.c.org_id == Submission.org_id)
                & (customers.c.customer_id == Submission.customer_id),
            )
            .outerjoin(kept_customers, IS_KEPT)
            .outerjoin(
                SubmissionConsent,
                SubmissionConsent.submission_id == Submission.submission_id,
            )
            .outerjoin(
                consent_texts,
                (consent_texts.c.org_id == SubmissionConsent.org_id)
                & (consent_texts.c.text_hash == SubmissionConsent.text_hash),
            )
            .outerjoin(
                codes,
                (codes.c.org_id == Submission.org_id) & (codes.c.code_id == Submission.code_id),
            )
            .where(Submission.org_id == org_id)
        )
        if body.code_id is not None:
            child = codes.alias()
            children = select(child.c.code_id).where(
                child.c.org_id == org_id, child.c.base_code_id == body.code_id
            )
            matching = matching.where(
                or_(Submission.code_id == body.code_id, Submission.code_id.in_(children))
            )
        if body.page_id is not None:
            matching = matching.where(Submission.page_id == body.page_id)
        if body.form_id is not None:
            matching = matching.where(Submission.form_id == body.form_id)
        if body.unread is not None:
            is_unread = Submission.read_at.is_(None)
            matching = matching.where(is_unread if body.unread else not_(is_unread))
        if body.from_ is not None:
            matching = matching.where(Submission.created_at >= body.from_)
        if body.to is not None:
            matching = matching.where(Submission.created_at < body.to)
        if body.filter:
            pattern = contains_pattern(body.filter)
            names = (customers.c.first_name, customers.c.last_name)
            is_named = (name.ilike(pattern) for name in names)
            matching = matching.where(or_(*is_named, *reached_by(named)))
        ids = matching.with_only_columns(Submission.submission_id)
        total = self.session.scalar(select(func.count()).select_from(ids.subquery())) or 0
        rows = self.session.execute(
            matching.order_by(_ORDERS[body.sort or "-created_at"], Submission.submission_id)
            .limit(body.paging.page_size)
            .offset(body.paging.offset)
        )
        return [_listed(row) for row in rows], total


def _listed(row: Row[Any]) -> SubmissionRow:
    submission, consent, text, code_name, base_code_id, *sender = tuple(row)
    customer = CustomerRead(*sender) if sender[0] is not None else None
    return submission, customer, consent, text, code_name, base_code_id


_ORDERS: dict[str, ColumnElement[Any]] = {
    "created_at": Submission.created_at.asc(),
    "-created_at": Submission.created_at.desc(),
}
