"""Hostile values for every call, generated from its own schema, so that a new call is tested as soon as it is served:
values of another type, which must be refused, and values at the limits of dates, integers, numbers and a field's own
range, which may be accepted.
"""

from collections.abc import Iterator
from itertools import islice, zip_longest
from math import inf
from typing import Any

from tests.support.descriptions import Spec, operation_of, variants

DEEPEST = 5

WRONG: tuple[tuple[str, Any], ...] = (
    ("object", {"not": "this"}),
    ("array", ["not this"]),
    ("integer", 7),
    ("string", "not this"),
)
"""Values by their JSON type; the first of a type that a field does not accept is used."""

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
    "\N{COMBINING ACUTE ACCENT}\N{WAVING WHITE FLAG}",
    "\N{RIGHT-TO-LEFT OVERRIDE}\t",
    "http://[%0",
)
BOUNDS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")


def wrong_fields(document: Spec, body: Spec) -> dict[str, Any]:
    """Return the fields of a body, each with a value that it must refuse."""
    properties: Spec = body.get("properties", {})
    wrong = {name: _wrong(document, field) for name, field in properties.items()}
    return {name: value for name, value in wrong.items() if value is not None}


def _wrong(document: Spec, schema: Spec) -> Any:
    taken = {it.get("type") for it in variants(document, schema)}
    if None in taken:  # takes anything
        return None
    return next((value for kind, value in WRONG if kind not in taken), None)


def bad_parameters(document: Spec, method: str, path: str) -> list[tuple[str, str]]:
    """Return the query parameters of a call, each with a value that it must refuse."""
    found = operation_of(document, method, path).get("parameters", ())
    numbers = ({"type": "integer"}, {"type": "number"}, {"type": "boolean"})
    return [
        (it["name"], "not-this")
        for it in found
        if it.get("in") == "query"
        and any({"type": one.get("type")} in numbers for one in variants(document, it["schema"]))
    ]


def parameter_edges(document: Spec, method: str, path: str) -> Iterator[dict[str, str]]:
    """Yield values at the limits of query parameters, all parameters at once."""
    by_name = {
        it["name"]: [str(value) for _, value in edges(document, it["schema"], None)]
        for it in operation_of(document, method, path).get("parameters", ())
        if it.get("in") == "query"
    }
    return rounds(by_name)


def edges_of_fields(
    document: Spec, schema: Spec, good: Any, *, beyond: bool = False
) -> dict[str, list[Any]]:
    """Return for each field of a body the values at its limits; nested fields are changed within a good value.

    With `beyond`, only values outside the field's own range, otherwise the others.
    """
    if "properties" not in schema:
        return {}
    whole = sample(document, schema) | (good if isinstance(good, dict) else {})
    found = {
        name: [
            value for _, value in edges(document, field, whole.get(name), depth=1, beyond=beyond)
        ]
        for name, field in schema["properties"].items()
    }
    return {name: values for name, values in found.items() if values}


def rounds(
    values: dict[str, list[Any]], most: int | None = None, first: int = 0
) -> Iterator[dict[str, Any]]:
    """Yield every value at least once in as few combinations as possible, or `most` of these, spread evenly.

    If there are more than that, each value of `first` selects others.
    """
    longest = max(map(len, values.values()), default=0)
    step = 1 if most is None else -(-longest // most) or 1
    nothing = object()
    lines = zip_longest(*values.values(), fillvalue=nothing)
    for line in islice(lines, first % step, None, step):
        yield {name: it for name, it in zip(values, line, strict=True) if it is not nothing}


def edges(
    document: Spec,
    schema: Spec,
    good: Any,
    within: tuple[str, ...] = (),
    depth: int = 0,
    *,
    beyond: bool | None = None,
) -> Iterator[tuple[str, Any]]:
    """Yield `good` with one field at a limit, for each field and limit, together with the field's name.

    With `beyond`, only values outside the field's own range, or only the others.
    """
    if depth > DEEPEST:
        return
    for variant in variants(document, schema):
        title = str(variant.get("title", ""))
        if title and within.count(title) > 1:
            continue
        inside = (*within, title)
        if "properties" in variant:
            whole = sample(document, variant) | (good if isinstance(good, dict) else {})
            for name, field in variant["properties"].items():
                for place, value in edges(
                    document, field, whole.get(name), inside, depth + 1, beyond=beyond
                ):
                    yield f"{name}.{place}".rstrip("."), {**whole, name: value}
        elif variant.get("type") == "array":
            first = good[0] if isinstance(good, list) and good else None
            for place, value in edges(
                document, variant.get("items", {}), first, inside, depth + 1, beyond=beyond
            ):
                yield f"0.{place}".rstrip("."), [value]
        else:
            yield from (
                ("", value)
                for value in _values(variant)
                if beyond is None or _is_excluded(variant, value) is beyond
            )


def _is_excluded(schema: Spec, value: Any) -> bool:
    """Return whether a number is outside the field's own range."""
    if not isinstance(value, int | float):
        return False
    return bool(
        value < schema.get("minimum", value)
        or value > schema.get("maximum", value)
        or value <= schema.get("exclusiveMinimum", -inf)
        or value >= schema.get("exclusiveMaximum", inf)
    )


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


def sample(document: Spec, schema: Spec) -> Any:
    """Return a small value that the schema accepts, as far as a schema can tell."""
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
            return {name: sample(document, fields[name]) for name in fields if name in needed}
        case "array":
            return [sample(document, variant.get("items", {}))] * variant.get("minItems", 0)
        case "integer" | "number":
            return max(variant.get("minimum", 1), 1)
        case "boolean":
            return True
    if variant.get("format") == "date-time":
        return "2027-01-01T00:00:00Z"
    return "x" * max(variant.get("minLength", 1), 1)
