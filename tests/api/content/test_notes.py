"""Notes: stored, changed, found, shown to visitors only while public, with no executable content."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from starlette.testclient import TestClient

from api.domains.codes.codes.state import CodesState
from api.domains.codes.codes.unlocks import cookie_name, make_unlock
from runtime.settings import Settings
from tests.support.calling import call
from tests.support.people import MakeMember, MakeOrg, Somebody
from tests.support.waiting import eventually


def test_note_can_be_created_changed_found_and_deleted(
    client: TestClient, editor: Somebody, viewer: Somebody, code: str
) -> None:
    note = call(
        client,
        editor,
        "add_qr_note",
        code_id=code,
        title="Opening hours",
        body="<p>Open <strong>daily</strong></p><p>from 8</p>",
    )
    changed = call(client, editor, "add_qr_note", note_id=note["note_id"], title="Hours")

    assert (note["code_name"], note["excerpt"], note["is_public"]) == (
        "Menu",
        "Open daily\nfrom 8",
        False,
    )
    assert (changed["title"], changed["body"], changed["version"]) == ("Hours", note["body"], 2)
    found = call(client, viewer, "get_qr_notes", code_id=code, filter="DAILY")
    assert [item["note_id"] for item in found["items"]] == [note["note_id"]]
    assert call(client, viewer, "get_all_notes", filter="50%")["total"] == 0
    assert call(client, viewer, "get_all_notes", is_public=True)["total"] == 0
    call(client, editor, "delete_qr_note", id=note["note_id"])
    assert call(client, viewer, "get_all_notes")["total"] == 0
    again = client.post("/v1/delete_qr_note", json={"id": note["note_id"]}, headers=editor.headers)
    assert again.status_code == 404


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("<p>Hi</p><script>alert(1)</script>", "<p>Hi</p>"),
        ('<p onclick="x()">Hi</p>', "<p>Hi</p>"),
        ('<a href="javascript:alert(1)">x</a>', '<a rel="noopener noreferrer nofollow">x</a>'),
        ('<img src=x onerror="alert(1)">Hi', "Hi"),
        ('<p style="position:fixed">Hi</p>', "<p>Hi</p>"),
        ("<svg><a xlink:href='javascript:1'>x</a></svg>", ""),
        ("<p>Hi</p><p></p><p><br></p>", "<p>Hi</p>"),
    ],
)
def test_note_text_cannot_execute_scripts(
    client: TestClient, editor: Somebody, code: str, written: str, kept: str
) -> None:
    note = call(client, editor, "add_qr_note", code_id=code, title="T", body=written)

    assert note["body"] == kept


def test_only_public_note_has_a_page(client: TestClient, editor: Somebody, code: str) -> None:
    note = call(
        client, editor, "add_qr_note", code_id=code, title="Wi-Fi <b>", body="<p>Ask us</p>"
    )
    hidden = client.get(note["public_url"])
    call(client, editor, "add_qr_note", note_id=note["note_id"], is_public=True)
    shown = client.get(note["public_url"])
    of_code = client.get(f"/code/note/{code}")

    assert (hidden.status_code, "Wi-Fi" in hidden.text) == (404, False)
    assert (shown.status_code, of_code.status_code) == (200, 200)
    assert "<p>Ask us</p>" in shown.text
    assert "Wi-Fi &lt;b&gt;" in shown.text
    assert "<script" not in shown.text
    policy = shown.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    call(client, editor, "delete-qr-ode", id=code)
    eventually(lambda: client.get(note["public_url"]).status_code == 404)


def test_attachments_are_files_of_the_same_organisation(
    client: TestClient, editor: Somebody, code: str
) -> None:
    picture = f"org/{editor.org_id}/pictures/abc/w800.webp"
    file = f"org/{editor.org_id}/uploads/rules.pdf"
    note = call(
        client,
        editor,
        "add_qr_note",
        code_id=code,
        title="T",
        is_public=True,
        attachments=[{"name": "Menu", "url": f"/media/{picture}"}, {"name": "Rules", "key": file}],
    )

    assert [it["is_picture"] for it in note["attachments"]] == [True, False]
    assert note["attachments"][0]["url"] == f"/media/{picture}"
    assert "filename=Rules.pdf" in note["attachments"][1]["url"]
    page = client.get(note["public_url"]).text
    assert f'<img src="/media/{picture}" alt="Menu" lang=""' in page
    assert 'lang="" dir="auto">Rules</a>' in page
    assert "rules.pdf?" in page
    for url in (
        "/media/org/org_other/uploads/a.png",
        "https://elsewhere.example/a.png",
        f"/media/org/{editor.org_id}/../org_other/a.png",
        f"/media/org/{editor.org_id}/%2e%2e/org_other/a.png",
        "javascript:alert(1)",
    ):
        body = {"code_id": code, "title": "T", "attachments": [{"name": "x", "url": url}]}
        refused = client.post("/v1/add_qr_note", json=body, headers=editor.headers)
        assert refused.status_code == 422, url
        assert refused.json()["errors"][0]["field"] == "attachments.0.url"


def test_note_code_opens_its_newest_public_note(client: TestClient, editor: Somebody) -> None:
    code_id = call(client, editor, "qr/create-code", name="Board", type="note")["code_id"]
    opened = client.get(f"/code/{code_id}")
    assert (opened.status_code, opened.headers["location"]) == (302, f"/code/note/{code_id}")
    assert client.get(opened.headers["location"]).status_code == 404

    for title, is_public in (("First", True), ("Second", True), ("Draft", False)):
        call(client, editor, "add_qr_note", code_id=code_id, title=title, is_public=is_public)
    page = client.get(f"/code/note/{code_id}").text

    assert '<h1 lang="" dir="auto">Second</h1>' in page
    assert 'lang="" dir="auto">First</a>' in page
    assert "Draft" not in page
    call(client, editor, "qr/update-code", code_id=code_id, state="paused")
    CodesState.of(client.app).codes.invalidate()  # type: ignore[attr-defined]
    shut = client.get(f"/code/note/{code_id}")
    assert (shut.status_code, shut.headers["location"]) == (302, f"/code/{code_id}")


def test_locked_code_locks_its_notes(
    client: TestClient, editor: Somebody, settings: Settings, code: str
) -> None:
    note = call(client, editor, "add_qr_note", code_id=code, title="Secret", is_public=True)
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("update codes set password_hash = 'x', password_epoch = 3")
    CodesState.of(client.app).codes.invalidate()  # type: ignore[attr-defined]
    until = datetime.now(UTC) + timedelta(hours=1)

    def status(epoch: int) -> int:
        client.cookies.set(
            cookie_name(code, "password"),
            make_unlock(settings.secret_key, code, "password", epoch, until),
        )
        return client.get(note["public_url"]).status_code

    shut = client.get(note["public_url"])
    assert (shut.status_code, shut.headers["location"]) == (302, f"/code/{code}")
    assert (status(2), status(3)) == (302, 200)


def test_only_one_of_two_changes_to_the_same_version_is_stored(
    client: TestClient, editor: Somebody, code: str
) -> None:
    note = call(client, editor, "add_qr_note", code_id=code, title="T")

    def change(title: str) -> int:
        body = {"note_id": note["note_id"], "title": title, "version": 1}
        return client.post("/v1/add_qr_note", json=body, headers=editor.headers).status_code

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(change, ["one", "two"])) == [200, 409]


def test_notes_of_another_organisation_are_not_found(
    client: TestClient, editor: Somebody, code: str, make_org: MakeOrg, make_member: MakeMember
) -> None:
    stranger = make_member(make_org("Northwind Books"), "owner")
    note = call(client, editor, "add_qr_note", code_id=code, title="Ours")

    for path, body in (
        ("get_qr_notes", {"code_id": code}),
        ("add_qr_note", {"code_id": code, "title": "x"}),
        ("add_qr_note", {"note_id": note["note_id"], "title": "x"}),
        ("delete_qr_note", {"id": note["note_id"]}),
    ):
        answer = client.post(f"/v1/{path}", json=body, headers=stranger.headers)
        assert answer.status_code == 404, path
    assert call(client, stranger, "get_all_notes")["total"] == 0


def test_new_note_requires_a_code_and_a_title(
    client: TestClient, editor: Somebody, code: str
) -> None:
    for body, field in (({"title": "x"}, "code_id"), ({"code_id": code}, "title")):
        answer = client.post("/v1/add_qr_note", json=body, headers=editor.headers)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, field)
