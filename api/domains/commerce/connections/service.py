"""An organisation's connections: creating, testing, pausing, changing and removing them."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from api.auth.member import Member
from api.db.session import commit_early, released
from api.domains.commerce.connections.checks import (
    checked_keys,
    checked_kinds,
    checked_settings,
    description_of,
    started,
)
from api.domains.commerce.connections.errors import (
    AlreadyConnected,
    ConnectionNotFound,
    DeliveryNotFound,
    NotConnected,
    NothingToRotate,
    TooManyConnections,
    invalid,
    refusal,
)
from api.domains.commerce.connections.models import (
    Connection,
    ConnectionDelivery,
    ConnectionRequest,
)
from api.domains.commerce.connections.repository import (
    ConnectionRepository,
    DeliveryRepository,
    RequestRepository,
)
from api.domains.commerce.connections.requests import History, Made, make
from api.domains.commerce.connections.schemas import (
    ControlIntegration,
    IntegrationRef,
    ListDeliveries,
    ListRequests,
    UpdateIntegration,
    UpdateSettings,
)
from api.domains.commerce.connections.sealing import CredentialBox
from api.domains.commerce.connections.tokens import Tokens
from api.domains.commerce.connections.types import RequestPurpose
from api.integrations.connector import DESCRIPTIONS, connector, missing_variables
from api.integrations.ports.connector import (
    Account,
    ConnectionSettings,
    Credentials,
    VendorDescription,
)
from runtime.settings import Settings

MAX_CONNECTIONS = 20
"""The maximum per vendor, for vendors that allow more than one connection."""


class ConnectionService:
    """Connections, in a session that has entered their organisation."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        now: datetime,
        new_id: Callable[[str], str],
    ) -> None:
        self._session = session
        self._connections = ConnectionRepository(session)
        self._deliveries = DeliveryRepository(session)
        self._requests = RequestRepository(session)
        self._settings = settings
        self._box = CredentialBox(settings)
        self._now = now
        self._new_id = new_id

    def list_all(self, org_id: str) -> list[tuple[Connection, dict[str, int]]]:
        """Return all connections, each with the number of its deliveries by state."""
        counts = self._deliveries.counts(org_id)
        return [(it, counts.get(it.connection_id, {})) for it in self._connections.list_all(org_id)]

    def counts(self, org_id: str, row: Connection) -> dict[str, int]:
        """Return the number of a connection's deliveries by state."""
        return self._deliveries.counts(org_id).get(row.connection_id, {})

    def find(self, org_id: str, ref: IntegrationRef | ControlIntegration) -> Connection:
        """Return a connection by its ID, or otherwise the newest one to the vendor.

        Raises:
            ConnectionNotFound: there is no such connection.
        """
        row = None
        if ref.connection_id is not None:
            row = self._connections.find(org_id, ref.connection_id)
        elif ref.vendor is not None:
            row = self._connections.find_by_vendor(org_id, ref.vendor)
        else:
            raise invalid("connection_id", "or vendor is required.", "missing")
        if row is None:
            raise ConnectionNotFound
        return row

    def get(self, org_id: str, connection_id: str) -> Connection:
        """Return a connection, locked until the transaction ends."""
        row = self._connections.find(org_id, connection_id, locked=True)
        if row is None:
            raise ConnectionNotFound
        return row

    def connect(self, me: Member, body: ControlIntegration) -> tuple[Connection, str | None]:
        """Connect a vendor, and return the connection with its new secret, if any. Credentials issued by the vendor are
        tested first.

        Raises:
            Invalid: the vendor does not accept the credentials, or a field is wrong.
        """
        description = description_of(body.vendor)
        settings = checked_settings(description, body.settings)
        given = checked_keys(description, body.credentials)
        vendor = connector(self._settings, description.vendor)
        credentials = started(vendor, given)
        made: Made | None = None
        if not description.makes_secret:
            with released(self._session):
                made = make("test", credentials, lambda: vendor.check(credentials, settings))
            if made.problem is not None:
                raise refusal(made.problem, made.answer)
        row = self.add(me, description, credentials, settings, body)
        if made is not None:
            History(self._connections, self._now).store(row, made)
            self._connections.change(
                row,
                account=made.result.name,
                account_key=made.result.key,
                scopes=list(made.result.scopes),
            )
        return row, credentials["secret"] if description.makes_secret else None

    def add(
        self,
        me: Member,
        description: VendorDescription,
        credentials: Credentials,
        settings: ConnectionSettings,
        body: ControlIntegration,
        **values: Any,
    ) -> Connection:
        """Store a new connection, with additional column `values` if the vendor provides them.

        Raises:
            AlreadyConnected, TooManyConnections: there is a connection already, or there are too many.
            ConnectedElsewhere: another organisation has connected this account.
        """
        self._connections.lock(me.org_id)
        self.require_room(me.org_id, description)
        kinds = description.default_kinds if body.event_kinds is None else body.event_kinds
        row = Connection(
            connection_id=self._new_id("con"),
            org_id=me.org_id,
            vendor=description.vendor,
            name=body.name or description.title,
            status="connected",
            account=values.pop("account", getattr(settings, "url", "")),
            account_key=values.pop("account_key", ""),
            credentials_sealed=self._box.seal(credentials),
            scopes=values.pop("scopes", []),
            event_kinds=checked_kinds(description, kinds),
            settings=settings.model_dump(mode="json"),
            version=1,
            created_at=self._now,
            created_by=me.caller_id or None,
            failures=0,
            **values,
        )
        self._connections.add(row)
        return row

    def uses_oauth(self, org_id: str, body: ControlIntegration) -> bool:
        """Return whether this connection is made by logging in at the vendor, rather than by entering keys.

        Raises:
            Invalid: there is no such vendor.
        """
        if body.connection_id is not None:
            return DESCRIPTIONS[self.get(org_id, body.connection_id).vendor].uses_oauth
        description = description_of(body.vendor)
        if description.takes_keys and (
            body.credentials or missing_variables(self._settings, description)
        ):
            return False
        return description.uses_oauth

    def require_room(self, org_id: str, description: VendorDescription) -> None:
        """Check that another connection to the vendor is allowed.

        Raises:
            AlreadyConnected, TooManyConnections: there is a connection already, or there are too many.
        """
        count = self._connections.count(org_id, description.vendor)
        if count >= min(description.max_connections, MAX_CONNECTIONS):
            raise AlreadyConnected if description.max_connections == 1 else TooManyConnections

    def control(self, me: Member, body: ControlIntegration) -> tuple[Connection | None, str | None]:
        """Run the requested action; return the connection (None if it was removed) and its secret if a new one was
        created.
        """
        if body.action == "connect":
            return self.connect(me, body)
        row = self.find(me.org_id, body)
        if body.action == "disconnect":
            self.remove(me.org_id, row)
            return None, None
        acts = {"test": self.test, "pause": self.pause, "resume": self.resume}
        return acts[body.action](me.org_id, row), None

    def test(self, org_id: str, row: Connection) -> Connection:
        """Check with the vendor that the credentials work. If they do, a broken connection becomes active again.

        Raises:
            Invalid, VendorNotReached: the credentials do not work, or the vendor does not respond. The request is in
                the history in any case.
        """
        description = DESCRIPTIONS[row.vendor]
        settings = checked_settings(description, row.settings)
        credentials = Tokens(self._session, self._settings, self._now).current_or_refusal(row)
        vendor = connector(self._settings, row.vendor)
        made = self._ask(
            org_id,
            row.connection_id,
            "test",
            credentials,
            lambda: vendor.check(credentials, settings),
        )
        if made.problem is not None:
            commit_early(self._session)  # keeps the history even though the call fails
            raise refusal(made.problem, made.answer)
        row = self.get(org_id, row.connection_id)
        account: Account = made.result
        self._connections.change(
            row, account=account.name, scopes=list(account.scopes), hosts=list(account.hosts)
        )
        return row

    def _ask(
        self,
        org_id: str,
        connection_id: str,
        purpose: RequestPurpose,
        credentials: Credentials,
        ask: Callable[[], Any],
    ) -> Made:
        """Make a request outside of the transaction, and record its result."""
        with released(self._session):
            made = make(purpose, credentials, ask)
        History(self._connections, self._now).store(self.get(org_id, connection_id), made)
        return made

    def pause(self, org_id: str, row: Connection) -> Connection:
        """Send nothing until the connection is resumed; events wait for three days at most."""
        row = self.get(org_id, row.connection_id)
        if row.status == "connected":
            self._connections.change(row, status="paused")
        return row

    def resume(self, org_id: str, row: Connection) -> Connection:
        """Resume sending, including the waiting events. If the vendor refused the credentials, they are tested
        first.
        """
        if row.status == "broken":
            return self.test(org_id, row)
        row = self.get(org_id, row.connection_id)
        if row.status != "connected":
            self._connections.change(
                row,
                status="connected",
                failures=0,
                failing_since=None,
                broken_since=None,
                reported_at=None,
                not_before=None,
                last_error=None,
            )
        return row

    def update(self, org_id: str, row: Connection, body: UpdateIntegration) -> Connection:
        """Change a connection; new credentials are tested first."""
        description = DESCRIPTIONS[row.vendor]
        connection_id = row.connection_id
        settings = checked_settings(
            description, row.settings if body.settings is None else body.settings
        )
        values: dict[str, Any] = {}  # other values may just have been changed by another request
        if body.settings is not None:
            values["settings"] = settings.model_dump(mode="json")
            if description.makes_secret:
                values["account"] = getattr(settings, "url", "")
        if body.event_kinds is not None:
            values["event_kinds"] = checked_kinds(description, body.event_kinds)
        if body.name is not None:
            values["name"] = body.name
        if body.credentials is not None and not description.makes_secret:
            if row.refresh_at is not None or (
                description.uses_oauth and not description.takes_keys
            ):
                raise invalid(
                    "credentials", "come from the vendor's login. Connect again to renew them."
                )
            vendor = connector(self._settings, row.vendor)
            credentials = started(vendor, checked_keys(description, body.credentials))
            made = self._ask(
                org_id,
                connection_id,
                "test",
                credentials,
                lambda: vendor.check(credentials, settings),
            )
            if made.problem is not None:
                commit_early(self._session)
                raise refusal(made.problem, made.answer)
            values |= {
                "credentials_sealed": self._box.seal(credentials),
                "account": made.result.name,
                "scopes": list(made.result.scopes),
            }
        row = self.get(org_id, connection_id)
        self._connections.change(row, **values, version=row.version + 1)
        return row

    def update_settings(self, org_id: str, row: Connection, body: UpdateSettings) -> Connection:
        """Change individual settings."""
        row = self.get(org_id, row.connection_id)
        merged = UpdateIntegration(settings={**row.settings, **body.settings})
        return self.update(org_id, row, merged)

    def rotate_secret(self, org_id: str, connection_id: str) -> tuple[Connection, str]:
        """Create a new signing secret; for a day, webhooks are signed with the old one too.

        Raises:
            NothingToRotate: the vendor creates the secrets.
        """
        row = self.get(org_id, connection_id)
        if not DESCRIPTIONS[row.vendor].makes_secret:
            raise NothingToRotate
        credentials = connector(self._settings, row.vendor).rotate(
            self._box.unseal(row.credentials_sealed)
        )
        self._connections.change(row, credentials_sealed=self._box.seal(credentials))
        secret: str = credentials["secret"]
        return row, secret

    def remove(self, org_id: str, row: Connection) -> None:
        """Remove a connection. If access has to be revoked at the vendor, a task does that at once and repeats it until
        it succeeds.
        """
        row = self.get(org_id, row.connection_id)
        self._connections.remove(row, revokes=DESCRIPTIONS[row.vendor].revokes)

    def deliveries(self, org_id: str, body: ListDeliveries) -> tuple[list[ConnectionDelivery], int]:
        """Return a page of the events for a connection, newest first, and the total number."""
        self._exists(org_id, body.connection_id)
        return self._deliveries.list_page(org_id, body.connection_id, body.state, body.paging)

    def requests(self, org_id: str, body: ListRequests) -> tuple[list[ConnectionRequest], int]:
        """Return a page of a connection's requests, newest first, and the total number."""
        self._exists(org_id, body.connection_id)
        return self._requests.list_page(org_id, body.connection_id, body.paging)

    def try_again(self, org_id: str, connection_id: str, delivery_id: str | None) -> int:
        """Send a delivery again, or all that were set aside or refused; return how many.

        Raises:
            DeliveryNotFound: there is no delivery with this ID, or it is still in progress.
        """
        row = self.get(org_id, connection_id)
        if row.status not in ("connected", "paused"):
            raise NotConnected
        count = self._deliveries.try_again(org_id, connection_id, delivery_id, self._now)
        if delivery_id is not None and not count:
            raise DeliveryNotFound
        return count

    def newest_event(self, org_id: str, connection_id: str) -> ConnectionDelivery | None:
        """Return the delivery of a connection's newest event."""
        self._exists(org_id, connection_id)
        return self._deliveries.newest_event(org_id, connection_id)

    def _exists(self, org_id: str, connection_id: str) -> Connection:
        row = self._connections.find(org_id, connection_id)
        if row is None:
            raise ConnectionNotFound
        return row
