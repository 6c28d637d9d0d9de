"""Writes the part of Shopify's schema that Waypost's documents use: `python -m tests.support.shopify_schema FILE`.

FILE is `dist/data/admin_2026-10.json.gz` of the npm package @shopify/dev-mcp. A document that requests something
unknown to Shopify is an error here.
"""

import gzip
import json
import sys
from pathlib import Path

from graphql import (
    GraphQLInputObjectType,
    GraphQLNamedType,
    GraphQLSchema,
    TypeInfo,
    TypeInfoVisitor,
    Visitor,
    build_client_schema,
    get_named_type,
    parse,
    print_type,
    validate,
    visit,
)
from graphql.type import GraphQLInterfaceType, GraphQLObjectType, GraphQLUnionType

from api.integrations.shopify import client

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ROOT / "api" / "integrations" / "shopify" / "documents"
OUT = ROOT / "tests" / "twins" / "shopify_schema.graphql"
_BUILT_IN = {"String", "Int", "Float", "Boolean", "ID"}


class _Uses(Visitor):
    """Collects types, and the requested fields of each."""

    def __init__(self, info: TypeInfo) -> None:
        super().__init__()
        self.info = info
        self.fields: dict[str, set[str]] = {}
        self.types: dict[str, GraphQLNamedType] = {}

    def enter_field(self, *_: object) -> None:
        parent, field = self.info.get_parent_type(), self.info.get_field_def()
        if parent is None or field is None:
            return
        name = next(n for n, it in parent.fields.items() if it is field)  # type: ignore[union-attr]
        self.fields.setdefault(parent.name, set()).add(name)
        self.add(parent)
        self.add(get_named_type(field.type))
        for it in field.args.values():
            self.add(get_named_type(it.type))

    def enter_inline_fragment(self, *_: object) -> None:
        kind = self.info.get_type()
        if kind is not None:
            self.add(get_named_type(kind))

    def add(self, kind: GraphQLNamedType) -> None:
        if kind.name in self.types:
            return
        self.types[kind.name] = kind
        if isinstance(kind, GraphQLInputObjectType):
            for it in kind.fields.values():
                self.add(get_named_type(it.type))


def trimmed(schema: GraphQLSchema) -> str:
    """Return the part of the schema that the documents use, in the schema language."""
    info = TypeInfo(schema)
    uses = _Uses(info)
    for path in sorted(DOCUMENTS.glob("*.graphql")):
        if path.read_text().startswith("fragment"):  # a fragment of other documents
            continue
        document = parse(client.document(path.stem))
        wrong = validate(schema, document)
        if wrong:
            raise SystemExit(f"{path.name}: {wrong[0].message}")
        visit(document, TypeInfoVisitor(info, uses))
    parts = []
    for name in sorted(uses.types):
        kind = uses.types[name]
        if name in _BUILT_IN:
            continue
        kind.description = None
        if isinstance(kind, GraphQLObjectType | GraphQLInterfaceType):
            kept = uses.fields.get(name, set())
            kind.__dict__["fields"] = {n: it for n, it in kind.fields.items() if n in kept} or {
                n: it for n, it in kind.fields.items() if n == "id"
            }
            kind.__dict__["interfaces"] = [it for it in kind.interfaces if it.name in uses.types]
        if isinstance(kind, GraphQLUnionType):
            kind.__dict__["types"] = [it for it in kind.types if it.name in uses.types]
        for it in list(getattr(kind, "fields", {}).values()):
            it.description = it.deprecation_reason = None
            for argument in getattr(it, "args", {}).values():
                argument.description = argument.deprecation_reason = None
        for it in list(getattr(kind, "values", {}).values()):
            it.description = it.deprecation_reason = None
        parts.append(print_type(kind))
    roots = "schema {\n  query: QueryRoot\n  mutation: Mutation\n}"
    return "\n\n".join([roots, *parts]) + "\n"


def main() -> None:
    """Write the schema file."""
    content = json.loads(gzip.decompress(Path(sys.argv[1]).read_bytes()))
    schema = build_client_schema(content.get("data", content), assume_valid=True)
    OUT.write_text(trimmed(schema))


if __name__ == "__main__":
    main()
