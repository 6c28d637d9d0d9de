"""Mails about codes that lead nowhere: to the owners, once for each outage."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from typing import Any

import psycopg
from sqlalchemy import Engine
from starlette.testclient import TestClient

from api.apps.job_modules import load
from api.db.engine import make_engine
from api.domains.messaging.owner_alerts.noticing import SEND, WAITS, notice_broken, queue_due
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


def night(settings: Settings, *found: tuple[Destination, Finding], at: datetime = NIGHT) -> None:
    """What the nightly check keeps."""
    keep_findings(settings.database_url_as("waypost_pipelines"), found, at)


def tell(settings: Settings, at: datetime = NIGHT) -> int:
    """A minute of the worker at this time: how many alerts it made."""
    engine = make_engine(settings)
    try:
        made = notice_broken(engine, at)
        queue_due(engine, at)
        send_queued(settings, engine, at)
    finally:
        engine.dispose()
    return made


def send_queued(settings: Settings, engine: Engine, at: datetime = NIGHT) -> None:
    """Do the queued jobs at this time; the worker itself would look at the real clock."""
    load()
    with psycopg.connect(settings.database_url) as connection:
        queued = connection.execute(
            "select job_id, org_id from jobs where state = 'queued' and kind = %s", [SEND]
        ).fetchall()
    for job_id, org_id in queued:
        do_job(settings, engine, lambda: at, job_id, org_id)


def kept(client: TestClient, admin: Somebody) -> list[dict[str, Any]]:
    """What the sandbox kept, the oldest first."""
    answer = client.post("/v1/get-sandbox-messages", json={}, headers=admin.headers)
    items: list[dict[str, Any]] = answer.json()["items"]
    return items[::-1]


def alerts(settings: Settings) -> list[Any]:
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute(
            "select state, tries, next_try_at from owner_alerts order by created_at"
        ).fetchall()


def test_owners_get_one_mail_that_names_what_broke(
    client: TestClient, owner: Somebody, admin: Somebody, editor: Somebody, api_settings: Settings
) -> None:
    menu = make_code(client, editor, "<b>Menu</b>")
    other, fine = make_code(client, editor, "Shop"), make_code(client, editor, "Fine one")
    private = Finding("private", reason="It leads into a private network.")
    night(api_settings, (menu, GONE), (other, private), (fine, FINE))

    with post_office() as (post, port):
        post_settings = api_settings.with_vendors(mail_server(port))
        assert tell(post_settings) == 1
        night(api_settings, (menu, GONE), (other, private), at=NIGHT + timedelta(days=1))
        assert tell(post_settings, NIGHT + timedelta(days=1)) == 0

    (mail,) = post.mails
    assert mail["To"] == owner.email
    assert mail["Subject"] == "2 addresses of your codes lead nowhere – Harbor Coffee"
    words, html = body(mail, "plain"), body(mail, "html")
    for told in (menu.url, other.url, str(GONE.reason), "private network", "9 Mar 2026, 23:30"):
        assert told in words or told in html
        assert told in html
    assert f"/admin/my-codes/show/{menu.code_id}" in words
    assert "/admin/profile" in words
    assert "Fine one" not in words
    assert "<b>Menu</b>" in words
    assert "<b>Menu" not in html
    assert alerts(api_settings)[0][0] == "done"


def body(mail: EmailMessage, kind: str) -> str:
    part = mail.get_body(preferencelist=(kind,))
    assert part is not None
    content: str = part.get_content()
    return content


def test_what_works_again_and_breaks_again_is_told_again(
    client: TestClient, owner: Somebody, admin: Somebody, editor: Somebody, api_settings: Settings
) -> None:
    menu = make_code(client, editor, "Menu")
    for day, found in enumerate((GONE, GONE, FINE, GONE)):
        at = NIGHT + timedelta(days=day)
        night(api_settings, (menu, found), at=at)
        tell(api_settings, at)

    mails = kept(client, admin)
    assert [it["recipient"] for it in mails] == [owner.email] * 2
    assert {it["subject"] for it in mails} == {"The code “Menu” leads nowhere – Harbor Coffee"}


def test_parallel_workers_tell_once(
    client: TestClient, owner: Somebody, admin: Somebody, editor: Somebody, api_settings: Settings
) -> None:
    codes = [make_code(client, editor, "Menu" * n) for n in range(1, 4)]
    night(api_settings, *((code, GONE) for code in codes))
    engine = make_engine(api_settings)
    try:
        with ThreadPoolExecutor(4) as threads:
            made = sum(threads.map(lambda _: notice_broken(engine, NIGHT), range(4)))
            queued = sum(threads.map(lambda _: queue_due(engine, NIGHT), range(4)))
        send_queued(api_settings, engine)
    finally:
        engine.dispose()

    assert (made, queued) == (1, 1)
    assert [it["recipient"] for it in kept(client, admin)] == [owner.email]


def test_only_codes_that_live_are_told(
    client: TestClient, owner: Somebody, admin: Somebody, editor: Somebody, api_settings: Settings
) -> None:
    paused, over = make_code(client, editor, "Paused"), make_code(client, editor, "It is over")
    deleted = make_code(client, editor, "Deleted")
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update codes set state = 'paused' where name = 'Paused'")
        connection.execute("update codes set active_until = %s where name = 'It is over'", [NIGHT])
        connection.execute("update codes set deleted_at = %s where name = 'Deleted'", [NIGHT])
    night(api_settings, *((code, GONE) for code in (paused, over, deleted)))

    assert tell(api_settings) == 0
    assert kept(client, admin) == []


def test_children_live_as_long_as_their_base(
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
    night(api_settings, *((code, GONE) for code in children))
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute(
            "update codes set state = 'paused', active_until = %s where name = 'Base'", [NIGHT]
        )

    assert tell(api_settings) == 1
    (mail,) = kept(client, admin)
    assert mail["subject"] == f"The code “{names[2]}” leads nowhere – Harbor Coffee"

    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update codes set state = 'active' where name = 'Base'")
        connection.execute(
            "update codes set active_until = null, state = 'paused' where name = 'Follows it'"
        )
        connection.execute("update codes set active_until = null where name = 'Base'")
    assert tell(api_settings, NIGHT + timedelta(hours=1)) == 1
    subjects = {it["subject"] for it in kept(client, admin)}
    assert "2 addresses of your codes lead nowhere – Harbor Coffee" in subjects


def test_an_organisation_switches_it_off_and_on(
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
    night(api_settings, (menu, GONE))
    assert tell(api_settings) == 0

    assert switch(admin, True) == 200
    assert tell(api_settings) == 1
    assert len(kept(client, admin)) == 1


def test_each_organisation_hears_of_its_own(
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
    night(api_settings, (mine, GONE), (theirs, GONE))

    assert tell(api_settings) == 2
    (told,) = kept(client, admin)
    assert (told["recipient"], "Books" in told["body"]) == (owner.email, False)
    (told,) = kept(client, stranger)
    assert (told["recipient"], "Menu" in told["body"]) == (stranger.email, False)


def test_a_server_that_is_away_is_tried_again_and_nobody_gets_it_twice(
    client: TestClient,
    owner: Somebody,
    people: People,
    org: Org,
    editor: Somebody,
    api_settings: Settings,
) -> None:
    second = people.member(org, "owner", "second@harbor-coffee.example")
    night(api_settings, (make_code(client, editor, "Menu"), GONE))
    away = api_settings.with_vendors(mail_server(free_port()))
    tell(away)
    assert alerts(api_settings) == [("waiting", 1, NIGHT + WAITS[0])]
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute(  # as if the server had taken one owner's mail
            "update owner_alert_mails set state = 'sent' where user_id = %s", [owner.user_id]
        )

    with post_office() as (post, port):
        there = away.with_vendors(mail_server(port))
        tell(there, NIGHT + timedelta(minutes=1))
        assert post.mails == []
        tell(there, NIGHT + WAITS[0])
        tell(there, NIGHT + timedelta(days=1))

    assert [mail["To"] for mail in post.mails] == [second.email]
    assert alerts(api_settings)[0][0] == "done"


def test_what_no_server_takes_is_given_up(
    client: TestClient, owner: Somebody, editor: Somebody, api_settings: Settings
) -> None:
    night(api_settings, (make_code(client, editor, "Menu"), GONE))
    engine = make_engine(api_settings)
    try:
        notice_broken(engine, NIGHT)
        with psycopg.connect(api_settings.database_url) as connection:
            connection.execute("update owner_alerts set tries = %s", [len(WAITS)])
        assert queue_due(engine, NIGHT) == 0
        assert queue_due(engine, NIGHT) == 0
    finally:
        engine.dispose()
    assert alerts(api_settings)[0][0] == "given_up"


def test_a_name_that_no_header_can_have_still_gets_its_mail(
    client: TestClient, owner: Somebody, editor: Somebody, api_settings: Settings
) -> None:
    night(api_settings, (make_code(client, editor, "Menu"), GONE))
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update organizations set name = E'Harbor\\r\\nBcc: evil@example.com'")

    with post_office() as (post, port):
        tell(api_settings.with_vendors(mail_server(port)))

    (mail,) = post.mails
    assert mail["Subject"].endswith("Harbor Bcc: evil@example.com")
    assert mail["Bcc"] is None
    assert alerts(api_settings)[0][0] == "done"


def test_an_address_that_no_header_can_have_leaves_no_mail_half_sent(
    client: TestClient, owner: Somebody, editor: Somebody, api_settings: Settings
) -> None:
    night(api_settings, (make_code(client, editor, "Menu"), GONE))
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute(
            "update users set email = E'a@b.example\\nBcc: evil@example.com' where user_id = %s",
            [owner.user_id],
        )

    with post_office() as (post, port):
        tell(api_settings.with_vendors(mail_server(port)))
    with psycopg.connect(api_settings.database_url) as connection:
        states = connection.execute("select state from owner_alert_mails").fetchall()

    assert (post.mails, states) == ([], [("failed",)])
