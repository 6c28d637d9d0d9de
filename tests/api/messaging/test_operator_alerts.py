"""Mails to whoever runs the installation: once when a check fails, once when it is well again."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Engine

from api.db.engine import make_engine
from api.domains.messaging.operator_alerts.sending import SILENT_AFTER, tell_news
from api.integrations.ports.mail_sender import Handled, Mail, MailFailed
from api.integrations.smtp.adapter import SmtpMail
from runtime.settings import Settings
from tests.support.post_office import Post, mail_server, post_office
from warehouse.checks.kept import Found, keep_found, read_failing

AT = datetime(2026, 3, 10, 3, 30, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
BAD = Found("orders", "expectations", passes=False, said="<status> is one of the accepted: 2 found")
WELL = Found("orders", "expectations", passes=True)


@pytest.fixture
def engine(settings: Settings) -> Iterator[Engine]:
    made = make_engine(settings)
    yield made
    made.dispose()


class Nobody:
    """A mail server that takes nothing."""

    def send(self, org_id: str, mail: Mail) -> Handled:
        raise MailFailed("it is away")


def keep(settings: Settings, *found: Found, at: datetime = AT) -> None:
    keep_found(settings.database_url_as("waypost_pipelines"), found, at)


def subjects(post: Post) -> list[str]:
    return [str(mail["Subject"]) for mail in post.mails]


def test_an_outage_is_told_once_and_its_end_once(settings: Settings, engine: Engine) -> None:
    with post_office() as (post, port):

        def minute(*found: Found, at: datetime) -> list[str]:
            keep(settings, *found, at=at)
            before = len(post.mails)
            tell_news(
                engine, SmtpMail(mail_server(port)), "ops@example.com", "https://way.example", at
            )
            return subjects(post)[before:]

        assert minute(WELL, at=AT) == []
        assert minute(BAD, at=AT + MINUTE) == [
            "The check expectations of orders fails – Waypost",
        ]
        assert minute(BAD, at=AT + 2 * MINUTE) == []
        assert minute(WELL, at=AT + 3 * MINUTE) == [
            "The check expectations of orders is well again – Waypost",
        ]
        assert minute(WELL, at=AT + 4 * MINUTE) == []
        other = Found("marts", "publication", passes=False, said="marts.orders is not published")
        assert minute(BAD, other, at=AT + 5 * MINUTE) == ["2 checks of the numbers fail – Waypost"]

    first = post.mails[0]
    assert first["To"] == "ops@example.com"
    parts = {part.get_content_subtype(): part.get_content() for part in first.iter_parts()}
    assert "since 2026-03-10 03:31 UTC" in parts["plain"]
    assert BAD.said in parts["plain"]
    assert "&lt;status&gt;" in parts["html"]


def test_what_nobody_took_is_told_later(settings: Settings, engine: Engine) -> None:
    keep(settings, BAD)

    assert tell_news(engine, Nobody(), "ops@example.com", "", AT) == 0
    with post_office() as (post, port):
        assert (
            tell_news(engine, SmtpMail(mail_server(port)), "ops@example.com", "", AT + MINUTE) == 1
        )

    assert subjects(post) == ["The check expectations of orders fails – Waypost"]


def test_checks_that_nobody_makes_any_more_are_an_outage(
    settings: Settings, engine: Engine
) -> None:
    class Kept(list[Mail]):
        def send(self, org_id: str, mail: Mail) -> Handled:
            self.append(mail)
            return "sent"

    kept = Kept()
    late = AT + SILENT_AFTER + MINUTE

    tell_news(engine, kept, "ops@example.com", "", AT)
    keep(settings, WELL)
    tell_news(engine, kept, "ops@example.com", "", AT + SILENT_AFTER)
    assert kept == []
    tell_news(engine, kept, "ops@example.com", "", late)
    tell_news(engine, kept, "ops@example.com", "", late + MINUTE)
    keep(settings, WELL, at=late + MINUTE)
    tell_news(engine, kept, "ops@example.com", "", late + 2 * MINUTE)

    assert [it.subject for it in kept] == [
        "The check runs of dagster fails – Waypost",
        "The check runs of dagster is well again – Waypost",
    ]
    assert "The last check was made at 2026-03-10 03:30 UTC." in kept[0].text


def test_since_when_is_kept_while_a_check_fails(settings: Settings) -> None:
    keep(settings, BAD)
    keep(settings, BAD, at=AT + MINUTE)
    (failing,) = read_failing(settings.database_url_as("waypost_pipelines"))
    keep(settings, WELL, at=AT + 2 * MINUTE)

    assert (failing.since, failing.said) == (AT, BAD.said)
    assert read_failing(settings.database_url_as("waypost_pipelines")) == []
