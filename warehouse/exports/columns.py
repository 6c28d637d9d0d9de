"""The columns of a file and their meanings, for the dictionary that accompanies it."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from warehouse.queries.language import DEFINITIONS

COUNT = "count"
UTC_TIME = "UTC"
CENTS = "cents"


@dataclass(frozen=True)
class FileColumn:
    """One column of a file. `unit` is empty if its values have none."""

    name: str
    type: str
    unit: str
    definition: str


DICTIONARY_COLUMNS = ("name", "type", "unit", "definition")


@lru_cache
def event_columns() -> dict[str, FileColumn]:
    """Return every column of the lake's events, by name."""
    return _columns_of("events")


@lru_cache
def event_file_columns() -> dict[str, FileColumn]:
    """Return the columns that a file of events may have: columns of the lake's events, the fields of uses from their
    JSON, the name of the person who acted, and the properties of their codes, current or at the time of the event.
    """
    action = (
        "What happened: on a page, click, play, share, duration or form; for passes, segments, orders and messages,"
        " the step that they reached"
    )
    visitor = "Visitor who acted, if known: the sixteen characters by which every table and screen names them"
    of_codes = {
        "base_code_id": "Base of the event's code; a code that is not a child is its own base",
        "folder_id": "Folder of the code: the current one, or the one at the time of the event",
        "folder": "Name of the folder",
        "placement": "Placement of the code: the current one, or the one at the time of the event",
        "properties": "Custom properties of the code as JSON: the current ones, or those at the time of the event",
    }
    return (
        event_columns()
        | {name: FileColumn(name, "string", "", text) for name, text in of_codes.items()}
        | {
            "action": FileColumn("action", "string", "", action),
            "visitor": FileColumn("visitor", "string", "", visitor),
        }
    )


@lru_cache
def history_columns() -> dict[str, FileColumn]:
    """Return every column of the history of codes, folders, pages and polls, by name."""
    return _columns_of("dimension_history")


def _columns_of(table: str) -> dict[str, FileColumn]:
    raw: list[dict[str, Any]] = yaml.safe_load(
        (Path(__file__).parent / f"{table}.yml").read_text(encoding="utf-8")
    )["columns"]
    return {
        one["name"]: FileColumn(one["name"], one["type"], one.get("unit", ""), one["description"])
        for one in raw
    }


def metric_columns(names: Iterable[str]) -> tuple[FileColumn, ...]:
    """Return the dashboard's metrics as columns."""
    return tuple(FileColumn(name, "int64", COUNT, DEFINITIONS[name]) for name in names)


def dictionary_rows(columns: Iterable[FileColumn]) -> list[tuple[str, str, str, str]]:
    """Return the dictionary as rows of DICTIONARY_COLUMNS."""
    return [(one.name, one.type, one.unit, one.definition) for one in columns]
