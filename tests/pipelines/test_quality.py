"""The daily Great Expectations suites: sound marts meet them, a planted error does not."""

from dataclasses import replace
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

from pipelines.checks.quality import validate
from pipelines.checks.suites import EARLIER, NOT_ABOVE, suite_of
from pipelines.failures import is_retryable
from tests.pipelines.events import NOON, ZONES, land, spread
from warehouse.builds import session
from warehouse.builds.activity import build_activity
from warehouse.builds.gate import BadRowsError, broken_rules
from warehouse.builds.session import mart_rows_of_day
from warehouse.builds.tables import mart_table
from warehouse.lake import Lake
from warehouse.models.catalogue import Model, get_model, marts

NEEDS_MORE = {
    "votes",
    "redemptions",
    "messages",
    "passes",
    "plays",
    "customer_acts",
    "missed_paths",
}
"""Marts of families and customers that `spread` has none of."""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pd.DataFrame]:
    lake = Lake(str(tmp_path_factory.mktemp("lake")))
    land(lake, *spread(60, days=1))
    build_activity(lake, ZONES)
    day = spread(60, days=1)[0]["day"]
    return {name: mart_rows_of_day(lake, name, day).to_pandas() for name in marts()}


@pytest.fixture
def built(kept: dict[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """Rows of every mart, for one test to spoil."""
    return {name: rows.copy() for name, rows in kept.items()}


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake whose marts lack thirty events."""
    lake = Lake(str(tmp_path_factory.mktemp("grown")))
    land(lake, *spread(30, days=1))
    build_activity(lake, ZONES)
    fields = {"data": '{"form_id":"join","fields":["email","phone"]}'}
    more = ({**event, "pos": event["pos"] + 100, **fields} for event in spread(30, days=1))
    land(lake, *more)
    return lake


def test_sound_marts_meet_their_suites(built: dict[str, pd.DataFrame]) -> None:
    for name, rows in built.items():
        assert validate(get_model(f"marts.{name}"), rows) == (True, []), name
        assert len(rows) > 0 or name in NEEDS_MORE, name


@pytest.mark.parametrize(
    ("mart", "column", "value", "expectation"),
    [
        ("activity_15m", "audience", "aliens", "expect_column_values_to_be_in_set"),
        ("activity_15m", "events", 0, "expect_column_values_to_be_between"),
        ("people_15m", "org_id", None, "expect_column_values_to_not_be_null"),
        ("activity_day", "dimension", "mood", "expect_column_values_to_be_in_set"),
        ("orders", "pos", -1, "expect_column_values_to_be_between"),
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


def test_a_part_that_is_above_its_whole_is_named(built: dict[str, pd.DataFrame]) -> None:
    rows = built["activity_15m"]
    rows["visits"] = rows["events"] + (rows.index == 0)

    passed, unmet = validate(get_model("marts.activity_15m"), rows)

    assert not passed
    assert [one["expectation"] for one in unmet] == [
        "expect_column_pair_values_a_to_be_greater_than_b"
    ]


@pytest.mark.parametrize("name", marts())
def test_every_mart_has_a_suite_that_asks_for_all_that_its_description_says(name: str) -> None:
    model = get_model(f"marts.{name}")

    asked = [(one.expectation_type, one.column) for one in _with_columns(model)]

    assert len(asked) >= 5
    never_null = {column for kind, column in asked if kind.endswith("not_be_null")}
    assert never_null == {column.name for column in model.columns if not column.nullable}
    assert {"org_id"} <= {column for kind, column in asked if kind.endswith("match_regex")}
    assert {*model.accepted, *model.minimum} <= {column for _, column in asked}
    known = set(model.schema.names)
    for pairs in (NOT_ABOVE, EARLIER):
        assert set(pairs) <= set(marts())
        assert {one for pair in pairs.get(name, ()) for one in pair} <= known


def _with_columns(model: Model) -> list[Any]:
    return [one for one in suite_of(model).expectations if hasattr(one, "column")]


@pytest.mark.parametrize(
    ("column", "value", "rule"),
    [
        ("audience", "'aliens'", "audience is"),
        ("org_id", "null", "org_id is null"),
        ("events", "0", "events is 0, below 1"),
    ],
)
def test_rows_that_would_be_wrong_numbers_are_not_published(
    lake: Lake, monkeypatch: pytest.MonkeyPatch, column: str, value: str, rule: str
) -> None:
    land(lake, *spread(30, days=1))
    build_activity(lake, ZONES)
    before = {name: mart_table(lake, name).version() for name in marts()}
    land(lake, *({**event, "pos": event["pos"] + 100} for event in spread(30, days=1)))
    spoilt = replace(
        get_model("marts.activity_15m"),
        sql=f"select * replace (cast({value} as {'bigint' if value == '0' else 'varchar'})"
        f" as {column}) from ({get_model('marts.activity_15m').sql})",
    )
    monkeypatch.setattr(
        session, "get_model", lambda name: spoilt if name == spoilt.full_name else get_model(name)
    )

    with pytest.raises(BadRowsError, match=rule) as refused:
        build_activity(lake, ZONES)

    assert not is_retryable(refused.value)
    after = {name: mart_table(lake, name).version() for name in marts()}
    assert {name for name in marts() if after[name] != before[name]} <= {"visitors"}
    monkeypatch.undo()
    build_activity(lake, ZONES)
    assert mart_table(lake, "activity_15m").version() > before["activity_15m"]


@pytest.mark.parametrize(
    ("mart", "spoil", "problem"),
    [
        ("activity_15m", "from {} union all by name from {}", "sums differ"),
        ("activity_15m", "from {} where country is not null", "sums differ"),
        ("activity_15m", "select * replace (new_people + 1 as new_people) from {}", "sums differ"),
        ("activity_day", "from {} where dimension <> 'device'", "dimension device"),
        ("people_15m", "from {} where type <> 'view'", "people differ"),
        ("visitor_scans", "from {} union all by name from {}", "counts differ"),
        ("funnel_15m", "select * replace (orders * 2 as orders) from {}", "steps differ"),
        ("form_fields", "from {} where field = ''", "forms differ"),
        ("orders", "select * replace (amount_cents + 1 as amount_cents) from {}", "rows differ"),
    ],
)
def test_sums_that_are_not_those_of_the_events_are_not_published(
    grown: Lake, monkeypatch: pytest.MonkeyPatch, mart: str, spoil: str, problem: str
) -> None:
    before = {name: mart_table(grown, name).version() for name in marts()}
    model = get_model(f"marts.{mart}")
    spoilt = replace(model, sql=spoil.format(f"({model.sql})", f"({model.sql})"))
    monkeypatch.setattr(
        session, "get_model", lambda name: spoilt if name == spoilt.full_name else get_model(name)
    )

    with pytest.raises(BadRowsError, match=rf"marts.{mart} is not published: .*{problem}"):
        build_activity(grown, ZONES)

    after = {name: mart_table(grown, name).version() for name in marts()}
    assert {name for name in marts() if after[name] != before[name]} <= {"visitors"}


def test_a_row_that_stands_twice_is_not_published() -> None:
    model = get_model("marts.visitors")
    rows = pa.Table.from_pylist(
        [
            {"org_id": "org_a", "visitor": number, "first_pos": 1, "visitor_kind": "cookie"}
            | {"first_seen_at": NOON}
            for number in (1, 2, 2)
        ],
        schema=model.schema,
    )

    assert list(broken_rules(model, rows.slice(0, 2))) == []
    assert list(broken_rules(model, rows)) == [
        "org_id, visitor stand more than once in 1 rows",
    ]
