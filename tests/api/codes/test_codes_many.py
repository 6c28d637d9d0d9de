"""Codes created from rows and from other products' exports: all or none, with each mistake named."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from runtime.settings import Settings
from tests.support.calling import call
from tests.support.jobs import run_jobs
from tests.support.people import Somebody

pytestmark = pytest.mark.one_database

BASE = {"name": "Menu", "type": "redirect", "destination": "https://harbor.example/menu"}
BITLY = """link,long_url,title,tags,created_at,archived
https://bit.ly/3abc,https://harbor.example/spring?a=1&b=2,"Spring, menu","[""food"",""spring""]",2024-03-01T10:00:00Z,false
https://bit.ly/4def,https://harbor.example/old,,,2023-01-01T10:00:00Z,true
"""
DUB = """Short link,Destination URL,Title,Tags,Created at,Expires at
https://dub.sh/one,https://harbor.example/one,One,"food, bar",2025-01-01T00:00:00Z,2031-01-01T00:00:00Z
"""


def refused(client: TestClient, who: Somebody, path: str, **body: Any) -> list[str]:
    """Return the fields named in the 422 response to a call."""
    answer = client.post(f"/v1/{path}", json=body, headers=who.headers)
    assert answer.status_code == 422, answer.text
    return [error["field"] for error in answer.json()["errors"]]


def make(client: TestClient, who: Somebody, **fields: Any) -> str:
    code_id: str = call(client, who, "qr/create-code", **(BASE | fields))["code_id"]
    return code_id


def count(client: TestClient, who: Somebody) -> int:
    total: int = call(client, who, "get-all-qr-codes")["total"]
    return total


def test_each_imported_row_creates_its_own_child(client: TestClient, editor: Somebody) -> None:
    base = make(client, editor)
    folder = call(client, editor, "create-folder", name="Tables")["folder_id"]

    made = call(
        client,
        editor,
        "clone-multiple",
        code_id=base,
        data=[
            {"name": "Table 1", "properties": {"table": "1"}, "tags": ["bar"]},
            {"destination": "https://harbor.example/two", "folder_id": folder, "tags": None},
            {},
        ],
    )

    assert (made["count"], len(made["codes"])) == (3, 3)
    job = call(client, editor, "get-job", job_id=made["job_id"])
    assert (job["state"], job["done"], job["total"]) == ("done", 3, 3)
    assert job["result"]["code_ids"] == [code["code_id"] for code in made["codes"]]
    rows = [call(client, editor, "qr/get-code", code_id=code["code_id"]) for code in made["codes"]]
    assert [row["name"] for row in rows] == ["Table 1", "Menu 2", "Menu 3"]
    assert [row["base_code_id"] for row in rows] == [base] * 3
    assert [row["overrides"] for row in rows] == [[], ["destination"], []]
    assert rows[0]["properties"] == {"table": "1"}
    assert rows[1]["folder_id"] == folder
    assert client.get(made["codes"][2]["public_url"]).headers["location"] == BASE["destination"]
    same = call(client, editor, "get-all-qr-codes", batch_id=made["batch_id"])
    assert same["total"] == 3


def test_imported_row_can_set_its_own_design_limits_and_rules(
    client: TestClient, editor: Somebody
) -> None:
    base = make(client, editor)
    elsewhere = {"type": "redirect", "url": "https://harbor.example/night"}
    row = {
        "design": {"foreground": "#102a43", "modules": "dot"},
        "scan_limit": "50",
        "rules": [{"name": "Late", "conditions": [], "outcome": elsewhere}],
    }

    made = call(client, editor, "clone-multiple", code_id=base, data=[row, {}])["codes"]

    own = call(client, editor, "qr/get-code", code_id=made[0]["code_id"])
    assert own["overrides"] == ["design", "limits", "rules"]
    assert (own["design"]["modules"], own["scan_limit"], own["rules"][0]["name"]) == (
        "dot",
        50,
        "Late",
    )
    follows = call(client, editor, "qr/get-code", code_id=made[1]["code_id"])
    assert (follows["overrides"], follows["scan_limit"], follows["rules"]) == ([], None, [])


def test_invalid_row_is_named_and_aborts_the_whole_import(
    client: TestClient, editor: Somebody
) -> None:
    base = make(client, editor)
    data = [
        {"name": "Fine"},
        {"destination": "javascript:alert(1)"},
        {"name": "x" * 121, "tags": ["a", ""]},
        {"folder_id": "fld_x"},
        {"active_from": "2030-01-02T00:00:00Z", "active_until": "2030-01-01T00:00:00Z"},
        {"content": {"title": "x"}},
        {"pasword": "secret"},
        {"design": {"foreground": "#fefefe"}},
    ]
    expected = {
        "data[1].destination",
        "data[2].name",
        "data[2].tags.1",
        "data[3].folder_id",
        "data[4].active_until",
        "data[5].content",
        "data[6].pasword",
        "data[7].design",
    }

    fields = refused(client, editor, "clone-multiple", code_id=base, data=data)
    preview = call(client, editor, "clone-multiple", code_id=base, data=data, preview=True)

    assert set(fields) == expected
    assert {error["field"] for error in preview["errors"]} == expected
    assert [row["row"] for row in preview["rows"]] == [0]
    assert count(client, editor) == 1


def test_job_imports_many_rows_exactly_once(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    base = make(client, editor)
    data = [{"name": f"Table {n}", "properties": {"table": str(n)}} for n in range(1_201)]

    started = call(client, editor, "clone-multiple", code_id=base, data=data)

    assert (started["count"], started["codes"], count(client, editor)) == (1_201, [], 1)
    run_jobs(api_settings)
    job = call(client, editor, "get-job", job_id=started["job_id"])
    assert (job["state"], job["done"], job["total"]) == ("done", 1_201, 1_201)
    assert count(client, editor) == 1_202
    batch = call(client, editor, "get-all-qr-codes", batch_id=started["batch_id"], pageSize=1)
    assert batch["total"] == 1_201
    ids = job["result"]["code_ids"]
    assert (len(set(ids)), ids[0]) == (1_201, batch["items"][0]["code_id"])
    last = call(client, editor, "get-all-qr-codes", id=ids[-1], filter=ids[-1])
    assert [code["name"] for code in last["items"]] == ["Table 1200"]


def test_import_job_whose_folder_was_removed_creates_no_codes(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    base = make(client, editor)
    folder = call(client, editor, "create-folder", name="Tables")["folder_id"]
    data = [{"name": f"Table {n}"} for n in range(600)] + [{"folder_id": folder}]
    started = call(client, editor, "clone-multiple", code_id=base, data=data)
    call(client, editor, "remove-folder", folder_id=folder)

    run_jobs(api_settings)

    job = call(client, editor, "get-job", job_id=started["job_id"])
    assert (job["state"], count(client, editor)) == ("failed", 1)
    assert "folder" in job["error"]


def test_import_is_limited_to_ten_thousand_rows(client: TestClient, editor: Somebody) -> None:
    base = make(client, editor)

    fields = refused(client, editor, "clone-multiple", code_id=base, data=[{}] * 10_001)
    preview = call(client, editor, "clone-multiple", code_id=base, data=[{}] * 10_000, preview=True)

    assert (fields, preview["count"]) == (["data"], 10_000)


def test_children_and_deleted_codes_cannot_be_a_base(client: TestClient, editor: Somebody) -> None:
    base, deleted = make(client, editor), make(client, editor)
    child = call(client, editor, "clone-multiple", code_id=base, data=[{}])["codes"][0]["code_id"]
    call(client, editor, "delete-qr-code", id=deleted)

    for code_id in (child, deleted):
        body = {"code_id": code_id, "data": [{}]}
        answer = client.post("/v1/clone-multiple", json=body, headers=editor.headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "no_base")


def test_bitly_links_are_imported_as_codes(client: TestClient, editor: Somebody) -> None:
    folder = call(client, editor, "create-folder", name="Old links")["folder_id"]

    made = call(client, editor, "import-codes", source="bitly", csv=BITLY, folder_id=folder)

    first, second = (
        call(client, editor, "qr/get-code", code_id=code["code_id"]) for code in made["codes"]
    )
    assert (first["name"], first["tags"]) == ("Spring, menu", ["food", "spring"])
    assert first["destination"] == "https://harbor.example/spring?a=1&b=2"
    assert first["properties"] == {
        "short_link": "https://bit.ly/3abc",
        "first_made": "2024-03-01T10:00:00Z",
    }
    assert (first["base_code_id"], first["folder_id"]) == (None, folder)
    assert (second["name"], second["tags"]) == ("bit.ly/4def", ["archived"])


def test_dub_links_are_imported_from_a_file_or_an_api_response(
    client: TestClient, editor: Somebody
) -> None:
    rows = [
        {
            "url": "https://harbor.example/two",
            "domain": "dub.sh",
            "key": "two",
            "title": None,
            "tags": [{"id": "t", "name": "food"}],
            "archived": False,
            "clicks": 12,
        }
    ]

    file = call(client, editor, "import-codes", source="dub", csv=DUB)
    result = call(client, editor, "import-codes", source="dub", rows=rows)

    one, two = (
        call(client, editor, "qr/get-code", code_id=it["codes"][0]["code_id"])
        for it in (file, result)
    )
    assert (one["name"], one["tags"]) == ("One", ["food", "bar"])
    assert one["active_until"] == "2031-01-01T00:00:00Z"
    assert (two["name"], two["tags"]) == ("dub.sh/two", ["food"])
    assert two["properties"]["short_link"] == "https://dub.sh/two"


def test_custom_import_file_may_use_semicolons(client: TestClient, editor: Somebody) -> None:
    text = "\ufeffName;Destination;property:store\nDoor;https://harbor.example/;Pier 3\n;;\n"

    made = call(client, editor, "import-codes", csv=text)

    code = call(client, editor, "qr/get-code", code_id=made["codes"][0]["code_id"])
    assert (made["count"], code["name"], code["properties"]) == (1, "Door", {"store": "Pier 3"})


def test_trailing_empty_cells_and_repeated_unknown_columns_are_accepted(
    client: TestClient, editor: Somebody
) -> None:
    text = "url,note,note,name\nhttps://harbor.example/,x,y,Door,,\n"

    made = call(client, editor, "import-codes", csv=text)

    (code,) = made["codes"]
    assert call(client, editor, "qr/get-code", code_id=code["code_id"])["name"] == "Door"


def test_file_with_old_mac_line_endings_is_read(client: TestClient, editor: Somebody) -> None:
    text = f"destination,name,tags\rhttps://harbor.example/,Door,{'[' * 20_000}\r"

    made = call(client, editor, "import-codes", csv=text)

    code = call(client, editor, "qr/get-code", code_id=made["codes"][0]["code_id"])
    assert (made["count"], code["name"], code["tags"]) == (1, "Door", [])


def test_invalid_links_are_named_and_no_code_is_created(
    client: TestClient, editor: Somebody
) -> None:
    text = "url,title\nhttps://a.example/,A\nftp://b.example/,B\n,C\n"

    fields = refused(client, editor, "import-codes", source="dub", csv=text)
    preview = call(client, editor, "import-codes", source="dub", csv=text, preview=True)

    assert fields == ["rows[1].destination", "rows[2].destination"]
    assert [row["name"] for row in preview["rows"]] == ["A"]
    assert [error["field"] for error in preview["errors"]] == fields
    assert count(client, editor) == 0


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"csv": "name\nA\n"}, "csv"),
        ({"csv": "url\n"}, "csv"),
        ({"csv": ""}, "csv"),
        ({"rows": []}, "rows"),
        ({"csv": "url\n" + "https://a.example/\n" * 10_001}, "csv"),
        ({"csv": 'url\n"' + "x" * 200_000 + '"\n'}, "csv"),
        ({"csv": "x" * 200_000 + "\nhttps://a.example/\n"}, "csv"),
        ({"csv": 'url,name\n"https://a.example/,A\nhttps://b.example/,B\n'}, "csv"),
        ({"csv": "url,name\nhttps://a.example/,Fish, chips\n"}, "csv"),
        ({"csv": "url,name,Name\nhttps://a.example/,A,B\n"}, "csv"),
        ({"csv": "url,property:store,Property:Store\nhttps://a.example/,A,B\n"}, "csv"),
        ({"source": "tinyurl", "csv": "url\n"}, "source"),
        ({}, "csv"),
        ({"csv": "url\nhttps://a.example/\n", "folder_id": "fld_x"}, "rows[0].folder_id"),
    ],
)
def test_unreadable_import_file_reports_the_reason(
    client: TestClient, editor: Somebody, body: dict[str, Any], field: str
) -> None:
    assert refused(client, editor, "import-codes", **body) == [field]


def test_imported_dates_are_in_the_time_zone_of_the_organisation(
    client: TestClient, owner: Somebody
) -> None:
    call(client, owner, "update-organization", time_zone="America/New_York")
    base = make(client, owner)
    days = {"active_from": "2027-06-01", "active_until": "2027-06-30"}
    times = {"active_from": "2027-06-01 18:00", "active_until": "2027-06-30T20:00:00Z"}

    made = call(client, owner, "clone-multiple", code_id=base, data=[days, times])
    csv = "name,destination,active_from,active_until\nA,https://harbor.example/a,2027-12-01,2027-12-31"
    imported = call(client, owner, "import-codes", source="csv", csv=csv)
    wrong = refused(
        client, owner, "clone-multiple", code_id=base, data=[{"active_from": "31/12/2027"}]
    )

    ids = [code["code_id"] for code in made["codes"] + imported["codes"]]
    rows = [call(client, owner, "qr/get-code", code_id=code_id) for code_id in ids]
    assert [(row["active_from"], row["active_until"]) for row in rows] == [
        ("2027-06-01T04:00:00Z", "2027-07-01T04:00:00Z"),
        ("2027-06-01T22:00:00Z", "2027-06-30T20:00:00Z"),
        ("2027-12-01T05:00:00Z", "2028-01-01T05:00:00Z"),
    ]
    assert wrong == ["data[0].active_from"]
