"""A pass for each row of a file: checked, created, named if that is impossible, and undone as a whole."""

import base64
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.wallet.pass_imports.running import PassImportRun
from runtime.settings import Settings
from tests.api.wallet.template_world import Templates
from tests.support.jobs import run_jobs
from tests.support.pass_template_calls import drawn_template
from tests.support.people import Somebody

TABLE = (
    "Customer number;Seat;Serial number\n"
    "{number};7A;T-1\n"
    ";7B;T-2\n"
    "C-NOBODY1;7C;T-3\n"
    ";7D;T-1\n"
    ";7E;not a serial/number\n"
)


class PassFiles:
    """Imports of passes by one editor."""

    def __init__(
        self, client: TestClient, member: Somebody, templates: Templates, settings: Settings
    ) -> None:
        self._client = client
        self._member = member
        self.call = templates.call
        self.settings = settings

    def upload(self, template_id: str, content: str | bytes, status: int = 200) -> Any:
        data = content.encode() if isinstance(content, str) else content
        answer = self._client.post(
            "/v1/upload-pass-import",
            headers=self._member.headers,
            files={"file": ("seats.csv", data, "text/csv")},
            data={"template_id": template_id},
        )
        assert answer.status_code == status, answer.text
        return answer.json()

    def done(self, import_id: str, call: str, **body: Any) -> Any:
        """Return an import after a call about it and the job that the call started."""
        self.call(call, import_id=import_id, **body)
        run_jobs(self.settings)
        return self.call("get-pass-import", import_id=import_id)

    def passes(self) -> list[dict[str, Any]]:
        answer = self._client.get("/dev/allpass", headers=self._member.headers).json()
        return list(answer["items"])


@pytest.fixture
def files(
    client: TestClient, editor: Somebody, templates: Templates, settings: Settings
) -> PassFiles:
    return PassFiles(client, editor, templates, settings)


def test_valid_rows_become_passes_and_invalid_rows_are_listed(
    files: PassFiles, templates: Templates
) -> None:
    content = drawn_template("Harbor")
    content["fields"].append({"key": "place", "zone": "auxiliary", "value": "{{row.place|Any}}"})
    template_id = templates.published(content=content)
    number = templates.call("get-customer", customer_id=templates.customer())["number"]

    uploaded = files.upload(template_id, TABLE.format(number=number))
    import_id = uploaded["import_id"]
    assert [it["target"] for it in uploaded["columns"]] == [
        "customer_number",
        "row.seat",
        "serial_number",
    ]
    assert uploaded["columns"][1]["samples"] == ["7A", "7B", "7C"]
    # The column is mapped to a placeholder other than the one suggested by its header.
    mapping = ["customer_number", "row.place", "serial_number"]
    checked = files.done(import_id, "check-pass-import", mapping=mapping)
    assert (checked["state"], files.passes()) == ("checked", [])
    counts = checked["counts"]
    assert (counts["rows"], counts["created"], counts["refused"]) == (5, 2, 3)

    done = files.done(import_id, "run-pass-import")
    assert (done["state"], done["counts"], done["can_undo"]) == ("done", counts, True)
    problems = files.call("list-pass-import-problems", import_id=import_id)["items"]
    assert [(it["row"], it["field"]) for it in problems] == [
        (4, "customer_number"),
        (5, "serial_number"),
        (6, "serial_number"),
    ]
    file = files.call("export-pass-import-problems", import_id=import_id)
    lines = base64.b64decode(file["data"]).decode("utf-8-sig").splitlines()
    assert lines[:2] == [
        "row,field,problem,outcome",
        "4,customer_number,does not belong to a customer,refused",
    ]
    first = next(it for it in files.passes() if it["serialNumber"] == "T-1")
    shown = templates.read(first["pass_id"])
    assert {it["key"]: it["value"] for it in shown["content"]["fields"]}["place"] == "7A"
    assert shown["customer_id"] is not None

    files.call("redeem-pass", pass_id=first["pass_id"], idempotency_key="once")
    undone = files.done(import_id, "undo-pass-import")
    assert (undone["state"], undone["can_undo"]) == ("undone", False)
    assert (undone["undone"]["removed"], undone["undone"]["kept"]) == (1, 1)
    assert [(it["serialNumber"], it["is_void"]) for it in files.passes()] == [("T-1", True)]
    files.call("undo-pass-import", 409, import_id=import_id)


def test_customer_with_a_pass_gets_the_values_of_the_row(
    files: PassFiles, templates: Templates
) -> None:
    template_id = templates.published()
    number = templates.call("get-customer", customer_id=templates.customer())["number"]
    table = f"customer number,seat\n{number},7A\n{number},7B\n"

    import_id = files.upload(template_id, table)["import_id"]
    mapping = ["customer_number", "row.seat"]
    checked = files.done(import_id, "check-pass-import", mapping=mapping)
    done = files.done(import_id, "run-pass-import")

    assert checked["counts"] == done["counts"]
    assert (done["counts"]["created"], done["counts"]["changed"]) == (1, 1)
    (only,) = files.passes()
    shown = templates.read(only["pass_id"])["content"]["fields"]
    assert {it["key"]: it["value"] for it in shown}["seat"] == "7B"


def test_interrupted_import_resumes_and_creates_no_pass_twice(
    files: PassFiles, templates: Templates, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PassImportRun, "at_once", 3)
    template_id = templates.published()
    import_id = files.upload(template_id, "seat\n" + "7A\n" * 8)["import_id"]
    files.done(import_id, "check-pass-import", mapping=["row.seat"])
    write = PassImportRun._write
    calls: list[int] = []

    def dying(self: Any, *args: Any, **options: Any) -> Any:
        calls.append(1)
        done = write(self, *args, **options)
        if len(calls) == 2:
            raise RuntimeError("the worker dies")
        return done

    monkeypatch.setattr(PassImportRun, "_write", dying)
    files.call("run-pass-import", import_id=import_id)
    with psycopg.connect(files.settings.database_url) as connection:
        for _ in range(2):
            connection.execute("update procrastinate_jobs set scheduled_at = null")
            connection.commit()
            run_jobs(files.settings)

    done = files.call("get-pass-import", import_id=import_id)
    assert (done["state"], done["counts"]["created"], len(files.passes())) == ("done", 8, 8)
    assert files.done(import_id, "undo-pass-import")["undone"]["removed"] == 8


def test_invalid_file_and_template_without_a_version_are_refused(
    files: PassFiles, templates: Templates
) -> None:
    template_id = templates.published()
    draft = templates.save("Draft")["template_id"]

    assert files.upload(template_id, b"PK\x03\x04", 422)["errors"][0]["field"] == "file"
    files.upload(draft, "seat\n7A\n", 409)
    import_id = files.upload(template_id, "seat\n7A\n")["import_id"]
    files.call("check-pass-import", 422, import_id=import_id, mapping=[None])
    files.call("get-customer-import", 404, import_id=import_id)
