"""The macros that analysts have in addition to DuckDB's own functions."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    import duckdb

WeekStart = Literal["monday", "sunday", "saturday"]
_DAYS_AFTER_WEEK_START = {"monday": 0, "sunday": 1, "saturday": 2}


@dataclass(frozen=True)
class Macro:
    """One macro with its signature and its result."""

    signature: str
    meaning: str
    body: str | None = None
    """Its SQL, or None if it is defined with the marts' own expressions."""

    @property
    def name(self) -> str:
        return self.signature.partition("(")[0]


def macros(zone: str = "UTC", week_start: str = "monday") -> tuple[Macro, ...]:
    """Return every macro, for an organisation in this zone whose weeks start on this day."""
    known = ZoneInfo(zone).key.replace("'", "''")
    shift = _DAYS_AFTER_WEEK_START[week_start]
    local = f"timezone('{known}', cast(moment as timestamptz))"
    return (
        Macro("local_time(moment)", f"The moment on a clock in {known}, without a zone", local),
        Macro("local_day(moment)", f"The day of the moment in {known}", f"cast({local} as date)"),
        Macro(
            "local_week(moment)",
            f"First day ({week_start.capitalize()}) of the moment's week in {known}",
            f"cast(date_trunc('week', {local} + interval {shift} day) as date) - {shift}",
        ),
        Macro(
            "local_month(moment)",
            f"First day of the moment's month in {known}",
            f"cast(date_trunc('month', {local}) as date)",
        ),
        Macro(
            "total(number)",
            "The sum as a bigint, 0 where there are no rows; DuckDB's own sum of integers is a hugeint",
            "cast(coalesce(sum(number), 0) as bigint)",
        ),
        Macro(
            "visitor_name(visitor)",
            "What screens and files call a visitor: sixteen letters, from the number in the marts",
        ),
        Macro("visitor_hash(visitor_id)", "The number by which marts know a visitor_id of events"),
        Macro(
            "bucket_of(moment)", "Start of the quarter of an hour that marts count the moment in"
        ),
        Macro("audience_of(is_bot, is_preview)", "human, bot or preview, as marts call it"),
    )


def define(connection: "duckdb.DuckDBPyConnection", zone: str, week_start: str) -> None:
    """Add the macros to the connection, each with a comment that describes its result."""
    for macro in macros(zone, week_start):
        if macro.body is not None:
            connection.execute(f"create or replace temp macro {macro.signature} as {macro.body}")
        meaning = macro.meaning.replace("'", "''")
        connection.execute(f"comment on macro {macro.name} is '{meaning}'")
