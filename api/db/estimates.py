"""Number of rows that a statement finds: counted while that is fast, estimated by the planner beyond that."""

import math
from typing import Any, NamedTuple

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

COUNTED = 10_000
"""Up to this number, rows are counted one by one."""
DIGITS = 2
"""Number of significant digits of an estimate."""


class Total(NamedTuple):
    """A number of rows, exact or estimated."""

    rows: int
    is_exact: bool


def total_of(session: Session, statement: Select[Any], counted: int = COUNTED) -> Total:
    """Return the number of rows that the statement finds: exact up to `counted`, beyond that the planner's estimate
    from the statistics of the tables, rounded to two digits and never less than `counted`.
    """
    bounded = statement.order_by(None).limit(counted + 1).subquery()
    found = session.scalar(select(func.count()).select_from(bounded)) or 0
    if found <= counted:
        return Total(found, True)
    return Total(max(_rounded(_expected(session, statement)), counted), False)


def _expected(session: Session, statement: Select[Any]) -> int:
    connection = session.connection()
    compiled = statement.compile(
        dialect=connection.dialect, compile_kwargs={"render_postcompile": True}
    )
    explained = connection.exec_driver_sql(f"explain (format json) {compiled}", compiled.params)
    return int(explained.scalar_one()[0]["Plan"]["Plan Rows"])


def _rounded(rows: int) -> int:
    step: int = 10 ** max(0, int(math.log10(max(rows, 1))) + 1 - DIGITS)
    return int(round(rows / step) * step)
