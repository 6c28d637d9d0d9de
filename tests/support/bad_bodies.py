"""Bad input for every call that takes a body, made from the call's own description.

A call is tried with a wrong value in each field that it needs, and in the first that it does not: so
a new call is tried as soon as it is served, without a line of its own.
"""

from collections.abc import Iterator
from typing import Any

AT_MOST = 3
WRONG: tuple[tuple[str, Any], ...] = (
    ("object", {"not": "this"}),
    ("array", ["not this"]),
    ("integer", 7),
    ("string", "not this"),
)
"""Values by the JSON type that they are of; the first of a type that a field does not take is used."""

Spec = dict[str, Any]


def body_of(document: Spec, method: str, path: str) -> Spec:
    """What the call's JSON body is made of; empty where it takes none."""
    operation = document["paths"].get(path, {}).get(method.lower(), {})
    content = operation.get("requestBody", {}).get("content", {})
    if "application/json" not in content:
        return {}
    return next(variants(document, content["application/json"]["schema"]), {})


def bad_fields(document: Spec, body: Spec) -> list[tuple[str, Any]]:
    """Fields of a body with a value that each of them must refuse."""
    properties: Spec = body.get("properties", {})
    required = [name for name in properties if name in body.get("required", ())]
    others = [name for name in properties if name not in required and name != "org_id"]
    tried = [*required[:AT_MOST], *others[:1]] or list(properties)
    wrong = [(name, _wrong(document, properties[name])) for name in tried]
    return [(name, value) for name, value in wrong if value is not None]


def bad_parameters(document: Spec, method: str, path: str) -> list[tuple[str, str]]:
    """What may stand after the question mark of a call's address, with a value it must refuse."""
    operation = document["paths"].get(path, {}).get(method.lower(), {})
    found = [it for it in operation.get("parameters", ()) if it.get("in") == "query"]
    numbers = ({"type": "integer"}, {"type": "number"}, {"type": "boolean"})
    return [
        (it["name"], "not-this")
        for it in found
        if any({"type": one.get("type")} in numbers for one in variants(document, it["schema"]))
    ]


def _wrong(document: Spec, schema: Spec) -> Any:
    kinds = list(variants(document, schema))
    taken = {kind for it in kinds for kind in [it.get("type")]}
    if None in taken:  # takes anything
        return None
    return next((value for kind, value in WRONG if kind not in taken), None)


def variants(document: Spec, schema: Spec) -> Iterator[Spec]:
    """What a schema may be, references and alternatives followed; `null` is none of them."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield from variants(document, document["components"]["schemas"][name])
    elif "anyOf" in schema or "oneOf" in schema or "allOf" in schema:
        for one in schema.get("anyOf") or schema.get("oneOf") or schema["allOf"]:
            yield from variants(document, one)
    elif "enum" in schema or "const" in schema:
        yield {**schema, "type": schema.get("type", "string")}
    elif schema.get("type") != "null":
        yield schema
