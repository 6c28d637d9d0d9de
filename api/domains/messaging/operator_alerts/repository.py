"""Every statement about what the pipelines' checks found."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.orm import Session

_NEWS = """
update pipeline_checks
set told_at = case when passes then null else cast(:now as timestamptz) end
where (not passes and told_at is null) or (passes and told_at is not null)
returning asset, name, passes, said, since
"""

_UNTELL = """
update pipeline_checks
set told_at = case when passes then cast(:now as timestamptz) end
where asset = :asset and name = :name and passes = :passes
"""

_NEWEST = "select max(checked_at) from pipeline_checks where asset <> 'dagster'"

_NOTE_RUNS = """
insert into pipeline_checks as known (asset, name, passes, said, since, checked_at)
values ('dagster', 'runs', :passes, :said, :now, :now)
on conflict (asset, name) do update set
  passes = excluded.passes,
  said = excluded.said,
  since = case when known.passes = excluded.passes then known.since else excluded.since end,
  checked_at = excluded.checked_at
"""


class News(NamedTuple):
    """A check that began to fail, or to pass again, and of which nobody was told."""

    asset: str
    name: str
    passes: bool
    said: str
    since: datetime


class CheckRepository:
    """The installation's checks; they belong to no organisation."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def newest(self) -> datetime | None:
        """When a check was made last."""
        found: datetime | None = self._session.scalar(text(_NEWEST))
        return found

    def note_runs(self, *, passes: bool, said: str, now: datetime) -> None:
        """Keep whether checks are made at all."""
        self._session.execute(text(_NOTE_RUNS), {"passes": passes, "said": said, "now": now})

    def take_news(self, now: datetime) -> list[News]:
        """What is to be told, marked as told; two workers never take the same."""
        rows = self._session.execute(text(_NEWS), {"now": now}).all()
        return sorted((News(*row) for row in rows), key=lambda it: (it.since, it.asset, it.name))

    def give_back(self, news: list[News], now: datetime) -> None:
        """Nobody took the mail: what it would have told is news again."""
        for it in news:
            marker = {"asset": it.asset, "name": it.name, "passes": it.passes, "now": now}
            self._session.execute(text(_UNTELL), marker)
