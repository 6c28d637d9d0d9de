"""What a list can be searched and ordered by: one mechanism for lists that have columns."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, or_
from sqlalchemy.orm import InstrumentedAttribute

from api.kit.errors import FieldError, Invalid
from api.kit.pagination import ListBody, contains_pattern

Column = ColumnElement[Any] | InstrumentedAttribute[Any]


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of one list."""

    searched: tuple[Column, ...]
    """Where the text of `filter` is looked for."""
    ordered: Mapping[str, Column]
    """By which names `sort` orders, with `-` in front the other way round."""
    default_sort: str
    """The order where none is asked for."""

    def matching(self, statement: Select[Any], wanted: ListBody) -> Select[Any]:
        """The rows that contain the text."""
        if not wanted.filter:
            return statement
        pattern = contains_pattern(wanted.filter)
        return statement.where(or_(*(column.ilike(pattern) for column in self.searched)))

    def order(self, requested: ListBody) -> ColumnElement[Any]:
        """The requested order; rows without a value come last.

        Raises:
            Invalid: `sort` names no column of this list.
        """
        sort = requested.sort or self.default_sort
        column = self.ordered.get(sort.removeprefix("-"))
        if column is None:
            message = f"must be one of {', '.join(sorted(self.ordered))}"
            raise Invalid(errors=[FieldError(field="sort", message=message, code="unknown_column")])
        return (column.desc() if sort.startswith("-") else column.asc()).nulls_last()
