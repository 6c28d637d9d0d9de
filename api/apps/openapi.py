"""The OpenAPI document: clean operation ids, and the errors that every call can give."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from api.kit.edge import is_api_path
from api.kit.errors import FieldError, Problem

_PROBLEM = {
    "application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}},
}
_IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "The same key and body within 24 hours get the first answer again",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
}
_ALWAYS = {"429": "Too many requests"}
_BY_LOGIN = {
    "401": "Not logged in",
    "403": "The role does not allow this, or there is no organisation yet",
    "404": "Nothing here, or not in this organisation",
}
_BY_BODY = {
    "400": "The request cannot be understood",
    "409": "Does not fit the present state, or the Idempotency-Key was used for something else",
    "413": "The request is too large",
    "415": "Not JSON",
    "422": "Some fields are not right",
}


def describe(app: FastAPI) -> None:
    """Make `app.openapi()` give the finished document."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]


def _document(app: FastAPI) -> dict[str, Any]:
    schema = get_openapi(
        title=app.title,
        version=app.version,
        description="QR codes, landing pages, mobile passes and campaigns for organisations.",
        routes=app.routes,
    )
    schemas = schema.setdefault("components", {}).setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas["FieldError"] = FieldError.model_json_schema()
    schemas["Problem"] = Problem.model_json_schema(
        ref_template="#/components/schemas/{model}", mode="serialization"
    )
    schemas["Problem"].pop("$defs", None)
    schema["components"]["parameters"] = {"IdempotencyKey": _IDEMPOTENCY_KEY}
    schema["components"]["schemas"] = dict(sorted(schemas.items()))
    schema["paths"] = dict(sorted(schema["paths"].items()))
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            if is_api_path(path):
                _add_errors(method, operation)
            else:
                operation["responses"].pop("422", None)
    return schema


def _add_errors(method: str, operation: dict[str, Any]) -> None:
    errors = dict(_ALWAYS)
    if operation.get("security"):
        errors |= _BY_LOGIN
    if "requestBody" in operation or operation.get("parameters"):
        errors |= _BY_BODY
    if method != "get" and operation.get("security"):
        operation.setdefault("parameters", []).append(
            {"$ref": "#/components/parameters/IdempotencyKey"}
        )
    responses = operation["responses"]
    for status, description in errors.items():
        known = responses.get(status, {}).get("description")
        keep = known if known and known != "Validation Error" else description
        responses[status] = {"description": keep, "content": _PROBLEM}
    operation["responses"] = dict(sorted(responses.items()))
