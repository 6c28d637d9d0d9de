import { expect, test } from "vitest";
import { ApiError } from "@/shared/api/errors";
import { isUnreadable } from "@/shared/api/unreadable";

const refusal = (status: number, code = "") => new ApiError({ status, code, message: "No" });

test("data that was read once can be shown when a later fetch fails", () => {
  const before = { org_id: "org_1" };

  expect(isUnreadable({ isError: true, data: undefined, error: refusal(503) })).toBe(true);
  expect(isUnreadable({ isError: true, data: before, error: refusal(503) })).toBe(false);
  expect(isUnreadable({ isError: true, data: before, error: refusal(429) })).toBe(false);
  expect(isUnreadable({ isError: true, data: before, error: new TypeError("Failed to fetch") })).toBe(false);
  expect(isUnreadable({ isError: false, data: before, error: null })).toBe(false);
});

test("data that was removed or is no longer accessible is not shown from the cache", () => {
  for (const status of [403, 404, 410]) {
    expect(isUnreadable({ isError: true, data: {}, error: refusal(status) })).toBe(true);
  }
});
