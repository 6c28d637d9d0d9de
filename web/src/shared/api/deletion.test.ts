import { expect, test } from "vitest";
import { deletionOf } from "@/shared/api/deletion";
import { ApiError } from "@/shared/api/errors";

const failing = (status: number) =>
  deletionOf(Promise.reject(new ApiError({ status, code: "not_found", message: "Not found." })));

test("what another tab has deleted before counts as deleted", async () => {
  await expect(failing(404)).resolves.toBeUndefined();
  await expect(failing(410)).resolves.toBeUndefined();
  await expect(deletionOf(Promise.resolve("answer"))).resolves.toBe("answer");
});

test("any other error of a deletion stays an error", async () => {
  await expect(failing(403)).rejects.toThrow("Not found.");
  await expect(failing(409)).rejects.toThrow("Not found.");
  await expect(deletionOf(Promise.reject(new TypeError("offline")))).rejects.toThrow("offline");
});

const SOURCES = import.meta.glob<string>(["@/features/**/*.{ts,tsx}", "@/shared/**/*.{ts,tsx}", "!**/*.test.*"], {
  eager: true,
  import: "default",
  query: "?raw",
});

// Withdrawing one-time codes returns how many there were, and is no error if there are none.
test("every deletion counts what is already gone as deleted", () => {
  const calls = Object.entries(SOURCES).flatMap(([file, text]) =>
    [
      ...text.matchAll(
        /(deletionOf\(\s*answerOf\(\s*)?api\.(?:DELETE\(|POST\("\/v1\/(?:[^"]*\/)?delete[-_](?!one_time))/g,
      ),
    ].map((found) => ({ file, isWrapped: found[1] !== undefined })),
  );

  expect(calls.length).toBeGreaterThan(20);
  expect(calls.filter(({ isWrapped }) => !isWrapped)).toEqual([]);
});
