"""Carriers of text messages and emails, and the choice of those that an installation has."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from queue import Empty, SimpleQueue

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.messaging.messages.browsers import BrowserCarrier
from api.domains.messaging.messages.carriers import UNREADY, Carrier, Outcome, Outgoing, broken
from api.domains.messaging.messages.mails import (
    MailComposer,
    draw_code_of,
    identities_of,
    mail_id,
)
from api.domains.messaging.messages.repository import MessageRepository
from api.domains.messaging.messages.sandbox import SandboxCarrier
from api.domains.messaging.messages.wallet import WalletCarrier
from api.domains.messaging.senders.reading import TextSender, text_sender_of
from api.domains.people.consents.types import Channel
from api.domains.people.consents.zones import country_of_phone
from api.integrations.mail_sender import can_mail, outgoing_mail_sender
from api.integrations.ports.mail_sender import (
    BulkMailSender,
    MailFailed,
    MailRefused,
    MailUncertain,
    SendMail,
)
from api.integrations.ports.sms_sender import (
    PhoneRefused,
    SenderRefused,
    SmsUnavailable,
    SmsUncertain,
    TextProvider,
    TextTaken,
)
from api.integrations.sms_sender import can_text, outgoing_sms_sender, texts_per_second
from api.integrations.web_pusher import web_pusher
from runtime.settings import Settings

STATUS_PATH = "/v1/twilio/message-status"
AT_ONCE = 8
"""Maximum number of concurrent requests to a provider."""
LINES = 4
"""Maximum number of concurrent connections to a mail server."""


class TextCarrier:
    """Sends text messages through a provider."""

    name = "twilio"

    def __init__(
        self,
        sender: TextProvider,
        callback_url: Callable[[Outgoing], str | None],
        known: Callable[[str, Sequence[str]], set[str]],
        sender_of: Callable[[str], TextSender],
        now: Callable[[], datetime],
    ) -> None:
        """`sender_of` returns the sender of an organisation's text messages."""
        self._now = now
        self._sender = sender
        self._callback_url = callback_url
        self._known = known
        self.sender_of = sender_of

    def hand_over(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        """Send the messages, a few at a time."""
        own = self.sender_of(messages[0].org_id)
        with ThreadPoolExecutor(min(AT_ONCE, len(messages))) as pool:
            return list(pool.map(partial(self._send, own), messages))

    def _send(self, own: TextSender, message: Outgoing) -> Outcome:
        it = message.message_id
        if self._now() >= message.not_after:
            return Outcome(it, "unreached")
        try:
            taken = self._taken(own, message)
        except SmsUncertain as silence:
            return Outcome(it, "unknown", reason=str(silence))
        except SmsUnavailable as away:
            return Outcome(it, "later", reason=str(away), retry_after=away.retry_after)
        except PhoneRefused as no:
            return Outcome(it, "failed", str(no), opted_out=no.opted_out)
        return outcome_of(it, taken)

    def _taken(self, own: TextSender, message: Outgoing) -> TextTaken:
        """Hand the message over from the first sender that the provider accepts for this number."""
        name = own.names.get(country_of_phone(message.address)) if own.names else None
        senders = [
            *([{"sender": name}] if name is not None else []),
            *([{"service": own.service}] if own.service is not None else []),
            *([{"sender": own.number}] if own.number is not None else []),
        ]
        for sender in (*senders, {}):
            with suppress(SenderRefused):
                return self._sender.send(
                    message.org_id,
                    message.address,
                    message.content.text,
                    callback_url=self._callback_url(message),
                    **sender,
                )
        raise AssertionError("the installation's sender is refused as a number is")

    def look_up(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        """Return outcomes according to the provider's list. A message that is not on it a while after it was sent was
        not accepted.
        """
        taken: set[str] = set()
        outcomes = []
        with ThreadPoolExecutor(min(AT_ONCE, max(len(messages), 1))) as pool:
            for it, found in zip(messages, pool.map(self._listed, messages), strict=True):
                if found is not None:
                    outcomes.append(self._found(it, found, taken))
        return outcomes

    def _listed(self, message: Outgoing) -> list[TextTaken] | None:
        """Return the entries of the provider's list for a message, or None while it does not respond."""
        try:
            return self._sender.find(
                message.address,
                message.content.text,
                since=message.sending_at,
                provider_id=message.provider_id,
            )
        except SmsUnavailable:
            return None

    def _found(self, message: Outgoing, found: Sequence[TextTaken], taken: set[str]) -> Outcome:
        ids = [it.provider_id for it in found if it.provider_id is not None]
        if message.provider_id is None:
            # The same text to the same number may be another one of our messages.
            taken |= self._known(message.org_id, ids)
        for it in found:
            if it.provider_id is not None and it.provider_id not in taken:
                taken.add(it.provider_id)
                return outcome_of(message.message_id, it)
        return Outcome(message.message_id, "later", "not_taken")


class MailCarrier:
    """Sends emails through a mail server."""

    name = "smtp"

    def __init__(
        self,
        sender: BulkMailSender,
        composer: MailComposer,
        now: Callable[[], datetime],
        begin: Callable[[Sequence[Outgoing]], None],
    ) -> None:
        """`begin` records that emails are about to be sent."""
        self._sender = sender
        self._composer = composer
        self._now = now
        self._begin = begin

    def hand_over(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        """Send the emails through a few connections, each of which sends them one after the other. Each start is stored
        beforehand, so that after the death of a worker, only started emails are uncertain.
        """
        if self._now() >= messages[0].not_after:
            return [Outcome(it.message_id, "unreached") for it in messages]
        self._begin(messages)
        waiting = SimpleQueue[Outgoing]()
        for it in messages:
            waiting.put(it)
        lines = min(LINES, len(messages))
        with ThreadPoolExecutor(lines) as pool:
            sent = [pool.submit(self._sent, waiting) for _ in range(lines)]
        return [outcome for it in sent for outcome in it.result()]

    def _sent(self, waiting: SimpleQueue[Outgoing]) -> list[Outcome]:
        outcomes: list[Outcome] = []
        with self._sender.connection() as send:
            while True:
                try:
                    message = waiting.get_nowait()
                except Empty:
                    return outcomes
                outcomes.append(self._send(send, message))

    def _send(self, send: SendMail, message: Outgoing) -> Outcome:
        it = message.message_id
        if self._now() >= message.not_after:
            return Outcome(it, "unreached")
        try:
            mail = self._composer.mail(message)
        except UNREADY as error:
            return broken(message, error)
        try:
            send(mail)
        except MailUncertain as silence:
            return Outcome(it, "unknown", str(silence))
        except MailRefused as no:
            return Outcome(it, "bounced", str(no), bad_address=True)
        except MailFailed as away:
            return Outcome(it, "later", str(away))
        return Outcome(it, "sent")

    def look_up(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        """Return outcomes of started emails. A mail server has no list of the emails that it accepted, so they may have
        been sent and are never sent again.
        """
        return [
            Outcome(
                it.message_id,
                "failed",
                "It is unknown whether the mail server accepted the message.",
            )
            if it.provider_id is not None
            else Outcome(it.message_id, "later", "not_taken")
            for it in messages
        ]


def outcome_of(message_id: str, taken: TextTaken) -> Outcome:
    """Return the outcome of a text message that a provider accepted or refused."""
    return Outcome(
        message_id,
        taken.state,
        taken.reason,
        provider_id=taken.provider_id,
        sender=taken.sender,
        segments=taken.segments,
        cost_micros=taken.cost_micros,
        currency=taken.currency,
        opted_out=taken.opted_out,
    )


def carriers_of(
    settings: Settings, engine: Engine, now: Callable[[], datetime]
) -> Mapping[Channel, Carrier]:
    """Return the carriers of this installation, by channel. In production, channels that are not configured
    have none.
    """
    composer = MailComposer(
        settings, draw_code_of(engine, settings), identities_of(engine, settings)
    )
    sandbox = SandboxCarrier(engine, composer, now)
    carriers: dict[Channel, Carrier] = {}
    texts, mails = outgoing_sms_sender(settings), outgoing_mail_sender(settings)
    if can_send(settings, "sms"):
        known = partial(_known, engine)
        carriers["sms"] = (
            TextCarrier(
                texts,
                callback_url_of(settings),
                known,
                partial(_text_sender, engine, settings),
                now,
            )
            if texts is not None
            else sandbox
        )
    if can_send(settings, "email"):
        begin = partial(_begin, engine, settings.base_url)
        carriers["email"] = (
            MailCarrier(mails, composer, now, begin) if mails is not None else sandbox
        )
    carriers["wallet_push"] = WalletCarrier(engine, now)
    pusher = web_pusher(settings)
    if pusher is not None:
        carriers["web_push"] = BrowserCarrier(settings, engine, now, pusher)
    return carriers


def _known(engine: Engine, org_id: str, provider_ids: Sequence[str]) -> set[str]:
    """Return those of these provider IDs that belong to messages which are known to have been accepted."""
    with Session(engine) as session, session.begin():
        enter_tenant(session, org_id)
        return MessageRepository(session).known_provider_ids(org_id, provider_ids)


def _begin(engine: Engine, base_url: str, mails: Sequence[Outgoing]) -> None:
    """Record that emails are about to be sent, before any of them is. From then on they have their Message-ID."""
    org_id = mails[0].org_id
    with Session(engine) as session, session.begin():
        enter_tenant(session, org_id)
        MessageRepository(session).change(
            org_id,
            [
                {"message_id": it.message_id, "provider_id": mail_id(base_url, it.message_id)}
                for it in mails
            ],
        )


def _text_sender(engine: Engine, settings: Settings, org_id: str) -> TextSender:
    """Return the sender of an organisation's text messages."""
    with Session(engine) as session, session.begin():
        enter_tenant(session, org_id)
        return text_sender_in(session, settings, org_id)


def text_sender_in(session: Session, settings: Settings, org_id: str) -> TextSender:
    """Return the sender of an organisation's text messages. The sandbox has no rate limit."""
    sender = text_sender_of(session, org_id, texts_per_second(settings))
    return replace(sender, per_second=None) if is_kept(settings, "sms") else sender


def callback_url_of(settings: Settings) -> Callable[[Outgoing], str]:
    """Return a function that gives the URL to which a provider reports the outcome of a message."""
    base = settings.base_url.rstrip("/")
    return lambda it: f"{base}{STATUS_PATH}/{it.org_id}/{it.message_id}"


def can_send(settings: Settings, channel: Channel) -> bool:
    """Return whether messages on a channel can be sent."""
    if channel == "sms":
        return can_text(settings)
    if channel == "wallet_push":
        return True
    if channel == "web_push":
        return web_pusher(settings) is not None
    return channel == "email" and (can_mail(settings) or settings.environment == "development")


def is_kept(settings: Settings, channel: Channel) -> bool:
    """Return whether the sandbox stores messages on a channel, because no provider is configured."""
    leaves = can_mail(settings) if channel == "email" else outgoing_sms_sender(settings) is not None
    return settings.environment == "development" and not leaves
