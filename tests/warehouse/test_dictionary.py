"""The data dictionary: complete, and consistent with the lake."""

import json

import pytest
import yaml

from warehouse.commands import dictionary
from warehouse.dictionary import DescribedTable, as_data, as_markdown, data_dictionary
from warehouse.exports.columns import event_columns
from warehouse.models.catalogue import marts
from warehouse.queries.language import DEFINITIONS
from warehouse.reports.catalogue import all_reports
from warehouse.schemas import ARROW_TYPES, EVENTS


@pytest.mark.parametrize("table", data_dictionary(), ids=lambda table: table.name)
def test_every_column_has_a_definition(table: DescribedTable) -> None:
    assert table.title
    assert table.description
    assert table.grain
    assert table.sources
    assert table.columns
    silent = [column.name for column in table.columns if len(column.definition.strip()) < 4]
    assert silent == []
    assert len({column.name for column in table.columns}) == len(table.columns)


def test_dictionary_contains_every_table_mart_and_report() -> None:
    named = {(table.kind, table.name) for table in data_dictionary()}

    assert named == {
        ("metric", "metrics"),
        ("events", "events"),
        ("history", "dimension_history"),
        *(("mart", name) for name in marts()),
        *(("report", name) for name in all_reports()),
    }
    (metrics,) = (table for table in data_dictionary() if table.kind == "metric")
    assert [column.name for column in metrics.columns] == list(DEFINITIONS)


def test_documented_event_columns_match_those_of_the_lake() -> None:
    assert list(event_columns()) == EVENTS.names
    for field in EVENTS:
        assert ARROW_TYPES[event_columns()[field.name].type] == field.type, field.name


def test_dictionary_is_available_as_markdown_and_json() -> None:
    text = as_markdown()

    assert json.loads(json.dumps(as_data()))[0]["name"] == "metrics"
    for table in data_dictionary():
        assert f"## {table.name} ({table.kind})" in text
        assert all(f"| {column.name} |" in text for column in table.columns)


def test_dbt_sources_name_every_table_and_column(capsys: pytest.CaptureFixture[str]) -> None:
    dictionary("dbt")

    written = yaml.safe_load(capsys.readouterr().out)
    (source,) = written["sources"]
    named = {table["name"]: table for table in source["tables"]}
    kept = {table.name: table for table in data_dictionary() if table.kind in ("events", "mart")}
    assert written["version"] == 2
    assert set(named) == {"events", *marts()} == set(kept)
    for name, table in named.items():
        path = table["config"]["meta"]["delta_table_path"]
        assert path.endswith("}}/events" if name == "events" else f"}}}}/marts/{name}")
        assert kept[name].grain in table["description"]
        assert [column["name"] for column in table["columns"]] == [
            column.name for column in kept[name].columns
        ]
        for column, meant in zip(table["columns"], kept[name].columns, strict=True):
            assert meant.definition in column["description"]
            assert column["data_type"] == meant.type
