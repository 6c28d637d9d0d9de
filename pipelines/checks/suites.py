"""Great Expectations suites of the marts: what their YAML says, and what is written here by hand.

The YAML's part is asked of every batch before it is published (`warehouse/builds/gate.py`); a suite asks
it again of what is kept, a day later and by another hand, and adds how columns stand to each other.
"""

from collections.abc import Iterator
from typing import Any

from warehouse.models.catalogue import Model

NOT_ABOVE: dict[str, tuple[tuple[str, str], ...]] = {
    "activity_15m": (("visits", "events"), ("new_people", "events")),
    "activity_day": (("visits", "events"), ("new_people", "events")),
    "visitor_scans": (("visits", "scans"),),
}
"""Counts of a part, and the whole that they cannot be above, by mart."""

EARLIER: dict[str, tuple[tuple[str, str], ...]] = {
    "visitor_scans": (("first_at", "last_at"),),
    "customer_acts": (("first_at", "last_at"),),
}
"""Moments that cannot come the other way round, by mart."""


def suite_of(model: Model) -> Any:
    """The model's expectations as a Great Expectations suite."""
    import great_expectations as gx

    suite = gx.ExpectationSuite(name=model.name)
    for expectation in (*_of_yaml(model), *_by_hand(model)):
        suite.add_expectation(expectation)
    return suite


def _of_yaml(model: Model) -> Iterator[Any]:
    from great_expectations import expectations as gxe

    columns = [column.name for column in model.columns]
    yield gxe.ExpectTableColumnsToMatchSet(column_set=columns, exact_match=True)
    for column in model.columns:
        if not column.nullable:
            yield gxe.ExpectColumnValuesToNotBeNull(column=column.name)
    for name, values in model.accepted.items():
        yield gxe.ExpectColumnValuesToBeInSet(column=name, value_set=list(values))
    for name, least in model.minimum.items():
        yield gxe.ExpectColumnValuesToBeBetween(column=name, min_value=least)
    if len(model.unique) == 1:
        yield gxe.ExpectColumnValuesToBeUnique(column=model.unique[0])
    elif model.unique:
        yield gxe.ExpectCompoundColumnsToBeUnique(column_list=list(model.unique))


def _by_hand(model: Model) -> Iterator[Any]:
    from great_expectations import expectations as gxe

    names = {column.name for column in model.columns}
    yield gxe.ExpectColumnValuesToMatchRegex(column="org_id", regex=r"^\S+$")
    for smaller, larger in (*NOT_ABOVE.get(model.name, ()), *EARLIER.get(model.name, ())):
        yield gxe.ExpectColumnPairValuesAToBeGreaterThanB(
            column_A=larger,
            column_B=smaller,
            or_equal=True,
            ignore_row_if="either_value_is_missing",
        )
    if "pos" in names:
        yield gxe.ExpectColumnValuesToBeBetween(column="pos", min_value=0)
