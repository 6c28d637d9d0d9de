import { expect, test } from "vitest";
import { ApiError } from "@/shared/api/errors";
import { createQueryClient, retryDelay, shouldRetry } from "@/shared/api/query-client";

const refused = new ApiError({ status: 404, code: "not_found", message: "There is nothing here." });
const broken = new ApiError({ status: 503, code: "unavailable", message: "Later." });

test("data stays fresh for five minutes, and changes are never retried automatically", () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries?.gcTime).toBe(300_000);
  expect(mutations?.retry).toBe(0);
});

test("a failed query is retried three times, a refused one never", () => {
  expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, broken))).toEqual([true, true, true, false]);
  expect(shouldRetry(0, new TypeError("Failed to fetch"))).toBe(true);
  expect(shouldRetry(0, refused)).toBe(false);
});

test("the retry delay doubles from one second up to thirty", () => {
  expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});
