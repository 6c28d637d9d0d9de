/** Generates the types of the TypeScript SDK from OpenAPI, and the list of calls that take an idempotency key. */
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import ts from "typescript";

const KEY = "#/components/parameters/IdempotencyKey";
const source = new URL("../../.setup/openapi.json", import.meta.url);
const blob = ts.factory.createTypeReferenceNode("Blob");

const nodes = await openapiTS(source, {
  defaultNonNullable: false,
  silent: true,
  transform: (schema) => (schema.contentMediaType === "application/octet-stream" ? blob : undefined),
});
writeFileSync(new URL("src/schema.ts", import.meta.url), COMMENT_HEADER + astToString(nodes));

const keyed = Object.entries(JSON.parse(readFileSync(source, "utf8")).paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([, operation]) => operation.parameters?.some((parameter) => parameter.$ref === KEY))
    .map(([method]) => `${method.toUpperCase()} ${path}`),
);
writeFileSync(
  new URL("src/keyed.ts", import.meta.url),
  `/** Calls that take an idempotency key. Generated. */\nexport const KEYED: ReadonlySet<string> = new Set(${JSON.stringify(keyed, null, 2)});\n`,
);
