import { expect, test } from "vitest";
import { ApiError, apiErrorOf, isRefusal, messageOf, untoldOf } from "@/shared/api/errors";

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

test("what no input shows is told, and what one shows is not told twice", () => {
  const fields = { name: "is needed", "": "must be smaller" };
  const error = new ApiError({ status: 422, code: "invalid", message: "Some fields are not right.", fields });
  expect(untoldOf(error, (field) => field === "name")).toBe("Some fields are not right. (must be smaller)");
  expect(untoldOf(error, () => true)).toBeNull();
  const alone = new ApiError({
    status: 422,
    code: "invalid",
    message: "name is needed",
    fields: { name: "is needed" },
  });
  expect(untoldOf(alone, () => false)).toBe("name is needed");
});

test("fields are told by what people call them", () => {
  const told = (field: string, text: string) =>
    apiErrorOf(422, { status: 422, code: "invalid", message: `${field} ${text}`, errors: [{ field, message: text }] });

  const dates = told("active_until", "must be later than active_from");
  expect(dates.message).toBe("“Active until” must be later than “Active from”");
  expect(dates.fields).toEqual({ active_until: "must be later than “Active from”" });
  expect(untoldOf(dates, () => false)).toBe(dates.message);
  expect(told("code_ids", "has “active_from $&”, which leads to no address").message).toBe(
    "What you chose has “active_from $&”, which leads to no address",
  );
  expect(told("base_code_id", "is no code of this organisation").message).toBe(
    "Base code is no code of this organisation",
  );
  expect(told("slug", "is taken; choose another one").message).toBe("slug is taken; choose another one");
});

test("fields within others are told in plain words too", () => {
  const told = (field: string, text = "is needed") =>
    apiErrorOf(422, { status: 422, code: "invalid", message: `${field} ${text}`, errors: [{ field, message: text }] })
      .message;

  expect(told("content.button_url")).toBe("“Button leads to” is needed");
  expect(told("content", "needs both button_label and content.button_url, or neither")).toBe(
    "content needs both “Button” and “Button leads to”, or neither",
  );
  expect(told("tags.2", "must have at most 40 characters")).toBe("Tag 3 must have at most 40 characters");
  expect(told("rules.0.outcome.page_id")).toBe("Rule 1: outcome: the page is needed");
  expect(told("rules.1.conditions.0.after_days")).toBe("Rule 2: condition 1: after days is needed");
  expect(told("updated_data.elements.4.function-after[x(), str].text_color")).toBe("Element 5: text color is needed");
  expect(told("design.logo.size")).toBe("Logo: size is needed");
  expect(told("stops.0.color")).toBe("Stops, entry 1: color is needed");
});
