"""Checks of a model's rows before they are committed.

The row expectations of a mart's YAML are checked for every batch in Arrow, within milliseconds. Then its sums are
compared with the events that they were computed from, with the same check that runs for the whole day after the
build. A violation stops the build before anything is committed: marts keep their positions, and readers count the
missing events from the tail.
"""

import re
from collections.abc import Callable, Iterator

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from warehouse.checks.catalogue import Check, batch_checks
from warehouse.checks.suite import Expectation, Kind, expectations_of
from warehouse.lake import LakeError
from warehouse.models.catalogue import Model

MAX_EXAMPLES = 3


class BadRowsError(LakeError):
    """A model returned rows that violate its expectations. Nothing was committed."""


def refuse_bad_rows(model: Model, rows: pa.Table) -> None:
    """Check the rows against the model's expectations.

    Raises:
        BadRowsError: expectations are violated. The message names each of them, with examples.
    """
    broken = [violation for _, violation in broken_rules(model, rows)]
    if broken:
        raise BadRowsError(f"{model.full_name} is not published: {'; '.join(broken)}")


def refuse_wrong_sums(model: Model, rows: pa.Table, connection: duckdb.DuckDBPyConnection) -> None:
    """Check that the rows add up to the events staged on this connection.

    Raises:
        BadRowsError: events were counted twice, left out or misplaced.
    """
    checks = batch_checks(model.name)
    places = dict.fromkeys(check.judged or model.full_name for check in checks)
    pairs = [(column, one) for column, accepted in model.accepted.items() for one in accepted]
    accepted = pa.table(
        {"column_name": [one for one, _ in pairs], "value": [one for _, one in pairs]}
    )
    connection.register("judged_rows", rows)
    connection.register("judged_accepted", accepted)
    try:
        for place in places:
            connection.execute(f"create or replace view {place} as from judged_rows")
        connection.execute("create or replace view checks.accepted as from judged_accepted")
        for check in checks:
            _refuse_failed(check, model, connection)
    finally:
        for view in (*places, "checks.accepted"):
            connection.execute(f"drop view if exists {view}")
        connection.unregister("judged_rows")
        connection.unregister("judged_accepted")


def _refuse_failed(check: Check, model: Model, connection: duckdb.DuckDBPyConnection) -> None:
    wrong = connection.execute(check.sql).to_arrow_table()
    if wrong.num_rows:
        examples = [_describe_row(row) for row in wrong.slice(0, MAX_EXAMPLES).to_pylist()]
        raise BadRowsError(f"{model.full_name} is not published: {'; '.join(examples)}")


def _describe_row(row: dict[str, object]) -> str:
    """Return one line about a failed row: the problem, then every value with its name."""
    about = ", ".join(f"{name} {value}" for name, value in row.items() if name != "problem")
    return f"{row.get('problem', 'differs')} ({about})"


def broken_rules(model: Model, rows: pa.Table) -> Iterator[tuple[Expectation, str]]:
    """Yield the violated expectations, each with example rows."""
    present = set(rows.column_names)
    for one in expectations_of(model):
        if one.kind == "columns":
            unlike = present.symmetric_difference(one.columns)
            violation = f"the columns {sorted(unlike)} are missing or unknown" if unlike else None
        elif not present.issuperset(one.columns):
            violation = f"{', '.join(one.columns)} cannot be checked"
        else:
            violation = _CHECKS[one.kind](one, rows)
        if violation:
            yield one, violation


def _null(one: Expectation, rows: pa.Table) -> str | None:
    missing = rows[one.column].null_count
    return f"{one.column} is null in {missing} rows" if missing else None


def _unknown(one: Expectation, rows: pa.Table) -> str | None:
    found = set(pc.unique(rows[one.column]).to_pylist()) - {None, *one.accepted}
    return f"{one.column} is {sorted(map(str, found))[:MAX_EXAMPLES]}" if found else None


def _too_small(one: Expectation, rows: pa.Table) -> str | None:
    smallest = pc.min(rows[one.column]).as_py()
    if smallest is None or smallest >= one.least:
        return None
    return f"{one.column} is {smallest}, below {one.least}"


def _twice(one: Expectation, rows: pa.Table) -> str | None:
    keys = rows.group_by(list(one.columns)).aggregate([([], "count_all")])
    twice = rows.num_rows - keys.num_rows
    return f"{', '.join(one.columns)} stand more than once in {twice} rows" if twice else None


def _unlike(one: Expectation, rows: pa.Table) -> str | None:
    found = set(pc.unique(rows[one.column]).to_pylist()) - {None}
    odd = sorted(value for value in found if not re.search(one.pattern, value))
    return f"{one.column} is {odd[:MAX_EXAMPLES]}" if odd else None


def _above(one: Expectation, rows: pa.Table) -> str | None:
    smaller, larger = (rows[name] for name in one.columns)
    above = pc.sum(pc.greater(smaller, larger)).as_py()
    return f"{one.column} is above {one.columns[1]} in {above} rows" if above else None


_CHECKS: dict[Kind, Callable[[Expectation, pa.Table], str | None]] = {
    "never_null": _null,
    "one_of": _unknown,
    "at_least": _too_small,
    "unique": _twice,
    "matches": _unlike,
    "not_above": _above,
}
