"""What stands between a model's rows and their publication: rows that would be wrong numbers stay out.

Everything that a mart's YAML expects of single rows is asked of every batch before it is committed, in
Arrow, in milliseconds; then its sums are held against the very events that they were made of, by the
check that judges the whole day again after the build. A batch that breaks a rule stops the build with
nothing published: the marts stay where they were, and readers count the events that they lack one by
one, as always.
"""

from collections.abc import Iterator

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from warehouse.checks.catalogue import all_checks
from warehouse.lake import LakeError
from warehouse.models.catalogue import Model

EXAMPLES = 3


class BadRowsError(LakeError):
    """A model gave rows that its own description rules out; nothing of them was published."""


def refuse_bad_rows(model: Model, rows: pa.Table) -> None:
    """Let the rows pass if they are what the model says.

    Raises:
        BadRowsError: they are not; its text names every rule that is broken, with examples.
    """
    broken = list(broken_rules(model, rows))
    if broken:
        raise BadRowsError(f"{model.full_name} is not published: {'; '.join(broken)}")


def refuse_wrong_sums(model: Model, rows: pa.Table, connection: duckdb.DuckDBPyConnection) -> None:
    """Let the rows pass if they add up to the events that are staged on this connection.

    Raises:
        BadRowsError: they do not: something was counted twice, left out or put elsewhere.
    """
    name = model.full_name.rpartition(".")[2]
    check = all_checks().get(f"{name}_counts")
    if check is None:
        return
    pairs = [(column, one) for column, accepted in model.accepted.items() for one in accepted]
    accepted = pa.table(
        {"column_name": [one for one, _ in pairs], "value": [one for _, one in pairs]}
    )
    connection.register("judged_rows", rows)
    connection.register("judged_accepted", accepted)
    try:
        connection.execute(f"create or replace view {model.full_name} as from judged_rows")
        connection.execute("create or replace view checks.accepted as from judged_accepted")
        wrong = connection.execute(check.sql).to_arrow_table()
    finally:
        for view in (model.full_name, "checks.accepted"):
            connection.execute(f"drop view if exists {view}")
        connection.unregister("judged_rows")
        connection.unregister("judged_accepted")
    if wrong.num_rows:
        examples = [_said(row) for row in wrong.slice(0, EXAMPLES).to_pylist()]
        raise BadRowsError(f"{model.full_name} is not published: {'; '.join(examples)}")


def _said(row: dict[str, object]) -> str:
    """One line of what a check found: the problem first, then every value by its name."""
    about = ", ".join(f"{name} {value}" for name, value in row.items() if name != "problem")
    return f"{row.get('problem', 'differs')} ({about})"


def broken_rules(model: Model, rows: pa.Table) -> Iterator[str]:
    """The rules of the model that these rows break."""
    for column in model.columns:
        missing = rows[column.name].null_count
        if missing and not column.nullable:
            yield f"{column.name} is null in {missing} rows"
    for name, accepted in model.accepted.items():
        found = set(pc.unique(rows[name]).to_pylist()) - {None, *accepted}
        if found:
            yield f"{name} is {sorted(map(str, found))[:EXAMPLES]}"
    for name, least in model.minimum.items():
        smallest = pc.min(rows[name]).as_py()
        if smallest is not None and smallest < least:
            yield f"{name} is {smallest}, below {least}"
    if model.unique:
        keys = rows.group_by(list(model.unique)).aggregate([([], "count_all")])
        if keys.num_rows < rows.num_rows:
            twice = rows.num_rows - keys.num_rows
            yield f"{', '.join(model.unique)} stand more than once in {twice} rows"
