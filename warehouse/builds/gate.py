"""What stands between a model's rows and their publication: rows that would be wrong numbers stay out.

Everything that a mart's YAML expects of single rows is asked of every batch before it is committed, in
Arrow, in milliseconds. A batch that breaks a rule stops the build with nothing published: the marts
stay where they were, and readers count the events that they lack one by one, as always.
"""

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc

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
