"""Emails through a mail server on loopback: few connections, and the server's response to each email."""

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import cast

import pytest

from api.domains.messaging.messages.carriers import Outgoing
from api.domains.messaging.messages.contents import Content
from api.domains.messaging.messages.mails import MailComposer
from api.domains.messaging.messages.sending import MailCarrier
from api.integrations.ports.mail_sender import Mail, MailFailed, MailRefused, MailUncertain
from api.integrations.smtp.adapter import SmtpMail
from runtime.settings import Settings
from tests.support.post_office import mail_server, post_office


def mail(to: str) -> Mail:
    return Mail(to, "News", "Pumpkin spice is back", "<p>Pumpkin spice is back</p>")


def test_many_emails_use_one_connection_and_a_refused_email_does_not_end_it() -> None:
    with post_office() as (post, port):
        post.answers = {"gone@example.com": "550 No such user", "full@example.com": "452 Full"}
        with SmtpMail(mail_server(port)).connection() as send:
            send(mail("ana@example.com"))
            with pytest.raises(MailRefused):
                send(mail("gone@example.com"))
            with pytest.raises(MailFailed) as full:
                send(mail("full@example.com"))
            send(mail("ben@example.com"))
    assert type(full.value) is MailFailed
    assert [it["To"] for it in post.mails] == ["ana@example.com", "ben@example.com"]
    assert len(post.connections) == 1


def test_connection_closed_by_the_server_is_reopened() -> None:
    with post_office() as (post, port):
        post.most = 2
        with SmtpMail(mail_server(port)).connection() as send:
            for number in range(5):
                send(mail(f"{number}@example.com"))
    assert [it["To"] for it in post.mails] == [f"{it}@example.com" for it in range(5)]
    assert len(post.connections) == 3


def test_email_outcome_is_unknown_if_the_connection_breaks_after_it_was_sent() -> None:
    with post_office() as (post, port):
        post.goes_silent = True
        with SmtpMail(mail_server(port)).connection() as send:
            with pytest.raises(MailUncertain):
                send(mail("ana@example.com"))
            send(mail("ben@example.com"))
    assert [it["To"] for it in post.mails] == ["ana@example.com", "ben@example.com"]


@pytest.mark.parametrize("takes_unicode", [True, False])
def test_address_with_non_ascii_letters_needs_a_server_that_supports_them(
    takes_unicode: bool,
) -> None:
    with (
        post_office(takes_unicode=takes_unicode) as (post, port),
        SmtpMail(mail_server(port)).connection() as send,
    ):
        for to in ("ana@example.com", "jos\u00e9@example.com", "ana@bücher.example"):
            with suppress(MailRefused):
                send(mail(to))
    unicode = ["jos\u00e9@example.com"] if takes_unicode else []
    assert [it["To"] for it in post.mails] == [
        "ana@example.com",
        *unicode,
        "ana@xn--bcher-kva.example",
    ]
    assert len(post.connections) == 1


def test_email_is_certainly_not_sent_without_a_server() -> None:
    with post_office() as (_, port):
        pass
    with pytest.raises(MailFailed) as away:
        SmtpMail(mail_server(port)).send("org_1", mail("ana@example.com"))
    assert type(away.value) is MailFailed


class Composer:
    """Fails to write one of the emails."""

    def mail(self, it: Outgoing) -> Mail:
        if it.message_id == "bad":
            raise ValueError("no such picture")
        return mail(it.address)


def test_email_that_cannot_be_composed_delays_no_other_email() -> None:
    now = datetime(2026, 11, 29, tzinfo=UTC)
    with post_office() as (post, port):
        carrier = MailCarrier(
            SmtpMail(mail_server(port)),
            cast(MailComposer, Composer()),
            lambda: now,
            lambda _: None,
        )
        outcomes = carrier.hand_over([outgoing(it, now) for it in ("one", "bad", "two")])
    assert {it.message_id: it.kind for it in outcomes} == {
        "one": "sent",
        "bad": "failed",
        "two": "sent",
    }
    assert len(post.mails) == 2


def outgoing(message_id: str, now: datetime) -> Outgoing:
    return Outgoing(
        message_id=message_id,
        org_id="org",
        customer_id=None,
        channel="email",
        purpose="service",
        address=f"{message_id}@example.com",
        address_index=None,
        content=Content("Hi", "Hi", ""),
        language="en",
        code_id=None,
        tries=1,
        sending_at=now,
        not_after=now + timedelta(minutes=1),
    )


def test_email_that_has_a_preference_link_gets_no_second_one(api_settings: Settings) -> None:
    composer = MailComposer(api_settings, lambda *_: None, lambda _: None)
    now = datetime(2026, 11, 29, tzinfo=UTC)
    news = replace(outgoing("1", now), purpose="marketing", customer_id="cus_1")
    first = composer.mail(news)
    again = composer.mail(replace(news, content=Content("News", first.text, first.html)))

    assert first.html.count("/preferences/") == first.text.count("/preferences/") == 1
    assert (again.html, again.text) == (first.html, first.text)
