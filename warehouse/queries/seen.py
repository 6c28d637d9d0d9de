"""Which events count: by family, and whether bots and previews are among them."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from warehouse.metrics import METRICS, Audience
from warehouse.queries.counted import FAMILIES
from warehouse.queries.language import Question

IsOneOf = Callable[[str, Collection[str]], str]
"""SQL that is true where a column holds one of these texts."""


@dataclass(frozen=True)
class Seen:
    """Events of these families by people; by machines only of the families in `by_machines`."""

    families: tuple[str, ...]
    by_machines: tuple[str, ...]

    def sql(self, is_one_of: IsOneOf) -> str:
        """The same as a condition on `type` and `audience`."""
        families = is_one_of("type", self.families)
        if self.by_machines == self.families:
            return families
        humans = is_one_of("audience", ("human",))
        if not self.by_machines:
            return f"{families} and {humans}"
        return f"{families} and ({humans} or {is_one_of('type', self.by_machines)})"


def counted(question: Question) -> Seen:
    """Events that some wanted metric counts: of machines those that tell how many there were, what else they do
    only when asked for."""
    families = tuple(name for name, metrics in FAMILIES.items() if question.wants(*metrics))
    told = tuple(
        family
        for family in families
        if any(
            METRICS[name].audience is Audience.MACHINES and question.wants(name)
            for name in FAMILIES[family]
        )
    )
    return Seen(families, families if question.include_bots else told)


def scans(question: Question) -> Seen:
    """Events that people are counted of."""
    return Seen(("scan",), ("scan",) if question.include_bots else ())


def is_text(column: str, texts: Collection[str]) -> str:
    """Over columns that hold the text itself; the texts are words of ours, never a caller's."""
    return f"{column} in ({', '.join(repr(text) for text in texts)})"
