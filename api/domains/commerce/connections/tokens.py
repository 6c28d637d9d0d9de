"""Credentials that work now: tokens are refreshed before they expire, under a lock of their connection."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from api.db.session import commit_early
from api.domains.commerce.connections.errors import refusal
from api.domains.commerce.connections.models import Connection
from api.domains.commerce.connections.repository import ConnectionRepository
from api.domains.commerce.connections.requests import History, Made, make
from api.domains.commerce.connections.sealing import CredentialBox
from api.integrations.connector import DESCRIPTIONS, oauth
from api.integrations.ports.connector import (
    Credentials,
    CredentialsRefused,
    Granted,
    VendorProblem,
)
from runtime.settings import Settings

SHORTEST = timedelta(seconds=30)
"""A token that expires sooner than this is not used for a request."""


class NoTokens(Exception):
    """The tokens expired, and the vendor issued no new ones. The failed request is in `made`."""

    def __init__(self, made: Made, problem: VendorProblem) -> None:
        super().__init__(made.answer)
        self.made = made
        self.problem = problem


def token_values(
    box: CredentialBox, vendor: str, granted: Granted, now: datetime
) -> dict[str, Any]:
    """Return the column values of a connection that was just issued these tokens."""
    ends = None if granted.expires_in is None else now + timedelta(seconds=granted.expires_in)
    early = DESCRIPTIONS[vendor].refresh_before
    return {
        "credentials_sealed": box.seal(granted.credentials),
        "expires_at": ends,
        "refresh_at": None if ends is None else max(ends - early, now + (ends - now) / 2),
        "tokens_at": now,
    }


class Tokens:
    """Credentials of connections, in a session in their organisation."""

    def __init__(self, session: Session, settings: Settings, now: datetime) -> None:
        self._session = session
        self._settings = settings
        self._connections = ConnectionRepository(session)
        self._box = CredentialBox(settings)
        self._now = now

    def current(self, org_id: str, connection_id: str) -> Credentials | None:
        """Return credentials for a request now; None if the connection is gone. Its row may remain locked.

        The row is locked during the request to the vendor, so that a refresh token is used only once. The transaction
        has to be committed whatever the outcome.

        Raises:
            NoTokens: the tokens expired, and there are no new ones. The request is in the history.
        """
        row = self._connections.find_any(org_id, connection_id, locked=False)
        if row is not None and self._is_due(row):
            row = self._connections.find_any(org_id, connection_id)
        if row is None:
            return None
        if self._is_due(row):
            self._refresh(row)
        return self._box.unseal(row.credentials_sealed)

    def current_or_refusal(self, row: Connection) -> Credentials:
        """Return credentials for a handler's request.

        Raises:
            Invalid, VendorNotReached: the vendor issued no new tokens. The request is in the history.
        """
        try:
            credentials = self.current(row.org_id, row.connection_id)
        except NoTokens as error:
            commit_early(self._session)
            raise refusal(error.problem, error.made.answer) from None
        return {} if credentials is None else credentials

    def _is_due(self, row: Connection) -> bool:
        return row.refresh_at is not None and row.refresh_at <= self._now

    def _refresh(self, row: Connection) -> None:
        credentials = self._box.unseal(row.credentials_sealed)
        vendor = oauth(self._settings, row.vendor)
        made = make("refresh", credentials, lambda: vendor.refresh(credentials))
        if made.problem is None:
            values = token_values(self._box, row.vendor, made.result, self._now)
            self._connections.change(row, **values)
        if row.status != "removed":
            History(self._connections, self._now).store(row, made)
        if made.problem is None:
            return
        is_over = row.expires_at is not None and row.expires_at <= self._now + SHORTEST
        if is_over or isinstance(made.problem, CredentialsRefused):
            raise NoTokens(made, made.problem)
