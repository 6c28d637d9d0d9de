"""Emailed reports: due in the organisation's time zone, sent to those who want them, once per period."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import psycopg
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from starlette.testclient import TestClient

from api.db.engine import make_engine
from api.domains.insights.scheduled_reports.delivery import queue_due
from api.domains.insights.scheduled_reports.mails import filter_texts
from api.domains.insights.scheduled_reports.timetable import (
    Timetable,
    local_hour,
    next_run,
    period_of,
)
from api.domains.insights.scheduled_reports.tokens import mail_token, recipient_of
from api.integrations.ports.mail_sender import Mail, MailFailed
from api.integrations.smtp.adapter import SmtpMail
from api.integrations.smtp.config import SmtpSettings
from runtime.settings import Settings
from tests.pipelines.events import land, make_event
from tests.support.calling import call
from tests.support.jobs import run_jobs
from tests.support.people import MakeMember, MakeOrg, Org, Somebody
from tests.support.post_office import mail_server, post_office
from warehouse.date_ranges import local_midnight
from warehouse.lake import Lake

ZONES = [
    "America/New_York",
    "Europe/Berlin",
    "America/Santiago",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Africa/Casablanca",
    "Pacific/Apia",
]


def save(client: TestClient, who: Somebody, *recipients: str, **body: Any) -> Any:
    fields = {"name": "Morning", "cadence": "day", "recipients": list(recipients)}
    return call(client, who, "save-scheduled-report", **fields | body)


def kept(client: TestClient, admin: Somebody) -> list[dict[str, Any]]:
    """Return the messages in the sandbox, oldest first."""
    items: list[dict[str, Any]] = call(client, admin, "get-sandbox-messages")["items"]
    return items[::-1]


def make_due(settings: Settings) -> int:
    """Make every schedule due, and start the due reports."""
    with psycopg.connect(settings.database_url) as connection:
        connection.execute("update report_schedules set next_run_at = now() - interval '1 minute'")
    engine = make_engine(settings)
    try:
        return queue_due(engine, datetime.now(UTC))
    finally:
        engine.dispose()


def rows(settings: Settings, query: str) -> list[Any]:
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute(query).fetchall()


def test_members_get_reports_at_once_and_external_recipients_must_confirm(
    client: TestClient, editor: Somebody, admin: Somebody, api_settings: Settings
) -> None:
    outside = "Reader@Outside.example"
    made = save(client, editor, editor.email, outside)
    run_jobs(api_settings)

    states = {it["email"]: it["state"] for it in made["recipients"]}
    assert states == {editor.email: "confirmed", outside.lower(): "pending"}
    (asked,) = kept(client, admin)
    assert (asked["recipient"], asked["channel"]) == (outside.lower(), "email")
    address = asked["body"].split("/mail/confirm/")[1].split()[0]
    assert client.get(f"/mail/confirm/{address}").status_code == 200
    assert make_due(api_settings) == 1
    run_jobs(api_settings)
    assert [it["recipient"] for it in kept(client, admin)[1:]] == [editor.email]

    assert client.post(f"/mail/confirm/{address}").status_code == 200
    (listed,) = call(client, editor, "list-scheduled-reports")["items"]
    assert {it["state"] for it in listed["recipients"]} == {"confirmed"}
    assert listed["last_run"]["state"] == "done"


def test_report_can_be_previewed_and_its_sample_is_sent_only_to_the_caller(
    client: TestClient, editor: Somebody, admin: Somebody, api_settings: Settings
) -> None:
    draft = {
        "name": "<b>Morning</b>",
        "cadence": "day",
        "question": {"filters": {"country": ["US"]}, "dimensions_as_of": "at_event_time"},
    }
    shown = call(client, editor, "preview-scheduled-report", **draft)
    queued = call(client, editor, "send-report-sample", **draft)
    assert queued["email"] == editor.email
    run_jobs(api_settings)

    assert "&lt;b&gt;Morning&lt;/b&gt;" in shown["html"]
    assert "country=US&as_of=at_event_time" in shown["text"]
    assert shown["subject"].startswith("<b>Morning</b>: ")
    (sent,) = kept(client, admin)
    assert (sent["recipient"], "You requested this test email" in sent["body"]) == (
        editor.email,
        True,
    )
    assert "/mail/unsubscribe/" not in sent["body"]
    # Everything above the footer is exactly as previewed.
    assert (
        sent["body"]
        .partition("Open the dashboard")[0]
        .endswith(shown["text"].partition("Open the dashboard")[0])
    )
    wrong = client.post(
        "/v1/preview-scheduled-report",
        json={"name": "x", "question": {"filters": {"nonsense": ["1"]}}},
        headers=editor.headers,
    )
    assert wrong.status_code == 422


def test_parallel_workers_send_a_report_once_per_period(
    client: TestClient, editor: Somebody, admin: Somebody, api_settings: Settings
) -> None:
    save(client, editor, editor.email)
    engine = make_engine(api_settings)
    with psycopg.connect(api_settings.database_url) as connection:
        connection.execute("update report_schedules set next_run_at = now() - interval '3 days'")

    with ThreadPoolExecutor(4) as threads:
        begun = list(threads.map(lambda _: queue_due(engine, datetime.now(UTC)), range(4)))
    engine.dispose()
    assert sum(begun) == 1
    run_jobs(api_settings)
    assert make_due(api_settings) == 0
    run_jobs(api_settings)

    assert len(kept(client, admin)) == 1
    with (
        pytest.raises(psycopg.errors.UniqueViolation),
        psycopg.connect(api_settings.database_url) as connection,
    ):
        connection.execute("insert into report_mails select * from report_mails")


def test_one_click_unsubscribes_from_a_report_permanently(
    client: TestClient, editor: Somebody, admin: Somebody, api_settings: Settings
) -> None:
    made = save(client, editor, editor.email)
    ((recipient,),) = rows(api_settings, "select recipient_id from report_recipients")
    token = mail_token(api_settings.secret_key, "unsubscribe", recipient)

    page = client.get(f"/mail/unsubscribe/{token}")
    assert "Unsubscribe" in page.text
    assert page.headers["x-robots-tag"].startswith("noindex")
    assert rows(api_settings, "select state from report_recipients") == [("confirmed",)]
    one_click = client.post(f"/mail/unsubscribe/{token}", data={"List-Unsubscribe": "One-Click"})
    assert one_click.status_code == 200
    again = save(client, editor, editor.email, schedule_id=made["schedule_id"])
    assert [it["state"] for it in again["recipients"]] == ["unsubscribed"]
    make_due(api_settings)
    run_jobs(api_settings)
    assert kept(client, admin) == []

    back = one_click.text.split('href="')[1].split('"')[0]
    client.post(back)
    assert rows(api_settings, "select state from report_recipients") == [("confirmed",)]
    wrong = client.post(f"/mail/confirm/{token}")
    assert wrong.status_code == 404


def test_report_email_contains_the_numbers(
    client: TestClient, editor: Somebody, org: Org, api_settings: Settings
) -> None:
    code = call(
        client, editor, "qr/create-code", name="Menu <b>", type="redirect",
        destination="https://harbor.example",
    )["code_id"]  # fmt: skip
    zone = ZoneInfo(org.time_zone)
    yesterday = period_of("day", datetime.now(UTC), zone, "monday")
    land(
        Lake.from_settings(api_settings),
        *(
            make_event(
                number, org_id=org.org_id, code_id=code, visitor_id=f"v{number}",
                occurred_at=yesterday.start + timedelta(hours=hours),
            )
            for number, hours in ((1, 3), (2, 4), (3, 5), (4, -3))
        ),
    )  # fmt: skip
    save(client, editor, editor.email)
    with post_office() as (post, port):
        sending = api_settings.with_vendors(mail_server(port))
        make_due(sending)
        run_jobs(sending)

    (mail,) = post.mails
    assert mail["To"] == editor.email
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "/mail/unsubscribe/" in mail["List-Unsubscribe"]
    assert mail["Message-ID"]
    assert mail["Date"]
    plain, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert plain is not None
    assert html is not None
    assert "Scans: 3 (+200% from 1)" in plain.get_content()
    assert "1. Menu <b>: 3" in plain.get_content()
    assert "Menu &lt;b&gt;" in html.get_content()
    day = yesterday.start.astimezone(zone).date().isoformat()
    assert f"/admin/analytics?from={day}&to={day}" in plain.get_content()
    assert rows(api_settings, "select state from report_mails") == [("sent",)]


def test_report_email_lists_its_filters() -> None:
    question = {
        "filters": {"code": ["c1", "-c2"], "utm_source": ["", "-ad"], "country": ["-DE"]},
        "include_bots": True,
        "dimensions_as_of": "at_event_time",
    }

    assert filter_texts({"filters": {}}, {}) == ()
    assert filter_texts(question, {"code": {"c1": "Menu\nof May", "c2": "Door"}}) == (
        "Only code: Menu of May",
        "Without code: Door",
        "Only UTM source: unknown",
        "Without UTM source: ad",
        "Without country: DE",
        "Including bots and link previews",
        "Folders, placements and names at event time",
    )


def test_failed_report_email_is_sent_later(
    client: TestClient, editor: Somebody, api_settings: Settings
) -> None:
    save(client, editor, editor.email)
    with post_office() as (_, port):
        pass
    make_due(api_settings)
    run_jobs(api_settings.with_vendors(mail_server(port)))

    (listed,) = call(client, editor, "list-scheduled-reports")["items"]
    assert listed["last_run"]["state"] == "failed"
    assert "did not take it" in listed["last_run"]["message"]
    assert rows(api_settings, "select state from report_mails") == [("failed",)]


def test_report_that_cannot_start_does_not_stop_other_reports(
    client: TestClient,
    api_settings: Settings,
    owner: Somebody,
    make_org: MakeOrg,
    make_member: MakeMember,
) -> None:
    broken = make_org(name="Broken")
    for who in (make_member(broken, "owner"), owner):
        save(client, who, who.email)
    with psycopg.connect(api_settings.database_url) as connection:
        nowhere = "update organizations set time_zone = 'Nowhere' where org_id = %s"
        connection.execute(nowhere, [broken.org_id])

    assert make_due(api_settings) == 1


def test_report_whose_numbers_cannot_be_counted_is_reported_as_failed(
    client: TestClient, api_settings: Settings, owner: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lake_is_away(*_: Any, **__: Any) -> None:
        raise OSError("no lake")

    monkeypatch.setattr(
        "api.domains.insights.scheduled_reports.delivery.count_report", lake_is_away
    )
    save(client, owner, owner.email)
    make_due(api_settings)

    run_jobs(api_settings)

    last = call(client, owner, "list-scheduled-reports")["items"][0]["last_run"]
    assert (last["state"], last["message"]) == ("failed", "The numbers could not be counted.")


def test_server_without_encryption_receives_no_report(api_settings: Settings) -> None:
    mail = Mail(to="a@b.example", subject="Hello", text="Hello", html="<p>Hello</p>")
    with post_office() as (post, port):
        careful = SmtpSettings(host="127.0.0.1", port=port)
        with pytest.raises(MailFailed):
            SmtpMail(careful).send("org", mail)

    assert post.mails == []


def test_invalid_requests_are_refused(
    client: TestClient, editor: Somebody, viewer: Somebody, make_org: MakeOrg,
    make_member: MakeMember,
) -> None:  # fmt: skip
    body = {"name": "A", "recipients": [editor.email]}
    for wrong, where in (
        ({"recipients": []}, "recipients"),
        ({"recipients": ["a@b.example\nBcc: c@d.example"]}, "recipients.0"),
        ({"hour": 24}, "hour"),
        ({"cadence": "year"}, "cadence"),
        ({"question": {"filters": {"shoe": ["1"]}}}, "question.filters.shoe"),
    ):
        answer = client.post("/v1/save-scheduled-report", json=body | wrong, headers=editor.headers)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, where)
    weak = client.post("/v1/save-scheduled-report", json=body, headers=viewer.headers)
    assert weak.status_code == 403
    mine = save(client, editor, editor.email)["schedule_id"]
    stranger = make_member(make_org("Northwind"), "owner")
    gone = client.post(
        "/v1/delete-scheduled-report", json={"schedule_id": mine}, headers=stranger.headers
    )
    assert gone.status_code == 404


def test_report_tokens_are_valid_for_one_person_and_one_purpose() -> None:
    token = mail_token(b"secret", "confirm", "rcp_1")

    assert recipient_of(b"secret", "confirm", token) == "rcp_1"
    assert recipient_of(b"secret", "unsubscribe", token) is None
    assert recipient_of(b"other", "confirm", token) is None
    for wrong in ("", ".", "é", "rcp_2" + token[5:]):
        assert recipient_of(b"secret", "confirm", wrong) is None


TIMETABLES = st.builds(
    Timetable,
    cadence=st.sampled_from(["day", "week", "month"]),
    hour=st.integers(0, 23),
    weekday=st.integers(0, 6),
    month_day=st.integers(1, 31),
)


@examples(max_examples=60, deadline=None)
@given(
    TIMETABLES,
    st.sampled_from(ZONES),
    st.datetimes(datetime(2015, 1, 1), datetime(2035, 1, 1)),  # noqa: DTZ001
)
def test_next_run_is_the_first_time_that_matches_the_schedule(
    timetable: Timetable, name: str, naive: datetime
) -> None:
    zone, after = ZoneInfo(name), naive.replace(tzinfo=UTC)

    moment = next_run(timetable, after, zone)

    assert moment > after
    local = moment.astimezone(zone)
    skipped = local.hour != timetable.hour
    if skipped:  # Clocks skipped this hour: the report is sent later on the same day.
        wall = datetime.combine(local.date(), local.time())
        assert wall - timedelta(hours=2) <= wall.replace(hour=timetable.hour, minute=0) < wall
    assert timetable.is_on(local.date())
    # No earlier day was possible.
    day = after.astimezone(zone).date()
    while day < local.date():
        if timetable.is_on(day):
            assert local_hour(day, timetable.hour, zone) <= after
        day += timedelta(days=1)
    assert next_run(timetable, moment, zone) > moment


@examples(max_examples=30, deadline=None)
@given(TIMETABLES, st.sampled_from(ZONES), st.dates(date(2015, 1, 1), date(2034, 1, 1)))
def test_periods_of_consecutive_runs_are_contiguous(
    timetable: Timetable, name: str, day: date
) -> None:
    zone = ZoneInfo(name)
    first = next_run(timetable, local_midnight(day, zone), zone)
    second = next_run(timetable, first, zone)

    one = period_of(timetable.cadence, first, zone, "sunday")
    two = period_of(timetable.cadence, second, zone, "sunday")

    assert one.start < one.end <= first
    assert two.start == one.end
