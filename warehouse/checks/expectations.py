"""A model's expectations as statements that return the rows which violate them."""

from collections.abc import Iterator

from warehouse.checks.suite import Expectation, expectations_of
from warehouse.models.catalogue import Model


def expectation_checks(model: Model) -> Iterator[tuple[str, str]]:
    """Yield the name and statement of each expectation of the rows. An expectation is met if its statement returns no
    rows.

    Columns are not checked, because a table is either read as described or not at all.
    """
    for one in expectations_of(model):
        if one.kind != "columns":
            yield one.name, _statement(model.full_name, one)


def broken_rules_statement(model: Model) -> str:
    """Return one statement whose row contains, for each expectation of single rows, whether any row violates it.

    A sound table is thus read once. The statement of `expectation_checks` returns the rows that violate a rule.
    """
    conditions = [
        f'coalesce(bool_or({_is_broken(one)}), false) as "{one.name}"'
        for one in expectations_of(model)
        if one.kind not in ("columns", "unique")
    ]
    return f"select {', '.join(conditions)} from {model.full_name}"


def _is_broken(one: Expectation) -> str:
    """Return the condition for rows that violate the expectation."""
    column = one.column
    match one.kind:
        case "never_null":
            return f"{column} is null"
        case "one_of":
            return (
                f"{column} is not null and {column} not in"
                f" (select value from checks.accepted where column_name = '{column}')"
            )
        case "at_least":
            return f"{column} < {int(one.least)}"
        case "matches":
            return f"not regexp_matches({column}, '{one.pattern}')"
        case "not_above":
            return f"{column} > {one.columns[1]}"
        case _:
            raise AssertionError(one.kind)


def _statement(table: str, one: Expectation) -> str:
    column = one.column
    match one.kind:
        case "never_null":
            return f"select '{column} is null' as problem from {table} where {_is_broken(one)}"
        case "one_of":
            return (
                f"select distinct '{column} is unknown' as problem, {column} as example from {table}"
                f" where {_is_broken(one)}"
            )
        case "at_least":
            return (
                f"select '{column} is too small' as problem, {column} as example from {table}"
                f" where {_is_broken(one)}"
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
                f" where {_is_broken(one)}"
            )
        case "not_above":
            larger = one.columns[1]
            return (
                f"select '{column} is above {larger}' as problem, {column} as example, {larger} as most"
                f" from {table} where {_is_broken(one)}"
            )
        case _:
            raise AssertionError(one.kind)
