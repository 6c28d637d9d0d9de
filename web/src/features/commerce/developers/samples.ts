import pythonWebhooks from "@sdks/python/examples/webhooks.py?raw";
import typescriptWebhooks from "@sdks/typescript/examples/webhooks.ts?raw";

/** The same sample in each language. Code is not translated, and the webhook samples are the examples that CI runs. */
export interface Samples {
  python: string;
  typescript: string;
  curl?: string;
}

export const LANGUAGE_NAMES: Record<keyof Samples, string> = {
  curl: "curl",
  python: "Python",
  typescript: "TypeScript",
};

const PUBLISHED = [
  ["../src/index.ts", "waypost-sdk"],
  ["node examples/", "node "],
] as const;

const published = (code: string) => PUBLISHED.reduce((text, [from, to]) => text.replaceAll(from, to), code).trim();

export const WEBHOOKS: Samples = { python: published(pythonWebhooks), typescript: published(typescriptWebhooks) };

export function firstCall(baseUrl: string): Samples {
  return {
    curl: `curl ${baseUrl}/v1/qr/create-code \\
  -H "Authorization: Bearer $WAYPOST_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"name": "Menu", "type": "redirect", "destination": "https://example.com/menu"}'`,
    python: `import os
from waypost import Waypost

waypost = Waypost(os.environ["WAYPOST_API_KEY"], "${baseUrl}")
code = waypost.create_code(
    {"name": "Menu", "type": "redirect", "destination": "https://example.com/menu"}
)
print(code["code_id"])`,
    typescript: `import { answerOf, createWaypost } from "waypost-sdk";

const apiKey = process.env.WAYPOST_API_KEY ?? "";
const waypost = createWaypost({ apiKey, baseUrl: "${baseUrl}" });
const body = { name: "Menu", type: "redirect", destination: "https://example.com/menu" } as const;
const code = await answerOf(waypost.POST("/v1/qr/create-code", { body }));
console.log(code.code_id);`,
  };
}

export const ERRORS: Samples = {
  python: `from waypost import InvalidRequest, PaymentRequired

try:
    waypost.create_code({"name": "", "type": "page"})
except InvalidRequest as error:
    print([(it.field, it.message) for it in error.fields])
except PaymentRequired as error:
    print(error.problem["quota"], error.problem["more_in"])`,
  typescript: `import { InvalidRequest, PaymentRequired } from "waypost-sdk";

try {
  await waypost.POST("/v1/qr/create-code", { body: { name: "", type: "page" } });
} catch (error) {
  if (error instanceof InvalidRequest) {
    console.log(error.fields);
  } else if (error instanceof PaymentRequired) {
    console.log(error.problem.quota, error.problem.more_in);
  }
}`,
};

export const PROBLEM = `{
  "type": "urn:waypost:problem:invalid",
  "title": "Invalid",
  "status": 422,
  "code": "invalid",
  "message": "name must not be empty",
  "errors": [{ "field": "name", "message": "must not be empty", "code": "string_too_short" }],
  "request_id": "0193479c5b3e7c4a9d2f6a1b0c8e4f00"
}`;

export const IDEMPOTENCY: Samples = {
  curl: `-H "Idempotency-Key: order-1042"`,
  python: `waypost.create_code(body, idempotency_key="order-1042")`,
  typescript: `await waypost.POST("/v1/qr/create-code", { params: { header: { "Idempotency-Key": "order-1042" } }, body });`,
};

export const LISTS: Samples = {
  python: `from waypost import each

for code in each(waypost.list_codes, {"filter": "menu", "sort": "-created_at"}):
    print(code["name"])`,
  typescript: `import { each } from "waypost-sdk";

const filter = { filter: "menu", sort: "-created_at" } as const;
for await (const code of each((page) => waypost.POST("/v1/get-all-qr-codes", { body: { ...page, ...filter } }))) {
  console.log(code.name);
}`,
};

export const RETRIES: Samples = {
  python: `from waypost import Retries

Waypost(api_key, base_url, retries=Retries(at_most=5, longest_wait=60))`,
  typescript: `createWaypost({ apiKey, baseUrl, retries: { atMost: 5, longestWait: 60_000 } });`,
};
