"""Inheritance between a child and its base, for rows and for the visitors' SQL.

A child's `overrides` name the parts that it overrides. In all others it has the current values of its base.
"""

from collections.abc import Iterable
from typing import Any

from api.domains.codes.codes.fields import PARTS
from api.domains.codes.codes.models import Code
from api.domains.codes.codes.types import CodeRow

_PART_OF_COLUMN = {column: part for part, columns in PARTS.items() for column in columns}


def effective(code: CodeRow, column: str) -> Any:
    """Return a column with the value that applies to visitors: the child's own or that of its base."""
    if code.base is not None and _PART_OF_COLUMN[column] not in code.overrides:
        return getattr(code.base, column)
    return getattr(code, column)


def effective_columns(code: CodeRow) -> dict[str, Any]:
    """Return all columns of all parts with the values that apply to visitors."""
    return {column: effective(code, column) for columns in PARTS.values() for column in columns}


def start_overriding(code: Code, parts: Iterable[str]) -> None:
    """Make the child override these parts. They keep their current values until the child is changed."""
    if code.base is None:
        return
    fresh = sorted(set(parts) - set(code.overrides))
    for part in fresh:
        for column in PARTS[part]:
            setattr(code, column, getattr(code.base, column))
    if fresh:
        code.overrides = sorted({*code.overrides, *fresh})


def follow_base(code: Code, parts: Iterable[str]) -> None:
    """Make the child follow its base in these parts again."""
    code.overrides = sorted(set(code.overrides) - set(parts))
    if code.base is not None and "destination" in parts:
        code.destination = None


def picture_version(code: CodeRow) -> int:
    """Return a number that grows whenever the picture may have changed."""
    return code.version + (code.base.version if code.base is not None else 0)


def followed_columns() -> str:
    """Return the select list of every part for a code `c` and its base `b`, each under its own name."""
    return ",\n       ".join(
        f"case when b.code_id is null or '{part}' = any(c.overrides)"
        f" then c.{column} else b.{column} end as {column}"
        for part, columns in PARTS.items()
        for column in columns
    )


def all_columns(code: CodeRow) -> dict[str, Any]:
    """Return every column of a code by name, with the values that apply to visitors."""
    own = {column.key: getattr(code, column.key) for column in Code.__table__.columns}
    return own | effective_columns(code)
