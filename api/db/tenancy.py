"""Repositories whose queries cannot omit the tenant filter."""

from typing import Any, ClassVar, Generic, TypeVar

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from api.db.base import Base
from api.kit.pagination import Paging

Model = TypeVar("Model", bound=Base)


class Repository(Generic[Model]):
    """Base class of repositories for one table that has `org_id`.

    Every statement starts from `scoped(org_id)`. Row-level security also hides other tenants' rows, so a statement
    without the filter finds nothing rather than too much.
    """

    model: ClassVar[type[Base]]

    def __init__(self, session: Session) -> None:
        self.session = session

    def scoped(self, org_id: str) -> Select[Model]:
        """Select all rows of this organisation."""
        column: InstrumentedAttribute[str] = self.model.org_id  # type: ignore[attr-defined]
        return select(self.model).where(column == org_id)  # type: ignore[return-value]

    def page(
        self, statement: Select[Model], paging: Paging, *order: ColumnElement[Any]
    ) -> tuple[list[Model], int]:
        """Return one page of the statement's rows in this order, and the total number of rows."""
        total = self.session.scalar(select(func.count()).select_from(statement.subquery())) or 0
        return self.rows(statement, paging, *order), total

    def rows(
        self, statement: Select[Model], paging: Paging, *order: ColumnElement[Any]
    ) -> list[Model]:
        """Return one page of the statement's rows in this order."""
        shown = statement.order_by(*order).limit(paging.page_size).offset(paging.offset)
        return list(self.session.scalars(shown))
