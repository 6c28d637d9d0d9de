"""Limits text messages to the rate of their sender, across all workers and organisations that use it."""

from collections.abc import Callable, Sequence

from api.domains.messaging.messages.carriers import Outgoing
from api.domains.messaging.messages.repository import PACED, MessageRepository
from api.domains.messaging.messages.sms_segments import sms_size
from api.domains.messaging.senders.reading import (
    LOOKS_AGAIN,
    TextSender,
    count_segments,
    take_segments,
)
from api.jobs.queue import Jobs
from api.jobs.registry import JobContext


class TextPace:
    """The sending rate for text messages of one organisation, within one job."""

    def __init__(self, context: JobContext, sender_of: Callable[[str], TextSender]) -> None:
        self._context = context
        self._org_id = context.org_id
        self._sender = sender_of(context.org_id)
        self.has_held_back = False
        """Whether some messages are waiting because of their sender's rate."""

    def take(self, most: int) -> int | None:
        """Return how many text messages may be sent now, or None without a limit. This is committed, so that no other
        worker waits for the claim.
        """
        if self._sender.per_second is None:
            return None
        now = self._context.now()
        with self._context.session() as session:
            due = MessageRepository(session).count_due_texts(self._org_id, now, most)
            taken = take_segments(session, self._sender, due, now) if due else 0
            self.has_held_back = taken < due
            return taken

    def used(self, taken: int | None, leaving: Sequence[Outgoing]) -> None:
        """Count how much of the reserved amount was used: texts may have several segments, and some were refused."""
        if taken is None:
            return
        texts = [it for it in leaving if it.channel == "sms"]
        more = sum(sms_size(it.content.text).segments for it in texts) - taken
        with self._context.session() as session:
            count_segments(session, self._sender, more, self._context.now())

    def look_again(self, kind: str) -> None:
        """Queue a job that continues in a few seconds, unless one is already waiting, because each would queue another
        one.
        """
        now = self._context.now()
        with self._context.session() as session:
            if not MessageRepository(session).has_paced_job(self._org_id, kind):
                later = now + LOOKS_AGAIN
                Jobs(session, now).enqueue(self._org_id, kind, {PACED: True}, not_before=later)
