"""The carrier of notifications to browsers. A message goes to all browsers of a person."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

from sqlalchemy import Engine

from api.domains.messaging.messages.carriers import Outcome, Outgoing
from api.domains.messaging.web_push.sending import Notice, push_to_customer
from api.integrations.ports.web_pusher import WebPusher
from api.jobs.registry import JobContext
from runtime.settings import Settings

AT_ONCE = 8


class BrowserCarrier:
    """Sends notifications. A repeated one replaces itself, because topic and tag are the message's ID."""

    name = "web_push"

    def __init__(
        self, settings: Settings, engine: Engine, now: Callable[[], datetime], pusher: WebPusher
    ) -> None:
        self._settings = settings
        self._engine = engine
        self._now = now
        self._pusher = pusher

    def hand_over(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        """Send the messages, a few at a time."""
        return self._sent(messages)

    def _sent(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        with ThreadPoolExecutor(min(AT_ONCE, len(messages))) as pool:
            return list(pool.map(self._send, messages))

    def look_up(self, messages: Sequence[Outgoing]) -> list[Outcome]:
        """Send the messages again to make sure that they were sent. Nobody sees a notification twice."""
        return self._sent(messages)

    def _send(self, it: Outgoing) -> Outcome:
        context = JobContext(
            it.message_id, it.org_id, None, self._settings, self._engine, self._now
        )
        content = it.content
        notice = Notice(it.message_id, content.text, content.subject or None, content.url or None)
        done = push_to_customer(context, self._pusher, it.customer_id or "", notice)
        if done.sent:
            return Outcome(it.message_id, "sent")
        if done.later:
            wait = (done.retry_at - self._now()).total_seconds() if done.retry_at else None
            return Outcome(it.message_id, "later", "push_service_away", retry_after=wait)
        return Outcome(it.message_id, "failed", "No browser of this person is subscribed.")
