"""The work of the jobs for referrals."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from api.auth.member import viewer_of
from api.auth.tenants import organization_of
from api.domains.promotions.referrals.dependencies import (
    recorder,
    referrals_of,
    settlement_of,
)
from api.domains.promotions.referrals.models import Referral
from api.domains.promotions.referrals.repository import ProgramRepository, ReferralRepository
from api.jobs.due import queue_for_each
from api.jobs.faults import Faults
from api.jobs.registry import JobContext
from runtime.settings import Settings
from warehouse.datasets import dataset_of

SETTLE = "referrals.settle"
BATCH = 500
MAX_WATCHED = 5_000
SCANS_READ = timedelta(days=2)
"""How far back scans are searched; they reach the lake within minutes."""


def queue_due(engine: Engine, now: datetime) -> int:
    """Queue one job for each organisation in which something is due; return how many."""
    return queue_for_each(
        engine,
        SETTLE,
        lambda session: ReferralRepository(session).list_due(now),
        now,
        backs_off=True,
    )


class DueReferrals:
    """The due work of one organisation, done inside a job. An interrupted job runs again, and each step takes effect
    once.
    """

    def __init__(self, context: JobContext) -> None:
        self._context = context
        self._org_id = context.org_id

    def settle(self) -> dict[str, Any]:
        """Search scans, give rewards, and expire the rest."""
        context, org_id = self._context, self._org_id
        with context.session() as session:
            program = referrals_of(session, context.settings, context.now()).program(org_id)
        if program.is_active and program.takes("scan"):
            self._note_scans()
        with context.session() as session:
            ready = ReferralRepository(session).ready(org_id, context.now(), BATCH)
        rewarded = 0
        with Faults(SETTLE) as faults:
            for referral_id in ready:
                with faults.isolated(referral_id):
                    rewarded += self._settle_one(referral_id)
            with context.session() as session:
                expired = self._expire(session)
        return {"rewarded": rewarded, "expired": expired}

    def _settle_one(self, referral_id: str) -> bool:
        context, org_id = self._context, self._org_id
        with context.session() as session:
            now = context.now()
            program = referrals_of(session, context.settings, now).program(org_id)
            me = viewer_of(organization_of(session, org_id))
            return settlement_of(session, context.settings, now).settle(me, program, referral_id)

    def _expire(self, session: Session) -> int:
        now = self._context.now()
        expired = ReferralRepository(session).expire(self._org_id, now)
        record = recorder(session, now)
        for referral in expired:
            record(referral, "expired")
        return len(expired)

    def _note_scans(self) -> None:
        """Record the first scan by friends' browsers."""
        with self._context.session() as session:
            referrals = ReferralRepository(session)
            waiting = {it.referral_id: it for it in referrals.waiting(self._org_id, MAX_WATCHED)}
            browsers = referrals.browsers_of(self._org_id, list(waiting))
        if not browsers:
            return
        earliest = min(waiting[row.referral_id].created_at for row in browsers)
        scans = scans_of(
            self._context.settings, self._org_id, {row.visitor_id for row in browsers},
            max(earliest, self._context.now() - SCANS_READ),
        )  # fmt: skip
        with self._context.session() as session:
            for row in browsers:
                first = _first_since(scans.get(row.visitor_id, ()), waiting[row.referral_id])
                if first is not None:
                    ReferralRepository(session).note_action(
                        self._org_id, row.referral_id, "scan", first
                    )

    def give_codes(self) -> dict[str, Any]:
        """Create codes for all customers, in transactions of 500."""
        context, org_id, after, given = self._context, self._org_id, "", 0
        while True:
            with context.session() as session:
                programs = ProgramRepository(session)
                ids = programs.customers_after(org_id, after, BATCH)
                for customer_id in ids:
                    programs.give_code(org_id, customer_id, None, context.now())
            if not ids:
                return {"customers": given}
            after, given = ids[-1], given + len(ids)
            context.progress(given)


def scans_of(
    settings: Settings, org_id: str, visitor_ids: set[str], since: datetime
) -> Mapping[str, Sequence[datetime]]:
    """Return when these browsers scanned a code since a time, without bots, as far as the events have reached
    the lake.
    """
    import pyarrow.dataset as ds

    from warehouse.lake import Lake

    events = Lake.from_settings(settings).events
    if not events.exists():
        return {}
    wanted = (
        (ds.field("org_id") == org_id)
        & (ds.field("type") == "scan")
        & (ds.field("day") >= since.date())
        & ds.field("visitor_id").isin(sorted(visitor_ids))
        & ~ds.field("is_bot")
    )
    rows = dataset_of(events).to_table(
        columns=["visitor_id", "occurred_at"], filter=wanted
    )  # fmt: skip
    found: dict[str, list[datetime]] = {}
    for row in rows.to_pylist():
        found.setdefault(row["visitor_id"], []).append(row["occurred_at"])
    return found


def _first_since(scans: Sequence[datetime], referral: Referral) -> datetime | None:
    return min((it for it in scans if it >= referral.created_at), default=None)
