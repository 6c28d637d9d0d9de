"""Reports usage to the payment provider's meters, exactly once.

The usage of an hour is stored in a row with an identifier before it is sent. The provider counts each identifier once,
so a report whose response was lost is sent again with the same identifier.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from api.domains.commerce.payments.repository import SubscriptionRepository
from api.domains.commerce.payments.usage_repository import UsageRepository
from api.integrations.ports.payment_provider import PaymentProvider, PaymentRefused

SCANS = "waypost_scans"
"""The meter's event name at the provider."""
AT_ONCE = 200
UNCERTAIN_AFTER = timedelta(hours=20)
"""The provider remembers identifiers for a day. An older report is not sent again, because it may have been counted."""
_PAYS = ("trialing", "active", "past_due")

OpenSession = Callable[[], AbstractContextManager[Session]]


def note_hours(
    session: Session, org_id: str, meter: str, hours: Mapping[datetime, int], now: datetime
) -> int:
    """Store the usage per hour that is not stored yet; return the number of new rows. Nothing is stored for
    organisations without a paid plan.
    """
    payer = SubscriptionRepository(session).find(org_id)
    if payer is None or payer.state not in _PAYS:
        return 0
    rows = UsageRepository(session)
    known = rows.known_hours(org_id, meter, list(hours))
    added = 0
    for hour, count in sorted(hours.items()):
        total, parts = known.get(hour, (0, 0))
        if count <= total or hour < (payer.period_start or hour):
            continue
        rows.add_report(
            {
                "org_id": org_id,
                "meter": meter,
                "hour": hour,
                "part": parts,
                "value": count - total,
                "identifier": f"{org_id}:{meter}:{int(hour.timestamp())}:{parts}",
                "created_at": now,
            }
        )
        added += 1
    return added


def send_reports(
    open_session: OpenSession, provider: PaymentProvider, org_id: str, now: datetime
) -> int:
    """Send the waiting reports and return how many. Raises PaymentUnavailable, in which case the rest waits."""
    with open_session() as session:
        payer = SubscriptionRepository(session).find(org_id)
        waiting = UsageRepository(session).waiting(org_id, AT_ONCE)
    if payer is None or payer.payer_id is None:
        return 0
    for row in waiting:
        error = ""
        if now - row.created_at > UNCERTAIN_AFTER:
            error = "not sent within a day: it may have been counted"
        else:
            try:
                provider.report_usage(
                    row.meter, payer.payer_id, row.value, row.hour, row.identifier
                )
            except PaymentRefused as refused:
                error = str(refused)
        with open_session() as session:
            UsageRepository(session).finish(org_id, row.identifier, now, error)
    return len(waiting)
