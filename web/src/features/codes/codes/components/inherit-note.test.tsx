import { screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { InheritNote } from "@/features/codes/codes/components/inherit-note";
import type { Code } from "@/features/codes/codes/types";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const CHILD = {
  code_id: "CHILD23456",
  base_code_id: "BASE234567",
  name: "Table 2",
  overrides: ["limits"],
} as unknown as Code;

function show(code: Code, parts: string[], deletedAt: string | null = null) {
  const base = { ...CHILD, code_id: "BASE234567", base_code_id: null, name: "Tables", deleted_at: deletedAt };
  vi.spyOn(calls, "POST").mockImplementation(() => Promise.resolve({ data: base, response: new Response() }));
  renderApp(
    <MemoryRouter>
      <InheritNote code={code} parts={parts} />
    </MemoryRouter>,
  );
}

test("a child shows which fields of a screen come from its base, with a link to it", async () => {
  show(CHILD, ["password", "limits"]);
  expect(await screen.findByRole("link", { name: "Tables" })).toHaveAttribute(
    "href",
    expect.stringContaining("BASE234567"),
  );
  expect(screen.getByRole("alert")).toHaveTextContent(
    "Based on Tables. Inherited: password. Changes apply to this code only. Overridden: limits.",
  );
});

test("a screen without inherited fields says so", async () => {
  show(CHILD, ["limits"]);
  await screen.findByRole("link", { name: "Tables" });
  expect(screen.getByRole("alert")).toHaveTextContent(
    "Based on Tables. Nothing on this screen is inherited. Overridden: limits.",
  );
});

test("a deleted base is reported", async () => {
  show(CHILD, ["rules"], "2026-05-04T10:00:00Z");
  expect(await screen.findByText(/\(deleted\)/)).toBeVisible();
});

test("a code without a base shows nothing", () => {
  show({ ...CHILD, base_code_id: null }, ["rules"]);
  expect(screen.queryByRole("alert")).toBeNull();
});
