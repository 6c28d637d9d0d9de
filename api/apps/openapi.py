"""The OpenAPI document, with the errors that every call can return."""

import re
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from api.apps.openapi_tags import described_tags, tag_groups
from api.apps.openapi_webhooks import webhooks
from api.kit.edge import is_api_path
from api.kit.errors import FieldError, Problem

_ABOUT = """QR codes, landing pages, mobile passes and campaigns for organisations.

Calls are made with an API key: `Authorization: Bearer wp_…`. Guides about errors, retries, lists, limits and \
webhooks, and clients for Python and TypeScript, are at [/developers](/developers).
"""
_SENTENCE = re.compile(r"[^.;:`]*(?:`[^`]*`[^.;:`]*)*")
_IDEMPOTENCY_KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "A repeated request with the same key and body within 24 hours gets the first response",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
}
_ERRORS = {
    "400": "Malformed request",
    "401": "Not logged in",
    "402": "The plan includes no more of this, or a payment was refused",
    "403": "The role does not allow this, or there is no organisation yet",
    "404": "Not found in this organisation",
    "409": "Conflicts with the current state, or the Idempotency-Key was used for another request",
    "410": "No longer available",
    "413": "The request is too large",
    "415": "Not JSON",
    "422": "Some fields are invalid",
    "429": "Too many requests",
    "503": "Not available at the moment",
}


def describe(app: FastAPI) -> None:
    """Make `app.openapi()` return the finished document."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]


def _document(app: FastAPI) -> dict[str, Any]:
    schema = get_openapi(
        title=app.title,
        version=app.version,
        description=_ABOUT,
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
    schema["components"]["responses"] = {
        f"Error{status}": _problem(description) for status, description in _ERRORS.items()
    }
    schema["components"]["parameters"] = {"IdempotencyKey": _IDEMPOTENCY_KEY}
    schema["components"]["schemas"] = dict(sorted(schemas.items()))
    schema["paths"] = dict(sorted(schema["paths"].items()))
    schema["servers"] = [{"url": "/", "description": "This installation"}]
    schema["tags"], schema["x-tagGroups"] = described_tags(), tag_groups()
    schema["webhooks"] = webhooks()
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            # The tag of the call, not that of its router
            operation["tags"] = operation["tags"][-1:]
            operation["summary"] = summary_of(operation["description"])
            if is_api_path(path):
                _add_errors(method, operation)
            else:
                _add_pages_of_errors(method, operation)
    return schema


def summary_of(description: str) -> str:
    """Return the first sentence of a description, without its full stop."""
    found = _SENTENCE.match(description)
    return " ".join((found[0] if found and found[0].strip() else description).split())


def _add_pages_of_errors(method: str, operation: dict[str, Any]) -> None:
    """URLs for visitors return errors as a page, or in the format that the Accept header names."""
    responses = operation["responses"]
    responses.pop("422", None)
    if method != "get" or operation.get("parameters"):
        responses |= {
            status: {"description": _ERRORS[status]}
            for status in sorted(_ERRORS)
            if status not in ("401", "402") and status not in responses
        }


def _problem(description: str) -> dict[str, Any]:
    reference = {"$ref": "#/components/schemas/Problem"}
    return {
        "description": description,
        "content": {"application/problem+json": {"schema": reference}},
    }


def _add_errors(method: str, operation: dict[str, Any]) -> None:
    parameters = operation.get("parameters", [])
    errors = {"429", "503"}
    if operation.get("security"):
        errors |= {"401", "403", "404"}
    if parameters:
        errors |= {"400", "422"}
    if any(it["in"] == "path" or it["name"].endswith("_id") for it in parameters):
        errors |= {"404"}
    if "requestBody" in operation:
        errors |= {"400", "404", "413", "415", "422"}
        if not operation.get("security"):
            errors |= {"403", "409", "410"}
    if method != "get" and operation.get("security"):
        errors |= {"402", "409"}
        reference = {"$ref": "#/components/parameters/IdempotencyKey"}
        operation["parameters"] = [*parameters, reference]
    responses = operation["responses"]
    for status in errors:
        if responses.get(status, {}).get("description") in (None, "Validation Error"):
            responses[status] = {"$ref": f"#/components/responses/Error{status}"}
    operation["responses"] = dict(sorted(responses.items()))
