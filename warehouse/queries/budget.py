"""A question that would read too much is refused before anything is read."""

from warehouse.queries.days import RollUp
from warehouse.queries.language import Question, QuestionError
from warehouse.queries.sources import Parts, Tables
from warehouse.reader import of_organisation, unique

MAX_ROWS = 20_000_000
"""Rows that one question may read: some ten seconds of work."""


def refuse_too_many(rows: int, field: str, mend: str) -> None:
    """Let so many rows be read, or say why not.

    Raises:
        QuestionError: there are more than `MAX_ROWS`.
    """
    if rows > MAX_ROWS:
        raise QuestionError(
            field,
            f"About {rows:,} events would have to be read for this range, and at most {MAX_ROWS:,}"
            f" are. {mend}",
        )


def refuse_too_much(question: Question, tables: Tables, parts: Parts, roll_up: RollUp) -> None:
    """Let the question pass, or say why it is refused.

    The statistics of the files bound what could be read; only where they leave it open are the
    organisation's events counted, from the roll-up.

    Raises:
        QuestionError: it would read more than `MAX_ROWS`; names what makes it so much.
    """
    if not parts.buckets:
        return
    files = of_organisation(
        unique(tables.activity.between("bucket", one.start, one.end) for one in parts.buckets),
        question.org_id,
    )
    if sum(file.rows for file in files) <= MAX_ROWS:
        return
    cause, mend = "interval", "Take a shorter one."
    if question.filters:
        cause, mend = "filters", "Take a shorter range, or leave the filters out."
    elif question.stretches:
        cause, mend = "dimensions_as_of", "Take a shorter range, or folders as they are now."
    refuse_too_many(roll_up.events(parts.buckets), cause, mend)
