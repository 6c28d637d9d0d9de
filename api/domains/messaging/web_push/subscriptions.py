"""The browsers that get notifications, and the agreements of their owners."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from api.domains.content.page_blocks.block_props import Notifications
from api.domains.content.page_blocks.blocks import PageData
from api.domains.messaging.web_push.errors import (
    NotificationsNotOffered,
    NotificationTextChanged,
    SubscriptionNotFound,
    refused,
)
from api.domains.messaging.web_push.models import WebPushSubscription
from api.domains.messaging.web_push.public_schemas import BrowserSubscription, SubscribeBrowser
from api.domains.messaging.web_push.subscription_repository import SubscriptionRepository
from api.domains.people.consents.service import ConsentService
from api.domains.people.consents.types import Decision, Origin, Source, Topic
from api.domains.people.customers.sealing import Sealer
from api.domains.people.customers.service import CustomerService
from api.integrations.ports.web_pusher import WebPusher, WebPushTarget

TOPIC: Topic = ("web_push", "marketing")


@dataclass(frozen=True, slots=True)
class OfferedPage:
    """A published page that a visitor is viewing."""

    org_id: str
    page_id: str
    version: int
    code_id: str | None
    visitor_id: str | None
    content: PageData


class SubscriptionService:
    """Subscribed browsers, through a database session that has entered its organisation."""

    def __init__(
        self,
        rows: SubscriptionRepository,
        customers: CustomerService,
        consents: ConsentService,
        sealer: Sealer,
        pusher: WebPusher | None,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._rows = rows
        self._customers = customers
        self._consents = consents
        self._sealer = sealer
        self._pusher = pusher
        self._now = now
        self._new_id = new_id

    def check_offered(self, page: OfferedPage) -> None:
        """Raise NotificationsNotOffered if the page has no such block or nothing can be sent."""
        if self._pusher is None or not page.content.notifications:
            raise NotificationsNotOffered

    def subscribe(self, page: OfferedPage, body: SubscribeBrowser, language: str) -> None:
        """Subscribe a browser. If its owner is known, their yes is stored as an entry of the consent ledger.

        Raises:
            NotificationsNotOffered: the page does not offer notifications.
            NotificationTextChanged: the text that the visitor saw is not that of the page.
            Invalid: the endpoint does not belong to a push service.
        """
        self.check_offered(page)
        self._check_endpoint(body.subscription)
        text, language = _agreed(page.content, body.text_shown, language)
        customer_id = self._customers.find_owner(page.org_id, page.visitor_id)
        self._rows.save(
            {
                "subscription_id": self._new_id("wps"),
                "org_id": page.org_id,
                **self._stored(body.subscription),
                "visitor_id": page.visitor_id,
                "customer_id": customer_id,
                "page_id": page.page_id,
                "page_version": page.version,
                "code_id": page.code_id,
                "language": language,
                "time_zone": body.time_zone,
                "text_hash": self._consents.keep_text(page.org_id, text),
                "agreed_at": self._now,
            }
        )
        if customer_id is not None:
            self._record(page, customer_id, "given", "form", text, language)

    def unsubscribe(self, page: OfferedPage, endpoint: str) -> None:
        """End the notifications of a browser. If it was the last one of a person, their consent is withdrawn."""
        row = self._rows.find(page.org_id, _hash(endpoint))
        if row is None:
            return
        customer_id = row.customer_id
        self._rows.remove(row)
        if customer_id is None:
            return
        ids = self._customers.ids_of_person(page.org_id, customer_id)
        if not ids:
            return
        # If two browsers unsubscribe at once, the second sees that the first has left.
        self._consents.lock(self._consents.person(page.org_id, customer_id))
        if not self._rows.count_of(page.org_id, ids):
            self._record(page, customer_id, "withdrawn", "one_click", None, None)

    def renew(self, org_id: str, endpoint: str, subscription: BrowserSubscription) -> None:
        """Change the endpoint of a browser's subscription. The agreement stays the same.

        Raises:
            SubscriptionNotFound: no browser has the previous endpoint.
            Invalid: the endpoint does not belong to a push service.
        """
        row = self._rows.find(org_id, _hash(endpoint))
        if row is None:
            raise SubscriptionNotFound
        self._check_endpoint(subscription)
        stored = self._stored(subscription)
        other = self._rows.find(org_id, stored["endpoint_hash"])
        if other is not None and other is not row:
            self._rows.remove(other)
        for name, value in stored.items():
            setattr(row, name, value)

    def _check_endpoint(self, subscription: BrowserSubscription) -> None:
        if self._pusher is None or not self._pusher.takes(subscription.endpoint):
            raise refused(
                "subscription.endpoint",
                "does not belong to a known push service",
                "unknown_push_service",
            )

    def _stored(self, subscription: BrowserSubscription) -> dict[str, str]:
        target = {"endpoint": subscription.endpoint, **subscription.keys.model_dump()}
        return {
            "endpoint_hash": _hash(subscription.endpoint),
            "sealed": self._sealer.wrap(json.dumps(target)),
        }

    def _record(
        self,
        page: OfferedPage,
        customer_id: str,
        decision: Decision,
        source: Source,
        text: str | None,
        language: str | None,
    ) -> None:
        person = self._consents.person(page.org_id, customer_id)
        origin = Origin(
            source,
            text,
            language,
            page_id=page.page_id,
            page_version=page.version,
            code_id=page.code_id,
        )
        self._consents.lock(person)
        self._consents.record(person, [TOPIC], decision, origin)


def target_of(row: WebPushSubscription, sealer: Sealer) -> WebPushTarget:
    """Return the endpoint and keys with which a browser is reached."""
    return WebPushTarget(**json.loads(sealer.unwrap(row.sealed)))


def _agreed(page: PageData, shown: str | None, language: str) -> tuple[str, str]:
    """Return the published text to which a visitor agreed, and its language. Without `shown`, it is the text of the
    first block.
    """
    own = page.root.language
    languages = dict.fromkeys((language, own, *page.languages))
    texts = [
        (_text(page, block, it), it)
        for it in languages
        if it in page.languages
        for block in page.notifications
    ]
    if shown is None:
        return texts[0]
    wanted = shown.split()
    found = next((it for it in texts if it[0].split() == wanted), None)
    if found is None:
        raise NotificationTextChanged
    return found


def _text(page: PageData, block: Notifications, language: str) -> str:
    return page.text(block.id, "text", language, block.text)


def _hash(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
