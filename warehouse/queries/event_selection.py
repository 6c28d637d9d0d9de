"""Selects events by family, with or without bots and previews."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from warehouse.metrics import METRICS, Audience
from warehouse.queries.language import Question
from warehouse.queries.metric_sums import FAMILIES

IsOneOf = Callable[[str, Collection[str]], str]
"""Builds SQL that is true if a column has one of these texts."""


@dataclass(frozen=True)
class EventSelection:
    """Events of people in these families, and of bots in `bot_families`."""

    families: tuple[str, ...]
    bot_families: tuple[str, ...]

    def sql(self, is_one_of: IsOneOf) -> str:
        """Return the same selection as an SQL condition on `type` and `audience`."""
        families = is_one_of("type", self.families)
        if self.bot_families == self.families:
            return families
        humans = is_one_of("audience", ("human",))
        if not self.bot_families:
            return f"{families} and {humans}"
        return f"{families} and ({humans} or {is_one_of('type', self.bot_families)})"


def counted(question: Question) -> EventSelection:
    """Return the events that some requested metric counts. Events of bots are included only for metrics that count
    bots, or if bots are requested.
    """
    families = tuple(name for name, metrics in FAMILIES.items() if question.wants(*metrics))
    result = tuple(
        family
        for family in families
        if any(
            METRICS[name].audience is Audience.MACHINES and question.wants(name)
            for name in FAMILIES[family]
        )
    )
    return EventSelection(families, families if question.include_bots else result)


def scans(question: Question) -> EventSelection:
    """Return the scans by which people are counted."""
    return EventSelection(("scan",), ("scan",) if question.include_bots else ())


def is_text(column: str, texts: Collection[str]) -> str:
    """Return the condition for a column that contains the text itself. The texts are constants and never come from a
    caller.
    """
    return f"{column} in ({', '.join(repr(text) for text in texts)})"
