"""Creates the short links in messages of one organisation."""

from datetime import datetime, timedelta
from typing import Any

import orjson
from sqlalchemy.orm import Session

from api.domains.codes.codes.hosts import hosts_in
from api.domains.messaging.links.repository import add_links
from api.domains.messaging.links.rewriting import LinkShortener, Shortened
from api.domains.messaging.links.tokens import new_key
from api.domains.people.customers.sealing import Sealer

LIFETIME = timedelta(days=365)
"""Links stop working this long after the message is due."""


class MessageLinkWriter:
    """Shortens links in messages and stores their destinations, in one session."""

    def __init__(self, session: Session, sealer: Sealer, base_url: str) -> None:
        self._session = session
        self._sealer = sealer
        self._base_url = base_url
        self._shortener: LinkShortener | None = None

    def shortened(self, key: int, text: str, html: str, url: str) -> Shortened:
        """Return a message with its links on the organisation's default host, else on the product's."""
        if self._shortener is None:
            host = hosts_in(self._session)().of(None)
            scheme = self._base_url.partition("://")[0]
            own = f"{scheme}://{host}" if host is not None else self._base_url
            self._shortener = LinkShortener(own, self._base_url)
        return self._shortener.shortened(key, text, html, url)

    def new_key(self) -> int:
        """Return a key for the links of a message."""
        return new_key()

    def row(
        self, org_id: str, message_id: str, key: int, targets: tuple[str, ...], due_at: datetime
    ) -> dict[str, Any]:
        """Return the row for a message's links."""
        return {
            "link_key": key,
            "org_id": org_id,
            "message_id": message_id,
            "targets_sealed": self._sealer.wrap(orjson.dumps(targets).decode()),
            "expires_at": due_at + LIFETIME,
        }

    def store(self, rows: list[dict[str, Any]]) -> None:
        """Store the links of messages that have been stored."""
        add_links(self._session, rows)
