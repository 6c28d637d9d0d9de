"""JSON that is passed through unchanged, with its schema in the OpenAPI document.

Stored JSON was checked when it was written. Checking and rebuilding it on every read would take time, and one old or
invalid row would make a whole list fail. Bodies with checks that name each invalid part themselves (rows of a table,
blocks of a page) are also received as plain JSON.
"""

from typing import Any

from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler, TypeAdapter
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema


class DocumentedAs:
    """Annotates plain JSON with the type that describes it: `Annotated[Any, DocumentedAs(Model)]`."""

    def __init__(self, shape: Any) -> None:
        self._shape = shape

    def __get_pydantic_json_schema__(
        self, _plain: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        return handler(TypeAdapter(self._shape).core_schema)


class SentWithDefaults(BaseModel):
    """Base class of models that are received with defaults and returned completely.

    A response always contains the fields whose default is not null. A field that is null may be left out.
    """

    model_config = ConfigDict(defer_build=True)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        schema = handler(core)
        if handler.mode == "serialization":
            described = handler.resolve_ref_schema(schema)
            described["required"] = [
                name
                for name, field in described["properties"].items()
                if field.get("default", ...) is not None
            ]
        return schema
