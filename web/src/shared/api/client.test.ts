import { afterEach, expect, test, vi } from "vitest";
import { answerOf, api, idempotencyKey, onTokenRefused, setTokenSource } from "@/shared/api/client";

afterEach(() => {
  setTokenSource(() => Promise.resolve(null));
  onTokenRefused(() => undefined);
});

test("a token that the server refuses ends the session; a refusal without one does not", async () => {
  const refused = vi.fn();
  onTokenRefused(refused);
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 401 })));
  await expect(answerOf(api.POST("/v1/get-org-data", { body: {}, fetch: globalThis.fetch }))).rejects.toThrow();
  expect(refused).not.toHaveBeenCalled();
  setTokenSource(() => Promise.resolve("of-yesterday"));
  await expect(answerOf(api.POST("/v1/get-org-data", { body: {}, fetch: globalThis.fetch }))).rejects.toThrow();
  expect(refused).toHaveBeenCalledOnce();
});

test("a change pressed twice is sent once, and both presses learn how it went", async () => {
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

test("a change that was refused may be tried again at once", async () => {
  const sent = vi.fn(() => Promise.resolve(new Response("{}", { status: 409 })));
  vi.stubGlobal("fetch", sent);
  const make = () => answerOf(api.POST("/v1/create-folder", { body: { name: "Shops" }, headers: idempotencyKey() }));
  await expect(make()).rejects.toThrow();
  await new Promise((done) => setTimeout(done));
  await expect(make()).rejects.toThrow();
  expect(sent).toHaveBeenCalledTimes(2);
});
