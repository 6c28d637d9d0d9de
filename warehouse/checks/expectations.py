"""What a model's YAML expects of its rows, as statements that give the rows which break it."""

from collections.abc import Iterator

from warehouse.models.catalogue import Model


def expectation_checks(model: Model) -> Iterator[tuple[str, str]]:
    """Name and statement of each expectation of the model; a statement without rows is met."""
    table = model.full_name
    for column in model.columns:
        if not column.nullable:
            yield (
                f"{column.name} is never null",
                f"select '{column.name} is null' as problem from {table} where {column.name} is null",
            )
    for name in model.accepted:
        yield (
            f"{name} is one of the accepted",
            (
                f"select distinct '{name} is unknown' as problem, {name} as example from {table}"
                f" where {name} is not null and {name} not in"
                f" (select value from checks.accepted where column_name = '{name}')"
            ),
        )
    for name, least in model.minimum.items():
        yield (
            f"{name} is at least {least}",
            (
                f"select '{name} is too small' as problem, {name} as example from {table}"
                f" where {name} < {int(least)}"
            ),
        )
