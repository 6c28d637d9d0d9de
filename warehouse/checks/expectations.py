"""A model's expectations as statements that give the rows which break them."""

from collections.abc import Iterator

from warehouse.checks.suite import Expectation, expectations_of
from warehouse.models.catalogue import Model


def expectation_checks(model: Model) -> Iterator[tuple[str, str]]:
    """Name and statement of each expectation of the rows; a statement without rows is met.

    The columns are not asked for: a table is read as its description says, or not at all.
    """
    for one in expectations_of(model):
        if one.kind != "columns":
            yield one.name, _statement(model.full_name, one)


def _statement(table: str, one: Expectation) -> str:
    column = one.column
    match one.kind:
        case "never_null":
            return f"select '{column} is null' as problem from {table} where {column} is null"
        case "one_of":
            return (
                f"select distinct '{column} is unknown' as problem, {column} as example from {table}"
                f" where {column} is not null and {column} not in"
                f" (select value from checks.accepted where column_name = '{column}')"
            )
        case "at_least":
            return (
                f"select '{column} is too small' as problem, {column} as example from {table}"
                f" where {column} < {int(one.least)}"
            )
        case "unique":
            keys = ", ".join(one.columns)
            return (
                f"select '{keys} stands more than once' as problem, {keys}, count(*) as times"
                f" from {table} group by {keys} having count(*) > 1"
            )
        case "matches":
            return (
                f"select distinct '{column} has a blank' as problem, {column} as example from {table}"
                f" where not regexp_matches({column}, '{one.pattern}')"
            )
        case "not_above":
            larger = one.columns[1]
            return (
                f"select '{column} is above {larger}' as problem, {column} as example, {larger} as most"
                f" from {table} where {column} > {larger}"
            )
        case _:
            raise AssertionError(one.kind)
