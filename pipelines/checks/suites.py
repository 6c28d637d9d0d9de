"""The marts' expectations as Great Expectations suites. Builds check the same list before each commit."""

from typing import Any

from warehouse.checks.suite import Expectation, expectations_of
from warehouse.models.catalogue import Model

RULE = "rule"
"""Metadata key of the rule from which an expectation was made."""


def suite_of(model: Model) -> Any:
    """Return the model's expectations as a Great Expectations suite."""
    import great_expectations as gx

    suite = gx.ExpectationSuite(name=model.name)
    for one in expectations_of(model):
        suite.add_expectation(_as_great_expectation(one))
    return suite


def _as_great_expectation(one: Expectation) -> Any:
    from great_expectations import expectations as gxe

    fields: dict[str, Any] = {"meta": {RULE: one.name}}
    match one.kind:
        case "columns":
            return gxe.ExpectTableColumnsToMatchSet(
                column_set=list(one.columns), exact_match=True, **fields
            )
        case "never_null":
            return gxe.ExpectColumnValuesToNotBeNull(column=one.column, **fields)
        case "one_of":
            values = list(one.accepted)
            return gxe.ExpectColumnValuesToBeInSet(column=one.column, value_set=values, **fields)
        case "at_least":
            return gxe.ExpectColumnValuesToBeBetween(
                column=one.column, min_value=one.least, **fields
            )
        case "unique" if len(one.columns) == 1:
            return gxe.ExpectColumnValuesToBeUnique(column=one.column, **fields)
        case "unique":
            return gxe.ExpectCompoundColumnsToBeUnique(column_list=list(one.columns), **fields)
        case "matches":
            return gxe.ExpectColumnValuesToMatchRegex(
                column=one.column, regex=one.pattern, **fields
            )
        case "not_above":
            smaller, larger = one.columns
            return gxe.ExpectColumnPairValuesAToBeGreaterThanB(
                column_A=larger,
                column_B=smaller,
                or_equal=True,
                ignore_row_if="either_value_is_missing",
                **fields,
            )
