"""The OpenAPI document as tests read it: what a call takes and gives."""

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
    """The document, which is the same for every app. Making it takes four seconds of CPU time, so that the first
    process of a run that needs it leaves it to the others.
    """
    made = run_folder() / "openapi.json"
    with FileLock(run_folder() / "openapi.lock"):
        if not made.exists():
            document = create_app(Settings(_env_file=None)).openapi()  # type: ignore[call-arg]
            made.write_bytes(orjson.dumps(document))
    found: Spec = orjson.loads(made.read_bytes())
    return found


def operation_of(document: Spec, method: str, path: str) -> Spec:
    """The description of one call; empty for those that are not described."""
    found: Spec = document["paths"].get(path, {}).get(method.lower(), {})
    return found


def body_of(document: Spec, method: str, path: str) -> Spec:
    """What the call's JSON body is made of; empty where it takes none."""
    content = operation_of(document, method, path).get("requestBody", {}).get("content", {})
    if "application/json" not in content:
        return {}
    return next(variants(document, content["application/json"]["schema"]), {})


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


def components_of(document: Spec, schema: Any) -> Spec:
    """The schemas that a schema refers to, themselves or through others, by name."""
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
