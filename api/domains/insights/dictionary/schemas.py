"""Responses about the data dictionary."""

from typing import Literal

from pydantic import Field

from api.kit.schemas import Schema


class DictionaryColumn(Schema):
    """One column of a table."""

    name: str
    type: str
    unit: str = Field(description="Empty if values have none")
    definition: str


class DictionaryTable(Schema):
    """A table. The kind `metric` lists the dashboard's metrics."""

    name: str
    kind: Literal["metric", "report", "mart", "events", "history"]
    title: str
    description: str
    grain: str = Field(description="What one row is")
    sources: list[str]
    consumers: list[str]
    columns: list[DictionaryColumn]


class DataDictionary(Schema):
    """Every table of the warehouse."""

    tables: list[DictionaryTable]
