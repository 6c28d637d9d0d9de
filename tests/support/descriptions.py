"""The OpenAPI document as tests read it: the requests and responses of calls."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import orjson
from filelock import FileLock

from api.apps.web import create_app
from runtime.settings import Settings
from tests.support.postgres import run_folder

Spec = dict[str, Any]


@cache
def described() -> Spec:
    """Return the document, which is the same for every app. Generating it takes four seconds of CPU time, so the first
    process of a run that needs it saves it for the others.
    """
    made = run_folder() / "openapi.json"
    with FileLock(run_folder() / "openapi.lock"):
        if not made.exists():
            document = create_app(Settings(_env_file=None)).openapi()  # type: ignore[call-arg]
            made.write_bytes(orjson.dumps(document))
    found: Spec = orjson.loads(made.read_bytes())
    return found


def operation_of(document: Spec, method: str, path: str) -> Spec:
    """Return the operation of one call; empty for undocumented ones."""
    found: Spec = document["paths"].get(path, {}).get(method.lower(), {})
    return found


def body_of(document: Spec, method: str, path: str) -> Spec:
    """Return the schema of the call's JSON body; empty if it accepts none."""
    content = operation_of(document, method, path).get("requestBody", {}).get("content", {})
    if "application/json" not in content:
        return {}
    return next(variants(document, content["application/json"]["schema"]), {})


def variants(document: Spec, schema: Spec) -> Iterator[Spec]:
    """Yield the variants of a schema, following references and alternatives, without `null`."""
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


def components_of(document: Spec, schema: Any) -> Spec:
    """Return the schemas to which a schema refers, directly or indirectly, by name."""
    found: Spec = {}
    left = [schema]
    while left:
        one = left.pop()
        if isinstance(one, list):
            left += one
        elif isinstance(one, dict):
            left += one.values()
            name = str(one.get("$ref", "")).rpartition("/")[2]
            if name and name not in found:
                found[name] = document["components"]["schemas"][name]
                left.append(found[name])
    return found
