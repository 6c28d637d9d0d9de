"""All metrics that questions can request, one line each: the meaning, and the events from which it is counted.

This is the only list. The sums, the definitions, the fields of the API and the events behind a number all follow from
it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any

FIRST_SCANS = "first_scan_within"
"""Temporary table of a cursor: visitor and position of each first scan within the range."""
IS_FIRST_SCAN = f"pos in (select first_pos from {FIRST_SCANS})"
IS_BY_RETURNING = (
    "visitor_id is not null"
    f" and visitor_hash(visitor_id) not in (select visitor from {FIRST_SCANS})"
)
OLDER_TYPES: Mapping[str, tuple[str, ...]] = {
    "use": ("view",),
    "master_use": ("redemption",),
    "undone_redemption": ("redemption",),
}
"""Types under which the events of a family are stored, some of them only for older events. `family_of` distinguishes
them.
"""


class Audience(Enum):
    """The visitors whose events a metric counts."""

    SHOWN = "people's, and machines' where the question includes them"
    MACHINES = "bots' and link previews'"
    ANY = "everybody's"


@dataclass(frozen=True)
class Metric:
    """Definition of how a metric is counted."""

    definition: str
    family: str
    """Event family (`family_of`) that it counts."""
    column: str | None
    """Column of the activity marts that is summed; None if visitors are counted individually."""
    audience: Audience
    behind: str
    """Further condition for the events behind it, as SQL over raw events."""
    less: str | None
    """Event family whose events are subtracted, one each."""

    @property
    def families(self) -> tuple[str, ...]:
        """Return the families from which it is counted."""
        return (self.family,) if self.less is None else (self.family, self.less)

    @property
    def is_additive(self) -> bool:
        """Return whether the values of parts add up to the value of the whole."""
        return self.column is not None

    @property
    def events_sql(self) -> str:
        """Return an SQL condition that is true for the raw events behind it."""
        older = [name for family in self.families for name in OLDER_TYPES.get(family, ())]
        types = ", ".join(f"'{name}'" for name in dict.fromkeys((*self.families, *older)))
        families = ", ".join(f"'{name}'" for name in self.families)
        text = f"type in ({types}) and family_of(type, version, data) in ({families})"
        return f"{text} and {self.behind}" if self.behind else text


def metric(
    definition: str,
    *,
    of: str,
    column: str | None = "events",
    audience: Audience = Audience.SHOWN,
    behind: str = "",
    less: str | None = None,
) -> Any:
    """Declare a field of `Metrics`, which is 0 unless it is counted."""
    described = Metric(definition, of, column, audience, behind, less)
    return field(default=0, metadata={"metric": described})


@dataclass(frozen=True)
class Metrics:
    """The numbers of one range, point or value. `METRICS` defines the meaning of each."""

    # fmt: off
    scans: int = metric("Every time a code was opened, including repeats. Bots and link previews count only if you include them.", of="scan")
    people: int = metric("Different visitors who scanned, recognised by a first-party cookie if they allow one, otherwise by a hash that changes every day. Counted exactly, however many there are.", of="scan", column=None, behind="visitor_id is not null")
    new: int = metric("People whose very first scan of any of your codes is in this range. Bots are never new.", of="scan", column="new_people", audience=Audience.ANY, behind=IS_FIRST_SCAN)
    returning: int = metric("People who had already scanned before their first scan in this range: people minus new people. Bots are among them if they are included.", of="scan", column=None, behind=IS_BY_RETURNING)
    visits: int = metric("Scans that do not repeat a scan by the same visitor of the same code within 30 minutes. Scans that arrive late are judged by when they happened: at first against the newest known scan, and the following night against all of them.", of="scan", column="visits", behind="not is_duplicate")
    views: int = metric("Page views reported by visitors' browsers. Clicks, form steps and time on page are not included.", of="view")
    submits: int = metric("Forms sent.", of="submit")
    votes: int = metric("Votes cast, including those that were changed later. The report “Votes” also shows which ones count.", of="vote")
    plays: int = metric("Games played, including those that players left before the end.", of="play")
    redemptions: int = metric("Promo codes, one-time codes, rewards, prizes and passes used, minus those undone in the range. Uses of a master key are not included.", of="redemption", less="undone_redemption")
    bots: int = metric("Scans by crawlers, scripts and link previews in this range, whether shown or not.", of="scan", audience=Audience.MACHINES, behind="(is_bot or is_preview)")
    # fmt: on


METRICS: Mapping[str, Metric] = {one.name: one.metadata["metric"] for one in fields(Metrics)}
DEFINITIONS: Mapping[str, str] = {name: one.definition for name, one in METRICS.items()}

BEHIND = {name: one.events_sql for name, one in METRICS.items()} | {
    "orders": "type = 'order' and amount_cents > 0",
    "revenue": "type = 'order' and amount_cents <> 0",
    "messages": "type = 'message'",
    "passes": "type = 'pass'",
}
"""The events behind each number: for new people, the scans that made them new; for people and returning people, all of
their scans.
"""

BEHIND_DEFINITIONS = {
    **DEFINITIONS,
    "orders": "Reported orders that add revenue.",
    "revenue": "Reported orders and refunds that change the revenue, in every currency.",
    "messages": "Steps of text messages, push messages and emails.",
    "passes": "Steps of wallet passes.",
}
"""Definition of the listed events, by the number that they are behind."""
