"""Passes by import: one for each row of a CSV file, with the row's values; tried out first if asked."""

import re
from collections.abc import Callable, Mapping

from pydantic import ValidationError
from sqlalchemy.orm import Session

from api.auth.member import Member
from api.domains.people.customer_imports.errors import WrongFile
from api.domains.people.customer_imports.files import HEAD, RowReader, UnreadableRow, recognise
from api.domains.people.customers.contacts import normalised_email
from api.domains.people.customers.service import CustomerService
from api.domains.wallet.pass_templates.making import PassMaker
from api.domains.wallet.pass_templates.schemas import (
    CreateFromTemplate,
    ImportedPasses,
    PassImportColumn,
    PassImportProblem,
)
from api.kit.errors import ApiError
from api.kit.validation_messages import words_for

MAX_BYTES = 2_000_000
MAX_ROWS = 1_000
"""All rows are one transaction, in which no other pass of the organisation changes."""
MOST_PROBLEMS = 200

_OWN: Mapping[str, str] = {
    "email": "email",
    "e_mail": "email",
    "customer": "customer_number",
    "customer_number": "customer_number",
    "customer_id": "customer_id",
    "serial": "serial_number",
    "serial_number": "serial_number",
    "serialnumber": "serial_number",
    "code": "code",
}
"""Headers that are no column of the person's own row, and what they are."""


class _NotThere(Exception):
    """No customer has this value; the column that it stands in."""


class PassImporter:
    """Makes passes of one organisation from files."""

    def __init__(
        self,
        session: Session,
        maker: PassMaker,
        customers: CustomerService,
        new_id: Callable[[str], str],
    ) -> None:
        self._session = session
        self._maker = maker
        self._customers = customers
        self._import_id = new_id("pimp")

    def take(
        self, me: Member, template_id: str, data: bytes, *, another: bool, is_trial: bool
    ) -> ImportedPasses:
        """Make a pass for each row; rows that make none are named, the others are made nevertheless.

        Raises:
            WrongFile: it is no table, or too large.
            PassTemplateNotFound, PassTemplateNotPublished: there is nothing to make passes from.
        """
        rows, headers = _read(data)
        targets = [_target(header) for header in headers]
        answer = ImportedPasses(
            import_id=None,
            rows=len(rows),
            created=0,
            renewed=0,
            refused=0,
            columns=[
                PassImportColumn(header=header, target=target)
                for header, target in zip(headers, targets, strict=True)
            ],
            problems=[],
        )
        self._maker.require_published(me.org_id, template_id)
        with self._session.begin_nested() as whole:
            for number, cells in rows:
                values = {it: cell.strip() for it, cell in zip(targets, cells, strict=False) if it}
                self._row(me, template_id, number, values, answer, another=another)
            if is_trial:
                whole.rollback()
        if answer.created and not is_trial:
            answer.import_id = self._import_id
        return answer

    def _row(
        self,
        me: Member,
        template_id: str,
        number: int,
        values: Mapping[str, str],
        answer: ImportedPasses,
        *,
        another: bool,
    ) -> None:
        try:
            body = CreateFromTemplate(
                template_id=template_id,
                customer_id=self._customer(me.org_id, values),
                serial_number=values.get("serial_number") or None,
                code=values.get("code") or None,
                values={
                    name.removeprefix("row."): text
                    for name, text in values.items()
                    if name.startswith("row.")
                },
                another=another,
            )
            with self._session.begin_nested():
                made = self._maker.make(
                    me.org_id, me.caller_id or None, body, import_id=self._import_id
                )
        except _NotThere as missing:
            _refuse(answer, number, str(missing), "is not the one of a customer")
        except ValidationError as wrong:
            first = wrong.errors()[0]
            field = str(first["loc"][-1]) if first["loc"] else ""
            _refuse(answer, number, field, words_for(first))
        except ApiError as error:
            first_error = error.errors[0] if error.errors else None
            field = first_error.field if first_error else ""
            _refuse(answer, number, field, first_error.message if first_error else error.message)
        else:
            answer.created += made.is_new
            answer.renewed += not made.is_new

    def _customer(self, org_id: str, values: Mapping[str, str]) -> str | None:
        if identifier := values.get("customer_id"):
            return identifier
        if number := values.get("customer_number"):
            found = self._customers.find_by_number(org_id, number)
            if found is None:
                raise _NotThere("customer_number")
            return found.customer_id
        if email := values.get("email"):
            known = self._customers.find(org_id, email=normalised_email(email))
            if known is None:
                raise _NotThere("email")
            return known.customer_id
        return None


def _read(data: bytes) -> tuple[list[tuple[int, list[str]]], list[str]]:
    if len(data) > MAX_BYTES:
        raise WrongFile("is larger than 2 MB")
    if not data:
        raise WrongFile("is empty")
    table = recognise(data[:HEAD], is_whole=len(data) <= HEAD)
    try:
        rows = list(RowReader(iter([data]), table.encoding, table.delimiter))
    except UnreadableRow as wrong:
        raise WrongFile(f"cannot be read. {wrong}".rstrip(".")) from wrong
    if len(rows) > MAX_ROWS:
        raise WrongFile(f"has more than {MAX_ROWS:,} rows; import it in parts")
    return rows, table.headers


def _target(header: str) -> str | None:
    """What a column is: a value of the pass itself, or a column of the person's own row; None if it has no name."""
    name = column_of(header)
    return None if name is None else _OWN.get(name, f"row.{name}")


def column_of(name: str) -> str | None:
    """How placeholders name a column or a question; None if nothing is left of its name."""
    column = re.sub(r"[^a-z0-9]+", "_", name.strip().lower()).strip("_")[:40]
    return column if column and column[0].isalpha() else None


def _refuse(answer: ImportedPasses, number: int, field: str, message: str) -> None:
    answer.refused += 1
    if len(answer.problems) < MOST_PROBLEMS:
        name = "serial_number" if field == "serialNumber" else field
        answer.problems.append(PassImportProblem(row=number, field=name, message=message))
