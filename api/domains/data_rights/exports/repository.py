"""Rows that leave as files, one after the other: never more of them in memory than a page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, collate, func, select

from api.db.tenancy import Repository
from api.domains.codes.codes.links import choice_of
from api.domains.codes.codes.models import Code
from api.domains.content.forms.models import Submission
from api.domains.people.customers.models import Customer

CUSTOMER_COLUMNS = (
    "customer_id", "email", "phone", "first_name", "last_name", "tags", "created_at",
)  # fmt: skip
SUBMISSION_COLUMNS = (
    "submission_id", "created_at", "code_id", "page_id", "form_id", "customer_id", "language",
)  # fmt: skip
_SENDER = ("email", "phone", "first_name", "last_name")
_PAGE = 1_000


@dataclass(frozen=True)
class Submitted:
    """Which submissions: of one code or all, of a stretch of time or all."""

    code_id: str | None = None
    start: datetime | None = None
    end: datetime | None = None


@dataclass(frozen=True)
class OneTime:
    """Which one-time codes: those of a batch, or of a base."""

    batch_id: str | None = None
    base_id: str | None = None


class CustomersToExport(Repository[Customer]):
    """Customers of one organisation."""

    model = Customer

    def count(self, org_id: str) -> int:
        """How many there are."""
        return _count(self, self.scoped(org_id))

    def walk(self, org_id: str) -> Iterator[tuple[Any, ...]]:
        """All customers in the byte order of their ids; a value for each of CUSTOMER_COLUMNS."""
        columns = [getattr(Customer, name) for name in CUSTOMER_COLUMNS]
        statement = self.scoped(org_id).with_only_columns(*columns)
        ordered = statement.order_by(collate(Customer.customer_id, "C"))
        for row in self.session.execute(ordered.execution_options(yield_per=_PAGE)):
            yield tuple(", ".join(it) if isinstance(it, list) else it for it in row)


class OneTimeCodesToExport(Repository[Code]):
    """One-time codes of a batch or of a base."""

    model = Code

    def count(self, org_id: str, wanted: OneTime) -> int:
        """How many there are."""
        return _count(self, self._chosen(org_id, wanted))

    def walk(self, org_id: str, wanted: OneTime) -> Iterator[tuple[str, str, datetime | None]]:
        """Id, state and time of use, in the order of their names."""
        statement = self._chosen(org_id, wanted).with_only_columns(
            Code.code_id, Code.one_time_stands, Code.one_time_used_at
        )
        ordered = statement.order_by(Code.created_at, Code.name, Code.code_id)
        for row in self.session.execute(ordered.execution_options(yield_per=_PAGE)):
            yield row[0], row[1] or "", row[2]

    def choice(self, org_id: str, wanted: OneTime) -> str | None:
        """The domain that they carry: codes of one base carry the same."""
        some = self.session.scalar(self._chosen(org_id, wanted).limit(1))
        return choice_of(some) if some is not None else None

    def _chosen(self, org_id: str, wanted: OneTime) -> Select[Code]:
        if wanted.batch_id is not None:
            which = Code.batch_id == wanted.batch_id
        else:
            which = Code.base_code_id == wanted.base_id
        return self.scoped(org_id).where(which, Code.one_time_state.is_not(None))


class SubmissionsToExport(Repository[Submission]):
    """Forms that visitors sent, with who sent them."""

    model = Submission

    def count(self, org_id: str, wanted: Submitted) -> int:
        """How many there are."""
        return _count(self, self._chosen(org_id, wanted))

    def walk(self, org_id: str, wanted: Submitted) -> Iterator[Sequence[Any]]:
        """What was sent, the oldest first: SUBMISSION_COLUMNS, then `sealed` and `sealing_key`."""
        statement = (
            self._chosen(org_id, wanted)
            .outerjoin(
                Customer,
                (Customer.org_id == Submission.org_id)
                & (Customer.customer_id == Submission.customer_id),
            )
            .with_only_columns(
                *(getattr(Submission, name) for name in SUBMISSION_COLUMNS),
                *(getattr(Customer, name) for name in _SENDER),
                Submission.sealed,
                Customer.sealing_key,
            )
            .order_by(Submission.created_at, Submission.submission_id)
        )
        yield from self.session.execute(statement.execution_options(yield_per=_PAGE))

    def _chosen(self, org_id: str, wanted: Submitted) -> Select[Submission]:
        statement = self.scoped(org_id)
        if wanted.code_id is not None:
            statement = statement.where(Submission.code_id == wanted.code_id)
        if wanted.start is not None:
            statement = statement.where(Submission.created_at >= wanted.start)
        if wanted.end is not None:
            statement = statement.where(Submission.created_at < wanted.end)
        return statement


def _count(repository: Repository[Any], chosen: Select[Any]) -> int:
    statement = select(func.count()).select_from(chosen.subquery())
    return repository.session.scalar(statement) or 0
