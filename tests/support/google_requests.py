"""Validates requests to Google against the discovery documents in Google's own Python client."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

Document = dict[str, Any]


@cache
def document(name: str) -> Document:
    """Return a discovery document, such as `sheets.v4`."""
    folder = files("googleapiclient") / "discovery_cache" / "documents"
    found: Document = json.loads((folder / f"{name}.json").read_text())
    return found


def request_problem(
    name: str,
    method: str,
    path: str,
    query: Mapping[str, str],
    body: Any,
    scopes: Iterable[str],
) -> str | None:
    """Return why Google would refuse a request with a token of these scopes; None if it is valid."""
    described = document(name)
    for known in _methods(described):
        pattern = re.sub(r"\\\{\\?\+?\w+\\\}", "[^/]+", re.escape(_path(described, known)))
        if known["httpMethod"] == method and re.fullmatch(pattern, path):
            break
    else:
        return f"{method} {path} is unknown"
    if not set(scopes) & set(known.get("scopes", ())):
        return f"{known['id']} needs another scope"
    parameters = {**described["parameters"], **known.get("parameters", {})}
    unknown = query.keys() - parameters.keys()
    if unknown:
        return f"{known['id']} has no {sorted(unknown)}"
    for field, value in query.items():
        if value not in parameters[field].get("enum", [value]):
            return f"{field} of {known['id']} is never {value}"
    if not body:
        return None
    return _wrong(described, {"$ref": known["request"]["$ref"]}, body, known["id"])


def _path(described: Document, known: Document) -> str:
    return f"/{described['servicePath']}{known.get('flatPath') or known['path']}"


def _methods(level: Document) -> Iterator[Document]:
    yield from level.get("methods", {}).values()
    for it in level.get("resources", {}).values():
        yield from _methods(it)


def _wrong(described: Document, schema: Document, value: Any, where: str) -> str | None:
    if "$ref" in schema:
        schema = described["schemas"][schema["$ref"]]
    if isinstance(value, dict):
        known = schema.get("properties", {})
        parts = [(known.get(name), it, f"{where}.{name}") for name, it in value.items()]
    elif isinstance(value, list):
        parts = [(schema.get("items"), it, f"{where}[]") for it in value]
    else:
        return None if value in schema.get("enum", [value]) else f"{where} is never {value}"
    for part, it, place in parts:
        problem = f"{place} is unknown" if part is None else _wrong(described, part, it, place)
        if problem is not None:
            return problem
    return None
