"""Every metric that questions answer, one line each: what it means, and which events it is counted from.

This is the only list. What is summed, the definitions, the fields of the API and the events behind a number
all follow from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any

FIRST_SCANS = "first_scan_within"
"""Temporary table of a cursor: visitor and position of each first scan that the range holds."""
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
"""Types under which events of a family are reported, some by older events only; `family_of` tells them apart."""


class Audience(Enum):
    """Whose events a metric counts."""

    SHOWN = "people's, and machines' where the question includes them"
    MACHINES = "bots' and link previews'"
    ANY = "everybody's"


@dataclass(frozen=True)
class Metric:
    """How a metric is counted."""

    definition: str
    family: str
    """Event family (`family_of`) whose events it counts."""
    column: str | None
    """Column of the activity marts that is summed; None if visitors are counted one by one."""
    audience: Audience
    behind: str
    """What else is true of the events behind it, as SQL over raw events."""
    less: str | None
    """Event family of which each event takes one away."""

    @property
    def families(self) -> tuple[str, ...]:
        """The families that it is counted from."""
        return (self.family,) if self.less is None else (self.family, self.less)

    @property
    def is_additive(self) -> bool:
        """Whether values of parts add up to that of the whole."""
        return self.column is not None

    @property
    def events_sql(self) -> str:
        """True for the raw events behind it, as SQL."""
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
    """A field of `Metrics`, 0 unless it is counted."""
    described = Metric(definition, of, column, audience, behind, less)
    return field(default=0, metadata={"metric": described})


@dataclass(frozen=True)
class Metrics:
    """The numbers of one range, point or value; `METRICS` says what each means."""

    # fmt: off
    scans: int = metric("Every time a code was opened, including repeats. Bots and link previews count only if you include them.", of="scan")
    people: int = metric("Different visitors who scanned, recognised by a first-party cookie if they allow one, otherwise by a hash that changes every day. Counted exactly, however many there are.", of="scan", column=None, behind="visitor_id is not null")
    new: int = metric("People whose very first scan of any of your codes is in this range. Bots are never new.", of="scan", column="new_people", audience=Audience.ANY, behind=IS_FIRST_SCAN)
    returning: int = metric("People who had already scanned before their first scan in this range: people minus new people. Bots are among them if they are included.", of="scan", column=None, behind=IS_BY_RETURNING)
    visits: int = metric("Scans that do not repeat a scan by the same visitor of the same code within 30 minutes. Scans that arrive late are judged by when they happened: at first against the newest known scan, and the following night against all of them.", of="scan", column="visits", behind="not is_duplicate")
    views: int = metric("Page views reported by visitors' browsers. Clicks, form steps and time on page are not included.", of="view")
    submits: int = metric("Forms sent.", of="submit")
    votes: int = metric("Votes cast, including those that were changed later. The report “Votes” also says which ones stand.", of="vote")
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
"""Which events a number is made of: of new people the scan that made them new, of people and of returning
ones every scan of theirs."""

BEHIND_DEFINITIONS = {
    **DEFINITIONS,
    "orders": "Reported orders that add revenue.",
    "revenue": "Reported orders and refunds that change the revenue, in every currency.",
    "messages": "Steps of text messages, push messages and emails.",
    "passes": "Steps of wallet passes.",
}
"""What is listed, by the number that it is behind."""
