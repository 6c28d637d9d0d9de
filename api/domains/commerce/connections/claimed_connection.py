"""One connection that a worker has claimed: transactions in its organisation, and its credentials at the vendor."""

from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.commerce.connections.requests import Made
from api.domains.commerce.connections.tokens import NoTokens, Tokens
from api.integrations.ports.connector import Credentials
from api.kit.clock import Clock
from runtime.settings import Settings

Result = TypeVar("Result")


class ClaimedConnection:
    """The common part of a worker's runs for one connection."""

    def __init__(
        self, settings: Settings, engine: Engine, clock: Clock, org_id: str, connection_id: str
    ) -> None:
        self._settings = settings
        self._engine = engine
        self._clock = clock
        self._org_id = org_id
        self._connection_id = connection_id

    def transact(self, act: Callable[[Session], Result]) -> Result:
        """Run `act` in a transaction in the organisation and return its result."""
        with Session(self._engine, expire_on_commit=False) as session, session.begin():
            enter_tenant(session, self._org_id)
            return act(session)

    def credentials(self, session: Session) -> tuple[Credentials, Made | None]:
        """Return the credentials (empty if the connection is gone), and the failed request if new tokens could not be
        fetched.
        """
        try:
            tokens = Tokens(session, self._settings, self._clock())
            return tokens.current(self._org_id, self._connection_id) or {}, None
        except NoTokens as error:
            return {}, error.made
