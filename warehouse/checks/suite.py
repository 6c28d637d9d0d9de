"""The expectations of a mart's rows, in one list for everything that checks them.

The model's YAML defines them, and two rules are added to every mart automatically. The list is checked on each batch
before it is published (`warehouse/builds/gate.py`), on the stored rows after each build
(`warehouse/checks/expectations.py`), and by Great Expectations once a day (`pipelines/checks/suites.py`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from warehouse.models.catalogue import Model

Kind = Literal["columns", "never_null", "one_of", "at_least", "unique", "matches", "not_above"]

ORGANISATION = r"^\S+$"
"""The ID of an organisation contains no whitespace and is never empty."""


@dataclass(frozen=True)
class Expectation:
    """One rule. Everything besides its columns is in the single field that belongs to its kind."""

    kind: Kind
    columns: tuple[str, ...]
    accepted: tuple[str, ...] = ()
    least: int = 0
    pattern: str = ""

    @property
    def column(self) -> str:
        """Return the first of its columns."""
        return self.columns[0]

    @property
    def name(self) -> str:
        """Return the rule in readable form. No two rules of a mart have the same name."""
        match self.kind:
            case "columns":
                return "the columns are those of the description"
            case "never_null":
                return f"{self.column} is never null"
            case "one_of":
                return f"{self.column} is one of the accepted"
            case "at_least":
                return f"{self.column} is at least {self.least}"
            case "unique":
                return f"{', '.join(self.columns)} stands once"
            case "matches":
                return f"{self.column} has no blank"
            case "not_above":
                return f"{self.column} is not above {self.columns[1]}"


def expectations_of(model: Model) -> tuple[Expectation, ...]:
    """Return all rules for the model's rows."""
    return tuple(_rules(model))


def _rules(model: Model) -> Iterator[Expectation]:
    names = tuple(column.name for column in model.columns)
    yield Expectation("columns", names)
    for column in model.columns:
        if not column.nullable:
            yield Expectation("never_null", (column.name,))
    for name, accepted in model.accepted.items():
        yield Expectation("one_of", (name,), accepted=accepted)
    least = {"pos": 0} if "pos" in names else {}
    for name, smallest in (least | model.minimum).items():
        yield Expectation("at_least", (name,), least=smallest)
    if model.unique:
        yield Expectation("unique", model.unique)
    if "org_id" in names:
        yield Expectation("matches", ("org_id",), pattern=ORGANISATION)
    for smaller, larger in model.not_above:
        yield Expectation("not_above", (smaller, larger))
