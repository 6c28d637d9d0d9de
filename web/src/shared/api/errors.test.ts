import { expect, test } from "vitest";
import { ApiError, apiErrorOf, isRefusal, messageOf, hiddenFieldErrors } from "@/shared/api/errors";

test("a problem document keeps its message, code and fields", () => {
  const error = apiErrorOf(422, {
    status: 422,
    code: "invalid",
    message: "Some fields are invalid.",
    errors: [{ field: "destination", message: "must be a web address", code: "x" }],
  });
  expect(error.message).toBe("Some fields are invalid.");
  expect(error.fields).toEqual({ destination: "must be a web address" });
  expect(isRefusal(error)).toBe(true);
});

test("a response without a problem document still has a message", () => {
  const error = apiErrorOf(502, "<html>bad gateway</html>");
  expect(error.message).toContain("502");
  expect(isRefusal(error)).toBe(false);
});

test("a broken connection is described in plain words", () => {
  expect(messageOf(new TypeError("Failed to fetch"))).toContain("can’t be reached");
});

test("an error that no input shows is reported, and one that an input shows is not repeated", () => {
  const fields = { name: "is required", "": "must be smaller" };
  const error = new ApiError({ status: 422, code: "invalid", message: "Some fields are invalid.", fields });
  expect(hiddenFieldErrors(error, (field) => field === "name")).toBe("Some fields are invalid. (must be smaller)");
  expect(hiddenFieldErrors(error, () => true)).toBeNull();
  const alone = new ApiError({
    status: 422,
    code: "invalid",
    message: "name is required",
    fields: { name: "is required" },
  });
  expect(hiddenFieldErrors(alone, () => false)).toBe("name is required");
});

test("fields have labels that people understand", () => {
  const messageFor = (field: string, text: string) =>
    apiErrorOf(422, { status: 422, code: "invalid", message: `${field} ${text}`, errors: [{ field, message: text }] });

  const dates = messageFor("active_until", "must be later than active_from");
  expect(dates.message).toBe("“Active until” must be later than “Active from”");
  expect(dates.fields).toEqual({ active_until: "must be later than “Active from”" });
  expect(hiddenFieldErrors(dates, () => false)).toBe(dates.message);
  expect(messageFor("code_ids", "has “active_from $&”, which leads to no address").message).toBe(
    "Your selection has “active_from $&”, which leads to no address",
  );
  expect(messageFor("base_code_id", "is not a code of this organisation").message).toBe(
    "Base code is not a code of this organisation",
  );
  expect(messageFor("slug", "is taken; choose another one").message).toBe("Slug is taken; choose another one");
});

test("a message that names several fields uses the label of each", () => {
  const errors = [
    { field: "active_until", message: "must be a date" },
    { field: "name", message: "must not be empty" },
  ];
  const message = "active_until must be a date; name must not be empty";
  const error = apiErrorOf(422, { status: 422, code: "invalid", message, errors });
  expect(error.message).toBe("“Active until” must be a date; name must not be empty");
});

test("nested fields have plain labels too", () => {
  const messageFor = (field: string, text = "is required") =>
    apiErrorOf(422, { status: 422, code: "invalid", message: `${field} ${text}`, errors: [{ field, message: text }] })
      .message;

  expect(messageFor("content.button_url")).toBe("“Button URL” is required");
  expect(messageFor("content", "needs both button_label and content.button_url, or neither")).toBe(
    "Content needs both “Button” and “Button URL”, or neither",
  );
  expect(messageFor("tags.2", "must have at most 40 characters")).toBe("Tag 3 must have at most 40 characters");
  expect(messageFor("rules.0.outcome.page_id")).toBe("Rule 1: outcome: the page is required");
  expect(messageFor("rules.1.conditions.0.after_days")).toBe("Rule 2: condition 1: after days is required");
  expect(messageFor("updated_data.elements.4.function-after[x(), str].text_color")).toBe(
    "Element 5: text color is required",
  );
  expect(messageFor("design.logo.size")).toBe("Logo: size is required");
  expect(messageFor("reward_list.0.cost_cents")).toBe("Reward 1: the unit cost is required");
  expect(messageFor("stops.0.color")).toBe("Stops, entry 1: color is required");
});
