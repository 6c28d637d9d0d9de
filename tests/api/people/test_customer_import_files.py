"""Files with customers: all spreadsheet formats are read, anything else is refused, and none is stored in plain
text.
"""

import pytest

from api.domains.people.customer_imports.files import RowReader, UnreadableRow
from api.objects.store import objects_of
from tests.api.people.imports import Imports
from tests.support.contacts import rows_naming
from tests.support.people import Org

ANA = "ana@example.com"
ROW = "email;Vorname;Nachname\nana@example.com;Jörg;Größe\n"


@pytest.mark.parametrize(
    ("content", "encoding", "delimiter"),
    [
        (ROW.encode("utf-8-sig"), "utf-8", ";"),
        (ROW.encode("cp1252"), "windows-1252", ";"),
        (ROW.replace(";", "\t").encode("utf-16"), "utf-16", "\t"),
        (b"sep=|\r\n" + ROW.replace(";", "|").encode(), "utf-8", "|"),
        (ROW.replace(";", ",").replace("\n", "\r").encode(), "utf-8", ","),
        ('email,Vorname,Nachname\n"ana@example.com","Jörg","Größe"'.encode(), "utf-8", ","),
    ],
)
def test_encodings_and_delimiters_are_recognised(
    imports: Imports, content: bytes, encoding: str, delimiter: str
) -> None:
    checked = imports.check(content)

    assert (checked["encoding"], checked["delimiter"]) == (encoding, delimiter)
    assert [it["target"] for it in checked["columns"]] == ["email", "first_name", "last_name"]
    assert checked["columns"][2]["samples"] == ["Größe"]
    assert (checked["counts"]["created"], checked["counts"]["refused"]) == (1, 0)


def test_other_encoding_can_be_requested(imports: Imports) -> None:
    content = "email,name\nana@example.com,Анна\n".encode("windows-1251")

    assert imports.upload(content, encoding="windows-1251")["columns"][1]["samples"] == ["Анна"]
    imports.upload(content, 422, encoding="utf-8")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PK\x03\x04 a workbook",
        b"%PDF-1.7",
        b"\x89PNG\r\n",
        b"email,name\n",
        b"\n\n",
        b"email\x00,name\x00\nana@example.com,Ana\n",
        b"<!doctype html><p>Please log in</p>",
        b",".join(b"c%d" % it for it in range(201)) + b"\nx\n",
    ],
)
def test_unsupported_files_are_refused(imports: Imports, content: bytes) -> None:
    assert imports.upload(content, 422)["errors"][0]["field"] == "file"


def test_file_that_breaks_in_a_later_row_names_that_row(imports: Imports) -> None:
    rows = "".join(f"p{it}@example.com,Ana\n" for it in range(6_000))
    content = f"email,name\n{rows}".encode() + b"x@example.com,J\xf6rg\n"

    checked = imports.check(content)

    assert checked["state"] == "uploaded"
    assert checked["error"].startswith("Row ")
    assert imports.found("p1@example.com") == []


def test_unclosed_quotation_mark_is_reported_and_swallows_no_rows(imports: Imports) -> None:
    rows = [f"p{it}@example.com,Ana\n" for it in range(20)]
    rows[4] = 'p4@example.com,"Ana\n'

    checked = imports.check(f"email,name\n{''.join(rows)}".encode())

    assert checked["state"] == "uploaded"
    assert checked["error"].startswith("Row 6 ")
    assert imports.found("p1@example.com") == []


def test_waiting_files_are_encrypted_and_dropped_when_replaced_or_cancelled(
    imports: Imports, org: Org
) -> None:
    content = f"email,name\n{ANA},Unusual Name\n"
    first = imports.upload(content)
    objects = objects_of(imports.settings)
    (key,) = objects.keys(f"org/{org.org_id}/imports/")

    assert b"Unusual" not in objects.read(key)
    assert rows_naming(imports.settings, ["Unusual Name", ANA]) == []
    second = imports.upload(content)
    assert imports("get-customer-import", import_id=first["import_id"])["state"] == "cancelled"
    imports("cancel-customer-import", import_id=second["import_id"])
    assert objects.keys(f"org/{org.org_id}/imports/") == []
    imports("check-customer-import", 409, import_id=second["import_id"], mapping=["email", None])


def test_row_is_not_read_beyond_its_size_limit() -> None:
    def read(content: bytes) -> list[tuple[int, list[str]]]:
        return list(RowReader(iter([content]), "utf-8", ","))

    wide = b"email,name\n" + b"x," * 600_000 + b"\n"
    tall = b"email,name\n" + b'"x\n",' * 300_000 + b"\n"
    for content in (wide, tall):
        with pytest.raises(UnreadableRow, match="Row 2 has more than 1,000,000 characters"):
            read(content)
    assert len(read(b"email,name\n" + b"x,y\n" * 400_000)) == 400_000
