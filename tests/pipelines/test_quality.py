"""The daily Great Expectations suites: sound marts meet them, a planted error does not."""

from typing import Any

import pandas as pd
import pytest

from pipelines.checks.quality import validate
from tests.pipelines.events import ZONES, land, spread
from warehouse.builds.activity import build_activity
from warehouse.builds.session import mart_rows_of_day
from warehouse.lake import Lake
from warehouse.models.catalogue import get_model, marts


@pytest.fixture
def built(lake: Lake) -> dict[str, pd.DataFrame]:
    land(lake, *spread(60, days=1))
    build_activity(lake, ZONES)
    day = spread(60, days=1)[0]["day"]
    return {name: mart_rows_of_day(lake, name, day).to_pandas() for name in marts()}


def test_sound_marts_meet_their_suites(built: dict[str, pd.DataFrame]) -> None:
    for name, rows in built.items():
        assert validate(get_model(f"marts.{name}"), rows) == (True, []), name
        assert len(rows) > 0


@pytest.mark.parametrize(
    ("mart", "column", "value", "expectation"),
    [
        ("activity_15m", "audience", "aliens", "expect_column_values_to_be_in_set"),
        ("activity_15m", "events", 0, "expect_column_values_to_be_between"),
        ("people_15m", "org_id", None, "expect_column_values_to_not_be_null"),
        ("activity_day", "dimension", "mood", "expect_column_values_to_be_in_set"),
    ],
)
def test_a_planted_error_is_named(
    built: dict[str, pd.DataFrame], mart: str, column: str, value: Any, expectation: str
) -> None:
    rows = built[mart]
    rows.loc[0, column] = value

    passed, unmet = validate(get_model(f"marts.{mart}"), rows)

    assert not passed
    assert [(one["expectation"], one["column"], one["unexpected"]) for one in unmet] == [
        (expectation, column, 1)
    ]


def test_a_visitor_that_stands_twice_is_named(built: dict[str, pd.DataFrame]) -> None:
    rows = pd.concat([built["visitors"], built["visitors"].head(1)])

    passed, unmet = validate(get_model("marts.visitors"), rows)

    assert not passed
    assert [one["expectation"] for one in unmet] == ["expect_compound_columns_to_be_unique"]


def test_a_missing_column_is_named(built: dict[str, pd.DataFrame]) -> None:
    passed, unmet = validate(get_model("marts.visitors"), built["visitors"].drop(columns="org_id"))

    assert not passed
    assert "expect_table_columns_to_match_set" in {one["expectation"] for one in unmet}
