"""Sends notifications to browsers, from inside jobs and outside of transactions."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from api.auth.tenants import organization_of
from api.domains.messaging.web_push.keys import WebPushKeys
from api.domains.messaging.web_push.models import WebPushSubscription
from api.domains.messaging.web_push.subscription_repository import (
    KeyRepository,
    SubscriptionRepository,
)
from api.domains.messaging.web_push.subscriptions import target_of
from api.domains.people.customers.dependencies import customers_of
from api.domains.people.customers.sealing import Sealer
from api.integrations.ports.web_pusher import (
    WebPusher,
    WebPushIdentity,
    WebPushMessage,
    WebPushOutcome,
)
from api.jobs.registry import JobContext

KEPT_SECONDS = 86_400
"""How long push services store a notification for a browser that is switched off."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A notification."""

    message_id: str
    """Browsers show one notification for each ID, so that one that is sent again replaces itself. At most 32 letters,
    digits, - and _.
    """
    text: str
    title: str | None = None
    """If missing, the organisation's name is the title."""
    url: str | None = None
    """The page that a tap opens; if missing, the page on which the browser was subscribed."""


@dataclass(frozen=True, slots=True)
class PushedToCustomer:
    """The result of sending a notification to the browsers of one person."""

    sent: int
    later: int
    """Number of browsers whose push service asks to try again later."""
    refused: int
    retry_at: datetime | None
    """The latest time that a push service named."""


class NoticeSender:
    """Sends notifications of one organisation, with its name and logo."""

    def __init__(
        self, pusher: WebPusher, identity: WebPushIdentity, sealer: Sealer, title: str, logo: str
    ) -> None:
        self._pusher = pusher
        self._identity = identity
        self._sealer = sealer
        self._title = title
        self._logo = logo

    @classmethod
    def of(cls, context: JobContext, pusher: WebPusher | None) -> "NoticeSender | None":
        """Return the sender of a job's organisation, or None if it has no key yet or nothing can be sent."""
        sealer = Sealer.of(context.settings)
        with context.session() as session:
            keys = WebPushKeys(KeyRepository(session), sealer, context.now())
            identity = keys.identity(context.org_id)
            organization = organization_of(session, context.org_id)
        if pusher is None or identity is None:
            return None
        return cls(pusher, identity, sealer, organization.name, organization.logo)

    def send(self, notice: Notice, rows: Sequence[WebPushSubscription]) -> list[WebPushOutcome]:
        """Send to these browsers, and return the outcome for each in their order."""
        by_url: dict[str, list[int]] = defaultdict(list)
        for at, row in enumerate(rows):
            by_url[notice.url or _page_of(row)].append(at)
        outcomes: list[WebPushOutcome] = [WebPushOutcome("later")] * len(rows)
        for url, places in by_url.items():
            message = WebPushMessage(self._payload(notice, url), notice.message_id, KEPT_SECONDS)
            targets = [target_of(rows[at], self._sealer) for at in places]
            for at, outcome in zip(
                places, self._pusher.push(self._identity, message, targets), strict=True
            ):
                outcomes[at] = outcome
        return outcomes

    def _payload(self, notice: Notice, url: str) -> bytes:
        shown = {
            "title": notice.title or self._title,
            "body": notice.text,
            "url": url,
            "tag": notice.message_id,
            "icon": self._logo if self._logo.startswith(("https://", "/")) else "",
        }
        return json.dumps({name: it for name, it in shown.items() if it}).encode()


def push_to_customer(
    context: JobContext, pusher: WebPusher | None, customer_id: str, notice: Notice
) -> PushedToCustomer:
    """Send a notification to all browsers of a person, and delete the subscriptions of browsers that are gone.

    The caller must check whether the person may be contacted.
    """
    sender = NoticeSender.of(context, pusher)
    with context.session() as session:
        customers = customers_of(session, context.settings, context.now())
        ids = customers.ids_of_person(context.org_id, customer_id)
        rows = SubscriptionRepository(session).of_person(context.org_id, ids)
    if sender is None or not rows:
        return PushedToCustomer(0, 0, 0, None)
    outcomes = sender.send(notice, rows)
    gone = [
        row.subscription_id for row, it in zip(rows, outcomes, strict=True) if it.state == "gone"
    ]
    with context.session() as session:
        SubscriptionRepository(session).remove_many(context.org_id, gone)
    states = [it.state for it in outcomes]
    moments = [it.retry_at for it in outcomes if it.retry_at is not None]
    return PushedToCustomer(
        states.count("sent"),
        states.count("later"),
        states.count("refused"),
        max(moments, default=None),
    )


def _page_of(row: WebPushSubscription) -> str:
    return f"/code/{row.code_id}" if row.code_id is not None else f"/page/{row.page_id}"
