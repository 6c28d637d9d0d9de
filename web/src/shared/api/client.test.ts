import { afterEach, expect, test, vi } from "vitest";
import { answerOf, api, idempotencyKey, onTokenJudged, setTokenSource } from "@/shared/api/client";

afterEach(() => {
  setTokenSource(() => Promise.resolve(null));
  onTokenJudged(undefined);
});

test("the listener learns from each response whether the server accepts its token; a refusal without a token reports nothing", async () => {
  const refused = vi.fn();
  const accepted = vi.fn();
  onTokenJudged({ refused, accepted });
  const ask = (status: number) => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status })));
    return answerOf(api.POST("/v1/get-org-data", { body: {}, fetch: globalThis.fetch }));
  };
  await expect(ask(401)).rejects.toThrow();
  await ask(200);
  setTokenSource(() => Promise.resolve("of-yesterday"));
  await expect(ask(500)).rejects.toThrow();
  expect([...refused.mock.calls, ...accepted.mock.calls]).toEqual([]);

  await expect(ask(401)).rejects.toThrow();
  expect(refused).toHaveBeenCalledExactlyOnceWith("of-yesterday", "/v1/get-org-data");
  expect(accepted).not.toHaveBeenCalled();

  setTokenSource(() => Promise.resolve("of-today"));
  await ask(200);
  expect(accepted).toHaveBeenCalledExactlyOnceWith("of-today", "/v1/get-org-data");
  expect(refused).toHaveBeenCalledOnce();
});

test("a change that is submitted twice is sent once, and both callers get the result", async () => {
  const sent = vi.fn(() => Promise.resolve(new Response(JSON.stringify({ code_id: "one" }), { status: 200 })));
  vi.stubGlobal("fetch", sent);
  const make = (name: string) =>
    answerOf(api.POST("/v1/qr/create-code", { body: { name, type: "redirect" } as never, headers: idempotencyKey() }));
  const [first, second] = await Promise.all([make("Poster"), make("Poster")]);
  const afterwards = await make("Poster");
  expect([first, second, afterwards].map((made) => made.code_id)).toEqual(["one", "one", "one"]);
  expect(sent).toHaveBeenCalledOnce();
  await make("Another poster");
  expect(sent).toHaveBeenCalledTimes(2);
});

test("a refused change can be retried at once", async () => {
  const sent = vi.fn(() => Promise.resolve(new Response("{}", { status: 409 })));
  vi.stubGlobal("fetch", sent);
  const make = () => answerOf(api.POST("/v1/create-folder", { body: { name: "Shops" }, headers: idempotencyKey() }));
  await expect(make()).rejects.toThrow();
  await new Promise((done) => setTimeout(done));
  await expect(make()).rejects.toThrow();
  expect(sent).toHaveBeenCalledTimes(2);
});
