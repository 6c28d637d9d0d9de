"""Emails to the operator: one when a check fails, one when it passes again."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine

from api.db.engine import make_engine
from api.domains.messaging.operator_alerts.delivery import SILENT_AFTER, send_alerts
from api.integrations.ports.mail_sender import Handled, Mail, MailFailed
from api.integrations.smtp.adapter import SmtpMail
from runtime.settings import Settings
from tests.support.post_office import Post, mail_server, post_office
from warehouse.checks.stored_results import CheckResult, read_failing_checks, store_results

AT = datetime(2026, 3, 10, 3, 30, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
BAD = CheckResult(
    "orders", "expectations", passes=False, message="<status> is one of the accepted: 2 found"
)
WELL = CheckResult("orders", "expectations", passes=True)


@pytest.fixture
def engine(settings: Settings) -> Iterator[Engine]:
    made = make_engine(settings)
    yield made
    made.dispose()


class RefusingSender:
    """A mail server that accepts nothing."""

    def send(self, org_id: str, mail: Mail) -> Handled:
        raise MailFailed("it is away")


def store(settings: Settings, *found: CheckResult, at: datetime = AT) -> None:
    store_results(settings.database_url_as("waypost_pipelines"), found, at)


def subjects(post: Post) -> list[str]:
    return [str(mail["Subject"]) for mail in post.mails]


def test_an_outage_and_its_end_are_reported_once(settings: Settings, engine: Engine) -> None:
    with post_office() as (post, port):

        def minute(*found: CheckResult, at: datetime) -> list[str]:
            store(settings, *found, at=at)
            before = len(post.mails)
            send_alerts(
                engine, SmtpMail(mail_server(port)), "ops@example.com", "https://way.example", at
            )
            return subjects(post)[before:]

        assert minute(WELL, at=AT) == []
        assert minute(BAD, at=AT + MINUTE) == [
            "The check expectations of orders fails – Waypost",
        ]
        assert minute(BAD, at=AT + 2 * MINUTE) == []
        assert minute(WELL, at=AT + 3 * MINUTE) == [
            "The check expectations of orders passes again – Waypost",
        ]
        assert minute(WELL, at=AT + 4 * MINUTE) == []
        other = CheckResult(
            "marts", "publication", passes=False, message="marts.orders is not published"
        )
        assert minute(BAD, other, at=AT + 5 * MINUTE) == ["2 data checks fail – Waypost"]

    first = post.mails[0]
    assert first["To"] == "ops@example.com"
    parts = {part.get_content_subtype(): part.get_content() for part in first.iter_parts()}
    assert "since 2026-03-10 03:31 UTC" in parts["plain"]
    assert BAD.message in parts["plain"]
    assert "&lt;status&gt;" in parts["html"]


def test_refused_alert_email_is_sent_later(settings: Settings, engine: Engine) -> None:
    store(settings, BAD)

    assert send_alerts(engine, RefusingSender(), "ops@example.com", "", AT) == 0
    with post_office() as (post, port):
        assert (
            send_alerts(engine, SmtpMail(mail_server(port)), "ops@example.com", "", AT + MINUTE)
            == 1
        )

    assert subjects(post) == ["The check expectations of orders fails – Waypost"]


def test_stopped_checks_are_reported(settings: Settings, engine: Engine) -> None:
    class RecordingSender(list[Mail]):
        def send(self, org_id: str, mail: Mail) -> Handled:
            self.append(mail)
            return "sent"

    sender = RecordingSender()
    late = AT + SILENT_AFTER + MINUTE

    send_alerts(engine, sender, "ops@example.com", "", AT)
    store(settings, WELL)
    send_alerts(engine, sender, "ops@example.com", "", AT + SILENT_AFTER)
    assert sender == []
    send_alerts(engine, sender, "ops@example.com", "", late)
    send_alerts(engine, sender, "ops@example.com", "", late + MINUTE)
    store(settings, WELL, at=late + MINUTE)
    send_alerts(engine, sender, "ops@example.com", "", late + 2 * MINUTE)

    assert [it.subject for it in sender] == [
        "The check runs of dagster fails – Waypost",
        "The check runs of dagster passes again – Waypost",
    ]
    assert "The last check ran at 2026-03-10 03:30 UTC." in sender[0].text


def test_failing_check_keeps_the_time_of_its_first_failure(settings: Settings) -> None:
    store(settings, BAD)
    store(settings, BAD, at=AT + MINUTE)
    (failing,) = read_failing_checks(settings.database_url_as("waypost_pipelines"))
    store(settings, WELL, at=AT + 2 * MINUTE)

    assert (failing.since, failing.message) == (AT, BAD.message)
    assert read_failing_checks(settings.database_url_as("waypost_pipelines")) == []
