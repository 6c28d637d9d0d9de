"""Dependencies of the handlers of tills."""

import secrets
from datetime import datetime
from typing import Annotated

from anyio import from_thread
from fastapi import Depends, Request
from limits import parse
from sqlalchemy.orm import Session

from api.auth.keys import hash_key
from api.db.session import SessionDep, enter_tenant
from api.db.visitor_pool import VisitorDatabase
from api.domains.promotions.tills.errors import TillUnknown
from api.domains.promotions.tills.log import TillLog
from api.domains.promotions.tills.repository import TillRepository
from api.domains.promotions.tills.schemas import OpenTill
from api.domains.promotions.tills.service import TillService
from api.domains.promotions.tills.visitor_repository import org_of_secret
from api.kit.addresses import client_network
from api.kit.clock import NowDep
from api.kit.ids import new_id
from api.kit.process_state import ProcessState

PER_ADDRESS = parse("300 per minute")


def _new_secret() -> str:
    return f"wt_{secrets.token_urlsafe(32)}"


def tills_of(session: Session, now: datetime) -> TillService:
    """Return the till service for a session in its organisation."""
    return TillService(session, now, new_id, _new_secret)


def till_log_of(session: Session, now: datetime) -> TillLog:
    """Return the log of tills for a session in its organisation."""
    return TillLog(TillRepository(session), now, new_id)


def _tills(session: SessionDep, now: NowDep) -> TillService:
    return tills_of(session, now)


def _log(session: SessionDep, now: NowDep) -> TillLog:
    return till_log_of(session, now)


TillServiceDep = Annotated[TillService, Depends(_tills)]
TillLogDep = Annotated[TillLog, Depends(_log)]


class DeviceTills:
    """Tills for requests by a device, which has a secret instead of a login."""

    def __init__(self, request: Request, session: SessionDep, tills: TillServiceDep) -> None:
        self._request = request
        self._session = session
        self.tills = tills

    def enter(self, body: OpenTill) -> str:
        """Return the organisation of the device; from here on, the session is in it.

        Raises:
            TillUnknown: no device has this secret.
        """
        limits = ProcessState.of(self._request).rate_limits
        limits.hit(PER_ADDRESS, "till", client_network(self._request))
        pool = VisitorDatabase.of(self._request).pool
        org_id = from_thread.run(org_of_secret, pool, hash_key(body.secret))
        if org_id is None:
            raise TillUnknown
        enter_tenant(self._session, org_id)
        return org_id


DeviceTillsDep = Annotated[DeviceTills, Depends(DeviceTills)]
