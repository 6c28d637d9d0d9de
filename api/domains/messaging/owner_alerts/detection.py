"""Creates alerts about new problems of all organisations, and queues alerts whose next attempt is due."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

import structlog
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from api.db.session import enter_tenant
from api.domains.codes.health import service as health
from api.domains.codes.health.types import BrokenDestination
from api.domains.commerce.connections import broken_connections
from api.domains.commerce.payments import notices
from api.domains.hosts.custom_domains import lost_verification
from api.domains.hosts.custom_domains.hosts import shown_host
from api.domains.hosts.custom_domains.verification import RECORD, expected
from api.domains.messaging.owner_alerts.models import OwnerAlert
from api.domains.messaging.owner_alerts.repository import AlertRepository
from api.domains.wallet.google_passes import expiring as expiring_keys
from api.domains.wallet.passes import expiring
from api.jobs.queue import Jobs
from api.kit.ids import new_id

MAX_ITEMS = 50
"""Maximum number of codes that one email lists. It contains the number of the others."""
RETRY_DELAYS = [timedelta(minutes=it) for it in (5, 15, 60, 180, 720)]
"""Delays between attempts while the mail server refuses emails. After the last one, the alert is given up."""
SEND = "alerts.send"

Facts = dict[str, Any]

log = structlog.get_logger(__name__)


def detect_broken_destinations(engine: Engine, now: datetime) -> int:
    """Create an alert for each organisation with unreported broken destinations."""
    with Session(engine) as session:
        waiting = health.organizations_with_unreported(session, now)
    return sum(_make_logged(engine, org_id, now, "destinations", _broken) for org_id in waiting)


def detect_lost_domains(engine: Engine, now: datetime) -> int:
    """Create an alert for each organisation with unreported domains that failed verification."""
    with Session(engine) as session:
        waiting = lost_verification.organizations_with_unreported(session)
    return sum(_make_logged(engine, org_id, now, "domains", _lost) for org_id in waiting)


def detect_expiring_certificates(engine: Engine, now: datetime) -> int:
    """Create an alert for each organisation with unreported pass certificates or keys that expire soon."""
    with Session(engine) as session:
        waiting = {
            *expiring.organizations_with_unreported(session, now),
            *expiring_keys.organizations_with_unreported(session, now),
        }
    return sum(
        _make_logged(engine, org_id, now, "certificates", _expiring) for org_id in sorted(waiting)
    )


def detect_broken_connections(engine: Engine, now: datetime) -> int:
    """Create an alert for each organisation with unreported integrations that have stopped."""
    with Session(engine) as session:
        waiting = broken_connections.organizations_with_unreported(session)
    return sum(_make_logged(engine, org_id, now, "connections", _stopped) for org_id in waiting)


def _stopped(session: Session, org_id: str, now: datetime) -> Facts | None:
    found = broken_connections.take_unreported(session, org_id, now)
    items = [
        {
            "connection_id": it.connection_id,
            "name": it.name,
            "reason": "It failed for a week, so it was switched off."
            if it.is_disabled
            else "The other side refuses the access.",
            "since": it.since.isoformat(),
        }
        for it in found
    ]
    return {"total": len(items), "items": items} if items else None


def _expiring(session: Session, org_id: str, now: datetime) -> Facts | None:
    found = expiring.take_unreported(session, org_id, now)
    items = [{"pass_type": it.pass_type, "since": it.expires_at.isoformat()} for it in found]
    key = expiring_keys.take_unreported(session, org_id, now)
    if key is not None:
        items.append({"account": key.account, "since": key.expires_at.isoformat()})
    return {"total": len(items), "items": items} if items else None


def detect_used_up_quotas(engine: Engine, now: datetime) -> int:
    """Create an alert for each organisation with quotas that have reached 80 or 100 % and of which its owners have not
    been notified.
    """
    with Session(engine) as session:
        waiting = notices.organizations_with_unreported(session)
    return sum(_make_logged(engine, org_id, now, "quotas", _used_up) for org_id in waiting)


def _used_up(session: Session, org_id: str, now: datetime) -> Facts | None:
    found = notices.take_unreported(session, org_id, now)
    items = [{**asdict(it), "since": None} for it in found]
    return {"total": len(items), "items": items} if items else None


def _broken(session: Session, org_id: str, now: datetime) -> Facts | None:
    broken = health.CodeHealthService(session).take_unreported(org_id, now)
    if not broken:
        return None
    return {"total": len(broken), "items": [_item_of(it) for it in broken[:MAX_ITEMS]]}


def _lost(session: Session, org_id: str, now: datetime) -> Facts | None:
    lost = lost_verification.take_unreported(session, org_id, now)
    items = [
        {
            "host": shown_host(it.host),
            "reason": it.problem or "The TXT record was not found.",
            "record_name": f"{RECORD}.{it.host}",
            "proof": expected(it.token),
            "since": it.lost_at.isoformat() if it.lost_at else None,
        }
        for it in lost
    ]
    return {"total": len(items), "items": items} if items else None


def _make_logged(
    engine: Engine,
    org_id: str,
    now: datetime,
    kind: str,
    take: Callable[[Session, str, datetime], Facts | None],
) -> bool:
    try:
        return _make(engine, org_id, now, kind, take)
    except SQLAlchemyError:  # the other organisations still get their alerts
        log.exception("alert not made", org_id=org_id, kind=kind)
        return False


def _make(
    engine: Engine,
    org_id: str,
    now: datetime,
    kind: str,
    take: Callable[[Session, str, datetime], Facts | None],
) -> bool:
    """Mark the problems as reported and add the alert, in one transaction."""
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
    """Queue every alert that is due, and return how many."""
    with Session(engine) as session:
        due = AlertRepository(session).list_due(now)
    return sum(_queue(engine, org_id, alert_id, now) for org_id, alert_id in due)


def _queue(engine: Engine, org_id: str, alert_id: str, now: datetime) -> bool:
    with Session(engine, expire_on_commit=False) as session, session.begin():
        enter_tenant(session, org_id)
        alert = AlertRepository(session).find_due(org_id, alert_id, now)
        if alert is None:
            return False
        if alert.tries >= len(RETRY_DELAYS):
            alert.state = "given_up"
            log.error("alert given up", org_id=org_id, alert_id=alert_id)
            return False
        alert.next_try_at = now + RETRY_DELAYS[alert.tries]
        alert.tries += 1
        session.flush()
        Jobs(session, now).enqueue(org_id, SEND, {"alert_id": alert_id})
        return True


def _item_of(check: BrokenDestination) -> dict[str, Any]:
    return {
        "code_id": check.code_id,
        "name": check.name,
        "url": check.url,
        "reason": "Only people inside a private network can open it."
        if check.state == "private"
        else check.reason or "It does not answer.",
        "since": check.broken_since.isoformat() if check.broken_since else None,
    }
