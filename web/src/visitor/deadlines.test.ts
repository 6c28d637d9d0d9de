import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { post } from "./outbox";

afterEach(() => {
  vi.unstubAllGlobals();
});

it("sends a form from a browser that has no deadlines for requests", async () => {
  vi.stubGlobal("AbortSignal", {});
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response("{}")));
  vi.stubGlobal("fetch", fetched);

  const answer = await post({ submission_key: "k" });

  expect(answer.ok).toBe(true);
  expect(fetched.mock.lastCall?.[1]?.signal).toBeUndefined();
});

it("is what every script of visitors uses, so that none fails before iOS 16", () => {
  const scripts = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
  );

  const without = scripts.filter((name) => {
    return readFileSync(join(import.meta.dirname, name), "utf8").includes("AbortSignal.timeout(");
  });

  expect(scripts.length).toBeGreaterThan(30);
  expect(without).toEqual([]);
});
