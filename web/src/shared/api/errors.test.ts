import { expect, test } from "vitest";
import { apiErrorOf, isRefusal, messageOf } from "@/shared/api/errors";

test("a problem keeps its message, code and fields", () => {
  const error = apiErrorOf(422, {
    status: 422,
    code: "invalid",
    message: "Some fields are not right.",
    errors: [{ field: "destination", message: "must be a web address", code: "x" }],
  });
  expect(error.message).toBe("Some fields are not right.");
  expect(error.fields).toEqual({ destination: "must be a web address" });
  expect(isRefusal(error)).toBe(true);
});

test("an answer that is no problem document still says something", () => {
  const error = apiErrorOf(502, "<html>bad gateway</html>");
  expect(error.message).toContain("502");
  expect(isRefusal(error)).toBe(false);
});

test("a broken connection is told in plain words", () => {
  expect(messageOf(new TypeError("Failed to fetch"))).toContain("can't be reached");
});
