/** Generates the types of the API's client from its OpenAPI document. Binary contents have the type `File`. */
import { writeFileSync } from "node:fs";
import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import ts from "typescript";

const FILE = ts.factory.createTypeReferenceNode("File");

const nodes = await openapiTS(new URL("../.setup/openapi.json", import.meta.url), {
  defaultNonNullable: false,
  silent: true,
  transform: (schema) => (schema.contentMediaType === "application/octet-stream" ? FILE : undefined),
});
writeFileSync(new URL("src/shared/api/schema.ts", import.meta.url), COMMENT_HEADER + astToString(nodes));
