import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { SIGN_UP_FIELDS } from "@/blocks/forms/default-form";
import { FormFieldsField, withMissing } from "@/features/content/pages/editor/form-builder";
import { renderApp } from "@/shared/testing/render";

test("the page divider with which a form begins stays first and can't be removed", () => {
  const onChange = vi.fn();
  renderApp(<FormFieldsField fields={SIGN_UP_FIELDS} onChange={onChange} />);

  fireEvent.click(screen.getByRole("button", { name: /About you/ }));
  expect(screen.queryByRole("button", { name: "Remove About you" })).toBeNull();
  expect(screen.getByRole("button", { name: "Move About you up" })).toHaveProperty("disabled", true);
  expect(screen.getByRole("button", { name: "Move About you down" })).toHaveProperty("disabled", true);

  fireEvent.click(screen.getByRole("button", { name: /First name/ }));
  expect(screen.getByRole("button", { name: "Move First name up" })).toHaveProperty("disabled", true);
  fireEvent.click(screen.getByRole("button", { name: "Move First name down" }));
  const [told] = onChange.mock.lastCall as [{ name: string }[]];
  expect(told.map((field) => field.name)).toEqual(["page_divider", "last_name", "first_name", "email", "phone"]);
});

test("a form without its first page divider gets one before its questions", () => {
  const questions = SIGN_UP_FIELDS.filter((field) => field.name === "email" || field.name === "phone");

  expect(withMissing(questions, SIGN_UP_FIELDS).map((field) => field.name)).toEqual([
    "page_divider",
    "email",
    "phone",
    "first_name",
    "last_name",
  ]);
});
