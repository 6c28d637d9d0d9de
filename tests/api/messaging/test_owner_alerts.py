"""Emails to owners about broken destinations, one for each outage."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import psycopg
from sqlalchemy import Engine
from starlette.testclient import TestClient

from api.apps.job_modules import load
from api.db.engine import make_engine
from api.domains.messaging.owner_alerts.detection import (
    RETRY_DELAYS,
    SEND,
    detect_broken_destinations,
    queue_due,
)
from api.jobs.worker import do_job
from runtime.destinations import Finding
from runtime.embedded.process import free_port
from runtime.settings import Settings
from tests.support.people import MakeMember, MakeOrg, Org, People, Somebody
from tests.support.post_office import mail_server, post_office
from warehouse.destinations import Destination, keep_findings

NIGHT = datetime(2026, 3, 10, 3, 30, tzinfo=UTC)
GONE = Finding("broken", 404, "It answers 404 (Not Found).")
FINE = Finding("fine", 200)


def make_code(client: TestClient, who: Somebody, name: str) -> Destination:
    url = f"https://shop.example/{len(name)}"
    answer = client.post(
        "/v1/qr/create-code",
        json={"name": name, "type": "redirect", "destination": url},
        headers=who.headers,
    )
    assert answer.status_code == 200, answer.text
    assert who.org_id is not None
    return Destination(who.org_id, answer.json()["code_id"], url)


def store_findings(
    settings: Settings, *found: tuple[Destination, Finding], at: datetime = NIGHT
) -> None:
    """Store the results of the nightly check."""
    keep_findings(settings.database_url_as("waypost_pipelines"), found, at)


def run_alerts(settings: Settings, at: datetime = NIGHT) -> int:
    """Run the periodic task at this time and return how many alerts it created."""
    engine = make_engine(settings)
    try:
        made = detect_broken_destinations(engine, at)
        queue_due(engine, at)
        send_queued(settings, engine, at)
    finally:
        engine.dispose()
    return made


def send_queued(settings: Settings, engine: Engine, at: datetime = NIGHT) -> None:
    """Run the queued jobs at this time; the worker itself would use the real clock."""
    load()
    with psycopg.connect(settings.database_url) as connection:
        queued = connection.execute(
            "select job_id, org_id from jobs where state = 'queued' and kind = %s", [SEND]
        ).fetchall()
    for job_id, org_id in queued:
        do_job(settings, engine, lambda: at, job_id, org_id)


def sandbox_messages(client: TestClient, admin: Somebody) -> list[dict[str, Any]]:
    """Return the messages in the sandbox, oldest first."""
    answer = client.post("/v1/get-sandbox-messages", json={}, headers=admin.headers)
    items: list[dict[str, Any]] = answer.json()["items"]
    return items[::-1]


def alerts(settings: Settings) -> list[Any]:
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute(
            "select state, tries, next_try_at from owner_alerts order by created_at"
        ).fetchall()


def test_owners_get_one_email_that_names_the_broken_destinations(
    client: TestClient, owner: Somebody, admin: Somebody, editor: Somebody, api_settings: Settings
) -> None:
    menu = make_code(client, editor, "<b>Menu</b>")
    other, fine = make_code(client, editor, "Shop"), make_code(client, editor, "Fine one")
    private = Finding("private", reason="It leads into a private network.")
    store_findings(api_settings, (menu, GONE), (other, private), (fine, FINE))

    with post_office() as (post, port):
        post_settings = api_settings.with_vendors(mail_server(port))
        assert run_alerts(post_settings) == 1
        store_findings(api_settings, (menu, GONE), (other, private), at=NIGHT + timedelta(days=1))
        assert run_alerts(post_settings, NIGHT + timedelta(days=1)) == 0

    (mail,) = post.mails
    assert mail["To"] == owner.email
    assert mail["Subject"] == "2 destinations of your codes are broken – Harbor Coffee"
    words, html = body(mail, "plain"), body(mail, "html")
    for fact in (menu.url, other.url, str(GONE.reason), "private network", "9 Mar 2026, 23:30"):
        assert fact in words or fact in html
        assert fact in html
    assert f"/admin/my-codes/show/{menu.code_id}" in words
    assert "/admin/settings/notifications" in words
    assert "Fine one" not in words
    assert "<b>Menu</b>" in words
    assert "<b>Menu" not in html
    assert alerts(api_settings)[0][0] == "done"


def body(mail: EmailMessage, kind: str) -> str:
    part = mail.get_body(preferencelist=(kind,))
    assert part is not None
    content: str = part.get_content()
    return content


def test_destination_that_breaks_again_is_reported_again(
    client: TestClient, owner: Somebody, admin: Somebody, editor: Somebody, api_settings: Settings
) -> None:
    menu = make_code(client, editor, "Menu")
    for day, found in enumerate((GONE, GONE, FINE, GONE)):
        at = NIGHT + timedelta(days=day)
        store_findings(api_settings, (menu, found), at=at)
        run_alerts(api_settings, at)

    mails = sandbox_messages(client, admin)
    assert [it["recipient"] for it in mails] == [owner.email] * 2
    assert {it["subject"] for it in mails} == {
        "The destination of “Menu” is broken – Harbor Coffee"
    }


def test_parallel_workers_send_one_email(
    client: TestClient, owner: Somebody, admin: Somebody, editor: Somebody, api_settings: Settings
) -> None:
    codes = [make_code(client, editor, "Menu" * n) for n in range(1, 4)]
    store_findings(api_settings, *((code, GONE) for code in codes))
    engine = make_engine(api_settings)
    try:
        with ThreadPoolExecutor(4) as threads:
            made = sum(threads.map(lambda _: detect_broken_destinations(engine, NIGHT), range(4)))
            queued = sum(threads.map(lambda _: queue_due(engine, NIGHT), range(4)))
        send_queued(api_settings, engine)
    finally:
        engine.dispose()

    assert (made, queued) == (1, 1)
    assert [it["recipient"] for it in sandbox_messages(client, admin)] == [owner.email]


def test_only_active_codes_are_reported(
    client: TestClient, owner: Somebody, admin: Somebody, editor: Somebody, api_settings: Settings
) -> None:
    paused, over = make_code(client, editor, "Paused"), make_code(client, editor, "It is over")
    deleted = make_code(client, editor, "Deleted")
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update codes set state = 'paused' where name = 'Paused'")
        connection.execute("update codes set active_until = %s where name = 'It is over'", [NIGHT])
        connection.execute("update codes set deleted_at = %s where name = 'Deleted'", [NIGHT])
    store_findings(api_settings, *((code, GONE) for code in (paused, over, deleted)))

    assert run_alerts(api_settings) == 0
    assert sandbox_messages(client, admin) == []


def test_child_is_reported_only_while_its_base_is_active(
    client: TestClient, owner: Somebody, admin: Somebody, editor: Somebody, api_settings: Settings
) -> None:
    base = make_code(client, editor, "Base")
    names = ("Follows it", "Has a state", "Has a state and a window")
    children = [make_code(client, editor, name) for name in names]
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute(
            "update codes set base_code_id = %s, overrides = '{destination}' where name = any(%s)",
            [base.code_id, list(names)],
        )
        for part, name in (("state", names[1]), ("state", names[2]), ("window", names[2])):
            connection.execute(
                "update codes set overrides = overrides || %s::text where name = %s", [part, name]
            )
    store_findings(api_settings, *((code, GONE) for code in children))
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute(
            "update codes set state = 'paused', active_until = %s where name = 'Base'", [NIGHT]
        )

    assert run_alerts(api_settings) == 1
    (mail,) = sandbox_messages(client, admin)
    assert mail["subject"] == f"The destination of “{names[2]}” is broken – Harbor Coffee"

    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update codes set state = 'active' where name = 'Base'")
        connection.execute(
            "update codes set active_until = null, state = 'paused' where name = 'Follows it'"
        )
        connection.execute("update codes set active_until = null where name = 'Base'")
    assert run_alerts(api_settings, NIGHT + timedelta(hours=1)) == 1
    subjects = {it["subject"] for it in sandbox_messages(client, admin)}
    assert "2 destinations of your codes are broken – Harbor Coffee" in subjects


def test_organisation_turns_alerts_off_and_on(
    client: TestClient,
    owner: Somebody,
    admin: Somebody,
    editor: Somebody,
    api_settings: Settings,
) -> None:
    def switch(who: Somebody, is_on: bool) -> int:
        answer = client.post(
            "/v1/update-organization", json={"alerts_by_mail": is_on}, headers=who.headers
        )
        return answer.status_code

    menu = make_code(client, editor, "Menu")
    assert switch(editor, False) == 403
    assert switch(admin, False) == 200
    store_findings(api_settings, (menu, GONE))
    assert run_alerts(api_settings) == 0

    assert switch(admin, True) == 200
    assert run_alerts(api_settings) == 1
    assert len(sandbox_messages(client, admin)) == 1


def test_each_organisation_gets_its_own_alerts(
    client: TestClient,
    owner: Somebody,
    admin: Somebody,
    editor: Somebody,
    make_org: MakeOrg,
    make_member: MakeMember,
    api_settings: Settings,
) -> None:
    other: Org = make_org("Northwind Books")
    stranger = make_member(other, "owner", "stranger@northwind.example")
    mine, theirs = make_code(client, editor, "Menu"), make_code(client, stranger, "Books")
    store_findings(api_settings, (mine, GONE), (theirs, GONE))

    assert run_alerts(api_settings) == 2
    (mail,) = sandbox_messages(client, admin)
    assert (mail["recipient"], "Books" in mail["body"]) == (owner.email, False)
    (mail,) = sandbox_messages(client, stranger)
    assert (mail["recipient"], "Menu" in mail["body"]) == (stranger.email, False)


def test_unreachable_mail_server_is_retried_and_no_owner_gets_two_emails(
    client: TestClient,
    owner: Somebody,
    people: People,
    org: Org,
    editor: Somebody,
    api_settings: Settings,
) -> None:
    second = people.member(org, "owner", "second@harbor-coffee.example")
    store_findings(api_settings, (make_code(client, editor, "Menu"), GONE))
    away = api_settings.with_vendors(mail_server(free_port()))
    run_alerts(away)
    assert alerts(api_settings) == [("waiting", 1, NIGHT + RETRY_DELAYS[0])]
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute(  # as if the server had accepted the email to one owner
            "update owner_alert_mails set state = 'sent' where user_id = %s", [owner.user_id]
        )

    with post_office() as (post, port):
        there = away.with_vendors(mail_server(port))
        run_alerts(there, NIGHT + timedelta(minutes=1))
        assert post.mails == []
        run_alerts(there, NIGHT + RETRY_DELAYS[0])
        run_alerts(there, NIGHT + timedelta(days=1))

    assert [mail["To"] for mail in post.mails] == [second.email]
    assert alerts(api_settings)[0][0] == "done"


def test_alert_is_abandoned_after_the_last_attempt(
    client: TestClient, owner: Somebody, editor: Somebody, api_settings: Settings
) -> None:
    store_findings(api_settings, (make_code(client, editor, "Menu"), GONE))
    engine = make_engine(api_settings)
    try:
        detect_broken_destinations(engine, NIGHT)
        with psycopg.connect(api_settings.database_url) as connection:
            connection.execute("update owner_alerts set tries = %s", [len(RETRY_DELAYS)])
        assert queue_due(engine, NIGHT) == 0
        assert queue_due(engine, NIGHT) == 0
    finally:
        engine.dispose()
    assert alerts(api_settings)[0][0] == "given_up"


def test_organisation_name_that_is_invalid_in_headers_still_gets_its_email(
    client: TestClient, owner: Somebody, editor: Somebody, api_settings: Settings
) -> None:
    store_findings(api_settings, (make_code(client, editor, "Menu"), GONE))
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update organizations set name = E'Harbor\\r\\nBcc: evil@example.com'")

    with post_office() as (post, port):
        run_alerts(api_settings.with_vendors(mail_server(port)))

    (mail,) = post.mails
    assert mail["Subject"].endswith("Harbor Bcc: evil@example.com")
    assert mail["Bcc"] is None
    assert alerts(api_settings)[0][0] == "done"


def test_owner_address_that_is_invalid_in_headers_leaves_no_partially_sent_email(
    client: TestClient, owner: Somebody, editor: Somebody, api_settings: Settings
) -> None:
    store_findings(api_settings, (make_code(client, editor, "Menu"), GONE))
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute(
            "update users set email = E'a@b.example\\nBcc: evil@example.com' where user_id = %s",
            [owner.user_id],
        )

    with post_office() as (post, port):
        run_alerts(api_settings.with_vendors(mail_server(port)))
    with psycopg.connect(api_settings.database_url) as connection:
        states = connection.execute("select state from owner_alert_mails").fetchall()

    assert (post.mails, states) == ([], [("failed",)])
