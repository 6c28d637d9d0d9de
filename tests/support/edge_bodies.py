"""Bodies at the edges of what a call describes: one field at a time, nested ones too, at the ends of the
calendar, of the integers, of the numbers and of its own bounds.

Unlike bad bodies these may be taken. Whatever is taken must be shown again by every call that reads.
"""

from collections.abc import Iterator
from typing import Any

from tests.support.bad_bodies import Spec, variants

DEEPEST = 5

MOMENTS = (
    "0001-01-01T00:00:00+14:00",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999999Z",
    "9999-12-31T23:59:59-14:00",
)
DAYS = ("0001-01-01", "9999-12-31")
WHOLE = (-1, 0, 2**31 - 1, 2**31, 2**53 + 1, 2**63 - 1)
NUMBERS = (-1e308, 5e-324, 1e308)
LETTERS = (
    "\N{COMBINING ACUTE ACCENT}",
    "\N{RIGHT-TO-LEFT OVERRIDE}",
    "\N{WAVING WHITE FLAG}",
    "[%0",
)
BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")


def edge_bodies(document: Spec, schema: Spec, good: Any) -> Iterator[tuple[str, Any]]:
    """`good` with one field at an edge, for each field and edge; each with the field's name."""
    yield from _edges(document, schema, good, (), 0)


def _edges(
    document: Spec, schema: Spec, good: Any, within: tuple[str, ...], depth: int
) -> Iterator[tuple[str, Any]]:
    if depth > DEEPEST:
        return
    for variant in variants(document, schema):
        title = str(variant.get("title", ""))
        if title and within.count(title) > 1:
            continue
        inside = (*within, title)
        if "properties" in variant:
            whole = _sample(document, variant) | (good if isinstance(good, dict) else {})
            for name, field in variant["properties"].items():
                for place, value in _edges(document, field, whole.get(name), inside, depth + 1):
                    yield f"{name}.{place}".rstrip("."), {**whole, name: value}
        elif variant.get("type") == "array":
            first = good[0] if isinstance(good, list) and good else None
            for place, value in _edges(
                document, variant.get("items", {}), first, inside, depth + 1
            ):
                yield f"0.{place}".rstrip("."), [value]
        else:
            yield from (("", value) for value in _values(variant))


def _values(schema: Spec) -> Iterator[Any]:
    bounds = [schema[name] for name in BOUNDS if name in schema]
    if "enum" in schema or "const" in schema:
        return
    match schema.get("type"), schema.get("format"):
        case "string", "date-time":
            yield from MOMENTS
        case "string", "date":
            yield from DAYS
        case "string", _:
            most = min(schema.get("maxLength", 100), 1000)
            yield from ((letter * most)[:most] for letter in LETTERS)
        case "integer", _:
            yield from (*WHOLE, *bounds)
        case "number", _:
            yield from (*NUMBERS, *bounds)


def _sample(document: Spec, schema: Spec) -> Any:
    """Something small that the schema takes, as far as a schema can tell."""
    variant = next(variants(document, schema), None)
    if variant is None:
        return None
    if "const" in variant or "enum" in variant:
        return variant.get("const", variant.get("enum", [None])[0])
    if variant.get("examples"):
        return variant["examples"][0]
    match variant.get("type"):
        case "object":
            fields: Spec = variant.get("properties", {})
            needed = variant.get("required", ())
            return {name: _sample(document, fields[name]) for name in fields if name in needed}
        case "array":
            return [_sample(document, variant.get("items", {}))] * variant.get("minItems", 0)
        case "integer" | "number":
            return max(variant.get("minimum", 1), 1)
        case "boolean":
            return True
    if variant.get("format") == "date-time":
        return "2027-01-01T00:00:00Z"
    return "x" * max(variant.get("minLength", 1), 1)
