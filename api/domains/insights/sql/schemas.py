"""Questions in SQL and their answers."""

from typing import Any

from pydantic import Field, field_validator

from api.domains.insights.dictionary.schemas import DictionaryTable
from api.kit.schemas import OrgBody, Schema
from warehouse.sql.writing import AnswerFormat

MAX_STATEMENT = 50_000
MAX_PARAMETERS = 100

Value = str | int | float | bool | None


class AskSql(OrgBody):
    """One query over the organisation's tables."""

    sql: str = Field(
        min_length=1,
        max_length=MAX_STATEMENT,
        description="One query in DuckDB's SQL",
        examples=["select local_day(bucket) as day, total(events) as scans from activity_15m"],
    )
    parameters: dict[str, Value] = Field(
        default_factory=dict,
        description="Values of `$name` in the query",
        examples=[{"country": "DE"}],
    )
    format: AnswerFormat | None = Field(
        None, description="Of the answer; by default what the Accept header asks for, else json"
    )
    max_rows: int = Field(
        10_000,
        ge=1,
        le=1_000_000_000,
        description="Most rows wanted; the limit of rows holds in any case",
    )

    @field_validator("parameters")
    @classmethod
    def _are_few(cls, values: dict[str, Value]) -> dict[str, Value]:
        if len(values) > MAX_PARAMETERS:
            raise ValueError(f"must have at most {MAX_PARAMETERS} values")
        return values


class SqlColumn(Schema):
    """One column of an answer."""

    name: str
    type: str = Field(description="DuckDB's name of the type")


class SqlRows(Schema):
    """The rows of a query, as JSON. Other formats carry the last two in headers."""

    columns: list[SqlColumn]
    rows: list[list[Any]] = Field(
        description="Values in the order of the columns. Whole numbers beyond 2^53 - 1 and decimals are"
        " texts, so that no program rounds them; times are ISO 8601"
    )
    row_count: int
    truncated: bool = Field(
        description="Whether there were more rows than were asked for or allowed"
    )


class SqlMacro(Schema):
    """One macro beside DuckDB's own functions."""

    signature: str
    meaning: str


class SqlTables(Schema):
    """What a query may be about, and what it may take."""

    tables: list[DictionaryTable]
    macros: list[SqlMacro]
    max_rows: int
    seconds: float
    memory_mb: int
