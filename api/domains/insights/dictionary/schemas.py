"""Answers about the data dictionary."""

from typing import Literal

from pydantic import Field

from api.kit.schemas import Schema


class DictionaryColumn(Schema):
    """One column of a table."""

    name: str
    type: str
    unit: str = Field(description="Empty where a value has none")
    definition: str


class DictionaryTable(Schema):
    """One table; `metric` is the list of the dashboard's numbers."""

    name: str
    kind: Literal["metric", "report", "mart", "events", "history"]
    title: str
    description: str
    grain: str = Field(description="What one row stands for")
    sources: list[str]
    consumers: list[str]
    columns: list[DictionaryColumn]


class DataDictionary(Schema):
    """Every table of the warehouse."""

    tables: list[DictionaryTable]
