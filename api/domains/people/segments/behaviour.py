"""Questions to the warehouse about behaviour: each condition is turned into questions that have a plain yes or no."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from api.domains.people.segments.rules import (
    Acted,
    BehaviourCondition,
    DayRange,
    FrequencyCondition,
    Placed,
    RecencyCondition,
    ValueCondition,
)
from warehouse.date_ranges import EARLIEST, Range, local_midnight
from warehouse.segments.engine import Behaviour

OWN_ACTS = ("scan", "view", "use", "submit", "vote", "play", "redemption", "order", "pass")
"""Acts of customers themselves. Removing a pass from a wallet is not one, because it is a sign that they leave.
Messages to them, uses of a master key and changes of segments are not acts of theirs.
"""


@dataclass(frozen=True)
class Answer:
    """How a condition follows from numbered questions: it holds if all of `met` and none of `unmet` are answered with
    yes.
    """

    met: tuple[int, ...] = ()
    unmet: tuple[int, ...] = ()


@dataclass
class Questions:
    """Numbers the questions of a segment's conditions. Equal questions are asked once."""

    zone: ZoneInfo
    now: datetime
    codes_at: Callable[[Placed], frozenset[str] | None]
    """Returns the codes at the places of a condition, or None if it names neither codes, placements nor folders."""
    asked: list[Behaviour] = field(default_factory=list)

    def of(self, condition: Acted) -> Answer:
        """Return the answer for one condition."""
        if isinstance(condition, RecencyCondition):
            return self._recency(condition)
        if isinstance(condition, BehaviourCondition):
            number = self._ask(condition, _types(condition.act), "times", condition.times)
            return Answer(unmet=(number,)) if condition.op == "is_not" else Answer(met=(number,))
        if isinstance(condition, FrequencyCondition):
            types, measure, value = _types(condition.act), "days", condition.days
        else:
            types, measure, value = ("order",), "amount", condition.amount_cents
        return self._bounded(condition, types, measure, value)

    def _bounded(
        self,
        condition: FrequencyCondition | ValueCondition,
        types: tuple[str, ...],
        measure: str,
        value: int,
    ) -> Answer:
        if condition.op == "at_most":
            return Answer(unmet=(self._ask(condition, types, measure, value + 1),))
        return Answer(met=(self._ask(condition, types, measure, value),))

    def _recency(self, condition: RecencyCondition) -> Answer:
        today = self.today
        if condition.op == "at_most":
            first = today - timedelta(days=condition.days)
            return Answer(met=(self._number(Behaviour(OWN_ACTS, "times", 1, self._from(first))),))
        after = today - timedelta(days=condition.days - 1)
        ever = self._number(Behaviour(OWN_ACTS, "times", 1, self._from(None)))
        since = self._number(Behaviour(OWN_ACTS, "times", 1, self._from(after)))
        return Answer(met=(ever,), unmet=(since,))

    @property
    def today(self) -> date:
        """The current local day."""
        return self.now.astimezone(self.zone).date()

    def _ask(self, placed: Placed, types: tuple[str, ...], measure: str, at_least: int) -> int:
        return self._number(
            Behaviour(
                types,
                measure,  # type: ignore[arg-type]
                at_least,
                span_of(placed.within, self.today, self.zone),
                codes=self.codes_at(placed),
                pages=frozenset(placed.pages) or None,
            )
        )

    def _from(self, first: date | None) -> Range:
        return span_of(DayRange(first_day=first), self.today, self.zone)

    def _number(self, behaviour: Behaviour) -> int:
        if behaviour not in self.asked:
            self.asked.append(behaviour)
        return self.asked.index(behaviour)


def _types(act: str) -> tuple[str, ...]:
    return OWN_ACTS if act == "any" else (act,)


def span_of(within: DayRange, today: date, zone: ZoneInfo) -> Range:
    """Return the instants of a range of local days. Without an end, it ends with today."""
    first, last = within.first_day, within.last_day or today
    if within.last_days is not None:
        first = today - timedelta(days=within.last_days - 1)
    start = EARLIEST if first is None else max(local_midnight(first, zone), EARLIEST)
    end = local_midnight(last + timedelta(days=1), zone)
    return Range(min(start, end), end)
