"""Requests and responses of SQL queries."""

from typing import Any

from pydantic import Field, field_validator

from api.domains.insights.dictionary.schemas import DictionaryTable
from api.kit.schemas import OrgBody, Schema
from warehouse.sql.result_formats import AnswerFormat

MAX_STATEMENT = 50_000
MAX_PARAMETERS = 100

Value = str | int | float | bool | None


class AskSql(OrgBody):
    """One query over the organisation's tables."""

    sql: str = Field(
        min_length=1,
        max_length=MAX_STATEMENT,
        description="One query in DuckDB SQL",
        examples=["select local_day(bucket) as day, total(events) as scans from activity_15m"],
    )
    parameters: dict[str, Value] = Field(
        default_factory=dict,
        description="Values of `$name` in the query",
        examples=[{"country": "DE"}],
    )
    format: AnswerFormat | None = Field(
        None, description="Format of the response; defaults to the Accept header, otherwise json"
    )
    max_rows: int = Field(
        10_000,
        ge=1,
        le=1_000_000_000,
        description="Maximum number of rows, within the installation's limit",
    )

    @field_validator("parameters")
    @classmethod
    def _are_few(cls, values: dict[str, Value]) -> dict[str, Value]:
        if len(values) > MAX_PARAMETERS:
            raise ValueError(f"must have at most {MAX_PARAMETERS} values")
        return values


class SqlColumn(Schema):
    """One column of a response."""

    name: str
    type: str = Field(description="The type's name in DuckDB")


class SqlRows(Schema):
    """The rows of a query as JSON. Other formats have the last two fields in headers."""

    columns: list[SqlColumn]
    rows: list[list[Any]] = Field(
        description="Values in the order of the columns. Integers beyond 2^53 - 1 and decimals are strings,"
        " so that clients don't round them; times are ISO 8601"
    )
    row_count: int
    truncated: bool = Field(description="Whether there were more rows than requested or allowed")


class SqlMacro(Schema):
    """A macro that is available in addition to DuckDB's functions."""

    signature: str
    meaning: str


class SqlTables(Schema):
    """Tables and macros for queries, and the limits of queries."""

    tables: list[DictionaryTable]
    macros: list[SqlMacro]
    max_rows: int
    seconds: float
    memory_mb: int
