"""All SQL for imports."""

from collections.abc import Iterable, Sequence

from sqlalchemy import Select, delete, func, insert, select
from sqlalchemy.orm import Session

from api.auth.models import Membership, User
from api.db.tenancy import Repository
from api.domains.people.customer_imports.models import (
    CustomerImport,
    ImportChange,
    ImportProblem,
)
from api.domains.people.customer_imports.types import MAX_PROBLEMS, WAITING, RowProblem
from api.domains.people.customers.types import BulkChange
from api.kit.pagination import Paging


class ImportRepository(Repository[CustomerImport]):
    """Imports of one kind in one organisation, accessed through one session."""

    model = CustomerImport

    def __init__(self, session: Session, kind: str = "customers") -> None:
        super().__init__(session)
        self._kind = kind

    def scoped(self, org_id: str) -> Select[CustomerImport]:
        """Select all imports of the kind."""
        return super().scoped(org_id).where(CustomerImport.kind == self._kind)

    def add(self, row: CustomerImport) -> None:
        """Insert a new import."""
        self.session.add(row)
        self.session.flush()

    def find(self, org_id: str, import_id: str) -> CustomerImport | None:
        """Return an import."""
        return self.session.scalar(self.scoped(org_id).where(CustomerImport.import_id == import_id))

    def lock(self, org_id: str, import_id: str) -> CustomerImport | None:
        """Return the current state of an import, locked until the transaction ends."""
        own = self.scoped(org_id).where(CustomerImport.import_id == import_id).with_for_update()
        return self.session.scalar(own.execution_options(populate_existing=True))

    def list_imports(
        self, org_id: str, paging: Paging, subject_id: str | None = None
    ) -> tuple[list[CustomerImport], int]:
        """Return a page of imports, newest first, and the total number. `subject_id` limits them to those made from one
        item.
        """
        newest = (CustomerImport.uploaded_at.desc(), CustomerImport.import_id.asc())
        found = self.scoped(org_id)
        if subject_id is not None:
            found = found.where(CustomerImport.subject_id == subject_id)
        return self.page(found, paging, *newest)

    def waiting_of(self, org_id: str, who: str | None) -> Sequence[CustomerImport]:
        """Return a member's imports whose file is waiting, locked."""
        own = self.scoped(org_id).where(
            CustomerImport.uploaded_by.is_not_distinct_from(who), CustomerImport.state.in_(WAITING)
        )
        return self.session.scalars(own.with_for_update()).all()

    def delete_problems(self, org_id: str, import_id: str) -> None:
        """Delete the problems of an earlier attempt."""
        self.session.execute(
            delete(ImportProblem).where(
                ImportProblem.org_id == org_id, ImportProblem.import_id == import_id
            )
        )

    def add_problems(self, org_id: str, import_id: str, problems: Sequence[RowProblem]) -> None:
        """Insert problems of rows, up to the maximum number."""
        own = (ImportProblem.org_id == org_id, ImportProblem.import_id == import_id)
        known = self.session.scalar(select(func.count()).where(*own)) or 0
        rows = [
            {
                "org_id": org_id,
                "import_id": import_id,
                "row_number": it.row,
                "part": part,
                "field": it.field,
                "message": it.message,
                "is_refused": it.is_refused,
            }
            for part, it in _numbered(problems[: max(0, MAX_PROBLEMS - known)])
        ]
        if rows:
            self.session.execute(insert(ImportProblem), rows)

    def problems(
        self, org_id: str, import_id: str, paging: Paging
    ) -> tuple[Sequence[ImportProblem], int]:
        """Return a page of problems in the order of rows, and the number that is stored."""
        own = (ImportProblem.org_id == org_id, ImportProblem.import_id == import_id)
        total = self.session.scalar(select(func.count()).where(*own)) or 0
        rows = select(ImportProblem).where(*own)
        ordered = rows.order_by(ImportProblem.row_number, ImportProblem.part)
        page = ordered.limit(paging.page_size).offset(paging.offset)
        return self.session.scalars(page).all(), total

    def changed_by(self, org_id: str, import_id: str, customer_ids: Iterable[str]) -> set[str]:
        """Return those of these customers that an earlier row of the import changed."""
        own = select(ImportChange.customer_id).where(
            ImportChange.org_id == org_id,
            ImportChange.import_id == import_id,
            ImportChange.customer_id.in_(set(customer_ids)),
        )
        return set(self.session.scalars(own))

    def add_changes(self, org_id: str, import_id: str, changes: Sequence[BulkChange]) -> None:
        """Insert the changes that rows made."""
        if not changes:
            return
        self.session.flush()  # new customers first
        self.session.execute(
            insert(ImportChange),
            [
                {
                    "org_id": org_id,
                    "import_id": import_id,
                    "customer_id": it.customer_id,
                    "row_number": it.row,
                    "is_new": it.is_new,
                    "before": it.before,
                    "after": it.after,
                }
                for it in changes
            ],
        )

    def take_changes(self, org_id: str, import_id: str, limit: int) -> list[BulkChange]:
        """Return the latest changes of an import, and remove them from its list."""
        own = select(ImportChange).where(
            ImportChange.org_id == org_id, ImportChange.import_id == import_id
        )
        rows = self.session.scalars(own.order_by(ImportChange.row_number.desc()).limit(limit)).all()
        self.session.execute(
            delete(ImportChange)
            .where(
                ImportChange.org_id == org_id,
                ImportChange.import_id == import_id,
                ImportChange.customer_id.in_([row.customer_id for row in rows]),
            )
            .execution_options(synchronize_session=False)
        )
        return [
            BulkChange(it.customer_id, it.row_number, it.is_new, it.before, it.after) for it in rows
        ]

    def members(self, org_id: str) -> dict[str, str]:
        """Return members by email address in lower case."""
        wanted = (
            select(func.lower(User.email), User.user_id)
            .join(Membership, Membership.user_id == User.user_id)
            .where(Membership.org_id == org_id, User.email.is_not(None))
        )
        return {row[0]: row[1] for row in self.session.execute(wanted)}

    def names(self, org_id: str, user_ids: Iterable[str]) -> dict[str, str]:
        """Return names of members by ID."""
        wanted = (
            select(User.user_id, User.name, User.email)
            .join(Membership, Membership.user_id == User.user_id)
            .where(Membership.org_id == org_id, User.user_id.in_(set(user_ids)))
        )
        return {row[0]: row[1] or row[2] or "" for row in self.session.execute(wanted)}


def _numbered(problems: Sequence[RowProblem]) -> Iterable[tuple[int, RowProblem]]:
    """Yield each problem with its number within its row."""
    last = part = 0
    for it in problems:
        part = part + 1 if it.row == last else 0
        last = it.row
        yield part, it
