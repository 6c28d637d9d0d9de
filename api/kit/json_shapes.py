"""JSON that passes through as it is, with its shape in the OpenAPI document.

Stored JSON was checked when it was written. To check and rebuild it on every read would cost time, and
turn one old or odd row into a failed list. Bodies whose checks name each wrong part themselves
(rows of a table, blocks of a page) arrive as plain JSON too.
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
    """Base of what is taken with defaults and sent back whole.

    An answer always holds a field whose default is not null; one that is null may be left out.
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
