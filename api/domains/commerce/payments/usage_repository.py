"""All database statements for usage: notices of quotas, and reports to the payment provider."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import func, select, text, update

from api.db.tenancy import Repository
from api.domains.commerce.payments.models import UsageReport

_ADD = text(
    "insert into quota_notices (org_id, quota, level, month, used, allowed, created_at)"
    " values (:org_id, :quota, :level, :month, :used, :allowed, :now) on conflict do nothing"
)
_TAKE = text(
    "update quota_notices set mailed_at = :now where org_id = :org_id and mailed_at is null"
    " returning quota, level, used, allowed"
)
_UNREPORTED = text("select org_id from organizations_with_quota_notices()")
_TO_COUNT = text("select org_id from organizations_to_count(:at)")
_COUNTED = text(
    "insert into quota_checks (org_id, first_at, counted_at) values (:org_id, :now, :now)"
    " on conflict (org_id) do update set counted_at = excluded.counted_at"
)


class UsageRepository(Repository[UsageReport]):
    """Usage of one organisation, in one session."""

    model = UsageReport

    def list_to_count(self, now: datetime) -> Sequence[str]:
        """Return organisations whose usage was not counted in the last hour."""
        return self.session.scalars(_TO_COUNT, {"at": now}).all()

    def list_unreported(self) -> Sequence[str]:
        """Return organisations with a notice that has not been reported to their owners."""
        return self.session.scalars(_UNREPORTED).all()

    def mark_counted(self, org_id: str, now: datetime) -> None:
        """Record that usage was counted now."""
        self.session.execute(_COUNTED, {"org_id": org_id, "now": now})

    def add_notice(
        self,
        org_id: str,
        quota: str,
        level: int,
        month: date,
        *,
        used: int,
        allowed: int | None,
        now: datetime,
    ) -> None:
        """Store that a level was reached, unless that is already stored for this month."""
        values = {"org_id": org_id, "quota": quota, "level": level, "month": month}
        self.session.execute(_ADD, {**values, "used": used, "allowed": allowed, "now": now})

    def take_notices(self, org_id: str, now: datetime) -> list[tuple[str, int, int, int]]:
        """Return the quota, level, usage and allowed amount of each unreported notice, and mark the notices as
        reported.
        """
        found = self.session.execute(_TAKE, {"org_id": org_id, "now": now})
        return [(row.quota, row.level, row.used, row.allowed) for row in found]

    def known_hours(
        self, org_id: str, meter: str, hours: Collection[datetime]
    ) -> dict[datetime, tuple[int, int]]:
        """Return the stored usage of hours, and in how many parts it is stored."""
        own = (
            select(UsageReport.hour, func.sum(UsageReport.value), func.count())
            .where(
                UsageReport.org_id == org_id,
                UsageReport.meter == meter,
                UsageReport.hour.in_(hours),
            )
            .group_by(UsageReport.hour)
        )
        return {hour: (int(total), int(parts)) for hour, total, parts in self.session.execute(own)}

    def add_report(self, values: Mapping[str, Any]) -> None:
        """Store the usage of an hour."""
        self.session.add(UsageReport(**values))

    def waiting(self, org_id: str, most: int) -> Sequence[UsageReport]:
        """Return the reports that have not been sent, the oldest hour first."""
        own = self.scoped(org_id).where(UsageReport.sent_at.is_(None), UsageReport.error == "")
        return self.session.scalars(own.order_by(UsageReport.hour).limit(most)).all()

    def finish(self, org_id: str, identifier: str, now: datetime, error: str) -> None:
        """Mark a report as sent, or as not to be sent."""
        self.session.execute(
            update(UsageReport)
            .where(UsageReport.org_id == org_id, UsageReport.identifier == identifier)
            .values(error=error[:300], **({} if error else {"sent_at": now}))
        )
