"""Writes the types and calls of the Python SDK from the OpenAPI document: `python generate.py openapi.json`.

Types come from datamodel-code-generator. It knows no calls, and openapi-python-client, which does, leaves out every
type that contains itself; so the methods are written here, one for each call.
"""

import json
import keyword
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parent / "src" / "waypost"
KEY = "#/components/parameters/IdempotencyKey"
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
CALLERS = ("/v0/", "/v1/", "/dev/")
HEADER = '''"""Every call of the API. Generated from its OpenAPI document; do not edit."""

from collections.abc import Mapping
from typing import Any

from waypost import models
from waypost.files import Files


class Calls:
    """Every call of the API, by the name that it has in the reference."""

    def _call(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        query: Mapping[str, Any] | None = None,
        files: Files | None = None,
        is_keyed: bool = False,
        idempotency_key: str | None = None,
    ) -> Any:
        raise NotImplementedError
'''


def write_models(document: Path) -> None:
    """Types of all bodies and answers, as typed dictionaries."""
    subprocess.run(
        [
            *(sys.executable, "-W", "ignore", "-m", "datamodel_code_generator"),
            *("--input", document, "--input-file-type", "openapi"),
            *("--output", PACKAGE / "models.py", "--output-model-type", "typing.TypedDict"),
            *("--target-python-version", "3.11", "--formatters", "builtin", "--disable-timestamp"),
            *("--collapse-root-models", "--use-union-operator", "--no-use-closed-typed-dict"),
            *("--use-schema-description", "--use-field-description"),
            *("--custom-file-header", '"""Bodies and answers. Generated; do not edit."""'),
        ],
        check=True,
    )


def class_of(name: str) -> str:
    """How datamodel-code-generator names a schema."""
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[^A-Za-z0-9]", name))


def type_of(schema: dict[str, Any]) -> str:
    """The Python type of a body, an answer or a parameter."""
    if "$ref" in schema:
        return f"models.{class_of(schema['$ref'].rsplit('/', 1)[1])}"
    if "anyOf" in schema:
        return " | ".join(type_of(it) for it in schema["anyOf"])
    if schema.get("type") == "null":
        return "None"
    return PLAIN.get(schema.get("type", ""), "Any")


def answer_of(operation: dict[str, Any]) -> str:
    """The type of an answer: JSON if the call gives it, else the file's bytes."""
    kinds = {
        kind: it.get("schema", {})
        for status, answer in sorted(operation["responses"].items())
        if status.startswith("2")
        for kind, it in answer.get("content", {}).items()
    }
    if "application/json" in kinds:
        return type_of(kinds["application/json"])
    return "bytes" if kinds else "None"


def method_of(method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    """The lines of a call."""
    parameters = operation.get("parameters", [])
    places = [it["name"] for it in parameters if it.get("in") == "path"]
    query = [it for it in parameters if it.get("in") == "query"]
    is_keyed = any(it.get("$ref") == KEY for it in parameters)
    content = operation.get("requestBody", {}).get("content", {})
    arguments = [f"{python(name)}: str" for name in places]
    filled = re.sub(r"{(\w+)}", lambda it: f"{{_part({python(it[1])})}}", path)
    passed = [f'"{method.upper()}"', f'f"{filled}"' if places else f'"{path}"']
    if "application/json" in content:
        body = type_of(content["application/json"].get("schema", {}))
        arguments.append(f"body: {body}" + (" = None" if body.endswith("None") else ""))
        passed.append("body=body")
    elif "multipart/form-data" in content:
        arguments += ["files: Files", "fields: Mapping[str, str] | None = None"]
        passed += ["files=files", "body=fields"]
    options = [
        f"{python(it['name'])}: {type_of(it['schema']).removesuffix(' | None')} | None = None"
        for it in query
    ]
    if query:
        pairs = ", ".join(f'"{it["name"]}": {python(it["name"])}' for it in query)
        passed.append(f"query={{{pairs}}}")
    if is_keyed:
        options.append("idempotency_key: str | None = None")
        passed += ["is_keyed=True", "idempotency_key=idempotency_key"]
    signature = ", ".join(["self", *arguments, *(["*", *options] if options else [])])
    answer = answer_of(operation)
    text = " ".join(operation["description"].replace("\\", "\\\\").replace('"""', "'''").split())
    yield f"    def {operation['operationId']}({signature}) -> {answer}:"
    yield f'        """{text}"""'
    yield f"        {'' if answer == 'None' else f'answer: {answer} = '}self._call({', '.join(passed)})"
    if answer != "None":
        yield "        return answer"


def python(name: str) -> str:
    """A parameter's name in Python."""
    snake = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
    return f"{snake}_" if keyword.iskeyword(snake) else snake


def write_calls(document: Path) -> None:
    """One method for each call that a program makes; streams and what phones call are left out."""
    lines = [HEADER]
    for path, operations in json.loads(document.read_text())["paths"].items():
        for method, operation in operations.items():
            kinds = {
                kind for it in operation["responses"].values() for kind in it.get("content", {})
            }
            if path.startswith(CALLERS) and "text/event-stream" not in kinds:
                lines += [*method_of(method, path, operation), ""]
    text = "\n".join(lines)
    if "_part(" in text:
        text = text.replace(
            "from typing import Any\n",
            "from typing import Any\nfrom urllib.parse import quote\n",
            1,
        )
        text += '\n\ndef _part(value: str) -> str:\n    return quote(value, safe="")\n'
    (PACKAGE / "calls.py").write_text(text)


if __name__ == "__main__":
    write_models(Path(sys.argv[1]))
    write_calls(Path(sys.argv[1]))
