import { fireEvent, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { BaseNote } from "@/features/codes/codes/components/children-panel";
import type { Code } from "@/features/codes/codes/types";
import { renderApp } from "@/shared/testing/render";
import { calls } from "@/shared/testing/calls";

const CHILD = {
  code_id: "CHILD23456",
  base_code_id: "BASE234567",
  name: "Table 2",
  overrides: ["design", "destination", "limits"],
} as unknown as Code;

const sent: Record<string, unknown>[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.spyOn(calls, "POST").mockImplementation(((path: string, { body }: { body: Record<string, unknown> }) => {
    if (path.endsWith("update-code")) {
      sent.push(body);
      return Promise.resolve({ data: CHILD, response: new Response() });
    }
    return Promise.resolve({
      data: { ...CHILD, base_code_id: null, name: "Tables", items: [] },
      response: new Response(),
    });
  }) as never);
});

function show(mayEdit: boolean) {
  renderApp(
    <MemoryRouter>
      <BaseNote code={CHILD} mayEdit={mayEdit} />
    </MemoryRouter>,
  );
}

test("a child follows its base again in one part, and keeps its other overrides", async () => {
  show(true);
  fireEvent.click(await screen.findByRole("button", { name: "Inherit again: destination" }));

  await waitFor(() => expect(sent).toEqual([{ code_id: "CHILD23456", overrides: ["design", "limits"] }]));
  expect(await screen.findByText("This code now inherits from its base: destination")).toBeVisible();
});

test("a child follows its base again in every part", async () => {
  show(true);
  fireEvent.click(await screen.findByRole("button", { name: "Inherit everything" }));
  await waitFor(() => expect(sent).toEqual([{ code_id: "CHILD23456", overrides: [] }]));
});

test("a viewer sees the overrides and can't change them", async () => {
  show(false);
  expect(await screen.findByText(/Overridden/)).toHaveTextContent("design, destination, limits");
  expect(screen.queryByRole("button")).toBeNull();
});
