"""All SQL statements about results of pipeline checks."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.orm import Session

_TAKE_CHANGES = """
update pipeline_checks
set notified_at = case when passes then null else cast(:now as timestamptz) end
where (not passes and notified_at is null) or (passes and notified_at is not null)
returning asset, name, passes, message, since
"""

_RESTORE_CHANGE = """
update pipeline_checks
set notified_at = case when passes then cast(:now as timestamptz) end
where asset = :asset and name = :name and passes = :passes
"""

_LAST_CHECKED_AT = "select max(checked_at) from pipeline_checks where asset <> 'dagster'"

_STORE_HEARTBEAT = """
insert into pipeline_checks as previous (asset, name, passes, message, since, checked_at)
values ('dagster', 'runs', :passes, :message, :now, :now)
on conflict (asset, name) do update set
  passes = excluded.passes,
  message = excluded.message,
  since = case when previous.passes = excluded.passes then previous.since else excluded.since end,
  checked_at = excluded.checked_at
"""


class CheckChange(NamedTuple):
    """A check that began to fail or passes again, and has not been reported yet."""

    asset: str
    name: str
    passes: bool
    message: str
    since: datetime


class CheckRepository:
    """Checks of the installation, which belong to no organisation."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def last_checked_at(self) -> datetime | None:
        """Return when the last check ran."""
        at: datetime | None = self._session.scalar(text(_LAST_CHECKED_AT))
        return at

    def store_heartbeat(self, *, passes: bool, message: str, now: datetime) -> None:
        """Store whether checks are running at all."""
        row = {"passes": passes, "message": message, "now": now}
        self._session.execute(text(_STORE_HEARTBEAT), row)

    def take_changes(self, now: datetime) -> list[CheckChange]:
        """Return changes that have not been reported, and mark them as reported. Two workers never get the same
        change.
        """
        rows = self._session.execute(text(_TAKE_CHANGES), {"now": now}).all()
        return sorted(
            (CheckChange(*row) for row in rows), key=lambda it: (it.since, it.asset, it.name)
        )

    def restore_changes(self, changes: list[CheckChange], now: datetime) -> None:
        """Mark changes as not reported, because their email failed."""
        for it in changes:
            marker = {"asset": it.asset, "name": it.name, "passes": it.passes, "now": now}
            self._session.execute(text(_RESTORE_CHANGE), marker)
