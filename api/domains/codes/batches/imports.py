"""Reads the exports of other products, and maps their columns to the fields of a code."""

import csv
import io
import json
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from typing import Any

from api.domains.codes.batches.schemas import MAX_ROWS
from api.domains.codes.codes.errors import invalid_field
from api.domains.codes.codes.schemas import MAX_NAME, MAX_TAGS
from api.kit.errors import Invalid

_COLUMNS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "bitly": {
        "destination": ("long_url", "long url", "destination", "destination url", "original url"),
        "name": ("title", "bitlink title", "link title"),
        "short_link": ("link", "bitlink", "short link", "short_url", "id"),
        "tags": ("tags", "tag"),
        "first_made": ("created_at", "created", "date created", "creation date"),
        "archived": ("archived", "is_archived"),
    },
    "dub": {
        "destination": ("url", "destination url", "destination", "destination_url"),
        "name": ("title", "og title"),
        "short_link": ("shortlink", "short link", "short_link"),
        "domain": ("domain",),
        "key": ("key", "slug"),
        "tags": ("tags", "tag", "tagnames"),
        "first_made": ("createdat", "created at", "created_at"),
        "active_until": ("expiresat", "expires at", "expires_at"),
        "expired_url": ("expiredurl", "expired url", "expired_url"),
        "archived": ("archived",),
    },
    "csv": {
        "destination": ("destination", "url", "long_url", "link", "target", "address"),
        "name": ("name", "title"),
        "tags": ("tags", "tag"),
        "slug": ("slug", "key"),
        "short_link": ("short_link", "short link"),
        "active_from": ("active_from",),
        "active_until": ("active_until",),
        "fallback_url": ("fallback_url",),
        "expired_url": ("expired_url",),
    },
}
_STORED_AS_PROPERTIES = ("short_link", "first_made")
"""Values that have no field of their own in Waypost are stored among the code's properties."""

_SURPLUS = "\0surplus"
"""Key for the cells of a row that have no column."""

_PROPERTY_STARTS = ("property:", "properties.", "property.")


def read_rows(
    source: str, text: str | None, rows: Sequence[dict[str, Any]] | None
) -> list[dict[str, Any]]:
    """Return the rows of a file, or of the other product's API, with the names of our fields."""
    parsed = _parse(source, text) if text is not None else list(rows or ())
    if not parsed:
        raise invalid_field("csv" if text is not None else "rows", "has no rows", "empty")
    return [_mapped(source, row) for row in parsed]


def _parse(source: str, text: str) -> list[dict[str, Any]]:
    text = text.lstrip("\ufeff")
    head = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=head.count)
    # Lines end as on the machine that wrote the file: "\r" alone comes from Excel on a Mac.
    lines = io.StringIO(text, newline="")
    reader = csv.DictReader(lines, restkey=_SURPLUS, delimiter=delimiter, strict=True)
    columns = {name for names in _COLUMNS[source].values() for name in names}
    headings = Counter(_spelled(name) for name in _headings(reader))
    twice = [
        name for name, times in headings.items() if times > 1 and _counts(name, source, columns)
    ]
    if twice:
        raise invalid_field("csv", f"has the column “{twice[0]}” more than once", "column_twice")
    if not headings.keys() & set(_COLUMNS[source]["destination"]):
        expected = ", ".join(sorted(columns))
        raise invalid_field(
            "csv",
            f"has no column with the destination; known columns are {expected}",
            "no_column",
        )
    rows: list[dict[str, Any]] = []
    try:
        for row in reader:
            if len(rows) >= MAX_ROWS:
                raise invalid_field("csv", f"has more than {MAX_ROWS:,} rows", "too_many_rows")
            if any(cell.strip() for cell in row.get(_SURPLUS, ())):
                reason = (
                    f"has more cells in line {reader.line_num} than it has columns; a cell with"
                    f" “{delimiter}” in it stands in quotes"
                )
                raise invalid_field("csv", reason, "too_many_cells")
            if any(isinstance(cell, str) and cell.strip() for cell in row.values()):
                rows.append(row)
    except csv.Error as error:
        raise _unreadable(error) from None
    return rows


def _counts(heading: str, source: str, columns: Set[str]) -> bool:
    return heading in columns or (source == "csv" and heading.startswith(_PROPERTY_STARTS))


def _headings(reader: "csv.DictReader[str]") -> Sequence[str]:
    try:
        return reader.fieldnames or ()
    except csv.Error as error:
        raise _unreadable(error) from None


def _unreadable(error: csv.Error) -> Invalid:
    return invalid_field("csv", f"cannot be read: {error}", "bad_csv")


def _mapped(source: str, row: Mapping[str, Any]) -> dict[str, Any]:
    cells = {_spelled(name): value for name, value in row.items() if isinstance(name, str)}
    found: dict[str, Any] = {}
    for field, names in _COLUMNS[source].items():
        value = next((cells[name] for name in names if cells.get(name) not in (None, "")), None)
        if value is not None:
            found[field] = value
    domain, key = found.pop("domain", None), found.pop("key", None)
    if domain and key:
        found.setdefault("short_link", f"https://{domain}/{key}")
    if source != "csv":
        found["slug"] = (
            str(key or found.get("short_link", "")).rstrip("/").rpartition("/")[2] or None
        )
    tags = _tags(found.pop("tags", None))
    if str(found.pop("archived", "")).strip().lower() in ("true", "yes", "1"):
        tags.append("archived")
    properties = {
        name: str(found.pop(name))[:200]
        for name in _STORED_AS_PROPERTIES
        if found.get(name) is not None
    }
    if source == "csv":
        properties |= _properties(cells)
    found.setdefault("name", _name_of(found, properties))
    if found.get("slug") is None:
        found.pop("slug", None)
    return {**found, "tags": list(dict.fromkeys(tags))[:MAX_TAGS], "properties": properties}


def _tags(value: Any) -> list[str]:
    """Parse tags, which come as a list of names or of objects, as JSON text, or joined by commas."""
    if isinstance(value, str):
        text = value.strip()
        if text.startswith("["):
            try:
                value = json.loads(text)
            except (ValueError, RecursionError):
                value = text.strip("[]")
        if isinstance(value, str):
            value = value.replace(";", ",").replace("|", ",").split(",")
    if not isinstance(value, list):
        return []
    names = [it.get("name") if isinstance(it, dict) else it for it in value]
    return [str(name).strip().strip('"') for name in names if name and str(name).strip()]


def _properties(cells: Mapping[str, Any]) -> dict[str, str]:
    """Return the columns called `property:store` or `properties.store` of a customer's own file."""
    found = {}
    for name, value in cells.items():
        for start in _PROPERTY_STARTS:
            if name.startswith(start) and value not in (None, ""):
                found[name.removeprefix(start).strip()] = str(value)
    return found


def _name_of(found: Mapping[str, Any], properties: Mapping[str, str]) -> str:
    fallback = properties.get("short_link") or found.get("destination") or "Imported"
    text = str(fallback).removeprefix("https://").removeprefix("http://")
    return " ".join(text.split())[:MAX_NAME] or "Imported"


def _spelled(name: str | None) -> str:
    return " ".join((name or "").strip().lower().split())
