"""All checks of the lake, each with its SQL, the table that it checks, and whether it stops publication."""

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from warehouse.models.catalogue import Model, marts

_FOLDER = Path(__file__).parent
_FACTS = "fact_counts"
"""Name of the SQL file for every mart that stores events unchanged, one row each."""


@dataclass(frozen=True)
class Check:
    """One SQL file. The check fails if its statement returns rows. `fact`: the mart for which the file's placeholders
    are filled in.
    """

    name: str
    table: str
    blocking: bool
    fact: Model | None = None
    judged: str = ""
    """Name under which the statement reads the rows of a batch. If empty, the table's own name."""

    @property
    def file(self) -> str:
        """Return the SQL file's name without its extension."""
        return _FACTS if self.fact else self.name

    @property
    def sql(self) -> str:
        text = _text(self.file)
        if self.fact is None:
            return text
        names = [column.name for column in self.fact.columns]
        return text.format(
            mart=self.table,
            families=", ".join(f"'{family}'" for family in self.fact.families),
            columns=", ".join(name for name in names if name not in self.fact.partition_by),
        )

    @property
    def description(self) -> str:
        """Return the header of the file as a sentence."""
        lines = self.sql.splitlines()
        header = [line.removeprefix("--").strip() for line in lines if line.startswith("--")]
        return " ".join(header).replace("fails when:", "Fails when").strip()


@cache
def _text(file: str) -> str:
    return (_FOLDER / f"{file}.sql").read_text()


@lru_cache
def all_checks() -> dict[str, Check]:
    """Return every check by name. Blocking checks stop a broken lake from being published, before the marts are
    built.
    """
    checks = [
        Check("event_contract", "events", blocking=True),
        Check("event_duplicates", "events", blocking=True),
        Check("event_gaps", "events", blocking=True),
        Check("event_counts", "events", blocking=True),
        Check("outbox_counts", "events", blocking=True),
        Check("positions_in_order", "events", blocking=True),
        Check("visitors_unique", "visitors", blocking=False),
        Check("visitors_complete", "visitors", blocking=False),
        Check("visitor_numbers_unique", "visitor_numbers", blocking=False),
        Check("visitor_numbers_complete", "visitor_numbers", blocking=False),
        Check("activity_15m_counts", "activity_15m", blocking=False),
        Check("people_15m_counts", "people_15m", blocking=False),
        Check("activity_day_counts", "activity_day", blocking=False),
        Check("activity_day_people", "activity_day", blocking=False),
        Check("activity_day_zones", "activity_day", blocking=False),
        Check("visitor_scans_counts", "visitor_scans", blocking=False),
        Check("customer_acts_counts", "customer_acts", blocking=False),
        Check("person_acts_counts", "person_acts", blocking=False),
        Check("code_outcomes_counts", "code_outcomes", blocking=False),
        Check("missed_paths_counts", "missed_paths", blocking=False),
        Check("code_stock_counts", "code_stock", blocking=False),
        Check("funnel_15m_counts", "funnel_15m", blocking=False),
        Check("form_fields_counts", "form_fields", blocking=False),
        *(
            Check(f"{name}_counts", name, blocking=False, fact=model)
            for name, model in marts().items()
            if model.unique == ("pos",)
        ),
        Check("freshness", "activity_15m", blocking=False),
    ]
    return {check.name: check for check in checks}


_BESIDE_THE_MART = {
    name: Check(f"{name}_batch", name, blocking=True, judged="checks.batch")
    for name in ("visitors", "visitor_numbers")
}
"""Who is new depends on who is already known, so these batches are checked next to the mart and not in its place."""


def batch_checks(mart: str) -> list[Check]:
    """Return the checks that compare a batch of this mart with its events before it is published."""
    if mart in _BESIDE_THE_MART:
        return [_BESIDE_THE_MART[mart]]
    known = (all_checks().get(f"{mart}_{kind}") for kind in ("counts", "people"))
    return [check for check in known if check]
