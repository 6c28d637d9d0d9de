"""Validates documents against the description of the Google Wallet API in Google's own Python client."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

import jsonschema_rs

Description = dict[str, Any]


@cache
def description() -> Description:
    """Return the discovery document `walletobjects.v1.json`."""
    folder = files("googleapiclient") / "discovery_cache" / "documents"
    found: Description = json.loads((folder / "walletobjects.v1.json").read_text())
    return found


@cache
def _schemas() -> Description:
    return {
        name: _strict(schema, required=True) for name, schema in description()["schemas"].items()
    }


def _strict(schema: Description, *, required: bool) -> Description:
    """Convert a schema of the discovery document to JSON Schema; unknown fields are refused."""
    if "$ref" in schema:
        return {"$ref": f"#/$defs/{schema['$ref']}"}
    made: Description = {}
    if schema.get("type") in ("object", "array", "string", "boolean", "number", "integer"):
        made["type"] = schema["type"]
    if "properties" in schema:
        properties = schema["properties"]
        made["properties"] = {
            name: _strict(it, required=required) for name, it in properties.items()
        }
        made["additionalProperties"] = False
        made["required"] = [
            name
            for name, it in properties.items()
            if required and it.get("description", "").startswith("Required")
        ]
    if "items" in schema:
        made["items"] = _strict(schema["items"], required=required)
    if "enum" in schema:
        # The old lower-case spellings are deprecated, and so are explicit values for "unspecified".
        made["enum"] = [it for it in schema["enum"] if it.isupper() and it != "STATE_UNSPECIFIED"]
    if schema.get("format") == "int32":
        made |= {"minimum": -(2**31), "maximum": 2**31 - 1}
    if schema.get("format") == "int64":
        made["pattern"] = "^-?[0-9]+$"
    return made


@cache
def _validator(name: str) -> Any:
    return jsonschema_rs.validator_for({"$ref": f"#/$defs/{name}", "$defs": _schemas()})


def problems(name: str, document: Any) -> list[str]:
    """Return the reasons why the API would refuse a document with this schema."""
    return [
        f"{'/'.join(map(str, it.instance_path))}: {it.message[:200]}"
        for it in _validator(name).iter_errors(document)
    ]


def problems_of_patch(name: str, patch: dict[str, Any], patched: dict[str, Any]) -> list[str]:
    """Return the reasons why it would refuse a patch, which removes fields with `null`, or its result."""
    known = description()["schemas"][name]["properties"]
    unknown = [f"{it}: unknown" for it, value in patch.items() if value is None and it not in known]
    return unknown + problems(name, patched)


def resource_of(path: str) -> tuple[str, str, str] | None:
    """Return collection, ID and action of a path: `/walletobjects/v1/offerObject/1.a/addMessage`."""
    prefix, _, rest = path.partition("/walletobjects/v1/")
    pieces = rest.split("/")
    if prefix or not rest or pieces[0].lower() not in description()["resources"]:
        return None
    return pieces[0], pieces[1] if len(pieces) > 1 else "", pieces[2] if len(pieces) > 2 else ""


def schema_of(collection: str) -> str:
    """Return the schema of a collection: `OfferObject` for `offerObject`."""
    return collection[0].upper() + collection[1:]
