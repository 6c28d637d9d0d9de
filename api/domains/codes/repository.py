"""Every statement about codes on the admin's side, one organisation at a time."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, func, or_

from api.db.tenancy import Repository
from api.domains.codes.models import Code
from api.domains.codes.schemas import ListCodes
from api.kit.pagination import contains_pattern

_ORDERS: dict[str, ColumnElement[Any]] = {
    "created_at": Code.created_at.asc(),
    "-created_at": Code.created_at.desc(),
    "updated_at": Code.updated_at.asc(),
    "-updated_at": Code.updated_at.desc(),
    "name": func.lower(Code.name).asc(),
    "-name": func.lower(Code.name).desc(),
}


class CodeRepository(Repository[Code]):
    """Codes of one organisation, through one session."""

    model = Code

    def add(self, code: Code) -> None:
        """Insert a code."""
        self.session.add(code)
        self.session.flush()

    def is_changed(self, code: Code) -> bool:
        """Whether there is anything to write."""
        return self.session.is_modified(code)

    def save(self) -> None:
        """Write what has changed, so that conflicts show now."""
        self.session.flush()

    def find(self, org_id: str, code_id: str) -> Code | None:
        """A code, deleted ones too."""
        return self.session.scalar(self.scoped(org_id).where(Code.code_id == code_id))

    def find_for_update(self, org_id: str, code_id: str) -> Code | None:
        """A code, locked until the transaction ends."""
        statement = self.scoped(org_id).where(Code.code_id == code_id).with_for_update()
        return self.session.scalar(statement.execution_options(populate_existing=True))

    def list_codes(
        self, org_id: str, wanted: ListCodes, base_code_id: str | None = None
    ) -> tuple[list[Code], int]:
        """One page of matching codes, and how many match in all."""
        matching = self.scoped(org_id).where(
            Code.deleted_at.is_not(None) if wanted.deleted else Code.deleted_at.is_(None)
        )
        if wanted.filter:
            matching = matching.where(_contains(wanted.filter))
        if wanted.type is not None:
            matching = matching.where(Code.type == wanted.type.value)
        if wanted.state is not None:
            matching = matching.where(Code.state == wanted.state.value)
        if base_code_id is not None:
            matching = matching.where(Code.base_code_id == base_code_id)
        return self.page(
            matching, wanted.paging, _ORDERS[wanted.sort or "-created_at"], Code.code_id.asc()
        )

    def list_names(self, org_id: str) -> Sequence[Row[str, str, str]]:
        """Id, name and kind of all codes that are not deleted, by name."""
        alive = self.scoped(org_id).where(Code.deleted_at.is_(None))
        ordered = alive.order_by(func.lower(Code.name), Code.code_id)
        return self.session.execute(
            ordered.with_only_columns(Code.code_id, Code.name, Code.type)
        ).all()


def _contains(text: str) -> ColumnElement[bool]:
    pattern = contains_pattern(text)
    return or_(
        Code.name.ilike(pattern),
        Code.destination.ilike(pattern),
        func.array_to_string(Code.tags, "\n").ilike(pattern),
        Code.code_id == text,
    )
