/**
 * Makes a code, asks for it again, lists codes, and shows what is refused: `node examples/codes.ts`.
 *
 * WAYPOST_URL and WAYPOST_API_KEY say where, and as whom.
 */
import { answerOf, createWaypost, each, InvalidRequest, NotFound } from "../src/index.ts";

const { WAYPOST_API_KEY = "", WAYPOST_URL = "" } = process.env;
const waypost = createWaypost({ apiKey: WAYPOST_API_KEY, baseUrl: WAYPOST_URL });

const body = {
  name: "Poster of the SDK",
  type: "redirect",
  destination: "https://example.com/poster",
} as const;
const once = { params: { header: { "Idempotency-Key": "poster-of-the-sdk" } }, body };
const code = await answerOf(waypost.POST("/v1/qr/create-code", once));
const again = await answerOf(waypost.POST("/v1/qr/create-code", once));
console.log("one code, however often it is asked for:", code.code_id === again.code_id);

const names: string[] = [];
for await (const it of each((page) => waypost.POST("/v1/get-all-qr-codes", { body: { ...page, filter: body.name } }))) {
  names.push(it.name);
}
console.log("listed:", names);

try {
  await waypost.POST("/v1/qr/create-code", { body: { name: "", type: "redirect", destination: "not an address" } });
} catch (error) {
  console.log("refused:", error instanceof InvalidRequest && error.fields.map((it) => it.field).sort());
}
try {
  await waypost.POST("/v0/fetch-code", { body: { code_id: "doesNotExist" } });
} catch (error) {
  console.log("missing:", error instanceof NotFound && error.code);
}
