"""The result of a benchmark, and how it is printed.

A benchmark module reads:

    from benchmarks.report import Aim, Figure, show

    def main() -> list[Figure]:
        ...
        return [Figure("redirect, 1,000 codes", rate, "requests/s", bare, "bare FastAPI", Aim.ratio_at_least(0.6))]

    if __name__ == "__main__":
        show(main())
"""

import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, Self

from rich.console import Console
from rich.table import Table

OUT = Path(__file__).resolve().parent / "out"
"""The folder of results and scratch data; never committed."""


@dataclass(frozen=True)
class Aim:
    """The target of a figure: a bound on the value itself or on its ratio to the reference."""

    of: Literal["value", "ratio"]
    bound: float
    direction: Literal["at least", "at most"]

    @classmethod
    def at_least(cls, bound: float) -> Self:
        """Require the value itself to be at least `bound`."""
        return cls("value", bound, "at least")

    @classmethod
    def at_most(cls, bound: float) -> Self:
        """Require the value itself to be at most `bound`."""
        return cls("value", bound, "at most")

    @classmethod
    def ratio_at_least(cls, bound: float) -> Self:
        """Require the value divided by the reference to be at least `bound`."""
        return cls("ratio", bound, "at least")

    def is_met(self, value: float, ratio: float | None) -> bool:
        """Return whether a figure with this value and ratio reaches the aim."""
        measured = value if self.of == "value" else ratio
        if measured is None:
            return False
        return measured >= self.bound if self.direction == "at least" else measured <= self.bound


@dataclass(frozen=True)
class Figure:
    """A measured number. `reference` is measured in the same run, on the same machine."""

    name: str
    value: float
    unit: str
    reference: float | None = None
    reference_name: str = ""
    aim: Aim | None = None

    @property
    def ratio(self) -> float | None:
        """Return the value divided by the reference."""
        return self.value / self.reference if self.reference else None

    @property
    def is_met(self) -> bool | None:
        """Return whether the aim is reached; None if there is no aim."""
        return None if self.aim is None else self.aim.is_met(self.value, self.ratio)


def show(figures: Iterable[Figure], title: str = "") -> None:
    """Print figures as a table: figure | reference | ratio | aim."""
    table = Table(title=title or None, title_justify="left")
    table.add_column("what")
    for column in ("figure", "reference", "ratio", "aim"):
        table.add_column(column, justify="right")
    for figure in figures:
        table.add_row(
            figure.name,
            f"{_number(figure.value)} {figure.unit}",
            _reference(figure),
            "" if figure.ratio is None else f"{figure.ratio:.0%}",
            _aim(figure),
        )
    Console(width=max(Console().width, 140)).print(table)


def save(name: str, figures: Iterable[Figure]) -> Path:
    """Save the figures of one benchmark in `benchmarks/out/<name>.json`."""
    OUT.mkdir(exist_ok=True)
    path = OUT / f"{name}.json"
    path.write_text(json.dumps([asdict(figure) for figure in figures], indent=1))
    return path


def load(path: Path) -> list[Figure]:
    """Return the figures that `save` stored."""
    return [
        Figure(**{**row, "aim": Aim(**row["aim"]) if row["aim"] else None})
        for row in json.loads(path.read_text())
    ]


def percentile(values: Iterable[float], share: float) -> float:
    """Return the smallest value that `share` (0 to 1) of all values do not exceed."""
    ordered = sorted(values)
    if not ordered:
        raise ValueError("a percentile of nothing")
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def _number(value: float) -> str:
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:,.1f}" if abs(value) >= 10 else f"{value:,.2f}"


def _reference(figure: Figure) -> str:
    if figure.reference is None:
        return figure.reference_name
    return f"{_number(figure.reference)} {figure.reference_name}".rstrip()


def _aim(figure: Figure) -> str:
    if figure.aim is None:
        return ""
    bound = f"{figure.aim.bound:.0%}" if figure.aim.of == "ratio" else _number(figure.aim.bound)
    sign = "≥" if figure.aim.direction == "at least" else "≤"
    return f"{sign} {bound} {'[green]met[/]' if figure.is_met else '[red]missed[/]'}"
