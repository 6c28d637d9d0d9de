"""SQL queries and their answers in each format, over a lake of two organisations."""

import csv
import io
import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.pipelines.events import ZONES, land, spread
from warehouse.builds.activity import build_activity
from warehouse.lake import Lake
from warehouse.sql.execution import (
    LakePlace,
    ResultTooLarge,
    RowsUnreadable,
    SqlQuestion,
    answer,
)
from warehouse.sql.guard import StatementError, StatementRefused


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> LakePlace:
    root = str(tmp_path_factory.mktemp("lake"))
    lake = Lake(root)
    land(lake, *spread(60))
    build_activity(lake, ZONES)
    org = next(iter(ZONES))
    return LakePlace(root, {}, "postgresql://nobody@127.0.0.1:1/none", org, "UTC", "monday")


def asked(place: LakePlace, statement: str, **options: Any) -> Any:
    return json.loads(answer(place, SqlQuestion(statement, **options)).content)


def test_query_returns_only_rows_of_the_organisation(place: LakePlace) -> None:
    found = asked(place, "select org_id, count(*) as n from events group by all")
    marts = asked(place, "select distinct org_id from activity_15m")

    assert found["columns"] == [
        {"name": "org_id", "type": "VARCHAR"},
        {"name": "n", "type": "BIGINT"},
    ]
    ((org, count),) = found["rows"]
    assert org == place.org_id
    assert 0 < count < 60
    assert marts["rows"] == [[place.org_id]]


def test_every_format_contains_the_same_rows(place: LakePlace) -> None:
    statement = "select type, sum(events) as events from activity_15m group by all order by all"
    question = SqlQuestion(statement)

    as_json = json.loads(answer(place, question).content)
    as_csv = answer(place, replace(question, output="csv")).content.decode()
    stream = answer(place, replace(question, output="arrow")).content
    parquet = answer(place, replace(question, output="parquet")).content

    arrow = pa.ipc.open_stream(stream).read_all()
    assert arrow.schema.field("events").type == pa.int64()
    assert pq.read_table(io.BytesIO(parquet)) == arrow
    assert [list(row.values()) for row in arrow.to_pylist()] == as_json["rows"]
    rows = list(csv.reader(io.StringIO(as_csv)))
    assert rows[0] == ["type", "events"]
    assert [[name, int(count)] for name, count in rows[1:]] == as_json["rows"]


def test_values_that_json_cannot_represent_are_returned_without_loss(place: LakePlace) -> None:
    found = asked(
        place,
        "select 9007199254740993 as large, -9007199254740993 as small, 1::hugeint << 100 as huge,"
        " 1.10::decimal(9, 2) as money, 'nan'::double as nan, 'a'::blob as bytes,"
        " timestamptz '2026-03-01 00:00:00.000001Z' as moment, date '2026-03-01' as day,"
        " [1, null] as list, {'a': true} as struct, interval '1 month 2 days 1.5 seconds' as span,"
        " null as nothing",
    )

    assert found["rows"] == [
        [
            "9007199254740993",
            "-9007199254740993",
            str(1 << 100),
            "1.10",
            "nan",
            "YQ==",
            "2026-03-01T00:00:00.000001Z",
            "2026-03-01",
            [1, None],
            {"a": True},
            "P1M2DT1.5S",
            None,
        ]
    ]


def test_parquet_has_texts_for_types_that_it_lacks(place: LakePlace) -> None:
    statement = (
        "select timestamp '2026-03-01 10:00' - timestamp '2026-02-28 08:30' as span, null::interval as none,"
        " [interval 1 day] as list, union_value(a := 1) as one, 1 as n"
    )

    content = answer(place, SqlQuestion(statement, output="parquet")).content

    assert pq.read_table(io.BytesIO(content)).to_pylist() == [
        {"span": "P0M1DT5400S", "none": None, "list": '["P0M1DT0S"]', "one": "1", "n": 1}
    ]


def test_dates_beyond_the_years_of_python_are_texts(place: LakePlace) -> None:
    statement = (
        "select date 'infinity' as a, date '-infinity' as b, date '12026-03-01' as c, date '2026-03-01' as d,"
        " timestamp 'infinity' as e, timestamp '12026-03-01 10:00' as f, timestamptz '12026-03-01 10:00:00+00' as g,"
        " [date '12026-03-01', null] as h, {'a': date 'infinity'} as i, map {'k': date 'infinity'} as j"
    )

    as_csv = answer(place, SqlQuestion(statement, output="csv")).content.decode()

    assert asked(place, statement)["rows"] == [
        [
            "infinity",
            "-infinity",
            "12026-03-01",
            "2026-03-01",
            "infinity",
            "12026-03-01T10:00:00.000000",
            "12026-03-01T10:00:00.000000Z",
            ["12026-03-01", None],
            {"a": "infinity"},
            [["k", "infinity"]],
        ]
    ]
    assert as_csv.splitlines()[1].startswith("infinity,'-infinity,12026-03-01,2026-03-01,infinity,")


def test_csv_cells_run_no_formulas_in_spreadsheets_and_arrow_is_unchanged(place: LakePlace) -> None:
    statement = "select '=1+1' as \"=a\", -1 as n, true as yes"

    text = answer(place, SqlQuestion(statement, output="csv")).content.decode()
    arrow = pa.ipc.open_stream(answer(place, SqlQuestion(statement, output="arrow")).content)

    assert text == "'=a,n,yes\r\n'=1+1,-1,true\r\n"
    assert arrow.read_all().to_pylist() == [{"=a": "=1+1", "n": -1, "yes": True}]


def test_parameters_are_treated_as_values_and_never_as_sql(place: LakePlace) -> None:
    name = "'; select 1 --"

    found = asked(place, "select $name as a, $n + 1 as b", parameters={"name": name, "n": 2})

    assert found["rows"] == [[name, 3]]
    with pytest.raises(StatementError, match="n"):
        asked(place, "select $name, $n", parameters={"name": name})


@pytest.mark.parametrize("rows", [1, 8_191, 8_192, 8_193, 20_000])
def test_rows_beyond_the_requested_number_are_cut_and_the_answer_is_marked_truncated(
    place: LakePlace, rows: int
) -> None:
    whole = answer(place, SqlQuestion(f"from range({rows})", max_rows=rows, output="arrow"))
    cut = answer(place, SqlQuestion(f"from range({rows + 1})", max_rows=rows, output="arrow"))

    assert (whole.rows, whole.is_truncated) == (rows, False)
    assert (cut.rows, cut.is_truncated) == (rows, True)


def test_endless_answer_is_truncated_at_its_size_limit(place: LakePlace) -> None:
    statement = "select repeat('a', 1000) as a from range(100000000)"
    cut = answer(place, SqlQuestion(statement, max_rows=10**9, max_bytes=20_000_000))

    assert cut.is_truncated
    assert 5_000 < cut.rows < 30_000
    assert len(cut.content) < 30_000_000


def test_query_is_stopped_at_its_time_limit(place: LakePlace) -> None:
    before = datetime.now(UTC)
    with pytest.raises(ResultTooLarge, match=r"after 0\.5 seconds"):
        asked(place, "select count(*) from range(1000000000) a, range(1000) b", seconds=0.5)
    assert (datetime.now(UTC) - before).total_seconds() < 20


def test_query_is_stopped_at_its_memory_limit(place: LakePlace) -> None:
    heavy = "select count(distinct i::varchar || repeat('a', 50)) from range(5000000) r(i)"
    with pytest.raises(ResultTooLarge, match="50 MB of memory"):
        asked(place, heavy, memory_mb=50, spill_mb=1)


def test_statement_error_states_reason_and_position_but_no_folder(place: LakePlace) -> None:
    with pytest.raises(StatementError) as unknown:
        asked(place, "select\n  nope from events")
    with pytest.raises(StatementRefused) as refused:
        asked(place, "call enable_logging()")
    messages = [unknown.value.message, refused.value.message]
    for statement in (
        "from '/etc/passwd'",
        "select error('boo')",
        "select 1 / 'a'",
        "from nowhere",
    ):
        with pytest.raises(StatementError) as wrong:
            asked(place, statement)
        messages.append(wrong.value.message)

    assert unknown.value.position == 9
    assert unknown.value.message.startswith('Referenced column "nope" not found')
    assert [
        text
        for text in messages
        if place.root in text or re.search(r"waypost-duckdb|LINE \d", text)
    ] == []


def test_dimension_history_is_available_and_loaded_only_when_queried(place: LakePlace) -> None:
    tables = asked(place, "select view_name from duckdb_views() where not internal")

    assert ["dimension_history"] in tables["rows"]
    with pytest.raises(Exception, match="connection"):  # nobody listens there
        asked(place, "select count(*) from Dimension_History")


def test_organisation_without_a_lake_has_empty_tables(place: LakePlace, tmp_path: Path) -> None:
    found = asked(replace(place, root=str(tmp_path)), "select count(*) from events")
    assert found["rows"] == [[0]]


def test_missing_file_is_not_reported_as_a_statement_error(
    place: LakePlace, tmp_path: Path
) -> None:
    lake = Lake(str(tmp_path))
    land(lake, *spread(20))
    for file in lake.events.files():
        Path(file.uri).unlink()
    damaged = replace(place, root=str(tmp_path))

    with pytest.raises(RowsUnreadable, match="parquet"):
        asked(damaged, "select max(city) from events")
    assert asked(damaged, "select count(*) from visitors")["rows"] == [[0]]
