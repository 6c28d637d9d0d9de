"""OAuth logins at vendors. The person who started a login finishes it in the browser, once and within ten minutes.

https://www.rfc-editor.org/rfc/rfc9700
"""

import base64
import hashlib
import secrets
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.db.session import released
from api.domains.commerce.connections.attempts_repository import AttemptRepository
from api.domains.commerce.connections.checks import (
    checked_keys,
    checked_kinds,
    checked_settings,
    description_of,
)
from api.domains.commerce.connections.errors import (
    AttemptEnded,
    LoginNeededToConnect,
    NotSetUp,
    OtherAccount,
    refusal,
)
from api.domains.commerce.connections.models import Connection, ConnectionAttempt
from api.domains.commerce.connections.repository import ConnectionRepository
from api.domains.commerce.connections.requests import History, Made, make
from api.domains.commerce.connections.schemas import ControlIntegration
from api.domains.commerce.connections.sealing import CredentialBox
from api.domains.commerce.connections.service import ConnectionService
from api.domains.commerce.connections.tokens import token_values
from api.integrations.connector import missing_variables, oauth
from api.integrations.incoming import orders_at
from api.integrations.ports.connector import Account, Granted, VendorDescription, VendorProblem
from runtime.settings import Settings

LASTS = timedelta(minutes=10)
CALLBACK = "/admin/integrations/callback"
"""The admin page to which vendors redirect the browser. It is registered with Waypost's apps at the vendors."""


class OAuthService:
    """Connections that are made by logging in at the vendor."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        connections: ConnectionService,
        now: datetime,
        new_secret: Callable[[], str] = lambda: secrets.token_urlsafe(32),
    ) -> None:
        self._session = session
        self._settings = settings
        self._service = connections
        self._connections = ConnectionRepository(session)
        self._attempts = AttemptRepository(session)
        self._box = CredentialBox(settings)
        self._now = now
        self._new_secret = new_secret

    def begin(
        self, me: Member, body: ControlIntegration, more: Mapping[str, str] | None = None
    ) -> str:
        """Start a login and return the vendor's URL for it. With `connection_id`, that connection gets new tokens.
        `more` is passed to the vendor along with what was entered.

        Raises:
            NotSetUp: this installation has no app at the vendor.
            LoginNeededToConnect: the caller is an API key.
            AlreadyConnected: there is a connection, and no further one can be made.
            Invalid: a field is wrong.
        """
        if me.user_id is None:
            raise LoginNeededToConnect
        row = None
        if body.connection_id is not None:
            row = self._service.get(me.org_id, body.connection_id)
        description = description_of(row.vendor if row is not None else body.vendor)
        missing = missing_variables(self._settings, description)
        if missing:
            raise NotSetUp(missing)
        if row is None:
            self._service.require_room(me.org_id, description)
            given = {} if description.takes_keys else checked_keys(description, body.credentials)
            settings = checked_settings(description, body.settings).model_dump(mode="json")
        else:
            given = self._given_before(row, description)
            settings = row.settings
        given |= more or {}
        vendor = oauth(self._settings, description.vendor)
        state, verifier = self._new_secret(), self._new_secret()
        try:
            url = vendor.authorization_url(given, state, self.redirect_uri, challenge_of(verifier))
        except VendorProblem as problem:
            raise refusal(problem, problem.text) from None
        kinds = body.event_kinds
        self._attempts.add(
            ConnectionAttempt(
                state_hash=hash_of(state),
                org_id=me.org_id,
                user_id=me.user_id,
                vendor=description.vendor,
                connection_id=row.connection_id if row is not None else None,
                given=given,
                settings=settings,
                event_kinds=None if kinds is None else checked_kinds(description, kinds),
                name=body.name or description.title,
                verifier_sealed=self._box.seal({"verifier": verifier}),
                created_at=self._now,
                expires_at=self._now + LASTS,
            )
        )
        return url

    @property
    def redirect_uri(self) -> str:
        """Return the URL to which vendors redirect the browser."""
        return f"{self._settings.base_url}{CALLBACK}"

    def finish(self, me: Member, query: Mapping[str, str]) -> Connection:
        """Make the connection from the query parameters with which the vendor redirected the browser.

        Raises:
            AttemptEnded: this state was already used, is too old, or belongs to somebody else.
            OtherAccount, ConnectedElsewhere: the login was at an account that cannot be connected here.
            Invalid, VendorNotReached: the vendor issued no tokens.
        """
        begun = self._attempts.take(
            me.org_id, me.user_id or "", hash_of(query.get("state", "")), self._now
        )
        if begun is None:
            raise AttemptEnded
        vendor_name, given, connection_id = begun.vendor, dict(begun.given), begun.connection_id
        body = ControlIntegration(
            action="connect",
            vendor=vendor_name,
            name=begun.name,
            settings=begun.settings,
            event_kinds=begun.event_kinds,
        )
        verifier = self._box.unseal(begun.verifier_sealed)["verifier"]
        description, begun_with = description_of(vendor_name), body.settings
        vendor = oauth(self._settings, vendor_name)

        def log_in() -> tuple[Granted, Account]:
            granted = vendor.exchange(given, query, self.redirect_uri, verifier)
            chosen = checked_settings(description, {**begun_with, **granted.settings})
            account = vendor.check(granted.credentials, chosen)
            if description.has_orders:
                hooks = f"{self._settings.base_url}/webhooks/{vendor_name}"
                orders_at(self._settings, vendor_name).subscribe(granted.credentials, hooks)
            return granted, account

        secret = {"code": query.get("code", ""), "state": query.get("state", "")}
        with released(self._session):  # the state is used up, whatever the outcome
            made = make("test", secret, log_in)
        if made.problem is not None:
            raise refusal(made.problem, made.answer)
        granted, account = made.result
        values = token_values(self._box, vendor_name, granted, self._now)
        values |= {"account": account.name, "account_key": account.key}
        values |= {"scopes": list(account.scopes), "hosts": list(account.hosts)}
        if connection_id is None:
            row = self._add(me, description, granted, body, values)
        else:
            row = self._renew(me, connection_id, granted, values)
        self._store(row, made)
        return row

    def _add(
        self,
        me: Member,
        description: VendorDescription,
        granted: Granted,
        body: ControlIntegration,
        values: dict[str, Any],
    ) -> Connection:
        settings = checked_settings(description, {**body.settings, **granted.settings})
        self._connections.delete_removed(me.org_id, description.vendor, values["account_key"])
        more = {name: it for name, it in values.items() if name != "credentials_sealed"}
        return self._service.add(me, description, granted.credentials, settings, body, **more)

    def _renew(
        self, me: Member, connection_id: str, granted: Granted, values: dict[str, Any]
    ) -> Connection:
        row = self._service.get(me.org_id, connection_id)
        values["settings"] = {**row.settings, **granted.settings}
        if row.account_key and row.account_key != values["account_key"]:
            raise OtherAccount
        self._connections.change(row, **values, version=row.version + 1)
        return row

    def _store(self, row: Connection, made: Made) -> None:
        History(self._connections, self._now).store(row, made)

    def _given_before(self, row: Connection, description: VendorDescription) -> dict[str, str]:
        """Return what was entered when the vendor was connected."""
        credentials = self._box.unseal(row.credentials_sealed)
        names = [it.name for it in description.fields]
        return {name: credentials[name] for name in names if name in credentials}


def hash_of(state: str) -> str:
    """Return the hash under which a state is stored."""
    return hashlib.sha256(state.encode()).hexdigest()


def challenge_of(verifier: str) -> str:
    """Return the code challenge for a verifier (S256). https://www.rfc-editor.org/rfc/rfc7636#section-4.2"""
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
