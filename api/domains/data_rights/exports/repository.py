"""Streams rows for exports, with at most one page in memory."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, FromClause, ScalarSelect, Select, collate, func, or_, select
from sqlalchemy.orm import Session

from api.auth.models import User
from api.domains.codes.codes.tables import codes, domain_choice, one_time_effective_state
from api.domains.content.forms.tables import submissions
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.tables import customer_fields, customers
from api.domains.promotions.referrals.tables import referral_codes, referrals

_PLAIN_COLUMNS = (
    *("first_name", "last_name", "tags", "created_at"),
    *("number", "language", "time_zone", "birthday"),
)
CUSTOMER_COLUMNS = (
    "customer_id",
    "email",
    "phone",
    *_PLAIN_COLUMNS,
    "owner",
    "other_emails",
    "other_phones",
    "referral_code",
    "referred_by",
)
SUBMISSION_COLUMNS = (
    "submission_id", "created_at", "code_id", "page_id", "form_id", "customer_id", "language",
)  # fmt: skip
_CONTACTS = ("email_sealed", "phone_sealed", "sealing_key")
_PAGE = 1_000


@dataclass(frozen=True)
class SubmissionSelection:
    """Selects submissions by code with its children, page, form and period."""

    code_id: str | None = None
    page_id: str | None = None
    form_id: str | None = None
    start: datetime | None = None
    end: datetime | None = None


@dataclass(frozen=True)
class OneTimeSelection:
    """Selects one-time codes by batch or base."""

    batch_id: str | None = None
    base_id: str | None = None


class CustomersToExport:
    """Customers of one organisation."""

    def __init__(self, session: Session, sealer: Sealer) -> None:
        self.session = session
        self._sealer = sealer

    def count(self, org_id: str) -> int:
        """Return the number of rows."""
        mine = select(func.count()).where(
            customers.c.org_id == org_id, customers.c.merged_into.is_(None)
        )
        return self.session.scalar(mine) or 0

    def fields(self, org_id: str) -> list[tuple[str, str]]:
        """Return the name and label of each custom field, in the order in which they were added."""
        own = select(customer_fields.c.name, customer_fields.c.label).where(
            customer_fields.c.org_id == org_id
        )
        rows = self.session.execute(own.order_by(customer_fields.c.created_at, "name"))
        return [(row.name, row.label) for row in rows]

    def walk(self, org_id: str) -> Iterator[tuple[tuple[Any, ...], Mapping[str, Any]]]:
        """Yield all customers in the byte order of their IDs: the values of CUSTOMER_COLUMNS, and their attributes."""
        mine = select(
            customers.c.customer_id,
            *(customers.c[name] for name in (*_CONTACTS, *_PLAIN_COLUMNS)),
            _owner_of(customers).label("owner"),
            customers.c.attributes,
            _oldest_code_of(customers).label("referral_code"),
            _referrer_of(customers).label("referred_by"),
        ).where(customers.c.org_id == org_id, customers.c.merged_into.is_(None))
        ordered = mine.order_by(collate(customers.c.customer_id, "C"))
        others = self._others(org_id)
        for row in self.session.execute(ordered.execution_options(yield_per=_PAGE)):
            own = row._mapping
            plain = (own[name] for name in _PLAIN_COLUMNS)
            yield (
                (
                    row.customer_id,
                    *self._sealer.contacts(row),
                    *(", ".join(it) if isinstance(it, list) else it for it in plain),
                    row.owner,
                    *others.get(row.customer_id, (None, None)),
                    row.referral_code,
                    row.referred_by,
                ),
                row.attributes,
            )

    def _others(self, org_id: str) -> dict[str, tuple[str | None, str | None]]:
        """Return addresses and numbers of merged profiles that still identify a customer, by that customer."""
        found: dict[str, tuple[list[str], list[str]]] = {}
        columns = (*_CONTACTS, "merged_into", "email_index", "phone_index")
        mine = select(*(customers.c[name] for name in columns)).where(
            customers.c.org_id == org_id, customers.c.merged_into.is_not(None)
        )
        for row in self.session.execute(mine.order_by(customers.c.created_at)):
            contacts, lists = (
                self._sealer.contacts(row),
                found.setdefault(row.merged_into, ([], [])),
            )
            for text, index, known in zip(contacts, row[-2:], lists, strict=True):
                if text is not None and index is not None:
                    known.append(text)
        return {
            kept_id: (", ".join(emails) or None, ", ".join(phones) or None)
            for kept_id, (emails, phones) in found.items()
        }


class OneTimeCodesToExport:
    """One-time codes of a batch or of a base."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def count(self, org_id: str, selection: OneTimeSelection) -> int:
        """Return the number of rows."""
        mine = select(func.count()).where(*_selected_codes(org_id, selection))
        return self.session.scalar(mine) or 0

    def walk(
        self, org_id: str, selection: OneTimeSelection
    ) -> Iterator[tuple[str, str, datetime | None]]:
        """Yield ID, state and time of use, in the order of the codes' names."""
        statement = (
            select(codes.c.code_id, one_time_effective_state, codes.c.one_time_used_at)
            .where(*_selected_codes(org_id, selection))
            .order_by(codes.c.created_at, codes.c.name, codes.c.code_id)
        )
        for row in self.session.execute(statement.execution_options(yield_per=_PAGE)):
            yield row[0], row[1] or "", row[2]

    def choice(self, org_id: str, selection: OneTimeSelection) -> str | None:
        """Return the domain choice of the codes. All codes of one base have the same."""
        base = codes.alias()
        choices = (
            select(domain_choice(base))
            .select_from(codes)
            .outerjoin(base, base.c.code_id == codes.c.base_code_id)
            .where(*_selected_codes(org_id, selection))
        )
        return self.session.scalar(choices.limit(1))


class SubmissionsToExport:
    """Submissions with their customers."""

    def __init__(self, session: Session, sealer: Sealer) -> None:
        self.session = session
        self._sealer = sealer

    def count(self, org_id: str, selection: SubmissionSelection) -> int:
        """Return the number of rows."""
        mine = select(func.count()).where(*_selected_submissions(org_id, selection))
        return self.session.scalar(mine) or 0

    def fields(self, org_id: str, selection: SubmissionSelection) -> list[str]:
        """Return the names of the fields that were answered."""
        answered = select(func.unnest(submissions.c.field_names).label("name"))
        each = answered.where(*_selected_submissions(org_id, selection)).subquery()
        return list(self.session.scalars(select(each.c.name).distinct().order_by(each.c.name)))

    def walk(self, org_id: str, selection: SubmissionSelection) -> Iterator[Sequence[Any]]:
        """Yield submissions, oldest first: SUBMISSION_COLUMNS, the customer, and the answers as JSON."""
        statement = (
            select(
                *(submissions.c[name] for name in SUBMISSION_COLUMNS),
                customers.c.first_name,
                customers.c.last_name,
                submissions.c.sealed,
                *(customers.c[name] for name in _CONTACTS),
            )
            .select_from(submissions)
            .outerjoin(
                customers,
                (customers.c.org_id == submissions.c.org_id)
                & (customers.c.customer_id == submissions.c.customer_id),
            )
            .where(*_selected_submissions(org_id, selection))
            .order_by(submissions.c.created_at, submissions.c.submission_id)
        )
        known = len(SUBMISSION_COLUMNS)
        for row in self.session.execute(statement.execution_options(yield_per=_PAGE)):
            answers = self._sealer.unseal(row.sealing_key, row.sealed)
            yield (
                *row[:known],
                *self._sealer.contacts(row),
                row.first_name,
                row.last_name,
                answers,
            )


def _selected_codes(org_id: str, selection: OneTimeSelection) -> list[ColumnElement[bool]]:
    if selection.batch_id is not None:
        which = codes.c.batch_id == selection.batch_id
    else:
        which = codes.c.base_code_id == selection.base_id
    return [codes.c.org_id == org_id, codes.c.one_time_state.is_not(None), which]


def _selected_submissions(org_id: str, selection: SubmissionSelection) -> list[ColumnElement[bool]]:
    chosen = [submissions.c.org_id == org_id]
    if selection.code_id is not None:
        children = select(codes.c.code_id).where(
            codes.c.org_id == org_id, codes.c.base_code_id == selection.code_id
        )
        of_code = submissions.c.code_id == selection.code_id
        chosen.append(or_(of_code, submissions.c.code_id.in_(children)))
    if selection.page_id is not None:
        chosen.append(submissions.c.page_id == selection.page_id)
    if selection.form_id is not None:
        chosen.append(submissions.c.form_id == selection.form_id)
    if selection.start is not None:
        chosen.append(submissions.c.created_at >= selection.start)
    if selection.end is not None:
        chosen.append(submissions.c.created_at < selection.end)
    return chosen


def _oldest_code_of(person: FromClause) -> ScalarSelect[Any]:
    """Return the oldest referral code of a customer's profiles, including merged ones."""
    found = select(referral_codes.c.code).where(
        referral_codes.c.org_id == person.c.org_id,
        referral_codes.c.customer_id.in_(_profiles_of(person)),
    )
    return (
        found.order_by(referral_codes.c.created_at, referral_codes.c.code)
        .limit(1)
        .scalar_subquery()
    )


def _owner_of(person: FromClause) -> ScalarSelect[Any]:
    """Return the address of the member who is responsible for a customer, in the form that imports accept."""
    found = select(func.coalesce(User.email, User.name)).where(User.user_id == person.c.owner_id)
    return found.scalar_subquery()


def _referrer_of(person: FromClause) -> ScalarSelect[Any]:
    """Return the customer who first referred a customer. Both are resolved through merges."""
    referrer = customers.alias()
    found = (
        select(func.coalesce(referrer.c.merged_into, referrer.c.customer_id))
        .select_from(referrals)
        .join(
            referrer,
            (referrer.c.org_id == referrals.c.org_id)
            & (referrer.c.customer_id == referrals.c.referrer_id),
        )
        .where(
            referrals.c.org_id == person.c.org_id,
            referrals.c.friend_id.in_(_profiles_of(person)),
            referrals.c.state.in_(("held", "doubtful", "rewarded")),
        )
    )
    return found.order_by(referrals.c.created_at).limit(1).scalar_subquery()


def _profiles_of(person: FromClause) -> Select[Any]:
    profile = customers.alias()
    return (
        select(profile.c.customer_id)
        .where(
            profile.c.org_id == person.c.org_id,
            or_(
                profile.c.customer_id == person.c.customer_id,
                profile.c.merged_into == person.c.customer_id,
            ),
        )
        .correlate(person)
    )
