import { afterEach, expect, test, vi } from "vitest";
import { answerOf, api, onTokenRefused, setTokenSource } from "@/shared/api/client";

afterEach(() => {
  setTokenSource(() => Promise.resolve(null));
  onTokenRefused(() => undefined);
  vi.unstubAllGlobals();
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
