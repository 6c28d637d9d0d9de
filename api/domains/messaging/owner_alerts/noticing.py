"""What is new and worth a mail, over all organisations; and mails whose next try has come."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.codes.health import service as health
from api.domains.codes.health.types import BrokenDestination
from api.domains.hosts.custom_domains import losses
from api.domains.hosts.custom_domains.hosts import shown_host
from api.domains.hosts.custom_domains.proving import RECORD, expected
from api.domains.messaging.owner_alerts.models import OwnerAlert
from api.domains.messaging.owner_alerts.repository import AlertRepository
from api.jobs.queue import Jobs
from api.kit.ids import new_id

TOLD = 50
"""So many codes are named in one mail; of the others it says how many."""
WAITS = [timedelta(minutes=it) for it in (5, 15, 60, 180, 720)]
"""How long the next try waits while the mail server takes nothing; then the alert is given up."""
SEND = "alerts.send"

Facts = dict[str, Any]

log = structlog.get_logger(__name__)


def notice_broken(engine: Engine, now: datetime) -> int:
    """Make an alert for each organisation with destinations that broke and were not told."""
    with Session(engine) as session:
        waiting = health.organizations_with_unreported(session, now)
    return sum(_notice(engine, org_id, now, "destinations", _broken) for org_id in waiting)


def notice_lost(engine: Engine, now: datetime) -> int:
    """Make an alert for each organisation with domains whose proof went and was not told."""
    with Session(engine) as session:
        waiting = losses.organizations_with_unreported(session)
    return sum(_notice(engine, org_id, now, "domains", _lost) for org_id in waiting)


def _broken(session: Session, org_id: str, now: datetime) -> Facts | None:
    found = health.CodeHealthService(session).take_unreported(org_id, now)
    return {"total": len(found), "items": [_told_of(it) for it in found[:TOLD]]} if found else None


def _lost(session: Session, org_id: str, now: datetime) -> Facts | None:
    found = losses.take_unreported(session, org_id, now)
    items = [
        {
            "host": shown_host(it.host),
            "reason": it.problem or "Its proof was not found.",
            "record_name": f"{RECORD}.{it.host}",
            "proof": expected(it.token),
            "since": it.lost_at.isoformat() if it.lost_at else None,
        }
        for it in found
    ]
    return {"total": len(items), "items": items} if items else None


def _notice(
    engine: Engine,
    org_id: str,
    now: datetime,
    kind: str,
    take: Callable[[Session, str, datetime], Facts | None],
) -> bool:
    try:
        return _make(engine, org_id, now, kind, take)
    except SQLAlchemyError:  # whatever is wrong with one, the others want to know
        log.exception("an alert could not be made", org_id=org_id, kind=kind)
        return False


def _make(
    engine: Engine,
    org_id: str,
    now: datetime,
    kind: str,
    take: Callable[[Session, str, datetime], Facts | None],
) -> bool:
    """The marker and the alert are one transaction: told is who will be told."""
    with Session(engine, expire_on_commit=False) as session, session.begin():
        enter_tenant(session, org_id)
        alerts = AlertRepository(session)
        alerts.lock(org_id)
        if not alerts.organization(org_id).alerts_by_mail:
            return False
        facts = take(session, org_id, now)
        if facts is None:
            return False
        alerts.add(
            OwnerAlert(
                alert_id=new_id("alert"),
                org_id=org_id,
                kind=kind,
                facts=facts,
                next_try_at=now,
                created_at=now,
            )
        )
        return True


def queue_due(engine: Engine, now: datetime) -> int:
    """Hand every alert that is due to the workers; returns how many."""
    with Session(engine) as session:
        due = AlertRepository(session).list_due(now)
    return sum(_queue(engine, org_id, alert_id, now) for org_id, alert_id in due)


def _queue(engine: Engine, org_id: str, alert_id: str, now: datetime) -> bool:
    with Session(engine, expire_on_commit=False) as session, session.begin():
        enter_tenant(session, org_id)
        alert = AlertRepository(session).find_due(org_id, alert_id, now)
        if alert is None:
            return False
        if alert.tries >= len(WAITS):
            alert.state = "given_up"
            log.error("nobody took an alert's mails", org_id=org_id, alert_id=alert_id)
            return False
        alert.next_try_at = now + WAITS[alert.tries]
        alert.tries += 1
        session.flush()
        Jobs(session, now).enqueue(org_id, SEND, {"alert_id": alert_id})
        return True


def _told_of(check: BrokenDestination) -> dict[str, Any]:
    return {
        "code_id": check.code_id,
        "name": check.name,
        "url": check.url,
        "reason": "Only people inside a private network can open it."
        if check.state == "private"
        else check.reason or "It does not answer.",
        "since": check.broken_since.isoformat() if check.broken_since else None,
    }
