"""The analysts' shell: one organisation's rows, read-only, without access to anything else."""

import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import duckdb
import psycopg
import pytest
import typer

from api.apps import analysts
from api.apps.analysts import open_organization
from api.apps.keys import NoSuchOrganization
from runtime.settings import ROOT, Settings
from tests.api.insights.test_analytics import scans
from tests.pipelines.events import land
from tests.support.people import MakeOrg, Org
from warehouse.builds.activity import build_activity
from warehouse.lake import Lake
from warehouse.models.catalogue import marts
from warehouse.sql.macros import macros


@pytest.fixture
def other(make_org: MakeOrg) -> Org:
    return make_org("Northwind Books")


@pytest.fixture
def slug(org: Org, other: Org, settings: Settings) -> str:
    """Return the slug of an organisation with 3 scans, in a lake that has 5 of another organisation as well."""
    lake = Lake.from_settings(settings)
    land(lake, *scans(org.org_id, "ours", 3), *scans(other.org_id, "theirs", 5, first=3))
    build_activity(lake, {org.org_id: "UTC", other.org_id: "UTC"})
    return org.slug


@pytest.fixture
def opened(slug: str, api_settings: Settings) -> Iterator[duckdb.DuckDBPyConnection]:
    with open_organization(slug, api_settings) as connection:
        yield connection


def test_analyst_sees_only_rows_of_their_organisation(
    opened: duckdb.DuckDBPyConnection, org: Org, other: Org, settings: Settings
) -> None:
    files = [file.uri for file in Lake.from_settings(settings).events.files()]

    def ask(statement: str) -> list[Any]:
        return opened.execute(statement).fetchall()

    assert ask("select code_id, count(*) from events group by 1") == [("ours", 3)]
    assert ask("select sum(events) from activity_15m") == [(3,)]
    for name in ("events", *marts()):
        assert ask(f"select distinct org_id from {name} where org_id <> '{org.org_id}'") == []
        assert ask(f"select count(*) from {name} where org_id = '{other.org_id}'") == [(0,)]
    assert ask("select unit from dictionary where table_name = 'events' and name = 'pos'")
    for refused in (
        f"select * from read_parquet('{files[0]}')",
        f"select * from '{files[0]}'",
        "select * from read_text('/etc/hostname')",
        "select * from glob('/*')",
        "copy events to 'mine.csv'",
        "attach 'mine.duckdb'",
        "install httpfs",
        "set enable_external_access = true",
        "set lock_configuration = false",
        "set python_enable_replacements = true",
        "select * from files",
    ):
        with pytest.raises(duckdb.Error):
            ask(refused)


def test_single_statement_or_whole_shell_session_is_executed(
    slug: str,
    api_settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(analysts, "get_settings", lambda: api_settings)
    count = "select code_id, count(*) as n from events group by all"

    def printed(command: str | None = None, output: Any = "table") -> str:
        analysts.sql(slug, command, output)
        return capsys.readouterr().out

    assert printed(count, "csv") == "code_id,n\r\nours,3\r\n"
    assert json.loads(printed(count, "json")) == {"code_id": "ours", "n": 3}
    assert "ours" in printed(count)
    typed = ".tables\n.columns events\nselect nothing;\nselect\n7 * 6\nas answer;\nselect 11"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    session = printed(None, "csv")
    assert "activity_15m" in session
    assert "UUIDv7" in session
    assert "answer\r\n42" in session
    assert session.endswith("11\r\n")


@pytest.fixture
def type_in(
    slug: str,
    api_settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Callable[..., str]:
    """Return the output of `waypost sql -c …` for a statement; errors follow `!`."""
    monkeypatch.setattr(analysts, "get_settings", lambda: api_settings)

    def printed(command: str, output: Any = "table") -> str:
        try:
            analysts.sql(slug, command, output)
        except typer.Exit as left:
            return f"!{left.exit_code} {capsys.readouterr().err}"
        return capsys.readouterr().out

    return printed


def test_dot_commands_work_as_in_other_shells(type_in: Callable[..., str]) -> None:
    assert re.search(
        r"^activity_15m +Events counted by 15 minutes", type_in(".tables"), re.MULTILINE
    )
    assert "events_as_they_came" not in type_in(".tables")
    for command in (".columns events", ".describe events", ".columns 'events'"):
        assert re.search(r"^event_id +varchar +UUIDv7", type_in(command), re.MULTILINE)
    schema = type_in(".schema visitors")
    assert schema.startswith("create table visitors (")
    assert re.search(r"^    org_id varchar,  -- Organisation", schema, re.MULTILINE)
    assert schema.count("create table") == 1
    assert type_in(".schema").count("create table") == len(marts()) + 3
    assert "local_day(moment)" in type_in(".macros")
    assert ".mode" in type_in(".help")
    assert type_in(".quit") == type_in(".exit") == ""
    assert "event_id,varchar" in type_in(".columns events", "csv")
    assert json.loads(type_in(".tables", "json").splitlines()[0])["name"] == "activity_15m"


def test_shell_reports_errors(type_in: Callable[..., str]) -> None:
    assert type_in(".nonsense").startswith("!1 There is no command .nonsense")
    assert type_in(".columns nothing").startswith(
        "!1 There is no table 'nothing'. Known: activity_15m"
    )
    assert type_in(".mode vertical").startswith("!1 The modes are table, csv, json")
    assert type_in("select 1 +").startswith("!1 syntax error")
    assert type_in("select 1 from glob('/*')").endswith(
        "cannot be used here.\nselect 1 from glob('/*')\n              ^\n"
    )
    for refused in (
        "call enable_logging()",
        "call enable_logging(storage = 'file', storage_config = {'path': 'logs'})",
        "create table mine as select 1",
        "select 1; set threads = 64",
    ):
        assert type_in(refused).startswith("!1 Ask one query")


def test_output_mode_applies_to_statements_entered_after_it(
    slug: str,
    api_settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(analysts, "get_settings", lambda: api_settings)
    typed = ".mode json\nselect 1 as a; select 2 as a;\n.nonsense\n.mode csv\nselect 3 as a;\n.quit\nselect 4;"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))

    analysts.sql(slug, None, "table")

    printed = capsys.readouterr()
    assert printed.out == '{"a": 1}\n{"a": 2}\na\r\n3\r\n'
    assert "no command .nonsense" in printed.err


def test_unknown_organisation_is_named_in_the_error(org: Org, api_settings: Settings) -> None:
    with pytest.raises(NoSuchOrganization, match=org.slug):
        open_organization("nobody", api_settings)


def test_examples_on_the_page_for_analysts_run(
    slug: str, api_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Path(ROOT / "docs/analysts.md").read_text()
    (example,) = re.findall(r"<!-- tested -->\n```python\n(.+?)```", text, flags=re.DOTALL)
    monkeypatch.setattr(analysts, "get_settings", lambda: api_settings)
    found: dict[str, Any] = {}

    exec(example.replace("harbor-coffee", slug), found)

    assert sum(found["by_day"]["scans"].to_pylist()) == 3


def test_organisation_without_events_sees_empty_tables(org: Org, api_settings: Settings) -> None:
    with open_organization(org.slug, api_settings) as opened:
        assert opened.execute("select count(*) from events").fetchall() == [(0,)]
        assert opened.execute("select count(*) from visitors").fetchall() == [(0,)]


def test_documented_statements_return_the_numbers_of_the_dashboard(
    opened: duckdb.DuckDBPyConnection,
) -> None:
    text = (ROOT / "docs" / "analysts.md").read_text()
    statements = re.findall(r"<!-- tested -->\n```sql\n(.*?)```", text, re.DOTALL)

    # Independent of when the test's scans occurred.
    whenever = re.compile(r"\s+and (?:bucket|local_day) .*")
    sums, people, united = (
        opened.execute(whenever.sub("", statement)).fetchall() for statement in statements
    )

    ((counted,),), ((together,),) = people, united
    assert sums[0][0] == 3
    assert counted == together == sums[0][2]
    everybody = "select bitmap_count(bitmap_union(list(people))) from activity_day"
    assert opened.execute(everybody).fetchall() == [(together,)]
    for statement in statements:  # as they are, for a year that may have no data
        assert len(opened.execute(statement).fetchall()) == 1


def test_documented_statement_returns_folders_at_event_time(
    slug: str, org: Org, other: Org, settings: Settings, api_settings: Settings
) -> None:
    (recipe,) = re.findall(
        r"<!-- tested: then -->\n```sql\n(.*?)```",
        (ROOT / "docs" / "analysts.md").read_text(),
        re.DOTALL,
    )
    lake = Lake.from_settings(settings)
    moments = [
        row["occurred_at"]
        for row in lake.events.handle().to_pyarrow_table().to_pylist()
        if row["org_id"] == org.org_id
    ]
    first, second, third = sorted(moments)
    versions = [
        (org.org_id, "ours", "doors", second, "Door"),
        (org.org_id, "ours", "walls", third, "Wall"),
        (other.org_id, "ours", "theirs", first, "Not yours"),
    ]
    folders = [
        (org.org_id, "doors", first, "Doors"),
        (org.org_id, "walls", first, "Walls"),
        (org.org_id, "walls", third, "High walls"),
        (other.org_id, "walls", first, "Not yours"),
    ]
    with psycopg.connect(settings.database_url) as connection:
        for row in versions:
            connection.execute(
                "insert into code_history (org_id, code_id, folder_id, valid_from, name, type, state,"
                " properties) values (%s, %s, %s, %s, %s, 'redirect', 'active', '{\"store\": \"N\"}')",
                row,
            )
        for folder in folders:
            connection.execute(
                "insert into folder_history (org_id, folder_id, valid_from, name, is_removed)"
                " values (%s, %s, %s, %s, false)",
                folder,
            )

    with open_organization(slug, api_settings) as opened:
        at_event_time = opened.execute(recipe).fetchall()
        known = opened.execute(
            "select kind, id, name, valid_to, is_first, properties ->> '$.store'"
            " from dimension_history order by kind, id, valid_from"
        ).fetchall()
        foreign = opened.execute(
            "select count(*) from dimension_history where org_id <> $org", {"org": org.org_id}
        ).fetchall()
        described = opened.execute(
            "select name from dictionary where table_name = 'dimension_history'"
        ).fetchall()
        columns = opened.execute("describe dimension_history").fetchall()

    assert at_event_time == [("Doors", 2), ("High walls", 1)]
    assert known == [
        ("code", "ours", "Door", third, True, "N"),
        ("code", "ours", "Wall", None, False, "N"),
        ("folder", "doors", "Doors", None, True, None),
        ("folder", "walls", "Walls", third, True, None),
        ("folder", "walls", "High walls", None, False, None),
    ]
    assert foreign == [(0,)]
    assert [name for (name,) in described] == [column[0] for column in columns]


def test_page_for_analysts_names_every_macro() -> None:
    text = (ROOT / "docs" / "analysts.md").read_text()
    assert [macro.signature for macro in macros() if f"| `{macro.signature}` |" not in text] == []
