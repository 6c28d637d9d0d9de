"""The row budget, which refuses queries that would read too many rows before anything is read."""

from warehouse.queries.days import RollUp
from warehouse.queries.language import Question, QuestionError
from warehouse.queries.sources import Parts, Tables
from warehouse.reader import of_organisation, unique

MAX_ROWS = 20_000_000
"""Maximum number of rows that one query may read, which is about ten seconds of work."""


def refuse_too_many(rows: int, field: str, hint: str) -> None:
    """Check a number of rows against the budget.

    Raises:
        QuestionError: there are more than `MAX_ROWS`.
    """
    if rows > MAX_ROWS:
        raise QuestionError(
            field,
            f"About {rows:,} events would have to be read for this range; the limit is"
            f" {MAX_ROWS:,}. {hint}",
        )


def refuse_too_much(question: Question, tables: Tables, parts: Parts, roll_up: RollUp) -> None:
    """Check the question against the row budget.

    File statistics give an upper bound. Only if that exceeds the budget are the organisation's events counted, from the
    roll-up.

    Raises:
        QuestionError: it would read more than `MAX_ROWS`. The error names the field that causes it.
    """
    if not parts.buckets:
        return
    files = of_organisation(
        unique(tables.activity.between("bucket", one.start, one.end) for one in parts.buckets),
        question.org_id,
    )
    if sum(file.rows for file in files) <= MAX_ROWS:
        return
    cause, hint = "interval", "Choose a shorter range."
    if question.filters:
        cause, hint = "filters", "Choose a shorter range, or remove the filters."
    elif question.validity_periods:
        cause, hint = "dimensions_as_of", "Choose a shorter range, or the current folders."
    refuse_too_many(roll_up.events(parts.buckets), cause, hint)
