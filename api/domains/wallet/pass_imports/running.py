"""Creates a pass from each row of a file. Rows from which none can be created are listed, and the others are imported
nevertheless.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pydantic import ValidationError
from sqlalchemy.orm import Session

from api.domains.people.customer_imports.file_run import FileRun
from api.domains.people.customer_imports.types import (
    ImportRow,
    RowProblem,
    TakenBack,
    Written,
)
from api.domains.people.customers.contacts import normalised_email
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.domains.wallet.pass_imports.types import AT_ONCE, KIND
from api.domains.wallet.pass_templates.dependencies import pass_maker_of
from api.domains.wallet.pass_templates.issuing import PassMaker
from api.domains.wallet.pass_templates.placeholders import ROW
from api.domains.wallet.pass_templates.schemas import CreateFromTemplate
from api.domains.wallet.passes.dependencies import undoing_of
from api.domains.wallet.passes.errors import SerialNumberTaken
from api.jobs.registry import JobContext
from api.kit.errors import ApiError
from api.kit.ids import new_id
from api.kit.validation_messages import words_for


class PassRow(NamedTuple):
    """A row of the file, with its values by target."""

    row: int
    values: Mapping[str, str]


class _Refused(Exception):
    """A row that cannot become a pass: the column, and what is wrong with its value."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field, self.message = field, message


class PassImportRun(FileRun[PassRow]):
    """One phase of one import of passes."""

    kind = KIND
    at_once = AT_ONCE

    def __init__(self, context: JobContext, import_id: str) -> None:
        super().__init__(context, import_id)
        self._mapping: list[str | None] = []
        self._row_of_serial: dict[str, int] = {}
        self._holders: set[str] = set()
        """Customers to whom an earlier row gave a pass, because in a dry run the database has no passes of the
        import.
        """

    def _take_back(self, session: Session) -> TakenBack:
        undoing = undoing_of(session, self._context.settings, self._context.now())
        done = undoing.take_back(self._org_id, self._import_id, self.at_once)
        return TakenBack(done.removed, 0, done.made_void)

    def _prepare(self, session: Session, row: ImportRow) -> None:
        self._mapping = row.mapping
        self._template_id = row.subject_id or ""
        self._another = bool(row.options.get("another"))
        self._created_by = row.uploaded_by
        self._maker(session).require_published(self._org_id, self._template_id)

    def _read(self, number: int, cells: list[str]) -> PassRow:
        named = zip(self._mapping, cells, strict=False)
        return PassRow(number, {target: cell.strip() for target, cell in named if target})

    def _write(self, session: Session, chunk: Sequence[PassRow], *, is_real: bool) -> Written:
        maker = self._maker(session)
        sealer = Sealer.of(self._context.settings)
        customers = CustomerService(session, sealer, self._context.now(), new_id)
        problems: list[RowProblem] = []
        created = changed = 0
        with session.begin_nested() as whole:
            for it in chunk:
                try:
                    is_new = self._make(session, maker, customers, it)
                except _Refused as wrong:
                    problems.append(RowProblem(it.row, wrong.field, wrong.message, is_refused=True))
                else:
                    created, changed = created + is_new, changed + (not is_new)
            if not is_real:
                whole.rollback()
        return Written(created, changed, 0, problems)

    def _make(
        self, session: Session, maker: PassMaker, customers: CustomerService, it: PassRow
    ) -> bool:
        """Return whether the row became a new pass. Otherwise the existing pass of the customer got its values."""
        try:
            body = self._body(customers, it.values)
            self._check_serial(body.serial_number, it.row)
            with session.begin_nested():
                made = maker.make(self._org_id, self._created_by, body, import_id=self._import_id)
        except ValidationError as wrong:
            first = wrong.errors()[0]
            field = str(first["loc"][-1]) if first["loc"] else ""
            raise _Refused(_column(field), words_for(first)) from None
        except SerialNumberTaken:
            raise _Refused("serial_number", "belongs to another pass") from None
        except ApiError as error:
            first_error = error.errors[0] if error.errors else None
            field, message = (
                (first_error.field, first_error.message) if first_error else ("", error.message)
            )
            raise _Refused(field, message) from None
        if body.serial_number is not None:
            self._row_of_serial[body.serial_number] = it.row
        holder = made.read.customer_id
        is_new = made.is_new
        if holder is not None and body.serial_number is None and not body.another:
            is_new = is_new and holder not in self._holders
            self._holders.add(holder)
        return is_new

    def _body(self, customers: CustomerService, values: Mapping[str, str]) -> CreateFromTemplate:
        return CreateFromTemplate(
            template_id=self._template_id,
            customer_id=_customer(customers, self._org_id, values),
            serial_number=values.get("serial_number") or None,
            code=values.get("code") or None,
            values={
                name.removeprefix(ROW): text
                for name, text in values.items()
                if name.startswith(ROW)
            },
            another=self._another,
        )

    def _check_serial(self, serial_number: str | None, row: int) -> None:
        earlier = self._row_of_serial.get(serial_number or "")
        if earlier is not None and earlier != row:
            raise _Refused("serial_number", f"is the same as in row {earlier}")

    def _maker(self, session: Session) -> PassMaker:
        return pass_maker_of(session, self._context.settings, self._context.now())


def _customer(customers: CustomerService, org_id: str, values: Mapping[str, str]) -> str | None:
    """Return the customer to whom a row's pass belongs, or None if the row names nobody."""
    if identifier := values.get("customer_id"):
        return identifier
    if number := values.get("customer_number"):
        column, found = "customer_number", customers.find_by_number(org_id, number)
    elif email := values.get("email"):
        column, found = "email", customers.find(org_id, email=normalised_email(email))
    else:
        return None
    if found is None:
        raise _Refused(column, "does not belong to a customer")
    return found.customer_id


def _column(field: str) -> str:
    return "serial_number" if field == "serialNumber" else field
