import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import {
  answerOf,
  createWaypost,
  each,
  errorOf,
  InvalidRequest,
  SignatureRefused,
  TooManyRequests,
  verifyWebhook,
} from "../src/index.ts";
import { secondsOf } from "../src/retrying.ts";

const SECRET = "whsec_c2VjcmV0IG9mIHRoZSB0ZXN0cw==";

type Answer = Error | { status: number; body?: unknown; retryAfter?: string };

/** An API that gives these answers in turn. */
function apiThat(...answers: Answer[]) {
  const requests: { key: string | null; body: string }[] = [];
  const waits: number[] = [];
  const waypost = createWaypost({
    apiKey: "wp_test",
    baseUrl: "https://waypost.example",
    sleep: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
    fetch: async (input) => {
      const request = input as Request;
      requests.push({ key: request.headers.get("Idempotency-Key"), body: await request.text() });
      const answer = answers.shift();
      if (answer === undefined || answer instanceof Error) {
        throw answer ?? new Error("no more answers");
      }
      return new Response(JSON.stringify(answer.body ?? {}), {
        status: answer.status,
        headers: answer.retryAfter === undefined ? {} : { "Retry-After": answer.retryAfter },
      });
    },
  });
  return { waypost, requests, waits };
}

const CODE = { name: "Menu", type: "page" } as const;

test("a change keeps its key while it is repeated", async () => {
  const { waypost, requests } = apiThat(
    new TypeError("reset"),
    { status: 502 },
    { status: 200, body: { code_id: "a" } },
  );

  assert.equal((await answerOf(waypost.POST("/v1/qr/create-code", { body: CODE }))).code_id, "a");
  assert.equal(requests.length, 3);
  assert.ok(requests[0]?.key);
  assert.equal(new Set(requests.map((it) => it.key + it.body)).size, 1);
});

test("a call without a key is sent once", async () => {
  const { waypost, requests } = apiThat({ status: 503, retryAfter: "1" });

  await assert.rejects(waypost.POST("/v1/append-vote", { body: { vote_id: "v", option_id: "o" } as never }));
  assert.deepEqual(
    requests.map((it) => it.key),
    [null],
  );
});

test("what Retry-After asks for is waited, if it is not long", async () => {
  const patient = apiThat({ status: 429, retryAfter: "7" }, { status: 409, retryAfter: "1" }, { status: 200 });
  await patient.waypost.GET("/dev/pass/{pass_id}", { params: { path: { pass_id: "p" } } });
  assert.deepEqual(patient.waits, [7000, 1000]);

  const long = apiThat({ status: 429, retryAfter: "3600" });
  const refused = long.waypost.POST("/v0/fetch-code", { body: { code_id: "a" } });
  await assert.rejects(refused, (error) => error instanceof TooManyRequests && error.retryAfter === 3600);
  assert.deepEqual(long.waits, []);
});

test("it gives up after its retries", async () => {
  const { waypost, requests, waits } = apiThat(...Array.from({ length: 9 }, () => ({ status: 503 })));

  await assert.rejects(waypost.POST("/v0/fetch-code", { body: { code_id: "a" } }), { status: 503 });
  assert.equal(requests.length, 4);
  assert.ok(waits.every((wait, retry) => wait >= 0 && wait <= 500 * 2 ** retry));
});

test("errors have types and fields", () => {
  const error = errorOf(422, { code: "invalid", errors: [{ field: "name", message: "Too short", code: "x" }] }, null);

  assert.ok(error instanceof InvalidRequest);
  assert.deepEqual(
    error.fields.map((it) => it.field),
    ["name"],
  );
  assert.equal(errorOf(500, {}, null).code, "unknown");
});

test("lists are read to their end", async () => {
  const pageOf = ({ page, pageSize }: { page: number; pageSize: number }) =>
    Promise.resolve({
      data: {
        items: Array.from({ length: 250 }, (_, n) => n).slice((page - 1) * pageSize, page * pageSize),
        pageSize,
        total: 250,
      },
    });

  assert.equal((await Array.fromAsync(each(pageOf))).length, 250);
});

test("dates and nonsense in Retry-After", () => {
  const now = Date.parse("2026-11-28T12:00:00Z");

  assert.equal(secondsOf("Sat, 28 Nov 2026 12:00:30 GMT", now), 30);
  assert.equal(secondsOf("Sat, 28 Nov 2026 11:00:00 GMT", now), 0);
  assert.equal(secondsOf("soon", now), null);
});

test("webhooks fit either secret of a rotation, and nothing else", () => {
  const body = '{"type": "scan", "data": {"event_id": "e"}}';
  const now = new Date();
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(SECRET).sign("msg_1", now, body),
  };

  assert.equal(verifyWebhook(body, headers, "whsec_YW5vdGhlcg==", SECRET).data.event_id, "e");
  for (const [text, wrong] of [
    [`${body} `, headers],
    [body, { ...headers, "webhook-id": "msg_2" }],
    [body, { ...headers, "webhook-timestamp": "1" }],
    [body, { ...headers, "webhook-signature": "v1" }],
    [body, {}],
  ] as const) {
    assert.throws(() => verifyWebhook(text, wrong, SECRET), SignatureRefused);
  }
});
