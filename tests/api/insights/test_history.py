"""The history of codes and folders in the database."""

import base64
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from sqlalchemy import NullPool, create_engine, make_url, text
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from api.domains.insights.reports.name_reading import ReportNames
from runtime.settings import Settings
from tests.pipelines.events import land, make_event
from tests.support.people import MakeMember, Org, Somebody
from warehouse.lake import Lake


@pytest.fixture
def editor(org: Org, make_member: MakeMember) -> Somebody:
    return make_member(org, "editor")


def test_every_change_of_a_code_or_folder_creates_a_version(
    client: TestClient, editor: Somebody, org: Org, settings: Settings
) -> None:
    def call(path: str, **body: object) -> dict[str, str]:
        answer = client.post(f"/v1/{path}", json=body, headers=editor.headers)
        assert answer.status_code == 200, answer.text
        return answer.json() or {}

    folder = call("create-folder", name="Windows")["folder_id"]
    code = call(
        "qr/create-code",
        name="Window",
        type="redirect",
        destination="https://Harbor.example:8443/menu?x=1",
    )["code_id"]
    call("add-to-folder", folder_id=folder, code_ids=[code])
    call("qr/update-code", code_id=code, name="Door")
    call("qr/update-code", code_id=code, tags=["red"])
    call("remove-folder", folder_id=folder)

    with psycopg.connect(settings.database_url_as("waypost_app")) as connection:
        connection.execute("select set_config('app.org_id', %s, false)", [org.org_id])
        versions = connection.execute(
            "select name, folder_id, destination_host, valid_to is null"
            " from analytics_v1.code_history where code_id = %s order by valid_from",
            [code],
        ).fetchall()
        folders = connection.execute(
            "select name, is_removed from analytics_v1.folder_history order by valid_from"
        ).fetchall()
        connection.execute("select set_config('app.org_id', 'org_other', false)")
        foreign = connection.execute("select from analytics_v1.code_history").fetchall()

    assert versions == [
        ("Window", None, "harbor.example", False),
        ("Window", folder, "harbor.example", False),
        ("Door", folder, "harbor.example", False),
        ("Door", None, "harbor.example", True),
    ]
    assert folders == [("Windows", False), ("Windows", True)]
    assert foreign == []


def test_history_can_be_written_only_by_the_database(settings: Settings, org: Org) -> None:
    with psycopg.connect(settings.database_url_as("waypost_app")) as connection:
        connection.execute("select set_config('app.org_id', %s, false)", [org.org_id])
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("delete from code_history")


def test_every_report_can_use_groups_at_event_time(
    client: TestClient, editor: Somebody, org: Org, settings: Settings
) -> None:
    def call(path: str, **body: object) -> Any:
        answer = client.post(f"/v1/{path}", json=body, headers=editor.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    first, second = (call("create-folder", name=name)["folder_id"] for name in ("Doors", "Walls"))
    code = call(
        "qr/create-code",
        name="Window",
        type="redirect",
        destination="https://harbor.example",
        folder_id=first,
    )["code_id"]
    made_at = datetime.now(UTC)
    call("add-to-folder", folder_id=second, code_ids=[code])
    moved_at = datetime.now(UTC)
    call("qr/update-code", code_id=code, name="Wall")
    moments = [made_at - timedelta(hours=5), made_at, moved_at, moved_at]
    lake = Lake.from_settings(settings)
    for pos, moment in enumerate(moments):
        land(
            lake,
            make_event(
                pos,
                org_id=org.org_id,
                code_id=code,
                occurred_at=moment,
                day=moment.date(),
                visitor_id=f"v{pos}",
            ),
        )

    def ask(as_of: str, **filters: list[str]) -> Any:
        return call(
            "get-analytics",
            **{"from": (made_at - timedelta(days=1)).isoformat()},
            to=(moved_at + timedelta(hours=1)).isoformat(),
            group_by=["folder", "code"],
            filters=filters,
            dimensions_as_of=as_of,
        )

    def folders(answer: Any) -> list[tuple[str, int, int]]:
        rows = answer["breakdowns"]["folder"]
        return sorted((row["label"], row["scans"], row["people"]) for row in rows)

    assert folders(ask("current")) == [("Walls", 4, 4)]
    at_event_time = ask("at_event_time")
    assert at_event_time["dimensions_as_of"] == "at_event_time"
    assert folders(at_event_time) == [("Doors", 2, 2), ("Walls", 2, 2)]
    for older, canonical in (("now", "current"), ("then", "at_event_time")):
        one, other = ask(older), ask(canonical)
        assert one["dimensions_as_of"] == other["dimensions_as_of"] == canonical
        assert (one["totals"], one["breakdowns"]) == (other["totals"], other["breakdowns"])
    (row,) = at_event_time["breakdowns"]["code"]
    assert (row["key"], row["label"], row["scans"], row["people"]) == (code, "Wall", 4, 4)
    assert ask("at_event_time", folder=[first])["totals"]["scans"] == 2
    assert ask("at_event_time", folder=[f"-{first}"], code=[code])["totals"]["scans"] == 2
    assert ask("current", folder=[first])["totals"]["scans"] == 0

    # Reports, the rows behind a number, and files of them do the same.
    within = {
        "from": (made_at - timedelta(days=1)).isoformat(),
        "to": (moved_at + timedelta(hours=1)).isoformat(),
    }
    for as_of, names, behind in (
        ("at_event_time", [("Doors", 2), ("Walls", 2)], 2),
        ("current", [("Walls", 4)], 0),
    ):
        asked = {**within, "dimensions_as_of": as_of}
        for report in ("funnel", "leaderboard"):
            page = call("get-report", report=report, group_by="folder", **asked)
            assert page["dimensions_as_of"] == as_of
            assert sorted((row["key_name"], row["scans"]) for row in page["rows"]) == names
        asked["filters"] = {"folder": [first]}
        events = call("get-events", **asked)
        assert (events["dimensions_as_of"], events["total"]) == (as_of, behind)
        assert {row["code_id"] for row in events["items"]} <= {code}
        for table in ("events", "code"):
            file = call("export-csv", **{"from": table}, params=asked)
            lines = base64.b64decode(file["data"]).splitlines()[1:]
            assert len(lines) == (behind if table == "events" else min(behind, 1))
    people = call("get-report", report="customers", dimensions_as_of="at_event_time", **within)
    assert "does not change it" in people["dimensions_note"]

    # The name is that of the end of the range.
    until = {"from": within["from"], "to": moved_at.isoformat()}
    for as_of, name in (("at_event_time", "Window"), ("current", "Wall")):
        asked = {**until, "dimensions_as_of": as_of}
        (row,) = call("get-report", report="leaderboard", group_by="code", **asked)["rows"]
        assert row["key_name"] == name
        assert {row["code_name"] for row in call("get-events", **asked)["items"]} == {name}

    # A link shows the state at the time for which it was created.
    for as_of, shown in (("at_event_time", 2), ("current", 0)):
        question = {
            "from": (made_at - timedelta(days=1)).isoformat(),
            "to": (moved_at + timedelta(hours=1)).isoformat(),
            "filters": {"folder": [first]},
            "dimensions_as_of": as_of,
        }
        made = call("create-share-link", name="Doors", question=question)
        assert call("ask-share-link", token=made["token"])["totals"]["scans"] == shown


def test_pages_and_polls_are_reported_under_their_names_at_event_time(
    settings: Settings, org: Org
) -> None:
    """Promo codes are named by the text printed on them, which never changes."""
    with psycopg.connect(settings.database_url) as connection:
        connection.execute(
            "insert into codes (code_id, org_id, name, type, destination)"
            " values ('keptdoor01', %s, 'Door', 'redirect', 'https://harbor.example')",
            [org.org_id],
        )
        connection.execute(
            "insert into pages (page_id, org_id, name, draft) values ('p', %s, 'Menu', '{}')",
            [org.org_id],
        )
        connection.execute(
            "insert into polls (code_id, poll_id, org_id, question, choices, source)"
            " values ('keptdoor01', 'q', %s, 'Which?', '[]', 'call')",
            [org.org_id],
        )
        connection.execute("update pages set name = 'Lunch', updated_at = now()")
        connection.execute("update pages set draft = '{}'")
        connection.execute("update polls set question = 'Who?'")
    url = make_url(settings.database_url).set(drivername="postgresql+psycopg")
    engine = create_engine(url, poolclass=NullPool)
    with Session(engine) as session:
        kept = session.execute(
            text("select kind, name, valid_from from name_history order by kind, valid_from")
        ).all()
        names = ReportNames(session)
        lines = [
            (kind, names.of(kind, org.org_id, [thing], at)[thing])
            for kind, thing in (("page", "p"), ("poll", "keptdoor01/q"))
            for at in (
                *(row.valid_from for row in kept if row.kind == kind),
                datetime(2020, 1, 1, tzinfo=UTC),
                None,
            )
        ]
        foreign = names.of("page", "another", ["p"], datetime.now(UTC))
    assert lines == [
        ("page", "Menu"),
        ("page", "Lunch"),
        ("page", "Menu"),
        ("page", "Lunch"),
        ("poll", "Which?"),
        ("poll", "Who?"),
        ("poll", "Which?"),
        ("poll", "Who?"),
    ]
    assert foreign == {}
