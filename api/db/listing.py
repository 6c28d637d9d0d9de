"""Searching and sorting of lists: one mechanism for all lists with columns."""

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
    """Columns in which the text of `filter` is searched."""
    ordered: Mapping[str, Column]
    """Columns by the names that `sort` accepts. A leading `-` reverses the order."""
    default_sort: str
    """The order if none is requested."""

    def matching(self, statement: Select[Any], wanted: ListBody) -> Select[Any]:
        """Restrict the statement to rows that contain the text."""
        if not wanted.filter:
            return statement
        pattern = contains_pattern(wanted.filter)
        return statement.where(or_(*(column.ilike(pattern) for column in self.searched)))

    def order(self, requested: ListBody) -> ColumnElement[Any]:
        """Return the requested order. Rows without a value come last.

        Raises:
            Invalid: `sort` names no column of this list.
        """
        sort = requested.sort or self.default_sort
        column = self.ordered.get(sort.removeprefix("-"))
        if column is None:
            message = f"must be one of {', '.join(sorted(self.ordered))}"
            raise Invalid(errors=[FieldError(field="sort", message=message, code="unknown_column")])
        return (column.desc() if sort.startswith("-") else column.asc()).nulls_last()
